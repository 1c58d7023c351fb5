// Gears, racks, pulleys and target joints of the cases of the target "joints". They have draws of their own, so that
// the rest of a case does not depend on them.

#include <cmath>

#include "fuzz_joints_case.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_tool {

namespace {

using bankshot::JointKind;
using bankshot::Real;
using bankshot::Vec2;
using bankshot_oracle::Random;

Real as_real(double x) { return static_cast<Real>(x); }

/// The other body of a joint.
std::size_t beside(const TiedJoint& joint, std::size_t body) { return joint.a == body ? joint.b : joint.a; }

/// Between what two joints of one body hold: a gear between two hinges, a rack between a slider and a hinge.
void add_gears(Random& random, JointCase& made) {
  const std::size_t count = made.joints.size();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      const TiedJoint &l = made.joints[i], &r = made.joints[j];
      const bool slides = l.kind == JointKind::prismatic;
      if (r.kind != JointKind::revolute || (!slides && (l.kind != JointKind::revolute || j <= i))) continue;
      if (l.out_of_place != Vec2::Zero() || r.out_of_place != Vec2::Zero() || (slides && l.a != r.a && l.a != r.b))
        continue;
      const std::size_t carrier = l.a == r.a || l.a == r.b ? l.a : l.b;
      if ((l.b == r.a || l.b == r.b) == (l.a == r.a || l.a == r.b) || !random.chance(0.3)) continue;
      TiedJoint gear;
      gear.kind = slides ? JointKind::rack : JointKind::gear;
      gear.a = beside(l, carrier), gear.b = beside(r, carrier);
      gear.anchor_a = slides ? r.anchor_a : l.anchor_a, gear.anchor_b = r.anchor_a;
      gear.axis = l.axis;
      gear.ratio = as_real(random.magnitude(-3, 3) * (random.chance(0.5) ? 1 : -1) * (slides ? double(made.size) : 1));
      made.joints.push_back(gear);
    }
  }
}

void add_pulley(Random& random, JointCase& made, std::size_t a, std::size_t b) {
  const double size = double(made.size);
  TiedJoint pulley;
  pulley.kind = JointKind::pulley;
  pulley.a = a, pulley.b = b;
  const auto near = [&](std::size_t body) { return Vec2(made.bodies[body].def.position + random.point(0.2 * size)); };
  pulley.anchor_a = near(a), pulley.anchor_b = near(b);
  pulley.wheel_a = pulley.anchor_a + random.rotation() * Vec2(as_real(size * random.magnitude(-1, 4)), 0);
  pulley.wheel_b = pulley.anchor_b + random.rotation() * Vec2(as_real(size * random.magnitude(-1, 4)), 0);
  pulley.ratio = as_real(random.magnitude(-3, 3));
  const double length = double((pulley.anchor_a - pulley.wheel_a).norm()) +
                        double(pulley.ratio) * double((pulley.anchor_b - pulley.wheel_b).norm());
  if (random.chance(0.5)) pulley.limits = bankshot::JointLimits{0, as_real(length * random.between(1, 1.2)), 0};
  made.joints.push_back(pulley);
}

void add_target(Random& random, JointCase& made, std::size_t a, std::size_t b) {
  const double size = double(made.size);
  TiedJoint target;
  target.kind = JointKind::target;
  target.a = a, target.b = b;
  target.anchor_b = made.bodies[b].def.position + random.point(0.2 * size);
  target.anchor_a = target.anchor_b + random.point(3 * size);
  target.spring = {as_real(random.magnitude(-3, 4)), as_real(random.between(0, 2)), 0};
  const double mass = double(made.bodies[b].material.density) * size * size / 8;
  target.strongest = as_real(mass * 10 * size * random.magnitude(-3, 6));
  made.joints.push_back(target);
}

}  // namespace

void add_machines(std::uint64_t seed, std::uint64_t index, JointCase& made) {
  Random random(seed, index, 59);
  if (random.chance(0.5)) add_gears(random, made);
  const int last = static_cast<int>(made.bodies.size()) - 1;
  const int more = last > 0 && random.chance(0.3) ? random.integer(1, 2) : 0;
  for (int i = 0; i < more; ++i) {
    const auto a = static_cast<std::size_t>(random.integer(0, last)),
               b = static_cast<std::size_t>(random.integer(0, last));
    const bool hangs = random.chance(0.6);
    if (a == b) continue;
    hangs ? add_pulley(random, made, a, b) : add_target(random, made, a, b);
  }
}

}  // namespace bankshot_tool
