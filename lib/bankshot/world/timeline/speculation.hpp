#pragma once
// Gives the solver contacts ahead of time where a crowd would cost many impacts. Not part of the public interface.
//
// A body that is hit hard within a pile is thrown at its neighbours, they at theirs, and so on. The solver knows the
// pairs that touch when the step begins. The timeline would meet all others one by one: each impact takes two bodies
// out of the pile, which then meet all bodies around them anew. So where many are thrown, these pairs are first given
// to the solver, as contacts at the place where they would meet, and it solves their islands again, from the same
// start. Speculative contacts are Catto's term (Box2D); here they are predicted from the paths, not guessed from a
// margin.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/islands/island.hpp>
#include <bankshot/world/pairs/toi_work.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class Timeline;

class Speculation {
 public:
  /// Begins a step.
  void begin() noexcept { rounds_ = 0; }
  /// Gives the solver the impacts that the timeline foresees in crowded islands. Returns true if there were any: then
  /// the held bodies must be solved again.
  bool add(const WorldState& world, const Islands& islands, Timeline& timeline, ContactPairs& pairs, SolverWork& work,
           ToiWork& toi);

 private:
  bool crowded(const Islands& islands, const RankPair& bodies) const;
  void keep_crowded(const WorldState& world, const Islands& islands, const SolverWork& work);
  void add_near(ContactPairs& pairs, ToiWork& toi);
  void add_parts(const WorldState& world, ContactPairs& pairs);
  void update_far(std::span<const ToiCandidate> thrown, ToiWork& toi);

  struct Count {
    std::uint32_t contacts = 0, hits = 0;
  };
  int rounds_ = 0;
  std::vector<SpeculativeContact> found_;
  std::vector<Count> of_island_;  ///< by root
  std::vector<ToiCandidate> far_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
