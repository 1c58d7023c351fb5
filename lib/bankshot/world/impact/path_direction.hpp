#pragma once
// The direction of a leg of the path: impulses that grow in proportion, and the changes that they cause. Not part of
// the public interface.

#include <bankshot/world/impact/path_rows.hpp>

#include <algorithm>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class PathDirection {
 public:
  explicit PathDirection(const PathRows& rows) noexcept : rows_(rows) {}

  void clear() { std::fill(d, d + rows_.size(), 0.0), is_ray = false; }
  /// Computes the changes of bodies and of rows by the impulses d.
  void spread();
  /// Removes rounding errors beyond the cones. Returns true if there were any.
  bool keep_to_cones();
  /// The friction limit of a contact at its normal impulses.
  double cone(std::size_t friction) const;
  /// The largest normal impulse.
  double largest() const;

  double d[most_path_rows] = {};   ///< impulses
  double dx[most_path_rows] = {};  ///< changes of the speeds of rows
  std::vector<BodyChange> change;
  bool is_ray = false;  ///< continues until a slip ends

 private:
  void spread(const BodyCoupling& tie, const PathRow& row, int side, double p);

  const PathRows& rows_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
