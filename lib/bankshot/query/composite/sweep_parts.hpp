#pragma once
// Parts of wholes on their way: what straight sweeps and turning ones have in common. Not part of the public interface.

#include <bankshot/query/composite/composite.hpp>
#include <bankshot/query/parts/one_sided.hpp>
#include <bankshot/query/parts/seam.hpp>
#include <bankshot/query/sweep.hpp>

#include <optional>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The two shapes at the start.
class Start {
 public:
  /// `near`: gap within which they touch, the band or more.
  Start(const Shape& a, const Shape& b, const Placement& at, Real band, Real near)
      : a_(a), b_(b), at_(at), band_(band), near_(near) {}

  /// Whether any parts that stop one another are that near, as far as rounding can tell; found out when it is first
  /// asked.
  bool touch() {
    if (!touch_) touch_ = parts_touch();
    return *touch_;
  }

  const Shape& a() const { return a_; }
  const Shape& b() const { return b_; }

  /// Whether any of them overlap deeper than the band for sure.
  bool deep() const;

 private:
  bool parts_touch() const;

  bool any_overlap(Real least) const;

  const Shape &a_, &b_;
  const Placement& at_;
  Real band_, near_;
  std::optional<bool> touch_;
};

/// What has no inside may lie along a seam, deep in the whole and in none of its parts; or two of that kind cross where
/// parts of one join. True, and an overlap at the start, where it does. (What is deep in a part as well is found
/// there.)
bool starts_in_seam(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Start& start, Real band,
                    SweepHit& hit);

BANKSHOT_INLINE void set_parts(SweepHit& hit, const Part& a, const Part& b) {
  hit.feature_a.piece = a.number;
  hit.feature_b.piece = b.number;
}

/// Whether one-way faces leave a meeting to be one. Gives it the normal of a face over whose end it is: what goes over
/// that has to move down on it; what comes end on does not. `way`: of A relative to B, all of it.
bool stopped(const Part& a, const Part& b, const PairFrame& frame, Meeting& meeting, V2 way, Coming* coming);

/// Whether a meeting is one of the wholes, see seam.hpp. Over an end it has its normal already, and B's or A's surface
/// there is that face.
bool is_surface(Meeting& meeting, const Part& a, const Part& b, const PairFrame& frame, V2 normal, V2 heading,
                Coming coming, bool* direct);

/// Numbers of the parts of `shape` in a box, and their visit against one part.
template <class Visit>
void for_parts_in(const Shape& shape, const Box& box, Visit&& visit) {
  std::vector<std::uint32_t> numbers;
  parts_near(shape, box, numbers);
  PieceSpace space;
  for (const std::uint32_t number : numbers) visit(part_of(shape, number, space));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
