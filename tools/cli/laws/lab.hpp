#pragma once
// Tools that the laws share: a world with sums over its bodies, and figures read off a body in flight.

#include <bankshot/math/rotation.hpp>

#include <optional>

#include "../report_text.hpp"
#include "law.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_tool::laws {

constexpr double standard_gravity = 9.81;  ///< m/s^2

/// (cos, sin), from the library's own trigonometry: the same on every compiler.
V direction(double angle);
double cross(const V& a, const V& b);

/// An engine, the bodies put into it, and sums over them.
class Lab {
 public:
  Lab(const Trial& trial, const Settings& settings);

  std::size_t add(const Spec& spec);                                                      ///< returns its number
  std::size_t add_floor(double half_width, double restitution = 1, double friction = 0);  ///< its top is y = 0
  bool tie(const Tie& tie);  ///< false: the engine has nothing of the kind
  void step() { engine_->step(dt_); }

  void set_velocity(std::size_t body, const V& velocity) { engine_->set_velocity(body, velocity); }
  bool limited() const { return engine_->limited(); }  ///< true if the last step met a limit of the engine

  std::size_t size() const { return specs_.size(); }
  const Spec& spec(std::size_t body) const { return specs_[body]; }
  const Mass& mass(std::size_t body) const { return masses_[body]; }  ///< zero unless dynamic
  State state(std::size_t body) const { return engine_->state(body); }
  const Engine& engine() const { return *engine_; }
  double dt() const { return dt_; }

  double kinetic(std::size_t body) const;  ///< J, spin included
  double energy() const;                   ///< J: kinetic and potential of all bodies
  V momentum() const;                      ///< kg m/s
  /// How far the joint is from what it keeps, from the poses alone, m: the anchors of a pin apart, or of a rod or a
  /// rope too far apart; how far B is off a rail.
  double opening(std::size_t joint) const;
  double opening() const;  ///< the largest of all joints

 private:
  std::unique_ptr<Engine> engine_;
  double dt_;
  V gravity_;
  std::vector<Spec> specs_;
  std::vector<Mass> masses_;
  struct Joint {
    Tie tie;
    V local_a, local_b;  ///< anchors in the coordinates of the bodies
  };
  std::vector<Joint> joints_;
};

/// A bar of one length, pinned or free, that meets nothing: a box as thin as a twentieth of its length.
Spec bar_from(const V& from, const V& to, double mass = 1);
Spec ghost_disc(const V& at, double mass, double radius = 0.1);
Spec held_at(const V& at);  ///< a fixed body that meets nothing

/// Finds the highest points of a flight, from poses alone.
///
/// In flight the poses at the ends of steps lie on a parabola, y(i+1) - 2 y(i) + y(i-1) = -g dt^2. This holds for
/// engines that follow the flight exactly and for those that add g dt to the velocity first and move by the new
/// velocity. The vertex of the parabola through the three highest poses is the apex of the path that the body is seen
/// to take. The other two measures are unfair. The highest pose itself lies up to g dt^2 / 8 below the apex (1.4 mm at
/// dt = 1/30, more than 0.01 % of 10 m). Height with velocity, y + v^2 / 2g, has an error of v dt / 2 in engines of the
/// second kind, whose velocity belongs to the middle of the step.
class Apexes {
 public:
  explicit Apexes(double dt, double gravity = standard_gravity) : dt_(dt), gravity_(gravity) {}
  /// Takes the next pose. Returns the apex if the pose before was the highest and three poses lie in one flight.
  std::optional<double> see(double height);
  double time() const { return time_; }  ///< of the last apex, s since the first pose was seen

 private:
  double dt_, gravity_, time_ = 0;
  double before_ = 0, last_ = 0;
  long seen_ = 0;
};

/// Thins out a series: keeps all of the first few dozen values, then ever fewer.
class Thinned {
 public:
  explicit Thinned(std::string name) { series_.name = std::move(name); }
  void add(double x, double y);
  const Series& series() const { return series_; }

 private:
  Series series_;
  std::size_t every_ = 1, count_ = 0;
};

Law awaited(Law law);  ///< the same law, of which misses are known

/// Returns the larger of the two; NaN is worse than any number, and stays.
double worse(double so_far, double next);
/// Returns |a / b - 1| in per cent.
double percent_off(double a, double b);

}  // namespace bankshot_tool::laws
