#pragma once
// Two masks by their rows of bits. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whether two masks share a point, or come within the band; nothing when their pixels do not lie along one another: of
/// another size, or turned.
std::optional<bool> masks_overlap(const Shape& a, const Shape& b, const Placement& at, Real band) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
