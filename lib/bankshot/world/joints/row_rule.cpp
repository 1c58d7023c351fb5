#include <bankshot/world/joints/row_rule.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

double spring_share(const RowRule& rule, double c, double change, double h) {
  return -h * rule.stiffness * (c - rule.rest + change / 2);
}

/// The motor's impulse where it is not found from what the row needs.
double bound_share(const RowRule& rule, RowMode mode, double h) {
  return mode == RowMode::forth ? h * rule.most : mode == RowMode::back ? -h * rule.most : 0;
}

/// The motor's impulse while a limit holds the row. A motor that seeks to go beyond the limit pushes into it with all
/// its force; any other may push away from it with all its force.
double share_at_limit(const RowRule& rule, RowMode mode, double h) {
  const double away = mode == RowMode::lower ? 1 : -1;
  return rule.speed * away < 0 ? -away * h * rule.most : away * h * rule.most;
}

}  // namespace

RowAim aim_of(const RowRule& rule, RowMode mode, double c, double speed, double full, double h) noexcept {
  switch (mode) {
    case RowMode::fixed:
    case RowMode::lower:
    case RowMode::upper: return {};
    case RowMode::servo: return {1, 0, h * (speed + rule.speed) / 2};  // so it ends with the speed asked for
    case RowMode::full: return {0, 1, h * full};
    case RowMode::loose:
    case RowMode::back:
    case RowMode::forth: break;
  }
  return {h * rule.stiffness / 2 + rule.damping, 1, bound_share(rule, mode, h) + spring_share(rule, c, 0, h)};
}

RowShares shares_of(const RowRule& rule, RowMode mode, double c, double change, double impulse, double h) noexcept {
  RowShares shares;
  if (rule.pulls) {
    shares.motor = impulse;
    return shares;
  }
  shares.spring = spring_share(rule, c, change, h);
  shares.damper = -rule.damping * change;
  shares.motor = bound_share(rule, mode, h);
  const double left = impulse - shares.spring - shares.damper;
  if (mode == RowMode::servo) shares.motor = left;
  if (mode != RowMode::lower && mode != RowMode::upper) return shares;
  const double most = h * rule.most;
  shares.motor = rule.speed == 0 ? std::clamp(left, -most, most) : rule.speed > 0 ? most : -most;
  shares.limit = left - shares.motor;
  return shares;
}

RowMode next_mode(const RowRule& rule, RowMode mode, double c, double speed, double change, double impulse,
                  double h) noexcept {
  const double left = impulse - spring_share(rule, c, change, h) + rule.damping * change;
  const double end = 2 * change / h - speed;
  const RowMode released = rule.most > 0 ? RowMode::servo : RowMode::loose;
  switch (mode) {
    case RowMode::servo: return left > h * rule.most ? RowMode::forth : left < -h * rule.most ? RowMode::back : mode;
    case RowMode::forth: return end > rule.speed ? RowMode::servo : mode;
    case RowMode::back: return end < rule.speed ? RowMode::servo : mode;
    case RowMode::lower:
      if (left >= share_at_limit(rule, mode, h)) return mode;
      return rule.speed < 0 ? RowMode::back : released;
    case RowMode::upper:
      if (left <= share_at_limit(rule, mode, h)) return mode;
      return rule.speed > 0 ? RowMode::forth : released;
    case RowMode::fixed:
    case RowMode::full:
    case RowMode::loose: break;
  }
  return mode;
}

bool bound_pull(const RowRule* rules, int k, const double* impulse, double h, double* force) noexcept {
  const int mate = rules[k].mate;
  const double size = mate < 0 ? std::fabs(impulse[k]) : length(P2{impulse[k], impulse[mate]});
  if (!(size > h * rules[k].strongest)) return false;
  const double scale = rules[k].strongest / size;
  force[k] = scale * impulse[k];
  if (mate >= 0) force[mate] = scale * impulse[mate];
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
