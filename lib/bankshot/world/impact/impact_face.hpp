#pragma once
// Impacts with friction at the two points of one pair. Not part of the public interface.
//
// What impact_path.hpp says of any number of points, for a face that meets a face: two normals and one friction need
// no elimination, and solved by hand a body that lands flat leaves without any spin, to the last digit.

#include <bankshot/world/impact/impact_path.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

enum class FaceEnd : std::uint8_t {
  apart,    ///< friction has nothing to do with what parts; nothing was done
  unknown,  ///< no way is straight enough for this, as in a jam; nothing was done
  done
};

/// Changes the velocities of A and B, and says what came of the contact, which has two points.
FaceEnd resolve_face(WideBody& a, WideBody& b, PathContact& contact, bool tells_sides) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
