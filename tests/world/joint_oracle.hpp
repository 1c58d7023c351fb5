#pragma once
// Joints by their definition, written apart from the library: what each keeps, and the motion that follows, by
// accelerations, dense equations and small steps.

#include <bankshot/world/joints/joint_step.hpp>

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "world/random.hpp"

namespace bankshot::testing {

using Complex = std::complex<double>;

/// A place of a body: its centre, and its angle.
struct Placed {
  Complex centre;
  double angle = 0;
  Complex at(detail::P2 local) const { return centre + std::polar(1.0, angle) * Complex(local.x, local.y); }
};

/// From the anchor of A to that of B.
inline Complex span_between(const detail::JointLink& joint, const Placed& a, const Placed& b) {
  return b.at(joint.anchor[1]) - a.at(joint.anchor[0]);
}

/// What a joint keeps, or what springs act on, as functions of where its two bodies are. The angle of the line between
/// the axes of a gear counts from `line`, within half a turn.
inline Eigen::VectorXd kept_by(const detail::JointLink& joint, const Placed& a, const Placed& b, Complex line = 1) {
  Eigen::VectorXd c(detail::rows_of(joint));
  const Complex d = span_between(joint, a, b);
  const double angle = b.angle - a.angle;
  const Complex normal = std::polar(1.0, a.angle) * Complex(joint.normal.x, joint.normal.y);
  const Complex axis = normal * Complex(0, -1);
  const auto along = [&d](Complex n) { return d.real() * n.real() + d.imag() * n.imag(); };
  switch (joint.kind) {
    case JointKind::revolute:
      c.head<2>() << d.real(), d.imag();
      if (joint.drives) c[2] = angle;
      break;
    case JointKind::weld: c << d.real(), d.imag(), angle; break;
    case JointKind::prismatic:
      c.head<2>() << along(normal), angle;
      if (joint.drives) c[2] = along(axis);
      break;
    case JointKind::distance: c << std::abs(d); break;
    case JointKind::gear: c << a.angle + joint.ratio * b.angle - (1 + joint.ratio) * std::arg(d / line); break;
    case JointKind::rack: c << along(axis) + joint.ratio * angle; break;
    case JointKind::pulley: {
      const auto rope = [&](const Placed& body, int i) {
        return std::abs(body.at(joint.anchor[i]) - Complex(joint.wheel[i].x, joint.wheel[i].y));
      };
      c << rope(a, 0) + joint.ratio * rope(b, 1), rope(a, 0), rope(b, 1);
      break;
    }
    case JointKind::wheel:
    case JointKind::target:
    case JointKind::motor:
    case JointKind::filter: break;
  }
  return c;
}

/// All numbers of a group in one vector, three for each body; some of them may not move.
class DenseGroup {
 public:
  explicit DenseGroup(const detail::JointGroup& group) : joints_(group.joints) {
    const auto count = static_cast<Eigen::Index>(group.bodies.size());
    q = v = pull_ = inverse_mass_ = Eigen::VectorXd::Zero(3 * count);
    for (Eigen::Index b = 0; b < count; ++b) {
      const detail::JointBody& body = group.bodies[static_cast<std::size_t>(b)];
      q.segment<3>(3 * b) << body.place.x, body.place.y, std::atan2(body.facing.y, body.facing.x);
      for (int i = 0; i < 3; ++i) {
        v[3 * b + i] = body.velocity[i];
        if (!body.moves(i)) continue;
        pull_[3 * b + i] = body.pull[i];
        inverse_mass_[3 * b + i] = 1 / body.mass[i];
      }
    }
    start_ = q;
  }

  Placed placed(std::uint32_t body, const Eigen::VectorXd& at) const {
    const Eigen::Index i = 3 * static_cast<Eigen::Index>(body);
    return {{at[i], at[i + 1]}, at[i + 2]};
  }
  Eigen::VectorXd kept(const Eigen::VectorXd& at) const {
    std::vector<double> all;
    for (const detail::JointLink& joint : joints_) {
      const Complex line = span_between(joint, placed(joint.body[0], start_), placed(joint.body[1], start_));
      const Eigen::VectorXd c = kept_by(joint, placed(joint.body[0], at), placed(joint.body[1], at), line);
      for (Eigen::Index k = 0; k < c.size(); ++k) {
        if (joint.rule[k].rigid) all.push_back(c[k]);
      }
    }
    return Eigen::Map<Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
  }
  Eigen::MatrixXd slopes(const Eigen::VectorXd& at) const {
    constexpr double step = 1e-5;
    Eigen::MatrixXd all(kept(at).size(), at.size());
    for (Eigen::Index i = 0; i < at.size(); ++i) {
      Eigen::VectorXd to = at;
      const auto value = [&](double by) { return to[i] = at[i] + by, kept(to); };
      all.col(i) = (8 * (value(step) - value(-step)) - (value(2 * step) - value(-2 * step))) / (12 * step);
    }
    return all;
  }
  /// The acceleration by gravity, springs and dampers. Springs count angles from how the group was made.
  Eigen::VectorXd pull(const Eigen::VectorXd& at, const Eigen::VectorXd& speed) const {
    constexpr double step = 1e-4;
    Eigen::VectorXd all = pull_;
    for (const detail::JointLink& joint : joints_) {
      const auto rows = [&](const Eigen::VectorXd& x) {
        return kept_by(joint, placed(joint.body[0], x), placed(joint.body[1], x));
      };
      const Eigen::VectorXd c = rows(at), rate = (rows(at + step * speed) - rows(at - step * speed)) / (2 * step);
      for (Eigen::Index i = 0; i < at.size(); ++i) {
        Eigen::VectorXd more = at, less = at;
        more[i] += step, less[i] -= step;
        const Eigen::VectorXd slope = (rows(more) - rows(less)) / (2 * step);
        for (Eigen::Index k = 0; k < c.size(); ++k) {
          const detail::RowRule& rule = joint.rule[k];
          if (rule.rigid) continue;
          const double zero = is_angle(joint, static_cast<int>(k)) ? rows(start_)[k]
                              : joint.kind == JointKind::distance  ? joint.length
                                                                   : 0;
          const double force = rule.stiffness * (c[k] - zero - rule.rest) + rule.damping * rate[k];
          all[i] -= force * slope[k] * inverse_mass_[i];
        }
      }
    }
    return all;
  }
  /// J M^-1 J^T l = -(J pull + J' v), with J' v by a difference along v; then a = pull + M^-1 J^T l.
  Eigen::VectorXd acceleration(const Eigen::VectorXd& at, const Eigen::VectorXd& speed) const {
    constexpr double step = 1e-4;
    const Eigen::MatrixXd j = slopes(at);
    const Eigen::VectorXd turning = (slopes(at + step * speed) - slopes(at - step * speed)) * speed / (2 * step);
    const Eigen::MatrixXd k = j * inverse_mass_.asDiagonal() * j.transpose();
    const Eigen::VectorXd pulled = pull(at, speed);
    if (j.rows() == 0) return pulled;
    const Eigen::VectorXd l = k.completeOrthogonalDecomposition().solve(-(j * pulled + turning));
    return pulled + inverse_mass_.asDiagonal() * (j.transpose() * l);
  }
  /// The velocities that hold the joints and are nearest to the present ones.
  void project() {
    const Eigen::MatrixXd j = slopes(q);
    if (j.rows() == 0) return;
    const Eigen::MatrixXd k = j * inverse_mass_.asDiagonal() * j.transpose();
    v -= inverse_mass_.asDiagonal() * (j.transpose() * k.completeOrthogonalDecomposition().solve(j * v));
  }
  /// Runge and Kutta, order 4.
  void run(double time, int steps) {
    const double h = time / steps;
    for (int i = 0; i < steps; ++i) {
      const Eigen::VectorXd a1 = acceleration(q, v), v2 = v + h / 2 * a1;
      const Eigen::VectorXd a2 = acceleration(q + h / 2 * v, v2), v3 = v + h / 2 * a2;
      const Eigen::VectorXd a3 = acceleration(q + h / 2 * v2, v3), v4 = v + h * a3;
      const Eigen::VectorXd a4 = acceleration(q + h * v3, v4);
      q += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
      v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }

  Eigen::VectorXd q, v;

 private:
  std::vector<detail::JointLink> joints_;
  Eigen::VectorXd start_, pull_, inverse_mass_;
};

/// The largest difference of places and facings.
inline double difference(const detail::JointGroup& group, const DenseGroup& dense) {
  double most = 0;
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    const Placed truth = dense.placed(static_cast<std::uint32_t>(b), dense.q);
    const detail::P2 off = group.bodies[b].place - detail::P2{truth.centre.real(), truth.centre.imag()};
    const detail::P2 facing{std::cos(truth.angle), std::sin(truth.angle)};
    most = std::max({most, length(off), length(group.bodies[b].facing - facing)});
  }
  return most;
}

/// How far a group is from where its accelerations take it in a tenth of a second: in 16 sub-steps, in 32, and in 16
/// smooth ones. The velocities that it begins with are projected onto its joints first.
struct WayErrors {
  double plain = 0, halved = 0, smooth = 0;
};
inline WayErrors way_errors(detail::JointGroup group, int dense_steps) {
  constexpr double time = 0.1;
  DenseGroup dense(group);
  dense.project();
  for (std::size_t b = 0; b < group.bodies.size(); ++b) {
    for (int i = 0; i < 3; ++i) group.bodies[b].velocity[i] = dense.v[static_cast<Eigen::Index>(3 * b) + i];
  }
  dense.run(time, dense_steps);
  const auto moved = [&](int parts, bool smoothly) {
    detail::JointGroup now = group;
    detail::JointStep step;
    for (int i = 0; i < parts; ++i) smoothly ? step.run_smoothly(now, time / parts) : step.run(now, time / parts);
    return difference(now, dense);
  };
  return {moved(16, false), moved(32, false), moved(16, true)};
}

// ---- groups ----

inline detail::JointBody joint_ground() {
  detail::JointBody body;
  body.mass = {{detail::endless, detail::endless, detail::endless}};
  return body;
}

/// A bar of 1 kg from one point to another, under g = 10 along -y.
inline detail::JointBody joint_bar(detail::P2 from, detail::P2 to) {
  const double size = length(to - from);
  detail::JointBody body;
  body.place = 0.5 * (from + to);
  body.facing = (1 / size) * (to - from);
  body.mass = {{1, 1, size * size / 12}};
  body.pull = {{0, -10, 0}};
  return body;
}

/// Joins two bodies of a group where they are: the anchors at `at_a` and `at_b` in the world.
inline void join(detail::JointGroup& group, JointKind kind, std::uint32_t a, std::uint32_t b, detail::P2 at_a,
                 detail::P2 at_b, detail::P2 normal = {0, 1}) {
  detail::JointLink joint;
  joint.kind = kind;
  joint.body[0] = a, joint.body[1] = b;
  const auto local = [&](std::uint32_t body, detail::P2 v) {
    const detail::P2 facing = group.bodies[body].facing;
    return detail::turned({facing.x, -facing.y}, v);
  };
  joint.anchor[0] = local(a, at_a - group.bodies[a].place);
  joint.anchor[1] = local(b, at_b - group.bodies[b].place);
  joint.normal = local(a, normal);
  joint.angle = local(a, group.bodies[b].facing);
  joint.length = kind == JointKind::distance ? length(at_b - at_a) : 0;
  if (kind == JointKind::gear) {
    const detail::P2 line = (1 / length(at_b - at_a)) * (at_b - at_a);
    joint.normal = local(a, detail::left_of(line)), joint.angle = local(b, line);
  }
  group.joints.push_back(joint);
}
inline void pin(detail::JointGroup& group, std::uint32_t a, std::uint32_t b, detail::P2 at) {
  join(group, JointKind::revolute, a, b, at, at);
}

/// The same by a pulley over two wheels, with the rope as long as it is.
inline void hang_on_rope(detail::JointGroup& group, std::uint32_t a, std::uint32_t b, detail::P2 at_a, detail::P2 at_b,
                         detail::P2 wheel_a, detail::P2 wheel_b, double ratio) {
  join(group, JointKind::pulley, a, b, at_a, at_b);
  detail::JointLink& joint = group.joints.back();
  joint.wheel[0] = wheel_a, joint.wheel[1] = wheel_b, joint.ratio = ratio;
  joint.length = length(at_a - wheel_a) + ratio * length(at_b - wheel_b);
  for (const int k : {1, 2}) joint.rule[k].rigid = false, joint.rule[k].lower = 0.1;
}

/// About (x, 0).
inline detail::JointBody random_joint_body(Random& random, double x) {
  const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
  detail::JointBody body;
  const double aside = real(-1, 1), y = real(-1, 1), angle = real(-3, 3), mass = real(0.2, 5);
  body.place = {aside + x, y};
  body.facing = {std::cos(angle), std::sin(angle)};
  body.mass = {{mass, mass, mass * real(0.05, 0.5)}};
  for (int k = 0; k < 3; ++k) body.pull[k] = real(-5, 5), body.velocity[k] = real(-2, 2);
  return body;
}

/// Bodies in a row or a tree, most of them joined to an earlier one at random places; the first may be fixed.
inline detail::JointGroup random_tree(Random& random, int count, bool fixed) {
  const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
  detail::JointGroup group;
  for (int i = 0; i < count; ++i) {
    group.bodies.push_back(random_joint_body(random, i));
    if (i == 0 && fixed) group.bodies.back() = joint_ground();
    if (i == 0) continue;
    const detail::JointBody& body = group.bodies.back();
    const auto kind = static_cast<JointKind>(random.below(4));
    const auto other = static_cast<std::uint32_t>(random.below(i));
    const auto own = static_cast<std::uint32_t>(i);
    const double tilt = real(-3, 3);
    const detail::P2 at{body.place.x + real(-1, 1), body.place.y + real(-1, 1)};
    const detail::P2 to = kind == JointKind::distance ? at + detail::P2{real(0.5, 1), real(0.5, 1)} : at;
    join(group, kind, other, own, to, at, {std::cos(tilt), std::sin(tilt)});
  }
  return group;
}

/// Gears and racks that other bodies carry, and pulleys; the first body may be fixed.
inline detail::JointGroup random_machine(Random& random, int parts, bool fixed) {
  const auto real = [&](double low, double high) { return static_cast<double>(random.real(low, high)); };
  detail::JointGroup group;
  group.bodies.push_back(fixed ? joint_ground() : random_joint_body(random, 0));
  for (int i = 0; i < parts; ++i) {
    const auto carrier = static_cast<std::uint32_t>(random.below(static_cast<int>(group.bodies.size())));
    const auto one = static_cast<std::uint32_t>(group.bodies.size());
    const detail::P2 middle = group.bodies[carrier].place;
    detail::P2 at[2];
    for (int k = 0; k < 2; ++k) {
      group.bodies.push_back(random_joint_body(random, 0));
      const double x = real(0.5, 1.5), y = real(-1, 1);
      at[k] = middle + detail::P2{k == 0 ? x : -x, y};
      const double dx = real(-0.1, 0.1), dy = real(-0.1, 0.1);
      group.bodies.back().place = at[k] + detail::P2{dx, dy};
    }
    const double ratio = real(0.3, 3), tilt = real(-3, 3);
    const detail::P2 normal{std::cos(tilt), std::sin(tilt)};
    switch (random.below(3)) {
      case 0:
        pin(group, carrier, one, at[0]), pin(group, carrier, one + 1, at[1]);
        join(group, JointKind::gear, one, one + 1, at[0], at[1]);
        group.joints.back().ratio = random.one_in(2) ? ratio : -ratio;
        break;
      case 1:
        join(group, JointKind::prismatic, carrier, one, at[0], at[0], normal), pin(group, carrier, one + 1, at[1]);
        join(group, JointKind::rack, one, one + 1, at[1], at[1], normal);
        group.joints.back().ratio = random.one_in(2) ? ratio : -ratio;
        break;
      default: {
        const auto wheel = [&](detail::P2 below) { return below + detail::P2{real(-2, 2), 6}; };
        const detail::P2 wheels[4] = {wheel(middle), wheel(at[0]), wheel(at[0]), wheel(at[1])};
        if (carrier == 0) hang_on_rope(group, carrier, one, middle, at[0], wheels[0], wheels[1], ratio);
        hang_on_rope(group, one, one + 1, at[0], at[1], wheels[2], wheels[3], ratio);
        const double back = random.one_in(2) ? 0 : real(0, 1);
        for (const int k : {1, 2}) group.joints.back().rule[k].restitution = back;
      }
    }
  }
  return group;
}

inline double largest_error(const detail::JointGroup& group) {
  double largest = 0;
  for (const detail::JointLink& joint : group.joints) {
    double error[detail::most_joint_rows] = {};
    place_error(joint, group.bodies[joint.body[0]], group.bodies[joint.body[1]], error);
    for (int k = 0; k < detail::rows_of(joint); ++k) {
      if (joint.rule[k].rigid) largest = std::max(largest, std::fabs(error[k]));
    }
  }
  return largest;
}

/// Kinetic energy, and that of the places in a constant field.
inline double energy_of(const detail::JointGroup& group) {
  double energy = group.kinetic_energy();
  for (const detail::JointBody& body : group.bodies) {
    if (body.moves(0)) energy -= body.mass[0] * (body.pull[0] * body.place.x + body.pull[1] * body.place.y);
  }
  return energy;
}

}  // namespace bankshot::testing
