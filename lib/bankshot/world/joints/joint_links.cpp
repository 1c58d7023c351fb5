#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/joints/joint_links.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

P2 unit(double x, double y) {
  const P2 v{x, y};
  return (1 / length(v)) * v;
}

/// A point in two numbers, relative to the origin of its group: near each other, places agree to more digits than the
/// world's numbers have.
P2 place_of(V2 point, V2 remainder, const BodyPose& origin) {
  const auto apart = [](Real from, Real to, Real from_rest, Real to_rest) {
    return (to_double(to) - to_double(from)) + (to_double(to_rest) - to_double(from_rest));
  };
  return {apart(origin.centre.x, point.x, origin.remainder.x, remainder.x),
          apart(origin.centre.y, point.y, origin.remainder.y, remainder.y)};
}

}  // namespace

P2 arm_of(const WorldState& world, Rank rank, V2 anchor) {
  const V2 centre = world.bodies.pose[rank].local_centre;
  return {to_double(anchor.x) - to_double(centre.x), to_double(anchor.y) - to_double(centre.y)};
}

JointBody body_of(const WorldState& world, Rank rank, const BodyPose& origin) {
  const Bodies& bodies = world.bodies;
  const BodyFlags& flags = bodies.flags[rank];
  const BodyPose& pose = bodies.pose[rank];
  JointBody body;
  body.place = place_of(pose.centre, pose.remainder, origin);
  body.facing = unit(to_double(pose.rotation.c), to_double(pose.rotation.s));
  body.mass = {{endless, endless, endless}};
  if (flags.type == BodyType::fixed || !flags.awake) return body;
  const BodyVelocity& velocity = bodies.velocity[rank];
  const V2 rest = bodies.velocity_remainder[rank];
  body.velocity = {{to_double(velocity.linear.x) + to_double(rest.x), to_double(velocity.linear.y) + to_double(rest.y),
                    to_double(velocity.angular)}};
  if (flags.type != BodyType::dynamic) return body;
  const BodyMass& mass = bodies.mass[rank];
  Real angular = 0;
  const V2 pull = acceleration(mass, bodies.forces[rank], flags, plain(world.settings.gravity), angular);
  body.pull = {{to_double(pull.x), to_double(pull.y), to_double(angular)}};
  if (!flags.locks.x) body.mass[0] = to_double(mass.mass);
  if (!flags.locks.y) body.mass[1] = to_double(mass.mass);
  if (mass.inverse_inertia > 0) body.mass[2] = to_double(mass.inertia);
  return body;
}

JointLink link_of(const WorldState& world, const JointSlot& joint, const BodyPose& origin) {
  JointLink link;
  link.kind = joint.kind == JointKind::wheel || is_pull(joint.kind) ? JointKind::prismatic : joint.kind;
  link.normal = left_of(unit(to_double(joint.axis.x), to_double(joint.axis.y)));
  link.length = to_double(joint.length), link.ratio = to_double(joint.ratio);
  set_places(world, joint, origin, link);
  set_rules(world, joint, link);
  return link;
}

void set_places(const WorldState& world, const JointSlot& joint, const BodyPose& origin, JointLink& link) {
  for (int i = 0; i < 2; ++i) link.anchor[i] = arm_of(world, world.body_slots[joint.body[i]].rank, joint.anchor[i]);
  link.angle = unit(to_double(joint.angle.c), to_double(joint.angle.s));
  if (joint.kind != JointKind::pulley) return;
  for (int i = 0; i < 2; ++i) link.wheel[i] = place_of(joint.wheel[i], {}, origin);
}

bool places_change(JointKind kind) { return is_pull(kind) || kind == JointKind::pulley; }

namespace {

/// Of two bodies against each other: 1 / (1 / a + 1 / b), of those that are dynamic.
double reduced(const WorldState& world, const JointSlot& joint, bool turning) {
  double inverse = 0;
  for (int i = 0; i < 2; ++i) {
    const Rank rank = world.body_slots[joint.body[i]].rank;
    if (world.bodies.flags[rank].type != BodyType::dynamic) continue;
    const BodyMass& mass = world.bodies.mass[rank];
    const double times = joint.kind == JointKind::pulley && i == 1 ? to_double(joint.ratio) : 1;
    if (!turning) inverse += times * times / to_double(mass.mass);
    if (turning && mass.inverse_inertia > 0) inverse += 1 / to_double(mass.inertia);
  }
  return inverse > 0 ? 1 / inverse : 0;
}

/// A row that something drives. `zero`: what the row has for 0, in the numbers of the drive.
RowRule rule_of(const RowDrive& drive, double mass, double zero) {
  RowRule rule;
  rule.rigid = false;
  const double swing = 2 * std::numbers::pi * to_double(drive.spring.hertz);
  rule.stiffness = mass * swing * swing;
  rule.damping = 2 * mass * swing * to_double(drive.spring.damping_ratio);
  rule.rest = to_double(drive.spring.rest);
  rule.speed = to_double(drive.motor.speed), rule.most = to_double(drive.motor.largest);
  if (!drive.limited) return rule;
  rule.lower = to_double(drive.limits.lower) - zero, rule.upper = to_double(drive.limits.upper) - zero;
  rule.restitution = to_double(drive.limits.restitution);
  rule.rigid = drive.limits.lower == drive.limits.upper;  // otherwise it would run from the one limit into the other
  return rule;
}

/// What drags or turns a body: by a spring and a damper whose force is bounded.
RowRule pull_of(const RowDrive& drive, double mass, int mate) {
  RowRule rule = rule_of({drive.spring, {}, {}, false}, mass, 0);
  rule.pulls = true;
  rule.strongest = to_double(drive.motor.largest), rule.mate = mate;
  return rule;
}

}  // namespace

void set_rules(const WorldState& world, const JointSlot& joint, JointLink& link) {
  const RowDrive &along = joint.drive.along, &turn = joint.drive.turn;
  const auto row = [&](int k, const RowDrive& drive, bool turning) {
    link.rule[k] = rule_of(drive, reduced(world, joint, turning), link.length);
  };
  for (RowRule& rule : link.rule) rule = {};
  link.drives = false;
  switch (joint.kind) {
    case JointKind::revolute:
      link.drives = turn.any();
      if (turn.any()) row(2, turn, true);
      break;
    case JointKind::prismatic:
      link.drives = along.any();
      if (along.any()) row(2, along, false);
      break;
    case JointKind::wheel:
      link.drives = true;
      row(1, turn, true), row(2, along, false);
      break;
    case JointKind::weld:
      // A damper along the axes of the world would brake bodies that turn together; along those of A it does not.
      link.kind = along.any() ? JointKind::prismatic : JointKind::weld;
      link.drives = along.any();
      if (along.any()) row(0, along, false), row(2, along, false);
      if (turn.any()) row(along.any() ? 1 : 2, turn, true);
      break;
    case JointKind::pulley:
      for (const int k : {1, 2}) {
        link.rule[k].rigid = false, link.rule[k].lower = to_double(turn.limits.lower);
      }
      [[fallthrough]];
    case JointKind::distance:
      if (along.any()) row(0, along, false);
      break;
    case JointKind::target:
    case JointKind::motor:  // along the axes of A, as a weld joint
      link.drives = true;
      for (const int k : {0, 2}) link.rule[k] = pull_of(along, reduced(world, joint, false), 2 - k);
      link.rule[1] = pull_of(turn, reduced(world, joint, true), -1);
      break;
    case JointKind::gear:
    case JointKind::rack:
    case JointKind::filter: break;
  }
}

namespace {

constexpr double quarter_turn = std::numbers::pi / 2;

/// Rows of a joint by itself, where its bodies are now. `quarters`: of a turn, see counted_angle().
struct LoneJoint {
  JointLink link;
  JointBody a, b;
  double c[most_joint_rows] = {};

  LoneJoint(const WorldState& world, std::uint32_t slot, std::uint32_t quarters) {
    const JointSlot& joint = world.joint_slots[slot];
    const Rank ranks[2] = {world.body_slots[joint.body[0]].rank, world.body_slots[joint.body[1]].rank};
    const BodyPose& origin = world.bodies.pose[ranks[0]];
    link = link_of(world, joint, origin);
    a = body_of(world, ranks[0], origin), b = body_of(world, ranks[1], origin);
    link.begin = counted_angle(link, a, b, quarters);
    place_error(link, a, b, c);
  }
};

}  // namespace

double counted_angle(const JointLink& link, const JointBody& a, const JointBody& b, std::uint32_t quarters) {
  return near_angle(angle_here(link, a, b), quarter_turn * static_cast<double>(static_cast<std::int32_t>(quarters)));
}

std::uint32_t quarters_of(const JointLink& link, const JointBody& a, const JointBody& b) {
  const int row = link.kind == JointKind::prismatic ? 1 : 2;
  const bool turns = row < rows_of(link) && is_angle(link, row);
  const bool driven = turns && (!link.rule[row].rigid || link.rule[row].has_limits());
  if (!driven && link.kind != JointKind::gear && link.kind != JointKind::rack) return 0;
  const double quarters = std::round(turned_angle(link, a, b) / quarter_turn);
  return std::fabs(quarters) < 0x1p31 ? static_cast<std::uint32_t>(static_cast<std::int32_t>(quarters)) : 0;
}

std::uint32_t fewest_quarters(const WorldState& world, std::uint32_t joint_slot) {
  const LoneJoint joint(world, joint_slot, 0);
  return quarters_of(joint.link, joint.a, joint.b);
}

double stored_energy(const WorldState& world, std::uint32_t joint_slot) {
  const JointDrive& drive = world.joint_slots[joint_slot].drive;
  if (drive.along.spring.hertz == 0 && drive.turn.spring.hertz == 0) return 0;
  const LoneJoint joint(world, joint_slot, world.joint_turns[joint_slot]);
  double energy = 0;
  for (int k = 0; k < rows_of(joint.link); ++k) {
    if (!joint.link.rule[k].rigid) energy += joint.link.rule[k].stored_energy(joint.c[k]);
  }
  return energy;
}

LargestDrive largest_drive(const WorldState& world, std::uint32_t joint_slot) {
  LargestDrive most;
  const JointDrive& drive = world.joint_slots[joint_slot].drive;
  if (!drive.along.any() && !drive.turn.any()) return most;
  const LoneJoint joint(world, joint_slot, world.joint_turns[joint_slot]);
  double across = 0;  // the square of it: rows of a joint that are lengths stand across one another
  for (int k = 0; k < rows_of(joint.link); ++k) {
    const RowRule& rule = joint.link.rule[k];
    if (rule.rigid) continue;
    const double spring = std::min(rule.stiffness * std::fabs(joint.c[k] - rule.rest), rule.strongest);
    const double force = spring + rule.most;
    if (is_angle(joint.link, k)) {
      most.torque = force;
    } else {
      across += force * force;
    }
  }
  most.force = std::sqrt(across) * std::max(1.0, joint.link.kind == JointKind::pulley ? joint.link.ratio : 1.0);
  return most;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
