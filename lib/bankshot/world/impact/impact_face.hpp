#pragma once
// Impacts with friction at the two points of one pair. Not part of the public interface.
//
// The same as impact_path.hpp for a face that meets a face: two normals and one friction need no elimination, and
// solved directly, a body that lands flat leaves without any spin, to the last digit. Its parts: face_rows, what
// impulses do, and face_leg, the direction of a leg.

#include <bankshot/world/impact/path_rows.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

enum class FaceEnd : std::uint8_t {
  apart,    ///< friction does not affect the separation; nothing was changed
  unknown,  ///< no path is straight enough for this, as in a jam; nothing was changed
  done
};

/// Changes the velocities of A and B, and fills in the results of the contact, which has two points.
FaceEnd resolve_face(WideBody& a, WideBody& b, PathContact& contact, bool tells_sides) noexcept;

/// Resolves an impact at one point of a contact, and fills in its results. `motion` is that of A relative to B, without
/// that of the surface; `own`: those of A and of B. Returns the impulse.
LegImpulse resolve_point(const PointMotion& motion, const PointMotion (&own)[2], int point, PathContact& contact,
                         bool tells_sides) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
