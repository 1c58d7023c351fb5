#pragma once
// Exits along an axis, for composites and for a shape in a container. Not part of the public interface.

#include <bankshot/query/mtv_along.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The exits of shapes that only touch, of which `shortest` is the shortest exit.
MtvAlong stays(Mtv shortest) noexcept;

std::optional<MtvAlong> parts_mtv_along(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                        V2 heading);
/// `bounded`: A was outside at the start of the motion.
std::optional<Mtv> parts_mtv_by_entry(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, V2 motion,
                                      bool bounded);

}  // namespace bankshot::BANKSHOT_ABI::detail
