#include <bankshot/world/impact/path_direction.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

void PathDirection::spread() {
  change.assign(rows_.bodies().size(), {});
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (d[i] == 0) continue;
    const PathRow& row = rows_[i];
    for (int side = 0; side < 2; ++side) {
      const double p = (side == 0 ? row.scale : -row.scale) * d[i];
      const WideBody& body = rows_.bodies()[row.body[side]];
      BodyChange& of = change[row.body[side]];
      of.x += body.inverse_mass_x * (p * row.x) + body.inverse_mass_xy * (p * row.y);
      of.y += body.inverse_mass_y * (p * row.y) + body.inverse_mass_xy * (p * row.x);
      of.turn += body.inverse_inertia * (p * row.turn[side]);
      for (const BodyCoupling& tie : rows_.couplings()) spread(tie, row, side, p);
    }
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const PathRow& row = rows_[i];
    const BodyChange &a = change[row.body[0]], &b = change[row.body[1]];
    dx[i] = row.scale * ((row.x * (a.x - b.x) + row.y * (a.y - b.y)) + (row.turn[0] * a.turn - row.turn[1] * b.turn));
  }
}

/// The change of a body that joints tie to one side of a row, by the impulse p on that side.
void PathDirection::spread(const BodyCoupling& tie, const PathRow& row, int side, double p) {
  for (int to = 0; to < 2; ++to) {
    if (tie.body[1 - to] != row.body[side]) continue;
    BodyChange& of = change[tie.body[to]];
    double* const changes[3] = {&of.x, &of.y, &of.turn};
    for (int k = 0; k < 3; ++k) {
      *changes[k] += p * (tie.of(to, k, 0) * row.x + tie.of(to, k, 1) * row.y + tie.of(to, k, 2) * row.turn[side]);
    }
  }
}

bool PathDirection::keep_to_cones() {
  bool changed = false;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_.is_normal(i)) continue;
    const double most = cone(i);
    changed |= std::fabs(d[i]) > most;
    d[i] = std::clamp(d[i], -most, most);
  }
  return changed;
}

double PathDirection::cone(std::size_t friction) const {
  double sum = 0;
  for (std::size_t i = friction; i-- > 0 && rows_[i].friction == friction;) sum += rows_[i].mu * d[i];
  return sum;
}

double PathDirection::largest() const {
  double most = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_.is_normal(i)) most = std::max(most, std::fabs(d[i]));
  }
  return most;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
