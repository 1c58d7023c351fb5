#pragma once
// Islands that nothing outside holds: what the solver does in them changes no sum of momentum. Not part of the public
// interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/islands/island.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class Timeline;

/// To the solver a contact stays where it was when the step began, and with it the arms of its impulses. Two bodies
/// that slide on one another have moved on: what acts on them is not one line of action any more, but a couple of the
/// impulse times their way along one another. Where something firm is in the island nobody can tell; of bodies that
/// hang together in space the sum of angular momentum says what all such couples were. That is given back as a turn of
/// the whole about its centre of mass, which changes nothing between its bodies, and no sum of momentum. What no
/// contact can turn, as a disc without friction, keeps its own spin, and its part of that is in its way alone. Where it
/// would give energy, all that the bodies do relative to the whole gets slower by one factor. Of the sum of linear
/// momentum only rounding takes: hundreds of small pushes, each rounded as the velocity of the heaviest body is. All
/// bodies get the same velocity more, so that it is what it was, and keep what that loses to rounding, which may be to
/// the same side in every step. The centre of mass falls freely: what the solver's ways of the bodies lack of that all
/// of them get.
class FreeIslands {
 public:
  /// After the solver; sets the ways in `motion` right as well; `books` may be null.
  void keep_momentum(WorldState& world, const PairSet& pairs, const Islands& islands, std::vector<Motion>& motion,
                     Real dt, EnergyRecorder* books);
  /// After the timeline, of who touches nothing firm and was hit while the solver had it: its path went elsewhere than
  /// where the solver's sum was made. Where only one of them waited, or was led aside, their centre of mass was, too:
  /// all of them go what it lacks, as far as nobody else is in the way.
  void keep_momentum_of_hit(WorldState& world, const PairSet& pairs, const Islands& islands, Timeline& timeline,
                            std::vector<Motion>& motion, Real dt, EnergyRecorder* books);

 private:
  /// An island at one end of the step, in double.
  struct End {
    struct Part {
      double mass = 0, inertia = 0;
      Wide3 place, velocity;
    };
    std::vector<Part> parts;
    Wide3 centre, drift;  ///< of the centre of mass: its place and its velocity
    double whole = 0;     ///< mass
    double momentum = 0;  ///< angular, about the centre of mass
    double inertia = 0;   ///< of the whole about it
    double kinetic = 0;   ///< energy relative to it

    void clear();
    void add(const BodyMass& mass, bool turns, const Wide3& place, Wide3 velocity);
    void finish();
  };

  /// Bodies of some islands, island by island: root and body, and the body alone.
  struct Members {
    std::vector<RankPair> bodies;
    std::vector<Rank> ranks;
  };

  void find_firm(const Islands& islands, std::span<const RankPair> contacts);
  void list(const Islands& islands, Members& members) const;
  void find(const Islands& islands, const PairSet& pairs);
  void find_turned(const PairSet& pairs);
  void find_hit(const WorldState& world, const PairSet& pairs, const Islands& islands, std::span<const PairKey> met,
                const std::vector<Motion>& motion);
  void find_given(const WorldState& world, bool belts);
  template <class Visit>
  static void for_each_island(const Members& members, Visit&& visit);
  static V2 way_lacking(const WorldState& world, std::span<const Rank> ranks, Real dt,
                        const std::vector<Motion>& motion);
  static void keep_centre_of_hit(const WorldState& world, const PairSet& pairs, std::span<const Rank> ranks,
                                 Timeline& timeline, Real dt, std::vector<Motion>& motion, EnergyRecorder* books);
  static bool has_belts(const PairSet& pairs);
  /// `given`: energy that they may have got from elsewhere.
  void keep_momentum(WorldState& world, std::span<const Rank> bodies, const std::vector<Motion>& motion, Real dt,
                     double given, bool after_impacts, EnergyRecorder* books);

  // Per body, a bit of its island, if it is the root: whether that touches what is firm, whether its momentum is to be
  // kept, and whether it was hit.
  std::vector<bool> firm_, free_, hit_;
  Members solved_;              ///< what the solver has and touches nothing firm
  Islands groups_;              ///< by hits as well as by contacts
  std::vector<RankPair> hits_;  ///< who hit whom
  std::vector<double> given_;   ///< of groups_, by root: energy that they may have got from elsewhere
  Members struck_;              ///< of groups_: who touches nothing firm and was hit
  std::vector<bool> inside_;    ///< by rank: whether it is one of solved_
  std::vector<bool> turned_;    ///< by rank: whether its contacts can turn it
  End before_, after_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
