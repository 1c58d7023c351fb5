#pragma once
// The exact direction of a leg of the path. Guesses which points push and which contacts slide in it, solves
// equations for the resulting impulses, and guesses anew what they contradict: all of it at once as long as the
// contradictions get fewer (Judice and Pires 1994), then one row at a time. Not part of the public interface.

#include <bankshot/world/impact/basis_solver.hpp>
#include <bankshot/world/impact/path_direction.hpp>
#include <bankshot/world/impact/path_state.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

class GuessedDirection {
 public:
  GuessedDirection(const PathRows& rows, const PathState& state, PathDirection& leg) noexcept
      : rows_(rows), state_(state), leg_(leg), solver_(rows) {}

  /// Begins a path.
  void begin();
  /// Begins a leg: what pushed in the last one is the first guess.
  void begin_leg();
  /// Finds the direction. Returns false if no guess holds.
  bool find();

 private:
  bool solve();
  bool contradicts(std::size_t row, signed char& next) const;
  void amend(bool only_last);

  const PathRows& rows_;
  const PathState& state_;
  PathDirection& leg_;
  BasisSolver solver_;
  double lack_[most_path_rows] = {};  ///< of the unknown rows' speeds
  double most_lack_ = 0;              ///< of normals
  double largest_ = 0;                ///< of the impulses of normals
  /// Per normal: 1 if it takes impulse. Per friction: the sign of its slip.
  signed char guess_[most_path_rows] = {};
  std::pair<std::size_t, signed char> wrong_[most_path_rows];  ///< rows that contradict it, and their next guess
  std::size_t wrongs_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
