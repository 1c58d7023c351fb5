#pragma once
// Finds the bodies that a body may meet after an impact has sent it farther than its reach at the beginning of the
// step. Not part of the public interface.

#include <bankshot/broad/box_list.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>
#include <bankshot/world/timeline/candidates.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A shape that slept when the step began and was hit. No pair of the step knows its reach.
struct WokenShape {
  std::uint32_t proxy = 0;
  Box reach;
};

/// The step has begun: it is too late to refuse pairs of parts, see pair_limit.hpp.
inline constexpr PartLimits no_part_limit;

/// True if two shapes are neither sensors nor filtered.
bool can_meet(const WorldState& world, std::uint32_t a, std::uint32_t b);

class ExpandedReach : private TimelinePart {
 public:
  ExpandedReach(TimelineStep& step, Trajectories& paths, Candidates& candidates) noexcept
      : TimelinePart(step), paths_(paths), candidates_(candidates) {}

  /// Begins a step.
  void begin() { woken_.clear(), boxes_.clear(); }
  /// Begins with new first paths.
  void clear_paths() { farthest_.clear(); }
  /// Makes candidates of all that a body may meet on its path from `time` on and that it could not meet so far.
  void expand(Rank rank, Real time);
  /// Wakes a sleeping body that is hit.
  void wake(Rank rank, Real time);
  std::span<const WokenShape> woken() const noexcept { return woken_; }

  /// Bounds all that a body gets to from `time` on unless something hits it.
  Box path_box(Rank rank, Real time);
  /// Makes candidates of those pairs of parts of two shapes that are neither contact pairs nor TOI candidates.
  void add_parts(const PairKey& shapes);
  /// Shapes that reach farther than was known.
  const BoxList& boxes() const noexcept { return boxes_; }
  /// True if a shape is among these.
  bool is_expanded(std::uint32_t proxy) const { return boxes_.size() > 0 && box_of_[proxy] != none; }
  /// Forgets them, as the finder has their boxes.
  void forget_boxes() { boxes_.clear(); }

 private:
  bool gets_farther(Rank rank, Real time);
  bool reaches_farther(std::uint32_t proxy, Box& box);
  void add_box(std::uint32_t proxy, const Box& box);
  Real first_way(Rank rank) const;
  Real next_way(Rank rank, Real time);
  Real way_of(Rank rank) const;
  void mark_known(Rank rank, std::uint32_t proxy);
  void add_neighbour(std::uint32_t p, std::uint32_t q);
  void collect_known_parts(Rank rank);

  Trajectories& paths_;
  Candidates& candidates_;
  std::vector<WokenShape> woken_;
  BoxList boxes_;
  std::vector<std::uint32_t> box_of_;  ///< per shape, its place in `boxes_`; valid unless that is empty
  std::vector<Real> farthest_;         ///< per body, bound of the displacement on the paths after its first; or empty
  PartCandidates parts_;
  std::vector<std::uint32_t> around_;  ///< places in BroadPairs::active
  /// Per shape: stamp_ if it is in a pair with the current shape, or if their parts have been examined.
  std::vector<std::uint32_t> known_;
  std::uint32_t stamp_ = 0;
  std::vector<PairKey> known_parts_;  ///< the part pairs of a body, sorted, if parts_known_
  bool parts_known_ = false;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
