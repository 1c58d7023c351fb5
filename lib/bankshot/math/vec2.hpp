#pragma once
// The public vector.

#include <bankshot/config.hpp>

#include <Eigen/Core>

namespace bankshot::BANKSHOT_ABI {

/// A point or a direction in the plane, 2 x 1, in the user's length unit; x to the right, y up, angles grow from x to
/// y. Not aligned, because Eigen's default alignment depends on the compiler flags of the including program.
using Vec2 = Eigen::Matrix<Real, 2, 1, Eigen::DontAlign>;

}  // namespace bankshot::BANKSHOT_ABI
