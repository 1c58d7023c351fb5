#pragma once
// The linear complementarity problem of contacts. Not part of the public interface.

#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Rows that one problem can have.
inline constexpr int complementarity_rows = 32;

/// Finds impulses p >= 0 with K p + q >= 0 and p_i = 0 wherever that is not an equality. K is n x n, symmetric and
/// positive semidefinite, rows one after the other, with a diagonal > 0; n <= complementarity_rows. In contacts K is
/// the effect of impulses on normal velocities, and -q what these lack. Of rows that say the same, each takes a share.
///
/// `stiffening`: how much stiffer a row is made against itself, relative to its diagonal, so that rows that say the
/// same have one answer. Where the answer is K's own to less than that, as between bodies of very different mass, it
/// has to be less.
///
/// False when it ran out of iterations; p is then the last that was >= 0.
/// Source: Lawson, Hanson, "Solving Least Squares Problems" (1974), chapter 23: the same active set, for K = A'A.
bool solve_complementarity(const double* k, const double* q, int n, double* p, double stiffening = 1e-9) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
