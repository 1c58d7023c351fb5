#pragma once
// Common code of straight and rotating sweeps of composites. Not part of the public interface.

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

  /// True if any parts that stop one another are that near, as far as rounding can tell; computed on the first call.
  bool touch() {
    if (!touch_) touch_ = parts_touch();
    return *touch_;
  }

  const Shape& a() const { return a_; }
  const Shape& b() const { return b_; }

  /// True if any of them certainly overlap deeper than the band.
  bool deep() const;

 private:
  bool parts_touch() const;

  bool any_overlap(Real least) const;

  const Shape &a_, &b_;
  const Placement& at_;
  Real band_, near_;
  std::optional<bool> touch_;
};

/// A shape without interior may lie along a seam, deep in the union and in none of its parts; or two such shapes cross
/// where parts of one join. Returns true, and an overlap at the start, in these cases. (A depth in a part is found
/// there.)
bool starts_in_seam(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Start& start, Real band,
                    SweepHit& hit);

BANKSHOT_INLINE void set_parts(SweepHit& hit, const Part& a, const Part& b) {
  hit.feature_a.piece = a.number;
  hit.feature_b.piece = b.number;
}

/// True if one-way faces let a meeting count. Over the end of a face, the meeting gets the face's normal: a shape that
/// comes over the end has to move down on it; one that comes end on does not. `way`: the whole displacement of A
/// relative to B.
bool stopped(const Part& a, const Part& b, const PairFrame& frame, Meeting& meeting, V2 way, Coming* coming);

/// True if a meeting is one of the unions, see seam.hpp. Over an end it has its normal already, and that face is the
/// surface of A or B there.
bool is_surface(Meeting& meeting, const Part& a, const Part& b, const PairFrame& frame, V2 normal, V2 heading,
                Coming coming, bool* direct);

}  // namespace bankshot::BANKSHOT_ABI::detail
