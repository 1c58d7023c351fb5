#pragma once
#include <bankshot/math/pose.hpp>

namespace bankshot_test {

inline bankshot::Pose at(bankshot::Real x, bankshot::Real y) { return {bankshot::Vec2(x, y), {}}; }
inline bankshot::Pose at(bankshot::Real x, bankshot::Real y, bankshot::Real angle) {
  return {bankshot::Vec2(x, y), bankshot::Rotation::from_angle(angle)};
}

}  // namespace bankshot_test
