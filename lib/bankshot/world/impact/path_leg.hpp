#pragma once
// One straight leg of the path of an impact: finds its direction, and follows it as far as it is one leg. Not part
// of the public interface.

#include <bankshot/world/impact/fallback_directions.hpp>
#include <bankshot/world/impact/guessed_direction.hpp>
#include <bankshot/world/impact/path_budgets.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

enum class LegEnd : std::uint8_t {
  failed,
  idle,     ///< nothing pushes
  reached,  ///< the goals
  bent      ///< a slip or a budget ends, or a point that separated is back
};

class PathLeg {
 public:
  PathLeg(const PathRows& rows, PathState& state, PathBudgets& budgets, std::vector<PathContact>& contacts) noexcept
      : rows_(rows), state_(state), budgets_(budgets), contacts_(contacts) {}

  /// Begins a path. `tells_sides`: true to record the work on A and on B.
  void begin(bool tells_sides);
  /// Goes on to the goals by one leg, and records its work in the contacts. `in_chords`: only chords are tried.
  LegEnd follow(bool in_chords);

 private:
  enum class Level : std::uint8_t { exact, jam, all, chord, smooth, end };

  void choose_pushers();
  bool find(Level level);
  bool take(Level level, LegEnd& end);
  double way(Level level);
  double work(std::size_t row, double t) const;
  void record(double t);
  void record_sides(std::size_t row, double t);
  void advance(Level level, double t);
  bool holds_still(Level level, std::size_t row) const;

  const PathRows& rows_;
  PathState& state_;
  PathBudgets& budgets_;
  std::vector<PathContact>& contacts_;
  bool tells_sides_ = false;
  PathDirection leg_{rows_};
  GuessedDirection guessed_{rows_, state_, leg_};
  FallbackDirections fallbacks_{rows_, state_, leg_};
  std::size_t bent_ = no_row;  ///< friction whose slip ends with the leg, or normal that is back at its lower bound
  bool is_spent_ = false;      ///< a budget ends with it
};

}  // namespace bankshot::BANKSHOT_ABI::detail
