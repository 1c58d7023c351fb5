#pragma once
// Manifolds of composites. Not part of the public interface.

#include <bankshot/query/manifold.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

std::vector<Manifold> parts_manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      Real margin);
/// The manifold with the deepest point; an empty one if there is none.
Manifold deepest_manifold(const std::vector<Manifold>& manifolds) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
