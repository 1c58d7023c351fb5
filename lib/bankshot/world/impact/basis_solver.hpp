#pragma once
// Linear equations for some rows of an impact. Not part of the public interface.

#include <bankshot/world/impact/path_rows.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct PathBasis {
  RowBits unknown = 0;       ///< rows that are solved for: points that push, and frictions of contacts that stick
  RowBits up = 0, down = 0;  ///< frictions of points that push, in proportion, against a slip of sign 1 or -1
  bool operator==(const PathBasis&) const = default;
};

class BasisSolver {
 public:
  explicit BasisSolver(const PathRows& rows) noexcept : rows_(rows) {}

  /// To be called when the rows have changed.
  void begin() { is_factored_ = false; }
  /// Finds impulses d that change the speeds of the unknown rows by `lack`. Returns false if there are none.
  bool solve(const PathBasis& basis, const double* lack, double* d);

 private:
  void list();
  void fill();
  bool factor();
  void substitute();
  /// For a normal: the sign of the slip that its friction opposes in proportion, or 0.
  int slip_of(const PathRow& normal) const {
    if (normal.friction == no_row) return 0;
    return (basis_.up & row_bit(normal.friction)) != 0 ? 1 : (basis_.down & row_bit(normal.friction)) != 0 ? -1 : 0;
  }

  const PathRows& rows_;
  PathBasis basis_;  ///< that the factor belongs to
  bool is_factored_ = false;
  std::size_t count_ = 0;
  std::size_t row_[most_path_rows] = {}, place_[most_path_rows] = {};  ///< by place its row; by row its place
  std::vector<double> factor_;
  RowBits filled_[most_path_rows] = {};  ///< per row of the factor: its nonzero places
  double rhs_[most_path_rows] = {};
};

}  // namespace bankshot::BANKSHOT_ABI::detail
