#pragma once
// The shortest way out of several half-planes. Not part of the public interface.

#include <bankshot/mover/surroundings.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

/// Returns the shortest translation after which all gaps are at least `skin`; if there is none, the one that makes the
/// smallest gap as large as it gets by leaving one or two of them.
V2 way_out(std::span<const Boundary> boundaries, Real skin) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
