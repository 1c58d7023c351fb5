#pragma once
// Which side of a line a point lies on, decided exactly. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Twice the signed area of the triangle a b c: positive when c lies left of the line from a to b, 0 exactly when the
/// three are in line. The sign is that of the exact value, and the value is right to 1e-9 of itself. Holds while no
/// product of two coordinates overflows, or underflows against the largest of them.
double orient(V2 a, V2 b, V2 c) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
