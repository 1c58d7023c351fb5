#include <bankshot/world/rest/press.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/rest/round_contact.hpp>

// A bounce at speed u under a pressing acceleration a rises e^2 u^2 / (2 a), so the press decides what comes to rest.
// With n the normal from B to A and g the gap, the press is -g'' along the paths that the two would take without their
// own contact:
//
//   press = -n . (a_A - a_B) + curving
//
// The accelerations are those of gravity and of the user's forces, and those of all other contacts. The impulses that
// the solver found for these in its last sub-step are known, so a body that others wedge against a wall is pressed
// against it, whatever the direction of gravity. The load of the pair itself takes no part: two bodies that meet alone
// are pressed by nothing, however hard they meet, and slow bounces without gravity go on.
//
// A pair that bore a load J itself needs no sum over the others. The solver, which had it before, left it no closing
// speed at the beginning of the last sub-step of length h, in which it reached its present speed v. Without its own
// contact it would have closed, so that
//
//   press h >= J (1 / m_A + 1 / m_B) - v
//
// Friction presses, too, once the two have bounced apart: a body that stands on something slides no farther than that
// lets it (footing.hpp). Each of the two has to be stopped, so the smaller grip counts, and none if one of them flies.
//
// Loads are known one step late. If there are none yet, as in a pile that has just come down, gravity is followed from
// the ground up: a body that rests on a supported one is supported, and presses with its own weight alone.

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool is_driven(const WorldState& world, Rank rank) { return gives_way(world.bodies.flags[rank]); }

/// Inverse mass of a body along a direction.
Real inverse_mass_along(const WorldState& world, Rank rank, V2 n) {
  const BodyFlags& flags = world.bodies.flags[rank];
  if (!is_driven(world, rank)) return 0;
  const Real along = (flags.locks.x ? Real(0) : n.x * n.x) + (flags.locks.y ? Real(0) : n.y * n.y);
  return along * world.bodies.mass[rank].inverse_mass;
}

/// Normal impulse that a contact pair bore in the last sub-step.
Real load_of(const WorldState& world, const ContactPair& pair) {
  if (pair.old == none) return 0;
  const CachedContact& record = world.contacts[pair.old];
  return record.normal_impulse[0] + record.normal_impulse[1];
}

}  // namespace

void Press::look_up(const WorldState& world, Rank rank) {
  OfBody& body = bodies_[rank];
  body.free = body.loaded = free_acceleration(world, rank);
  body.least = tolerance::slop_fraction * length(body.free);
  body.footing = {};
}

void Press::begin(const WorldState& world, Real dt) {
  dt_ = dt, rate_ = static_cast<Real>(world.settings.substeps) / dt;
  bodies_.resize(world.bodies.size());
  world.active.for_each([&](Rank rank) { look_up(world, rank); });
}

V2 Press::free_of(const WorldState& world, Rank rank) const {
  return may_move(world.bodies.flags[rank]) ? bodies_[rank].free : free_acceleration(world, rank);
}

V2 Press::loaded(const WorldState& world, Rank rank) const {
  return may_move(world.bodies.flags[rank]) ? bodies_[rank].loaded : free_acceleration(world, rank);
}

Real Press::least(const WorldState& world, const ContactPair& pair) const {
  const auto of = [&](Rank rank) {
    return may_move(world.bodies.flags[rank]) ? bodies_[rank].least
                                              : tolerance::slop_fraction * length(free_acceleration(world, rank));
  };
  return of(pair.body_a) + of(pair.body_b);
}

Real Press::above_least(const WorldState& world, const ContactPair& pair, Real press) const {
  return press > least(world, pair) ? press : Real(0);
}

Real Press::by_own_load(const WorldState& world, const ContactPairs& pairs, std::size_t i, Real load,
                        Real speed) const {
  const ContactPair& pair = pairs.near[i];
  const V2 n = pairs.geometry[i].normal;
  const Real change = load * (inverse_mass_along(world, pair.body_a, n) + inverse_mass_along(world, pair.body_b, n));
  return above_least(world, pair, (change - speed) * rate_);
}

void Press::find_loads(const WorldState& world, const ContactPairs& pairs,
                       const std::vector<std::uint32_t>& concerned) {
  concerned_.assign(world.bodies.size(), 0);
  for (const std::uint32_t i : concerned) {
    for (const Rank rank : {pairs.near[i].body_a, pairs.near[i].body_b}) concerned_[rank] = is_driven(world, rank);
  }
  for (std::size_t i = 0; i < pairs.near.size(); ++i) {
    const ContactPair& pair = pairs.near[i];
    if (!concerned_[pair.body_a] && !concerned_[pair.body_b]) continue;
    const ContactGeometry& contact = pairs.geometry[i];
    if (contact.count == 0 || pair.old == none || pair.passes) continue;
    const Real load = load_of(world, pair);
    if (load == 0) continue;
    const V2 force = rate_ * (load * contact.normal + contact.friction_impulse * perp(contact.normal));
    const auto push = [&](Rank rank, Real sign) {
      if (!concerned_[rank]) return;
      const BodyFlags& flags = world.bodies.flags[rank];
      const Real inverse_mass = sign * world.bodies.mass[rank].inverse_mass;
      bodies_[rank].loaded +=
          {flags.locks.x ? Real(0) : inverse_mass * force.x, flags.locks.y ? Real(0) : inverse_mass * force.y};
    };
    push(pair.body_a, 1), push(pair.body_b, -1);
    if (contact.count > 1) stand(world, pair, contact);
  }
}

/// Further acceleration by friction that a flat contact could give a body, given its press there. Zero if that would
/// not stop the sliding within the step: such a pair slides.
Real Press::spare(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real pressed,
                  Real given) const {
  const V2 arm = Real(0.5) * (contact.points[0].anchor + contact.points[1].anchor);
  const V2 velocity = velocity_at(world, pair, arm, contact.d);
  const Real slip = absolute(dot(perp(contact.normal), velocity)) + absolute(pair.surface_speed);
  const Real most = pair.friction * pressed;
  return slip <= most * dt_ ? max(most - given, 0) : Real(0);
}

/// Adds a loaded flat contact to the footing of the body whose weight it bears.
void Press::stand(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact) {
  const Real least_of_pair = least(world, pair);
  const auto add = [&](Rank rank, V2 normal, V2 to_centre) {
    OfBody& body = bodies_[rank];
    if (!concerned_[rank] || !(-dot(normal, body.free) > least_of_pair)) return;
    const BodyMass& mass = world.bodies.mass[rank];
    const Real per_impulse = rate_ * mass.inverse_mass;
    const Real first = per_impulse * contact.normal_impulse[0], second = per_impulse * contact.normal_impulse[1];
    const Real given = per_impulse * absolute(contact.friction_impulse);
    body.footing.add(normal, contact.points[0].anchor + to_centre, contact.points[1].anchor + to_centre, first, second,
                     spare(world, pair, contact, first + second, given), mass.reach);
  };
  add(pair.body_a, contact.normal, {});
  add(pair.body_b, -contact.normal, contact.d);
}

void Press::begin_weights(const WorldState& world) {
  by_weight_.resize(world.bodies.size());
  world.active.for_each([&](Rank rank) { by_weight_[rank] = {}; });
}

/// The body's own weight acts at its centre of mass.
void Press::stand_by_weight(const WorldState& world, const ContactPairs& pairs, std::size_t i) {
  const ContactPair& pair = pairs.near[i];
  const ContactGeometry& contact = pairs.geometry[i];
  // The effect of a force hook is unknown: it may lift a body off its support.
  if (contact.count < 2 || world.settings.force_hook.function != nullptr) return;
  const Real least_of_pair = least(world, pair);
  const auto add = [&](Rank rank, V2 normal, V2 to_centre) {
    if (!is_driven(world, rank)) return;
    const OfBody& body = bodies_[rank];
    const Real weight = -dot(normal, body.free);
    if (!(weight > least_of_pair)) return;
    const Real spare_here = spare(world, pair, contact, weight, absolute(dot(perp(normal), body.free)));
    Footing& footing = by_weight_[rank];
    const bool first = footing.load == 0;
    footing.add(normal, contact.points[0].anchor + to_centre, contact.points[1].anchor + to_centre, 0, 0, 0,
                world.bodies.mass[rank].reach);
    if (!same_normal(footing.normal, normal)) return;
    footing.load = weight;
    footing.spare = first ? spare_here : min(footing.spare, spare_here);
  };
  add(pair.body_a, contact.normal, {});
  add(pair.body_b, -contact.normal, contact.d);
}

/// The acceleration that stops both bodies of a pair that bounce apart along `n`.
template <class FootingOf>
Real Press::grip(const WorldState& world, const ContactPair& pair, V2 n, FootingOf&& footing_of) const {
  const bool driven_a = is_driven(world, pair.body_a), driven_b = is_driven(world, pair.body_b);
  const Real of_a = driven_a ? footing_of(pair.body_a).grip(n) : Real(0);
  const Real of_b = driven_b ? footing_of(pair.body_b).grip(n) : Real(0);
  return driven_a && driven_b ? min(of_a, of_b) : of_a + of_b;
}

Real Press::by_loads(const WorldState& world, const ContactPairs& pairs, std::size_t i) const {
  const ContactPair& pair = pairs.near[i];
  const ContactGeometry& contact = pairs.geometry[i];
  const V2 n = contact.normal;
  const Real own = rate_ * load_of(world, pair) *
                   (inverse_mass_along(world, pair.body_a, n) + inverse_mass_along(world, pair.body_b, n));
  const Real press = own - dot(n, loaded(world, pair.body_a) - loaded(world, pair.body_b));
  const Real grips = grip(world, pair, n, [this](Rank rank) { return bodies_[rank].footing; });
  return above_least(world, pair, press + grips + curving(world, pair, contact, dt_));
}

namespace {

/// The press of a pair, given the accelerations of its bodies towards one another and whether each is supported.
Real pressed_by(Real a, Real b, bool supported_a, bool supported_b) {
  return supported_a && supported_b ? max(a, b) : supported_b ? a : supported_a ? b : a + b;
}

}  // namespace

Real Press::by_weight(const WorldState& world, const ContactPair& pair, V2 normal,
                      const std::vector<std::uint8_t>& supported) {
  const Real a = -dot(free_acceleration(world, pair.body_a), normal);
  const Real b = dot(free_acceleration(world, pair.body_b), normal);
  const Real press = pressed_by(a, b, supported[pair.body_a] != 0, supported[pair.body_b] != 0);
  return press > least_press(world, pair.body_a, pair.body_b) ? press : Real(0);
}

/// A body is supported if its contacts bear more than half of its weight.
bool Press::are_borne(const WorldState& world, const ContactPair& pair) const {
  const auto is_borne = [&](Rank rank) {
    const OfBody& body = bodies_[rank];
    return !is_driven(world, rank) || dot(body.loaded, body.free) < length_squared(body.free) / 2;
  };
  return is_borne(pair.body_a) && is_borne(pair.body_b);
}

Real Press::by_borne_weight(const WorldState& world, const ContactPairs& pairs, std::size_t i) const {
  const ContactPair& pair = pairs.near[i];
  const V2 n = pairs.geometry[i].normal;
  const Real press = max(-dot(free_of(world, pair.body_a), n), dot(free_of(world, pair.body_b), n));
  const Real grips = grip(world, pair, n, [this](Rank rank) { return bodies_[rank].footing; });
  return above_least(world, pair, above_least(world, pair, press) + grips);
}

Real Press::by_weight(const WorldState& world, const ContactPairs& pairs, std::size_t i,
                      const std::vector<std::uint8_t>& supported) const {
  const ContactPair& pair = pairs.near[i];
  const V2 n = pairs.geometry[i].normal;
  const Real a = -dot(free_of(world, pair.body_a), n), b = dot(free_of(world, pair.body_b), n);
  const Real press = pressed_by(a, b, supported[pair.body_a] != 0, supported[pair.body_b] != 0);
  const Real grips = grip(world, pair, n, [this](Rank rank) { return by_weight_[rank]; });
  return above_least(world, pair, above_least(world, pair, press) + grips);
}

Real least_press(const WorldState& world, Rank a, Rank b) noexcept {
  return tolerance::slop_fraction * (length(free_acceleration(world, a)) + length(free_acceleration(world, b)));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
