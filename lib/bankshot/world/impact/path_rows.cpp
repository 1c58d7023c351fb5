#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/path_rows.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

bool PathRows::build() {
  size_ = 0, fastest_ = 0;
  int normals = 0;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const std::size_t first = size_;
    for (int i = 0; i < contacts_[c].points; ++i) {
      if (contacts_[c].part[i] && normals++ < complementarity_rows) add(c, i);
    }
    if (contacts_[c].friction > 0 && first < size_) add_friction(c, first);
  }
  return couple();
}

/// Adds a row. Returns false if nothing moves along it.
bool PathRows::add(std::size_t contact, int point) {
  PathRow row = row_of(contact, point);
  const double own = unscaled_effect(row, row);
  if (!(own > 0)) return false;
  if (!couplings_.empty()) row.lever = own / own_effect(row, row);
  if (!(row.lever > tolerance::tied_effect)) return false;
  row.scale = 1 / std::sqrt(own);
  row.start = relative_speed(row, {}, {});
  const PathContact& of = contacts_[contact];
  row.floor = !of.support ? 0.0 : of.rattles ? -std::fabs(row.start) : std::min(row.start, 0.0);
  fastest_ = std::max(fastest_, std::fabs(row.start));
  rows_[size_++] = row;
  return true;
}

PathRow PathRows::row_of(std::size_t contact, int point) const {
  const PathContact& of = contacts_[contact];
  PathRow row;
  row.contact = contact, row.point = point;
  const double nx = static_cast<double>(of.normal.x), ny = static_cast<double>(of.normal.y);
  row.x = point < 0 ? -ny : nx, row.y = point < 0 ? nx : ny;
  const int first = point < 0 ? 0 : point, last = point < 0 ? of.points - 1 : point;
  for (int side = 0; side < 2; ++side) {
    row.body[side] = of.body[side];
    const V2 one = of.arm[side][first], other = of.arm[side][last];
    const double ax = (static_cast<double>(one.x) + static_cast<double>(other.x)) / 2,
                 ay = (static_cast<double>(one.y) + static_cast<double>(other.y)) / 2;
    row.turn[side] = ax * row.y - ay * row.x;
  }
  return row;
}

/// Adds the friction of the normals from `first` on, and their limits of friction.
void PathRows::add_friction(std::size_t contact, std::size_t first) {
  const std::size_t friction = size_;
  if (!add(contact, -1)) return;
  const double most = std::min(contacts_[contact].friction, tolerance::endless_friction);
  for (std::size_t i = first; i < friction; ++i) {
    rows_[i].friction = friction;
    rows_[i].mu = most * rows_[i].scale / rows_[friction].scale;
  }
}

/// If the directions are perpendicular and the body's mass is the same along both axes, the part of translation is
/// exactly 0. In double: between bodies of very different mass, the essential part would be lost in the rounding of
/// Real.
double PathRows::own_effect(const PathRow& r, const PathRow& s) const {
  double sum = 0;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      if (r.body[i] != s.body[j]) continue;
      const WideBody& body = bodies_[r.body[i]];
      const double part = (body.inverse_mass_x * (r.x * s.x) + body.inverse_mass_y * (r.y * s.y)) +
                          body.inverse_mass_xy * (r.x * s.y + r.y * s.x) +
                          body.inverse_inertia * (r.turn[i] * s.turn[j]);
      sum += i == j ? part : -part;
    }
  }
  return sum;
}

/// The part of bodies that joints tie to one another.
double PathRows::tied_effect(const PathRow& r, const PathRow& s) const {
  double sum = 0;
  for (const BodyCoupling& tie : couplings_) {
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        for (int side = 0; side < 2; ++side) {
          if (r.body[i] != tie.body[side] || s.body[j] != tie.body[1 - side]) continue;
          const double to[3] = {r.x, r.y, r.turn[i]}, by[3] = {s.x, s.y, s.turn[j]};
          double part = 0;
          for (int k = 0; k < 3; ++k) {
            part += to[k] * (tie.of(side, k, 0) * by[0] + tie.of(side, k, 1) * by[1] + tie.of(side, k, 2) * by[2]);
          }
          sum += i == j ? part : -part;
        }
      }
    }
  }
  return sum;
}

double PathRows::unscaled_effect(const PathRow& r, const PathRow& s) const {
  return couplings_.empty() ? own_effect(r, s) : own_effect(r, s) + tied_effect(r, s);
}

/// The first of the bodies that joints tie to one.
std::size_t PathRows::tied_place(std::size_t place) const {
  std::size_t first = place;
  for (const BodyCoupling& tie : couplings_) {
    if (tie.body[0] == place || tie.body[1] == place) first = std::min({first, tie.body[0], tie.body[1]});
  }
  return first;
}

bool PathRows::couple() {
  bool couples = false;
  effects_.assign(size_ * size_, 0.0);
  of_body_.assign(bodies_.size(), 0);
  for (std::size_t i = 0; i < size_; ++i) {
    PathRow& row = rows_[i];
    for (const std::size_t place : row.body) {
      const WideBody& body = bodies_[place];
      if (!(body.inverse_mass_x > 0 || body.inverse_mass_y > 0 || body.inverse_inertia > 0)) continue;
      row.near |= of_body_[tied_place(place)] |= row_bit(i);
    }
    for (RowBits left = row.near; left != 0; left &= left - 1) {
      const std::size_t j = static_cast<std::size_t>(std::countr_zero(left));
      const double shared = unscaled_effect(row, rows_[j]);
      effects_[i * size_ + j] = effects_[j * size_ + i] = row.scale * rows_[j].scale * shared;
      rows_[j].near |= row_bit(i);
      couples |= shared != 0 && is_normal(i) != is_normal(j);
    }
  }
  return couples;
}

double PathRows::speed(const PathRow& row, int side, const BodyChange& change) const {
  const WideBody& body = bodies_[row.body[side]];
  return (row.x * (body.velocity_x + change.x) + row.y * (body.velocity_y + change.y)) +
         row.turn[side] * (body.spin + change.turn);
}

double PathRows::relative_speed(const PathRow& row, const BodyChange& first, const BodyChange& second) const {
  const double surface = row.point < 0 ? contacts_[row.contact].surface_speed : 0;
  return row.scale * ((speed(row, 0, first) - speed(row, 1, second)) - surface);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
