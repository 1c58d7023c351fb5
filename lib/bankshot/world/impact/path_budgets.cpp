#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/path_budgets.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// True if two bodies respond to impulses as one: they are the same, or neither is movable and both move alike.
bool is_same_body(const std::vector<WideBody>& bodies, std::size_t one, std::size_t two) {
  if (one == two) return true;
  const WideBody &a = bodies[one], &b = bodies[two];
  const auto firm = [](const WideBody& x) {
    return x.inverse_mass_x == 0 && x.inverse_mass_y == 0 && x.inverse_inertia == 0 && x.spin == 0;
  };
  return firm(a) && firm(b) && a.velocity_x == b.velocity_x && a.velocity_y == b.velocity_y;
}

}  // namespace

/// True if two contacts belong to one face made of several parts: of the same two bodies, along one normal.
bool PathBudgets::is_one_face(const PathContact& one, const PathContact& two) const {
  if (one.support || two.support || one.restitution[0] != two.restitution[0]) return false;
  const auto same = [&](int side, int other) { return is_same_body(rows_.bodies(), one.body[side], two.body[other]); };
  const Real along = dot(one.normal, two.normal);
  constexpr Real parallel = 1 - tolerance::seam_angle * tolerance::seam_angle;
  return (along >= parallel && same(0, 0) && same(1, 1)) || (along <= -parallel && same(0, 1) && same(1, 0));
}

void PathBudgets::begin() {
  const std::vector<PathContact>& contacts = rows_.contacts();
  budgets_.assign(contacts.size(), {});
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    std::size_t& first = budgets_[c].first;
    while (first < c && !(budgets_[first].first == first && is_one_face(contacts[first], contacts[c]))) ++first;
  }
}

/// Never more than was lost, in spite of rounding or a chord.
void PathBudgets::fill(const PathState& state) {
  double sum = 0, lost = 0, most_e = 1;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    lost -= state.p[i] * (rows_[i].start + state.x[i]) / 2;
    if (!rows_.is_normal(i) || rows_.contact(i).support) continue;
    const double e = rows_.contact(i).restitution[rows_[i].point];
    most_e = std::max(most_e, e);
    of(i).left += e * e * state.taken[i];
  }
  for (Budget& budget : budgets_) budget.left = std::max(budget.left, 0.0), sum += budget.left;
  lost = std::max(lost, 0.0) * (most_e * most_e);
  for (Budget& budget : budgets_) {
    if (sum > lost) budget.left *= lost / sum;
    budget.full = budget.left;
  }
}

bool PathBudgets::shorten(const PathState& state, const PathDirection& leg, double& t) {
  for (Budget& budget : budgets_) budget.slope = budget.growth = 0, budget.ends = false;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_.is_normal(i)) continue;
    of(i).slope += leg.d[i] * state.x[i], of(i).growth += leg.d[i] * leg.dx[i];
  }
  Budget* spent = nullptr;
  for (Budget& budget : budgets_) {
    const double a = budget.slope, b = budget.growth;
    if (!(budget.left > 0) || a * t + b * t * t / 2 < budget.left) continue;
    const double there = 2 * budget.left / (a + std::sqrt(std::max(a * a + 2 * b * budget.left, 0.0)));
    if (there <= t) t = there, spent = &budget;
  }
  if (spent != nullptr) spent->ends = true;
  return spent != nullptr;
}

void PathBudgets::spend(const PathState& state, const PathDirection& leg, double t) {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_.is_normal(i) && has(i)) of(i).left -= leg.d[i] * t * (state.x[i] + leg.dx[i] * t / 2);
  }
  for (Budget& budget : budgets_) {
    if (budget.ends || budget.left <= tolerance::spent_share * budget.full) budget.left = 0;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
