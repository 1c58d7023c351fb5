#pragma once
// What the laws have in common: a world with its books, and what is read off a body in flight.

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

/// An engine, what was put into it, and sums over it.
class Lab {
 public:
  Lab(const Trial& trial, const Settings& settings);

  std::size_t add(const Spec& spec);                                                      ///< returns its number
  std::size_t add_floor(double half_width, double restitution = 1, double friction = 0);  ///< its top is y = 0
  void step() { engine_->step(dt_); }

  void set_velocity(std::size_t body, const V& velocity) { engine_->set_velocity(body, velocity); }
  bool limited() const { return engine_->limited(); }  ///< whether the last step met a limit of the engine's

  std::size_t size() const { return specs_.size(); }
  const Spec& spec(std::size_t body) const { return specs_[body]; }
  const Mass& mass(std::size_t body) const { return masses_[body]; }  ///< zero unless dynamic
  State state(std::size_t body) const { return engine_->state(body); }
  const Engine& engine() const { return *engine_; }
  double dt() const { return dt_; }

  double kinetic(std::size_t body) const;  ///< J, spin included
  double energy() const;                   ///< J: kinetic and potential of all bodies
  V momentum() const;                      ///< kg m/s

 private:
  std::unique_ptr<Engine> engine_;
  double dt_;
  V gravity_;
  std::vector<Spec> specs_;
  std::vector<Mass> masses_;
};

/// The highest points of a flight, from poses alone.
///
/// In flight the poses at the ends of steps lie on a parabola, y(i+1) - 2 y(i) + y(i-1) = -g dt^2, for engines that fly
/// it exactly and for those that add g dt to the velocity first and move by the new velocity; the vertex of the
/// parabola through the three highest is the apex of the path that the body is seen to take. The other two measures are
/// unfair: the highest pose itself lies up to g dt^2 / 8 below the apex (1.4 mm at dt = 1/30, which is more than 0.01 %
/// of 10 m), and height with velocity, y + v^2 / 2g, is off by v dt / 2 in the engines of the second kind, whose
/// velocity belongs to the middle of the step.
class Apexes {
 public:
  explicit Apexes(double dt, double gravity = standard_gravity) : dt_(dt), gravity_(gravity) {}
  /// Takes the next pose; the apex when the one before was highest, and three poses lie in one flight.
  std::optional<double> see(double height);
  double time() const { return time_; }  ///< of the last apex, s since the first pose was seen

 private:
  double dt_, gravity_, time_ = 0;
  double before_ = 0, last_ = 0;
  long seen_ = 0;
};

/// Keeps a series short: all of the first few dozen, then ever fewer.
class Thinned {
 public:
  explicit Thinned(std::string name) { series_.name = std::move(name); }
  void add(double x, double y);
  const Series& series() const { return series_; }

 private:
  Series series_;
  std::size_t every_ = 1, count_ = 0;
};

/// The larger of the two; what is not a number is worse than any, and stays.
double worse(double so_far, double next);
/// |a / b - 1| in per cent.
double percent_off(double a, double b);

}  // namespace bankshot_tool::laws
