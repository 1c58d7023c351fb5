#pragma once
// The shortest way out of a shape that is not convex. Not part of the public interface.

#include <bankshot/query/parts.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

struct Exit {
  V2 translation;              ///< of A
  V2 normal;                   ///< unit, from B to A
  Real depth = 0;              ///< length of the translation
  std::uint32_t a = 0, b = 0;  ///< the parts that meet after it
};

/// The shortest translation of A after which no part of it overlaps any of B. Precondition: some parts overlap, or
/// touch within `band`.
Exit shortest_exit(const Shape& a, const Shape& b, const Placement& at, Real band);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
