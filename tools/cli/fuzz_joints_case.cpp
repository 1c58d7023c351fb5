#include "fuzz_joints_case.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "oracle/kit/random.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyType;
using bankshot::JointKind;
using bankshot::Real;
using bankshot::Vec2;
using bankshot_oracle::Random;

Real as_real(double x) { return static_cast<Real>(x); }

enum class Scenery { flight, hanging, room };

/// The traits of one case.
struct Plan {
  Scenery scenery = Scenery::flight;
  bool loops = false, contradicts = false, edited = false, moves = false, drives = false;
  int columns = 1, rows = 1;
  double heaviest = 1;  ///< 2^n: the largest ratio of densities is its square
};

Plan random_plan(Random& random) {
  Plan plan;
  plan.scenery = static_cast<Scenery>(random.integer(0, 2));
  plan.loops = random.chance(0.5);
  plan.contradicts = random.chance(0.15);
  plan.edited = random.chance(0.3);
  plan.moves = random.chance(0.5);
  plan.drives = random.chance(0.6);
  const bool chain = random.chance(0.4);
  plan.columns = random.integer(chain ? 4 : 1, chain ? 12 : 4);
  plan.rows = chain ? 1 : random.integer(plan.columns == 1 ? 2 : 1, 3);
  plan.heaviest = random.chance(0.5) ? 1 : random.magnitude(1, 10);
  return plan;
}

TiedBody random_body(Random& random, const Plan& plan, double size, int place) {
  TiedBody body;
  const double x = (place % plan.columns + 0.5) * size, y = (place / plan.columns + 0.5) * size;
  body.def.position = Vec2(as_real(x), as_real(y)) + random.point(0.1 * size);
  body.def.rotation = random.chance(0.5) ? bankshot::Rotation{} : random.rotation();
  body.round = random.chance(0.4);
  body.width = as_real(size * random.between(0.05, body.round ? 0.35 : 0.5));
  body.height = as_real(size * random.between(0.05, 0.5));
  body.ghost = plan.scenery != Scenery::room;
  body.material.restitution = as_real(random.chance(0.5) ? 0 : random.unit());
  body.material.friction = as_real(random.unit());
  body.material.density = as_real(random.chance(0.5) ? plan.heaviest : 1 / plan.heaviest);
  if (plan.moves) {
    const double speed = size * random.magnitude(-2, 4);
    body.def.velocity = random.point(speed);
    body.def.angular_velocity = as_real(random.between(-10, 10));
  }
  if (random.chance(0.03)) body.def.locks = {random.chance(0.5), random.chance(0.5), random.chance(0.5)};
  if (random.chance(0.1)) body.def.gravity_scale = as_real(random.between(-1, 2));
  return body;
}

bankshot::JointSpring random_spring(Random& random, double rest) {
  const double hertz = random.magnitude(-3, 7);
  const double damping = random.chance(0.5) ? 0 : random.between(0, 2);
  return {as_real(hertz), as_real(damping), as_real(rest)};
}

/// Adds a spring, a motor and limits around `now`, the angle or translation at which the joint is made.
void add_drives(Random& random, double now, double reach, double speed, double strength, TiedJoint& joint) {
  const bool welded = joint.kind == JointKind::weld;
  if (random.chance(0.4)) joint.spring = random_spring(random, welded ? 0 : now + random.between(-0.5, 0.5) * reach);
  if (welded && random.chance(0.4)) joint.angular = random_spring(random, 0);
  if (welded) return;
  if (random.chance(0.3)) {
    joint.motor.speed = as_real(random.chance(0.3) ? 0 : random.between(-speed, speed));
    joint.motor.largest = as_real(strength * random.magnitude(-8, 4));
  }
  if (random.chance(0.4)) {
    const double lower = now - reach * random.unit(), upper = now + reach * random.unit();
    const double back = random.chance(0.5) ? 0 : random.unit();
    joint.limits = bankshot::JointLimits{as_real(lower), as_real(upper), as_real(back)};
  }
}

double angle_between(const TiedBody& a, const TiedBody& b) {
  return double(b.def.rotation.angle()) - double(a.def.rotation.angle());
}

TiedJoint random_joint(Random& random, const Plan& plan, const JointCase& made, std::size_t a, std::size_t b) {
  constexpr JointKind kinds[] = {JointKind::revolute,  JointKind::revolute, JointKind::revolute, JointKind::distance,
                                 JointKind::prismatic, JointKind::weld,     JointKind::wheel,    JointKind::filter};
  const double size = double(made.size);
  TiedJoint joint;
  joint.a = a;
  joint.b = b;
  joint.kind = kinds[random.integer(0, 7)];
  const Vec2 from = made.bodies[a].def.position, to = made.bodies[b].def.position;
  const Vec2 between = from + as_real(random.between(-0.2, 1.2)) * (to - from);
  joint.anchor_a = joint.anchor_b = between + random.point(0.2 * size);
  if (joint.kind == JointKind::distance) {
    joint.anchor_a = from + random.point(0.3 * size);
    joint.anchor_b = to + random.point(0.3 * size);
  }
  joint.axis = random.rotation() * Vec2(1, 0);
  if (plan.contradicts && joint.kind != JointKind::distance) joint.out_of_place = random.point(0.1 * size);
  joint.zero_angle = as_real(joint.kind == JointKind::revolute ? angle_between(made.bodies[a], made.bodies[b]) : 0);
  joint.collide = random.chance(0.3);
  if (!plan.drives) return joint;
  const double length = double((joint.anchor_b - joint.anchor_a).norm());
  const double mass = double(made.bodies[b].material.density) * size * size / 8;
  const double force = mass * 10 * size;
  if (joint.kind == JointKind::revolute) add_drives(random, 0, 2, 10, force * size, joint);
  if (joint.kind == JointKind::distance) {
    add_drives(random, length, length / 2, size, force, joint);
    joint.spring.rest = 0;  // the length of the rod
  }
  if (joint.kind == JointKind::prismatic) add_drives(random, 0, size, size, force, joint);
  if (joint.kind == JointKind::wheel) {
    add_drives(random, 0, size / 2, 10, force, joint);
    joint.motor.largest *= as_real(size);
  }
  if (joint.kind == JointKind::weld) add_drives(random, 0, 1, 1, force, joint);
  return joint;
}

JointEdit random_edit(Random& random, const JointCase& made) {
  const double size = double(made.size);
  JointEdit edit;
  edit.kind = static_cast<JointEdit::Kind>(random.integer(0, 10));
  edit.step = random.integer(1, made.steps);
  const bool of_joint = edit.kind == JointEdit::Kind::remove_joint || edit.kind == JointEdit::Kind::spring ||
                        edit.kind == JointEdit::Kind::motor || edit.kind == JointEdit::Kind::limits;
  const std::size_t count = of_joint ? made.joints.size() : made.bodies.size();
  if (count == 0) return {};
  edit.which = static_cast<std::size_t>(random.integer(0, static_cast<int>(count) - 1));
  edit.other = static_cast<std::size_t>(random.integer(0, static_cast<int>(made.bodies.size()) - 1));
  edit.vector = random.point(3 * size);
  edit.value_spring = random_spring(random, random.chance(0.5) ? 0 : random.unit() * size);
  edit.value_motor.speed = as_real(random.between(-5, 5));
  edit.value_motor.largest = as_real(random.magnitude(-4, 4) * size * size);
  const double lower = random.unit() * size;
  edit.value_limits = bankshot::JointLimits{as_real(lower), as_real(lower + size * random.unit()), 0};
  if (random.chance(0.3)) edit.value_limits.reset();
  edit.type = random.chance(0.5) ? BodyType::fixed : BodyType::dynamic;
  return edit;
}

void add_room_walls(const Plan& plan, JointCase& made) {
  const double size = double(made.size), w = plan.columns * size, h = plan.rows * size, thick = size;
  const double x[4] = {-thick / 2, w + thick / 2, w / 2, w / 2}, y[4] = {h / 2, h / 2, -thick / 2, h + thick / 2};
  for (int i = 0; i < 4; ++i) {
    TiedBody wall;
    wall.def.type = BodyType::fixed;
    wall.def.position = Vec2(as_real(x[i]), as_real(y[i]));
    wall.width = as_real(i < 2 ? thick : w + 2 * thick);
    wall.height = as_real(i < 2 ? h + 2 * thick : thick);
    wall.material.friction = as_real(0.5);
    made.bodies.push_back(wall);
  }
}

/// A tree over the cells, and for loops more joints between neighbours.
void add_joints(Random& random, const Plan& plan, JointCase& made) {
  const int cells = plan.columns * plan.rows;
  for (int i = 1; i < cells; ++i) {
    const bool beside = i % plan.columns != 0 && (i < plan.columns || random.chance(0.5));
    const int other = beside ? i - 1 : i - plan.columns;
    if (other < 0 || random.chance(0.08)) continue;
    made.joints.push_back(
        random_joint(random, plan, made, static_cast<std::size_t>(other), static_cast<std::size_t>(i)));
  }
  const int more = plan.loops ? random.integer(1, cells) : 0;
  for (int i = 0; i < more; ++i) {
    const int a = random.integer(0, cells - 1), b = random.integer(0, cells - 1);
    if (a == b) continue;
    made.joints.push_back(random_joint(random, plan, made, static_cast<std::size_t>(a), static_cast<std::size_t>(b)));
  }
}

std::string name_of(const Plan& plan) {
  std::string name = plan.loops ? "loops " : "forests ";
  name += plan.scenery == Scenery::flight ? "in flight" : plan.scenery == Scenery::hanging ? "that hang" : "in a room";
  if (plan.contradicts) name += ", contradicting";
  return plan.edited ? name + ", edited" : name;
}

}  // namespace

bool JointCase::touches() const {
  return std::any_of(bodies.begin(), bodies.end(), [](const TiedBody& body) { return !body.ghost; });
}

bool JointCase::contradicts() const {
  const bool open = std::any_of(joints.begin(), joints.end(), [](const TiedJoint& joint) {
    return joint.kind != JointKind::filter && joint.out_of_place != Vec2::Zero();
  });
  int held = 0, moving = 0, locked = 0;
  for (const TiedBody& body : bodies) {
    held += body.def.type != BodyType::dynamic;
    moving += body.def.type == BodyType::kinematic;
    locked += body.def.locks != bankshot::Locks{};
  }
  return open || locked > 0 || (moving > 0 && held > 1);
}

bool JointCase::starts_at_rest() const {
  return std::all_of(bodies.begin(), bodies.end(), [](const TiedBody& body) {
    return body.def.velocity == Vec2::Zero() && body.def.angular_velocity == 0;
  });
}

JointCase random_joint_case(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 53);
  const Plan plan = random_plan(random);
  JointCase made;
  made.name = name_of(plan);
  made.size = as_real(random.chance(0.7) ? 1 : random.magnitude(-6, 6));
  made.dt = 1 / as_real(random.integer(15, 240));
  made.steps = random.integer(20, 120);
  made.world.sleep = random.chance(0.7);
  made.world.substeps = random.chance(0.7) ? 4 : random.integer(1, 8);
  made.world.energy_ledger = true;
  const bool heavy = plan.scenery != Scenery::flight;
  made.world.gravity = Vec2(0, heavy ? as_real(-10 * double(made.size)) : 0);
  for (int i = 0; i < plan.columns * plan.rows; ++i) {
    made.bodies.push_back(random_body(random, plan, double(made.size), i));
    const bool held = plan.scenery == Scenery::hanging && (i == 0 || random.chance(0.1));
    if (!held) continue;
    bankshot::BodyDef& def = made.bodies.back().def;
    def.type = random.chance(0.2) ? BodyType::kinematic : BodyType::fixed;
    if (def.type == BodyType::kinematic) continue;
    def.velocity = Vec2::Zero();
    def.angular_velocity = 0;
  }
  // Two fixed bodies need no joint, and World refuses it.
  add_joints(random, plan, made);
  add_machines(seed, index, made);
  const auto dynamic = [&made](std::size_t i) { return made.bodies[i].def.type == BodyType::dynamic; };
  std::erase_if(made.joints, [&dynamic](const TiedJoint& j) { return !dynamic(j.a) && !dynamic(j.b); });
  if (plan.scenery == Scenery::room) add_room_walls(plan, made);
  const int edits = plan.edited ? random.integer(1, 8) : 0;
  for (int i = 0; i < edits; ++i) made.edits.push_back(random_edit(random, made));
  return made;
}

}  // namespace bankshot_tool
