#pragma once
// Sums of the masses of several shapes, one shape after the other. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/shape/mass.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

/// One shape's mass, centre of mass in body coordinates, and inertia about it.
struct MassPart {
  double mass = 0, x = 0, y = 0, inertia = 0;
};
MassPart mass_part(const Shape& shape, Real density) noexcept;

/// True if the number and its inverse are normal numbers of Real.
bool invertible(double value) noexcept;

// The parallel-axis theorem, in two passes: the centre first, then every inertia moved to it. A single pass about the
// body's origin would cancel if the shapes lie far from it.

/// The first pass: it continues when a shape is added.
class MassSum {
 public:
  BANKSHOT_INLINE void add(const MassPart& part) noexcept {
    mass_ += part.mass;
    x_ += part.mass * part.x;
    y_ += part.mass * part.y;
    inertia_ += part.inertia;
    largest_ = std::max(largest_, part.inertia);
    farthest_x_ = std::max(farthest_x_, std::fabs(part.x));
    farthest_y_ = std::max(farthest_y_, std::fabs(part.y));
    newest_ = part;
    ++count_;
  }
  bool empty() const noexcept { return count_ == 0; }
  bool single() const noexcept { return count_ == 1; }
  const MassPart& newest() const noexcept { return newest_; }

  double mass() const noexcept { return mass_; }
  double x() const noexcept { return x_ / mass_; }
  double y() const noexcept { return y_ / mass_; }
  /// Centre of mass.
  V2 centre() const noexcept;
  /// True if mass and inertia are certainly invertible; if false they still may be.
  bool surely_invertible() const noexcept;

 private:
  double mass_ = 0, x_ = 0, y_ = 0;         // of masses, and of masses times centres
  double inertia_ = 0, largest_ = 0;        // of inertias, each about its own centre
  double farthest_x_ = 0, farthest_y_ = 0;  // largest distances of a centre from the origin
  MassPart newest_;
  std::uint32_t count_ = 0;
};

/// The second pass, in the order of the first: it restarts for each new centre.
class InertiaSum {
 public:
  explicit InertiaSum(const MassSum& of) noexcept : of_(of), x_(of.x()), y_(of.y()) {}
  void add(const MassPart& part) noexcept;
  double exact() const noexcept { return sum_; }
  Real value() const noexcept;

 private:
  const MassSum& of_;
  double x_, y_, sum_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
