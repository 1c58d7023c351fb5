#pragma once
// Contacts that the solver gets ahead of time, where a crowd would cost many impacts. Not part of the public interface.
//
// What is hit hard within a pile is thrown at its neighbours, they at theirs, and so on. The solver knows those that
// touch when the step begins; all others the timeline would meet one by one: each impact takes two bodies out of the
// pile, who then meet everyone around them anew. So where many are thrown, they are first given to the solver, as
// contacts at the place where they would meet, and it solves their islands again, from the same start. Speculative
// contacts are Catto's term (Box2D); here they are not guessed from a margin, but predicted from the paths.

#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/islands/island.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class Timeline;

class Speculation {
 public:
  /// A step begins.
  void begin() noexcept { rounds_ = 0; }
  /// Gives the solver what the timeline foresees in crowded islands. Whether there was any: then held bodies are to be
  /// solved again.
  bool add(const WorldState& world, const Islands& islands, Timeline& timeline, PairSet& pairs);

 private:
  bool crowded(const Islands& islands, const RankPair& bodies) const;
  void keep_crowded(const WorldState& world, const Islands& islands, const PairSet& pairs);
  void add_near(PairSet& pairs);
  void add_parts(const WorldState& world, PairSet& pairs);
  void update_far(std::span<const ToiCandidate> thrown, PairSet& pairs);

  struct Count {
    std::uint32_t contacts = 0, hits = 0;
  };
  int rounds_ = 0;
  std::vector<SpeculativeContact> found_;
  std::vector<Count> of_island_;  ///< by root
  std::vector<ToiCandidate> far_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
