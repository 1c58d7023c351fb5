#pragma once
// What the kinds of joints are called in files, and their angles there. Not part of the public interface.

#include <bankshot/world/joint.hpp>

#include <array>
#include <string_view>

namespace bankshot::BANKSHOT_ABI::detail {

/// In the order of JointKind, and of the definitions in JointDef.
inline constexpr std::array<std::string_view, 11> joint_kind_names = {
    "revolute", "prismatic", "weld", "distance", "wheel", "filter", "target", "motor", "gear", "rack", "pulley"};
static_assert(joint_kind_names.size() == std::variant_size_v<JointDef>);

/// Files have degrees. Rounded once.
inline Real radians_of(Real degrees) {
  constexpr double radians_per_degree = 0.017453292519943295;
  return static_cast<Real>(static_cast<double>(degrees) * radians_per_degree);
}
inline Real degrees_of(Real radians) {
  constexpr double degrees_per_radian = 57.29577951308232;
  return static_cast<Real>(static_cast<double>(radians) * degrees_per_radian);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
