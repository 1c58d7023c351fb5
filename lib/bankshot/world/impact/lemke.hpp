#pragma once
// Linear complementarity for a matrix that is not symmetric, or not definite. Not part of the public interface.

#include <bankshot/config.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Lemke's method: finds impulses z >= 0 with w = M z + q >= 0 and z_i w_i = 0. It finds a solution if M is copositive
/// and the rows do not contradict one another, and often otherwise. Slow compared with the others: n^2 for each of
/// about 2 n exchanges. Source: Lemke, "Bimatrix equilibrium points and mathematical programming", Management Science
/// 11 (1965); Cottle, Pang, Stone, "The Linear Complementarity Problem" (1992), section 4.4.
class Lemke {
 public:
  enum class Result : std::uint8_t { solved, ray, gave_up };

  /// Begins a problem of n rows, all 0: M(row, column) and q(row).
  void begin(int n);
  double& m(int row, int column) { return table_[place(row, column)]; }
  double& q(int row) { return table_[place(row, n_ + 1)]; }

  /// Finds z, or, if z could grow without end, the direction of its growth.
  Result solve();
  const std::vector<double>& z() const { return z_; }

 private:
  std::size_t place(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(n_ + 2) + static_cast<std::size_t>(column);
  }
  void exchange(int row, int column);
  int leaving(int column) const;
  bool cover();
  bool right() const;
  void read(int column);

  int n_ = 0;
  double most_ = 0;                 ///< the largest lack of q
  std::vector<double> table_;       ///< basic variables in terms of the others: columns z, then z0, then the constant
  std::vector<double> given_;       ///< the initial table
  std::vector<int> basic_, other_;  ///< variables: 0 to n - 1 w, n to 2 n - 1 z, 2 n z0
  std::vector<double> z_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
