#pragma once
// Bounds of how far two bodies may close in a step: most pairs cannot meet, and a bound costs a fraction of a sweep.
// Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct Motion;

/// The motion of a body in the step if nothing hits it.
struct PathBound {
  V2 way;        ///< displacement of its centre
  V2 bend;       ///< what the end velocity instead of the mean one would add to `way`
  Real arc = 0;  ///< what turning adds for the farthest point, and friction on a table, which may stop it
  /// True if its velocity may not change evenly up to the end, or has a negative zero, which the timeline removes from
  /// all that it deals with.
  bool unsure = false;
};
PathBound path_bound(const WorldState& world, const Motion& motion, Rank rank, Real dt);

/// The motion of A relative to B in the step if nothing hits them.
struct ClosingBound {
  V2 first, last;  ///< the displacement at the relative velocity of the beginning, and of the end
  Real arcs = 0;   ///< what turning adds

  /// True if the gap is more than the two can close.
  bool cannot_meet(Real gap) const;
  /// Upper bound of the approach of any two points.
  Real farthest() const;
};
ClosingBound closing_bound(const PathBound& a, const PathBound& b);

/// True if a line perpendicular to `normal` separates the two for the whole time. `in`: their placement at first.
bool line_separates(const WorldState& world, Rank a, Rank b, const PairInput& in, V2 normal,
                    const ClosingBound& closing);

/// True if the circles about both bodies' centres that contain all of their shapes stay apart. Always false for bodies
/// whose paths are unsure.
bool circles_stay_apart(const WorldState& world, const RankPair& bodies, const PathBound& a, const PathBound& b);

}  // namespace bankshot::BANKSHOT_ABI::detail
