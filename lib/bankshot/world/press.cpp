#include <bankshot/world/press.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/round_contact.hpp>

// A bounce at speed u under a pressing acceleration a rises e^2 u^2 / (2 a), so what comes to rest is decided by what
// presses. With n the normal from B to A and g the gap, that is -g'' along the paths that the two would take without
// their own contact:
//
//   press = -n . (a_A - a_B) + curving
//
// The accelerations are those of gravity and of the user's forces, and those of all other contacts. The impulses that
// the solver found for these in its last sub-step are known, so a body that others wedge against a wall is pressed
// against it, whatever the direction of gravity. The load of the pair itself takes no part: two bodies that meet alone
// are pressed by nothing, however hard they meet, and slow bounces without gravity go on.
//
// Loads are known one step late. Where there are none yet, as in a pile that has just come down, gravity is followed
// from the ground up: a body that rests on a supported one is supported, and presses with its own weight alone.

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

/// Impulses that a contact bore in the last sub-step: along the normal, and along its perpendicular.
struct Load {
  Real normal = 0, friction = 0;
};

Load load_of(const WorldState& world, const NearPair& pair) {
  if (pair.old == none) return {};
  const ContactRecord& record = world.contacts[pair.old];
  return {record.normal_impulse[0] + record.normal_impulse[1], record.friction_impulse};
}

Real above_least(const WorldState& world, const NearPair& pair, Real press) {
  return press > least_press(world, pair.body_a, pair.body_b) ? press : Real(0);
}

}  // namespace

void Press::begin(const WorldState& world, const PairSet& pairs, Real dt) {
  rate_ = static_cast<Real>(world.settings.substeps) / dt;
  acceleration_.resize(world.bodies.size());
  world.active.for_each([&](Rank rank) { acceleration_[rank] = free_acceleration(world, rank); });
  const auto look_up_resting = [&](Rank rank) {
    if (!may_move(world.bodies.flags[rank])) acceleration_[rank] = free_acceleration(world, rank);
  };
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    const NearPair& pair = pairs.near[i];
    const ContactGeometry& contact = pairs.geometry[i];
    if (pair.sensor) continue;
    look_up_resting(pair.body_a), look_up_resting(pair.body_b);
    if (contact.count == 0) continue;
    const Load load = load_of(world, pair);
    if (load.normal == 0) continue;
    const V2 force = rate_ * (load.normal * contact.normal + load.friction * perp(contact.normal));
    const auto push = [&](Rank rank, Real sign) {
      const BodyFlags& flags = world.bodies.flags[rank];
      if (flags.type != BodyType::dynamic || !flags.awake) return;
      const Real inverse_mass = sign * world.bodies.mass[rank].inverse_mass;
      acceleration_[rank] +=
          {flags.locks.x ? Real(0) : inverse_mass * force.x, flags.locks.y ? Real(0) : inverse_mass * force.y};
    };
    push(pair.body_a, 1), push(pair.body_b, -1);
  }
}

Real Press::by_loads(const WorldState& world, const PairSet& pairs, std::size_t i) const {
  const NearPair& pair = pairs.near[i];
  const ContactGeometry& contact = pairs.geometry[i];
  const V2 n = contact.normal;
  const auto inverse_mass = [&](Rank rank) {
    const BodyFlags& flags = world.bodies.flags[rank];
    if (flags.type != BodyType::dynamic || !flags.awake) return Real(0);
    const Real along = (flags.locks.x ? Real(0) : n.x * n.x) + (flags.locks.y ? Real(0) : n.y * n.y);
    return along * world.bodies.mass[rank].inverse_mass;
  };
  const Real own = rate_ * load_of(world, pair).normal * (inverse_mass(pair.body_a) + inverse_mass(pair.body_b));
  const Real press = own - dot(n, acceleration_[pair.body_a] - acceleration_[pair.body_b]);
  return above_least(world, pair, press + curving(world, pair, contact));
}

Real Press::by_weight(const WorldState& world, const NearPair& pair, V2 normal,
                      const std::vector<std::uint8_t>& supported) {
  const Real a = -dot(free_acceleration(world, pair.body_a), normal);
  const Real b = dot(free_acceleration(world, pair.body_b), normal);
  const bool by_b = supported[pair.body_b] != 0, by_a = supported[pair.body_a] != 0;
  return above_least(world, pair, by_a && by_b ? max(a, b) : by_b ? a : by_a ? b : a + b);
}

Real least_press(const WorldState& world, Rank a, Rank b) noexcept {
  return tolerance::slop_fraction * (length(free_acceleration(world, a)) + length(free_acceleration(world, b)));
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
