#pragma once
// The work that the contacts of an impact may give back in restitution. Not part of the public interface.
//
// Each contact has one budget. So a crate that lands flat leaves without spin. With a budget per point, a landing that
// sticks would leave with a spin of 1.8 rad/s where stiff springs give 2.4 and Poisson's law 2.2, but it would also
// spin where nothing in nature distinguishes the two corners. There is no rigid law for that, and the calmer one is
// taken. Each contact has its own, since e is a property of a pair: what one contact takes must not be given back by
// another with another e. Contacts of one face made of several parts share their budget, and separate as those of one
// leg. Such contacts have the same two bodies, one normal and one e; immovable bodies need not be the same one.

#include <bankshot/world/impact/path_direction.hpp>
#include <bankshot/world/impact/path_state.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class PathBudgets {
 public:
  explicit PathBudgets(const PathRows& rows) noexcept : rows_(rows) {}

  /// Finds which contacts share a budget; all are empty.
  void begin();
  /// At the end of compression: e^2 of the work that the normals of each face took.
  void fill(const PathState& state);
  /// True if the contact of a row may give something back.
  bool has(std::size_t row) const { return of(row).left > 0; }

  /// Shortens the leg, a fraction t of d, to where the first budget is spent. Returns true if it did.
  bool shorten(const PathState& state, const PathDirection& leg, double& t);
  /// Takes the work of the leg from the budgets; the one that shorten() found is empty then.
  void spend(const PathState& state, const PathDirection& leg, double t);

 private:
  struct Budget {
    std::size_t first = 0;         ///< contact of its face, whose budget counts
    double left = 0, full = 0;     ///< work
    double slope = 0, growth = 0;  ///< of a leg: its normals do the work slope t + growth t^2 / 2
    bool ends = false;             ///< with the leg
  };

  const Budget& of(std::size_t row) const { return budgets_[budgets_[rows_[row].contact].first]; }
  Budget& of(std::size_t row) { return budgets_[budgets_[rows_[row].contact].first]; }
  bool is_one_face(const PathContact& one, const PathContact& two) const;

  const PathRows& rows_;
  std::vector<Budget> budgets_;  ///< per contact
};

}  // namespace bankshot::BANKSHOT_ABI::detail
