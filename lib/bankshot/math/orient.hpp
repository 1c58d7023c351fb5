#pragma once
// Decides exactly on which side of a line a point lies. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Twice the signed area of the triangle a b c: positive if c lies left of the line from a to b, 0 exactly if the three
/// are in line. The sign is exact, and the relative error of the value is below 1e-9. Holds while no product of two
/// coordinates overflows, or underflows against the largest of them.
double orient(V2 a, V2 b, V2 c) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
