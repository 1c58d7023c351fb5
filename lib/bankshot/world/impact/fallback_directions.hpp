#pragma once
// Directions of a leg of the path where there is no exact one, or friction presses a point on faster than it brakes
// it. Not part of the public interface.

#include <bankshot/world/impact/lemke.hpp>
#include <bankshot/world/impact/path_direction.hpp>
#include <bankshot/world/impact/path_state.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Each function returns false if there is no such direction.
class FallbackDirections {
 public:
  FallbackDirections(const PathRows& rows, const PathState& state, PathDirection& leg) noexcept
      : rows_(rows), state_(state), leg_(leg) {}

  /// A jam: while it slides, the point is pressed on by its own friction. Its impulse outgrows all others until the
  /// slip ends.
  bool find_jam();
  /// Examines all combinations of sliding and sticking of the contacts that stick.
  bool find_among_all() { return find_by_exchanges(false); }
  /// A chord, along which all slips may end, so that it loses energy as well (Stewart and Trinkle 1996, Anitescu and
  /// Potra 1997).
  bool find_chord() { return find_by_exchanges(true); }
  /// Without friction: exists unless the rows contradict one another.
  bool find_smooth();

 private:
  bool find_by_exchanges(bool chord);
  void set_up();
  void enter(int row, std::size_t i, double sign);
  void read();
  double slide(std::size_t normal) const;

  const PathRows& rows_;
  const PathState& state_;
  PathDirection& leg_;
  bool chord_ = false;
  Lemke lemke_;
  std::vector<std::size_t> normals_, rubbing_;  ///< rows of its problem
};

}  // namespace bankshot::BANKSHOT_ABI::detail
