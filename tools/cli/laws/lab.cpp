#include "lab.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bankshot_tool::laws {

V direction(double angle) {
  const bankshot::Rotation turn = bankshot::Rotation::from_angle(static_cast<bankshot::Real>(angle));
  return {static_cast<double>(turn.c), static_cast<double>(turn.s)};
}

double cross(const V& a, const V& b) { return a.x() * b.y() - a.y() * b.x(); }

Lab::Lab(const Trial& trial, const Settings& settings)
    : engine_(trial.engine->make({settings.gravity, settings.sleep, true, settings.ledger, 1, settings.threshold})),
      dt_(trial.dt),
      gravity_(settings.gravity) {}

std::size_t Lab::add(const Spec& spec) {
  engine_->add(spec);
  specs_.push_back(spec);
  masses_.push_back(spec.motion == Motion::dynamic ? mass_of(spec) : Mass{});
  return specs_.size() - 1;
}

std::size_t Lab::add_floor(double half_width, double restitution, double friction) {
  Spec floor;
  floor.form = box(2 * half_width, 2);
  floor.position = V(0, -1);
  floor.restitution = restitution;
  floor.friction = friction;
  floor.motion = Motion::fixed;
  return add(floor);
}

namespace {

V turned(const V& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

V in_world(const State& state, const V& local) { return state.position + turned(local, state.angle); }

}  // namespace

bool Lab::tie(const Tie& tie) {
  if (!engine_->tie(tie)) return false;
  const bool common = tie.kind == Tie::Kind::pin || tie.kind == Tie::Kind::rail;
  const Spec &a = specs_[tie.a], &b = specs_[tie.b];
  joints_.push_back({tie, turned(tie.anchor_a - a.position, -a.angle),
                     turned((common ? tie.anchor_a : tie.anchor_b) - b.position, -b.angle)});
  return true;
}

double Lab::opening(std::size_t joint) const {
  const auto& [tie, local_a, local_b] = joints_[joint];
  const State a = state(tie.a);
  const V apart = in_world(state(tie.b), local_b) - in_world(a, local_a);
  switch (tie.kind) {
    case Tie::Kind::pin: return apart.norm();
    case Tie::Kind::rod: return std::abs(apart.norm() - (tie.anchor_b - tie.anchor_a).norm());
    case Tie::Kind::rope: return std::max(0.0, apart.norm() - tie.length);
    case Tie::Kind::rail: return std::abs(cross(turned(tie.axis.normalized(), a.angle - specs_[tie.a].angle), apart));
    default: return 0;
  }
}

double Lab::opening() const {
  double most = 0;
  for (std::size_t i = 0; i < joints_.size(); ++i) most = worse(most, opening(i));
  return most;
}

Spec bar_from(const V& from, const V& to, double mass) {
  const V way = to - from;
  const double length = way.norm(), thick = length / 20;
  Spec spec{.form = box(length, thick)};
  spec.position = (from + to) / 2;
  spec.angle = std::atan2(way.y(), way.x());
  spec.density = mass / (length * thick);
  spec.ghost = true;
  return spec;
}

Spec ghost_disc(const V& at, double mass, double radius) {
  Spec spec{.form = disc(radius), .position = at};
  spec.density = mass / (std::numbers::pi * radius * radius);
  spec.ghost = true;
  return spec;
}

Spec held_at(const V& at) {
  Spec spec{.form = disc(0.1), .position = at};
  spec.motion = Motion::fixed;
  spec.ghost = true;
  return spec;
}

double Lab::kinetic(std::size_t body) const {
  const State now = state(body);
  return (masses_[body].mass * now.velocity.squaredNorm() + masses_[body].inertia * now.spin * now.spin) / 2;
}

double Lab::energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    if (masses_[i].mass > 0) sum += kinetic(i) - masses_[i].mass * gravity_.dot(state(i).position);
  }
  return sum;
}

V Lab::momentum() const {
  V sum = V::Zero();
  for (std::size_t i = 0; i < size(); ++i) sum += masses_[i].mass * state(i).velocity;
  return sum;
}

std::optional<double> Apexes::see(double height) {
  const double before = before_, last = last_;
  before_ = last_;
  last_ = height;
  if (++seen_ < 3 || last < before || last <= height) return std::nullopt;
  const double fall = gravity_ * dt_ * dt_;
  // Another impact within the three poses changes the curvature. Poses are rounded: the comparison needs a tolerance.
  if (std::abs(before - 2 * last + height + fall) > fall / 50 + 1e-6 * std::abs(last)) return std::nullopt;
  const double speed = (height - before) / (2 * dt_);
  time_ = static_cast<double>(seen_ - 2) * dt_ + speed / gravity_;
  return last + speed * speed / (2 * gravity_);
}

void Thinned::add(double x, double y) {
  if (count_++ % every_ != 0) return;
  series_.x.push_back(x);
  series_.y.push_back(y);
  if (series_.x.size() < 128) return;
  every_ *= 2;
  for (std::size_t i = 0; 2 * i < series_.x.size(); ++i) {
    series_.x[i] = series_.x[2 * i];
    series_.y[i] = series_.y[2 * i];
  }
  series_.x.resize(64);
  series_.y.resize(64);
}

Law awaited(Law law) {
  law.awaited = true;
  return law;
}

double worse(double so_far, double next) { return std::isnan(so_far) || next <= so_far ? so_far : next; }

double percent_off(double a, double b) { return 100 * std::abs(a / b - 1); }

}  // namespace bankshot_tool::laws
