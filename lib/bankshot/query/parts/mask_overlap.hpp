#pragma once
// Overlap of two masks by their rows of bits. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if two masks share a point or come within the band; nullopt if their pixels differ in size or rotation.
std::optional<bool> masks_overlap(const Shape& a, const Shape& b, const Placement& at, Real band) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
