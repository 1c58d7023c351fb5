#pragma once
// The linear complementarity problem of contacts. Not part of the public interface.

#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Maximum number of rows of one problem.
inline constexpr int complementarity_rows = 32;

/// Finds impulses p >= 0 with K p + q >= 0 and p_i = 0 wherever that is not an equality. K is n x n, row-major,
/// symmetric and positive semidefinite, with a diagonal > 0; n <= complementarity_rows. For contacts, K is the effect
/// of impulses on normal velocities, and -q what these lack. Identical rows share their impulse.
///
/// `stiffening`: increase of each diagonal element relative to itself, so that identical rows have a unique solution.
/// It must be smaller than the details of K that the solution depends on, as between bodies of very different mass.
///
/// Returns false if the iterations ran out; p is then the last iterate >= 0. Source: Lawson, Hanson, "Solving Least
/// Squares Problems" (1974), chapter 23: the same active set, for K = A'A.
bool solve_complementarity(const double* k, const double* q, int n, double* p, double stiffening = 1e-9) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
