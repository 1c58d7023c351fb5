#pragma once
// A disc that slides without friction in a bowl that is a regular polygon, restitution 0: in closed form from corner to
// corner. Its centre moves on a smaller polygon; at a corner the velocity component across the next side is lost.

#include <cmath>
#include <numbers>

#include "oracle/contact/convex_gap.hpp"

namespace bankshot_oracle::contact {

class PolygonSlide {
 public:
  /// The polygon has this many corners and this circumradius, and a side at the bottom; mass 1.
  PolygonSlide(int corners, double circumradius, double disc, double gravity)
      : turn_(2 * std::numbers::pi / corners),
        out_(circumradius * std::cos(turn_ / 2) - disc),
        half_(out_ * std::tan(turn_ / 2)),
        gravity_(gravity) {}

  /// Returns the position of the centre, from the middle of the bowl, in the direction `out`.
  V on_the_way(const V& out) const {
    const V normal = normal_of(side_of(out));
    return out_ / normal.dot(out) * out;
  }

  void let_go(const V& place) {
    side_ = side_of(place);
    along_ = left_of(normal_of(side_)).dot(place);
    speed_ = 0;
  }

  double energy() const { return speed_ * speed_ / 2 + gravity_ * (place().y() + out_); }
  V place() const { return out_ * normal_of(side_) + along_ * left_of(normal_of(side_)); }

  void run(double seconds) {
    while (seconds > 0) {
      const double pull = -gravity_ * left_of(normal_of(side_)).y();
      const double up = time_to(half_, pull), down = time_to(-half_, pull), time = std::min(up, down);
      if (time >= seconds) return move(seconds, pull);
      move(time, pull);
      seconds -= time;
      const double sign = up < down ? 1 : -1;
      side_ += static_cast<long>(sign);
      along_ = -sign * half_;
      speed_ *= std::cos(turn_);
    }
  }

 private:
  /// Sides are counted from the lowest, counter-clockwise; their normals point out.
  long side_of(const V& out) const { return std::lround(std::atan2(out.x(), -out.y()) / turn_); }
  V normal_of(long side) const {
    const double angle = static_cast<double>(side) * turn_;
    return V(std::sin(angle), -std::cos(angle));
  }
  void move(double time, double pull) {
    along_ += time * (speed_ + time * pull / 2);
    speed_ += time * pull;
  }
  /// Returns the first time > 0 at which the centre is at `end`, moving outwards there.
  double time_to(double end, double pull) const {
    const double sign = end > 0 ? 1 : -1, way = sign * (end - along_), v = sign * speed_, a = sign * pull;
    const double under = v * v + 2 * a * way;  // the square of the speed there
    if (under < 0) return std::numeric_limits<double>::infinity();
    const double there = std::sqrt(under);
    if (a == 0) return v > 0 ? way / v : std::numeric_limits<double>::infinity();
    const double time = (there - v) / a;  // moving outwards: speed +sqrt
    return time > 0 ? time : std::numeric_limits<double>::infinity();
  }

  double turn_, out_, half_, gravity_;
  long side_ = 0;
  double along_ = 0, speed_ = 0;
};

}  // namespace bankshot_oracle::contact
