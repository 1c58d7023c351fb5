#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/clock.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {

using detail::plain;
using detail::V2;

StepClock::StepClock(Real dt, int max_steps) : dt_(static_cast<double>(dt)), max_steps_(max_steps) {
  detail::check_step("StepClock", dt);
  if (max_steps < 1) detail::refuse({"StepClock"}, "max_steps", std::to_string(max_steps), "must be at least 1");
}

int StepClock::advance(World& world, double frame_seconds) {
  if (!std::isfinite(frame_seconds)) {
    detail::refuse({"advance"}, "frame_seconds", std::isnan(frame_seconds) ? "nan" : "infinite", "must be finite");
  }
  if (frame_seconds < 0) {
    detail::refuse({"advance"}, "frame_seconds", detail::text(static_cast<Real>(frame_seconds)),
                   "must not be negative");
  }
  left_over_ += frame_seconds;
  // The remainder is exact; the quotient may be too large for an int, or off by one if it is close to an integer.
  const double rest = std::fmod(left_over_, dt_);
  const double due = std::round((left_over_ - rest) / dt_);
  const int steps = static_cast<int>(std::min(due, static_cast<double>(max_steps_)));
  left_over_ = rest;
  dropped_ += (due - steps) * dt_;
  for (int i = 0; i < steps; ++i) {
    if (i + 1 == steps) remember(world);
    world.step(static_cast<Real>(dt_));
  }
  return steps;
}

void StepClock::remember(const World& world) {
  ids_ = world.bodies();
  before_.resize(ids_.size());
  world.read_poses(ids_, before_);
}

Real StepClock::alpha() const noexcept {
  const Real fraction = static_cast<Real>(left_over_ / dt_);
  return fraction < 1 ? fraction : std::nextafter(Real(1), Real(0));
}

Pose StepClock::interpolated(const World& world, BodyId body) const {
  const Pose now = world.pose(body);
  const auto place = std::lower_bound(ids_.begin(), ids_.end(), body);
  if (place == ids_.end() || *place != body) return now;
  const Pose& then = before_[static_cast<std::size_t>(place - ids_.begin())];
  const Real t = alpha();
  const V2 from = plain(then.position), to = plain(now.position);
  const Real turn = (now.rotation * then.rotation.inverse()).angle();
  return {detail::vec2(from + t * (to - from)), Rotation::from_angle(t * turn) * then.rotation};
}

double StepClock::dropped_seconds() const noexcept { return dropped_; }

}  // namespace bankshot::BANKSHOT_ABI
