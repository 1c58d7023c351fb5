#pragma once
// The direction of one leg of an impact along a face. Not part of the public interface.

#include <bankshot/world/impact/face_rows.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class FaceLeg {
 public:
  /// `size`: scale of the speeds, each relative to the root of its row's effect on itself.
  FaceLeg(const FaceRows& rows, double size) noexcept : rows_(rows), size_(size) {}

  /// Finds the impulses that take the normal speeds to their goals, with friction in proportion to them, or with the
  /// friction that lets the contact stick. `parts`: a point that is beyond its goal takes no impulse. Returns false if
  /// they are not unique.
  bool find(const FaceSpeeds& now, const double (&goal)[2], bool parts);

  double d[2] = {}, df = 0;   ///< impulses
  double dv[2] = {}, du = 0;  ///< changes of speeds
  double lack[2] = {};        ///< goal - v
  bool pushes[2] = {};        ///< may take impulse
  bool sticks = false;

 private:
  bool solve(double friction);
  void complement(const double (&m)[2][2], double determinant);

  const FaceRows& rows_;
  double size_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
