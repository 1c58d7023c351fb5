#include <bankshot/tolerance.hpp>
#include <bankshot/world/classify.hpp>
#include <bankshot/world/motion.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

// Without restitution a pair within the speculative margin rests unless it closes so fast that the solver might miss
// it: by more than a quarter of the smaller shape's extent within the step. Such a pair, and one that comes from beyond
// the margin, is an impact.
//
// With restitution e a pair rests when its next bounces would be too low to see: a point that meets the surface at
// speed u leaves at e u and rises e^2 u^2 / (2 a) under a pressing acceleration a; rest means that this height is below
// the slop, for every point of the manifold. Without pressing acceleration nothing ever comes to rest: a slow ball
// leaves the wall as fast as it came. Nothing absolute stands here: no speed threshold.

struct PointSpeeds {
  Real closing = 0;  ///< largest closing speed over the points
  Real largest = 0;  ///< largest normal speed over the points, either way
  Real gap = 0;      ///< smallest separation
};

PointSpeeds point_speeds(const WorldState& world, const NearPair& pair, const ContactGeometry& contact) {
  const BodyVelocity &a = world.bodies.velocity[pair.body_a], &b = world.bodies.velocity[pair.body_b];
  const V2 d = centre_difference(world.bodies.pose[pair.body_a], world.bodies.pose[pair.body_b]);
  PointSpeeds speeds;
  for (int i = 0; i < contact.count; ++i) {
    const V2 ra = contact.points[i].anchor, rb = ra + d;
    const V2 relative = (a.linear - b.linear) + (cross(a.angular, ra) - cross(b.angular, rb));
    const Real speed = dot(relative, contact.normal);
    speeds.closing = max(speeds.closing, -speed);
    speeds.largest = max(speeds.largest, absolute(speed));
    speeds.gap = i == 0 ? contact.points[i].separation : min(speeds.gap, contact.points[i].separation);
  }
  return speeds;
}

/// Without restitution: see above.
bool slow_enough(const NearPair& pair, const PointSpeeds& speeds, Real dt) {
  return speeds.closing * dt <= pair.extent / 4;
}

/// Acceleration with which A presses on B along the normal; not positive when nothing presses.
Real pressing(const WorldState& world, const NearPair& pair, V2 normal, const std::vector<std::uint8_t>& supported) {
  const V2 gravity = plain(world.settings.gravity);
  const Bodies& bodies = world.bodies;
  Real turning = 0;
  const auto raw = [&](Rank rank) {
    if (bodies.flags[rank].type != BodyType::dynamic) return V2{};
    return acceleration(bodies.mass[rank], bodies.forces[rank], bodies.flags[rank], gravity, turning);
  };
  const Real a = -dot(raw(pair.body_a), normal), b = dot(raw(pair.body_b), normal);
  const bool by_b = supported[pair.body_b] != 0, by_a = supported[pair.body_a] != 0;
  if (by_a && by_b) return max(a, b);
  if (by_b) return a;
  if (by_a) return b;
  return a + b;
}

bool bounce_too_low(const NearPair& pair, const PointSpeeds& speeds, Real press) {
  return press > 0 && pair.restitution * pair.restitution * speeds.largest * speeds.largest < 2 * press * pair.slop;
}

/// Bodies that cannot give way: a resting contact against one of these supports the other, and so on upwards.
void start_support(const WorldState& world, std::vector<std::uint8_t>& supported) {
  supported.resize(world.bodies.size());
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) {
    const BodyFlags& flags = world.bodies.flags[rank];
    supported[rank] = flags.type != BodyType::dynamic || !flags.awake;
  }
}

/// Passes support on through a resting pair; true when that told something new.
bool spread(const WorldState& world, const NearPair& pair, V2 normal, std::vector<std::uint8_t>& supported) {
  if (supported[pair.body_a] == supported[pair.body_b]) return false;
  if (pressing(world, pair, normal, supported) <= 0) return false;
  supported[pair.body_a] = supported[pair.body_b] = 1;
  return true;
}

void classify_bouncing(const WorldState& world, PairSet& pairs, std::vector<std::uint8_t>& supported) {
  start_support(world, supported);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < pairs.near.size(); ++i) {
      NearPair& pair = pairs.near[i];
      const ContactGeometry& contact = pairs.geometry[i];
      if (pair.sensor || contact.count == 0) continue;
      const PointSpeeds speeds = point_speeds(world, pair, contact);
      if (speeds.gap > pair.slop) continue;
      if (!pair.solve && pair.restitution > 0) {
        pair.solve = bounce_too_low(pair, speeds, pressing(world, pair, contact.normal, supported));
        changed |= pair.solve;
      }
      if (pair.solve) changed |= spread(world, pair, contact.normal, supported);
    }
  }
}

}  // namespace

void classify(const WorldState& world, Real dt, PairSet& pairs, std::vector<std::uint8_t>& supported) {
  bool bouncing = false;
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    NearPair& pair = pairs.near[i];
    const ContactGeometry& contact = pairs.geometry[i];
    if (contact.count == 0) continue;
    const PointSpeeds speeds = point_speeds(world, pair, contact);
    // Reported as touching from a fraction of the slop on, until the gap exceeds the slop: no flicker in between.
    const bool was = pair.old != none && world.contacts[pair.old].touching;
    pair.touching = speeds.gap <= (was ? Real(1) : tolerance::impact_gap_slops) * pair.slop;
    if (pair.sensor) continue;
    if (speeds.gap < -pair.slop) {
      pair.solve = slow_enough(pair, speeds, dt);  // overlapping: only the solver pushes apart, whatever bounces
    } else if (pair.restitution == 0) {
      pair.solve = slow_enough(pair, speeds, dt);
    }
    bouncing |= !pair.solve && pair.restitution > 0;
  }
  if (bouncing) classify_bouncing(world, pairs, supported);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
