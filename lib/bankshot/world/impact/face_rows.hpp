#pragma once
// The rows of a face that meets a face: the normals of its two points, and one friction halfway between them. Not part
// of the public interface.

#include <bankshot/response/impact_process.hpp>
#include <bankshot/world/impact/path_rows.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Along the normals, and along the tangent.
struct FaceSpeeds {
  double v[2] = {}, u = 0;
};

/// Of one body.
struct FaceSide {
  double lever[2] = {}, lever_t = 0;  ///< of the normals, and of the friction
  PointResponse response[2];          ///< to each normal and the friction
  PointResponse shift;                ///< of the centre of mass
  double inverse_inertia = 0;
  FaceSpeeds start;
};

struct FaceRows {
  FaceRows(const WideBody& a, const WideBody& b, const PathContact& contact) noexcept;

  /// True if friction affects the separation.
  bool couples() const { return x[0] != 0 || x[1] != 0; }
  /// True if some impulse moves each row.
  bool gives_way() const { return k[0][0] > 0 && k[1][1] > 0 && kt > 0; }
  /// Changes the velocity of A, side 0, or B by impulses along the normals and along the tangent.
  void push(WideBody& body, int side, const double (&p)[2], double f) const noexcept;

  double nx = 0, ny = 0, mu = 0;
  FaceSide side[2];
  double k[2][2] = {}, x[2] = {}, kt = 0;  ///< effect of impulses: on normals, between, on the tangent
  FaceSpeeds start;                        ///< of A relative to B and to the surface
};

}  // namespace bankshot::BANKSHOT_ABI::detail
