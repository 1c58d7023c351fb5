#pragma once
// Islands that touch nothing firm: the solver must not change their total momentum. Not part of the public interface.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/islands/island.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class Timeline;

/// To the solver, a contact stays where it was when the step began, and so do the arms of its impulses. Two bodies that
/// slide on one another have moved on since: the forces on them are no longer along one line, but form a couple of the
/// impulse times their relative displacement. In an island with a firm body these couples are unknown. For bodies that
/// are joined in free space, the total angular momentum gives the sum of all such couples. It is restored by a rotation
/// of the whole about its centre of mass, which changes no relative motion and no linear momentum. A body that no
/// contact can turn, as a disc without friction, keeps its own spin, and only its path takes part. If the correction
/// would add energy, the motion of all bodies relative to the whole is slowed by one factor. The total linear momentum
/// only suffers from rounding: hundreds of small pushes, each rounded like the velocity of the heaviest body. All
/// bodies get the same additional velocity, so that the total is restored. They keep its rounding error as a remainder,
/// as it may have the same sign in every step. The centre of mass falls freely: all bodies get the displacement that
/// the solver's paths lack.
class FreeIslands {
 public:
  /// After the solver; also corrects the displacements in `motion`. `books` may be null.
  void keep_momentum(WorldState& world, const ContactPairs& pairs, const SolverWork& work, const Islands& islands,
                     std::vector<Motion>& motion, Real dt, EnergyRecorder* books);
  /// After the timeline, for groups that touch nothing firm and were hit while the solver had them: their paths left
  /// those for which the solver's momentum was corrected. If only one of the bodies waited, or was led aside, so was
  /// the centre of mass: all of them move by the displacement that it lacks, as far as no other body is in the way.
  void keep_momentum_of_hit(WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                            const Islands& islands, Timeline& timeline, std::vector<Motion>& motion, Real dt,
                            EnergyRecorder* books);

 private:
  /// An island at one end of the step, in double.
  struct End {
    struct Part {
      double mass = 0, inertia = 0;
      Wide3 place, velocity;
    };
    std::vector<Part> parts;
    Wide3 centre, drift;  ///< of the centre of mass: its position and its velocity
    double whole = 0;     ///< mass
    double momentum = 0;  ///< angular, about the centre of mass
    double inertia = 0;   ///< of the whole, about the centre of mass
    double kinetic = 0;   ///< energy relative to the centre of mass

    void clear();
    void add(const BodyMass& mass, bool turns, const Wide3& place, Wide3 velocity);
    void finish();
  };

  /// Bodies of some islands, island by island: `bodies` as pairs of root and body, `ranks` the bodies alone.
  struct Members {
    std::vector<RankPair> bodies;
    std::vector<Rank> ranks;
  };

  void find_firm(const Islands& islands, std::span<const RankPair> contacts);
  void list(const Islands& islands, Members& members) const;
  void find(const Islands& islands, const SolverWork& work);
  void find_turned(const ContactPairs& pairs, const SolverWork& work);
  void find_hit(const WorldState& world, const ContactPairs& pairs, const SolverWork& work, const Islands& islands,
                std::span<const PairKey> met, const std::vector<Motion>& motion);
  void find_belts(const ContactPairs& pairs, const SolverWork& work, const Islands& islands);
  void find_given(const WorldState& world);
  template <class Visit>
  static void for_each_island(const Members& members, Visit&& visit);
  static V2 way_lacking(const WorldState& world, std::span<const Rank> ranks, Real dt,
                        const std::vector<Motion>& motion);
  static void keep_centre_of_hit(const WorldState& world, std::span<const Rank> ranks, Timeline& timeline, Real dt,
                                 std::vector<Motion>& motion, EnergyRecorder* books);
  /// `given`: energy that they may have got from elsewhere.
  void keep_momentum(WorldState& world, std::span<const Rank> bodies, const std::vector<Motion>& motion, Real dt,
                     double given, bool after_impacts, EnergyRecorder* books);

  // Bits per island, stored at its root: it touches a firm body; its momentum is to be kept; it was hit.
  std::vector<bool> firm_, free_, hit_;
  Members solved_;              ///< bodies of the solver that touch nothing firm
  Islands groups_;              ///< joined by impacts as well as by contacts
  std::vector<RankPair> hits_;  ///< the two bodies of each impact
  std::vector<double> given_;   ///< of islands or groups_, by root: energy that they may have got from elsewhere
  Members struck_;              ///< bodies of groups_ that touch nothing firm and were hit
  std::vector<bool> inside_;    ///< by rank: true if it is one of solved_
  std::vector<bool> turned_;    ///< by rank: true if its contacts can turn it
  End before_, after_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
