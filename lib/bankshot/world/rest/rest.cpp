#include <bankshot/world/rest/rest.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/rest/contact_speeds.hpp>
#include <bankshot/world/rest/round_contact.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// A pair is the solver's if it stays, and if it is straight.
//
// It is straight if it closes within the step by no more than a quarter of the smaller shape's extent, be it with a
// point of the contact or with one that turning brings there: the solver might miss a longer path. How fast two bodies
// of like mass approach does not matter: the solver has them in every sub-step, and the timeline checks the paths that
// it makes. The speed that a step of free fall adds does not count: a pair that met within the last step has it, and
// thin bodies would never come to rest.
//
// It stays if its next bounces would be too low to see. A point that meets the surface at speed u leaves at e u and
// rises e^2 u^2 / (2 a) under a pressing acceleration a. The pair rests if this height is below the slop, for every
// point of the manifold. So without restitution every pair stays. Without a press, no pair with restitution ever comes
// to rest: a slow ball leaves the wall as fast as it came. No absolute threshold of speed is used.
//
// A pair that rested in the last step was pressed then. If its points close so slowly that the bounce would be too low
// to see under the least press that counts, least_press(), it still rests, and the loads need not be added up. If
// nothing presses it any longer, that costs less energy than a lift by slop_fraction of the slop, twice.

/// How far a pair closes along the contact's normal by the end of the step if nothing stops it. The normal turns with
/// the body that owns the face; which body that is need not be known: no direction has a larger gap than the real one.
Real closing_way(const WorldState& world, const ContactPair& pair, const PairInput& in, V2 normal, Real dt) {
  const BodyVelocity &a = world.bodies.velocity[pair.body_a], &b = world.bodies.velocity[pair.body_b];
  const Rooms rooms = rooms_of(world, pair.key);
  const auto gap = [&](Q2 qa, Q2 qb, V2 d, V2 n) {
    const Real of_a = rooms.a ? Real(0) : reach_along(*in.a, qa, n).low;
    const Real of_b = rooms.b ? Real(0) : reach_along(*in.b, qb, n).high;
    return dot(n, d) + (of_a - of_b);
  };
  const Real now = gap(in.qa, in.qb, in.d, normal);
  const V2 d = in.d + dt * (a.linear - b.linear);
  const bool whirls_a = absolute(a.angular) * dt > tolerance::whirl,
             whirls_b = absolute(b.angular) * dt > tolerance::whirl;
  if (whirls_a || whirls_b) {  // somewhere on the path every corner points at the other body
    const Real of_a = whirls_a ? -reach_of_corners(world, world.proxies[pair.key.a], pair.key.part_a)
                               : reach_along(*in.a, in.qa, normal).low;
    const Real of_b = whirls_b ? reach_of_corners(world, world.proxies[pair.key.b], pair.key.part_b)
                               : reach_along(*in.b, in.qb, normal).high;
    return now - (dot(normal, d) + ((rooms.a ? Real(0) : of_a) - (rooms.b ? Real(0) : of_b)));
  }
  const Q2 turn_a = rotation_of(a.angular * dt), turn_b = rotation_of(b.angular * dt);
  const Q2 qa = multiply(turn_a, in.qa), qb = multiply(turn_b, in.qb);
  const Real with_a = gap(qa, qb, d, rotate(turn_a, normal)), with_b = gap(qa, qb, d, rotate(turn_b, normal));
  return now - (rooms.a ? with_a : rooms.b ? with_b : max(with_a, with_b));
}

/// Upper bound of how much faster than its mean a turning point may close at some instant of the step: its acceleration
/// is at most w^2 r, and half a step lies between the mean and either end.
Real turning_gain(const WorldState& world, const ContactPair& pair, Real dt) {
  const auto centripetal = [&](Rank body, std::uint32_t proxy, std::uint32_t part) {
    const Real spin = world.bodies.velocity[body].angular;
    return spin == 0 ? Real(0) : spin * spin * reach_of_corners(world, world.proxies[proxy], part);
  };
  return (centripetal(pair.body_a, pair.key.a, pair.key.part_a) +
          centripetal(pair.body_b, pair.key.b, pair.key.part_b)) *
         dt / 2;
}

/// True if a point that has this speed at a gap above the surface bounces by less than the slop.
bool bounce_too_low(const ContactPair& pair, Real speed, Real gap, Real press) {
  const Real square = speed * speed + 2 * press * max(gap, 0);  // at the surface
  return press > 0 && pair.restitution * pair.restitution * square < 2 * press * pair.slop;
}

/// True if no blow is passing. During a blow loads are large, and do not show what presses afterwards.
bool is_calm(const ContactPair& pair, const ContactSpeeds& speeds, Real dt) {
  return rebounds_within(tolerance::margin_slops * pair.slop, pair, speeds.largest, dt);
}

/// True if a pair with restitution comes to rest: neither the points of its manifold nor those that turning brings
/// there within the step meet too fast. (A corner of a tumbling body may stand still for an instant.)
bool comes_to_rest(const WorldState& world, const ContactPairs& pairs, std::size_t i, Real press, Real dt) {
  const ContactPair& pair = pairs.near[i];
  const ContactSpeeds& speeds = pairs.speeds[i];
  if (!bounce_too_low(pair, speeds.largest, speeds.gap, press)) return false;
  // The first test bounds the closing speed of points that turning brings; the second computes the actual closing.
  if (!bounce_too_low(pair, speeds.largest + 2 * speeds.spin, 0, press)) {
    const PairInput in = pair_input(world, pairs, pair);
    const V2 normal = pairs.geometry[i].normal;
    const Real average = max(closing_way(world, pair, in, normal, dt), 0) / dt;
    if (!bounce_too_low(pair, average + turning_gain(world, pair, dt), 0, press)) return false;
  }
  return stays_straight(world, pairs, i, speeds, dt);
}

}  // namespace

bool stays_straight(const WorldState& world, const ContactPairs& pairs, std::size_t i, const ContactSpeeds& speeds,
                    Real dt) {
  const ContactPair& pair = pairs.near[i];
  const V2 normal = pairs.geometry[i].normal;
  const Real most = tolerance::solver_way_extents * pair.extent;
  const bool slow = speeds.closing * dt <= most || (pair.both_movable && alike(world, pair.body_a, pair.body_b));
  if (slow && 2 * speeds.spin * dt <= most) return true;
  // The solver is told of the closing that a face of a firmly turning body causes.
  const Real told = max(curving_of_firm(world, pair, pairs.geometry[i], dt), 0);
  if (!slow) {
    const Real pull =
        max(-dot(free_acceleration(world, pair.body_a), normal), dot(free_acceleration(world, pair.body_b), normal));
    if (speeds.closing * dt > most + (max(pull, 0) + told) * dt * dt) return false;
  }
  if (2 * speeds.spin * dt <= most) return true;
  const Real way = closing_way(world, pair, pair_input(world, pairs, pair), normal, dt);
  return way - speeds.closing * dt - told * dt * dt / 2 <= most;
}

// A corner that slides at speed u along a face that turns at w is accelerated towards it by 2 w u: in a step of length
// T, a displacement of w u T^2. On a round shape it comes along an arc that the solver is told of.
bool bends(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real dt) noexcept {
  const BodyVelocity &a = world.bodies.velocity[pair.body_a], &b = world.bodies.velocity[pair.body_b];
  const Real w = max(turning_of_normals(world, pair.key.a, pair.key.part_a, a.angular),
                     turning_of_normals(world, pair.key.b, pair.key.part_b, b.angular));
  if (w == 0) return false;
  Real slide = 0;
  for (int i = 0; i < contact.count; ++i) {
    const V2 u = velocity_at(world, pair, contact.points[i].anchor, contact.d);
    slide = max(slide, absolute(dot(perp(contact.normal), u)));
  }
  const Real most = alike(world, pair.body_a, pair.body_b) ? tolerance::solver_way_extents * pair.extent
                                                           : tolerance::margin_slops * pair.slop;
  return w * slide * dt * dt > most && !is_round(world, pair, contact) && !turns_with_firm(world, pair, contact, dt);
}

bool RestFinder::still_rests(const WorldState& world, const ContactPair& pair, const ContactSpeeds& speeds) const {
  return pair.age > 0 && bounce_too_low(pair, speeds.largest + 2 * speeds.spin, speeds.gap, press_.least(world, pair));
}

bool RestFinder::rests_by_own_load(const WorldState& world, Real dt, const ContactPairs& pairs, std::size_t i) const {
  const Real load = pairs.geometry[i].normal_impulse[0] + pairs.geometry[i].normal_impulse[1];
  if (!(load > 0)) return false;
  const ContactSpeeds& speeds = pairs.speeds[i];
  if (!is_calm(pairs.near[i], speeds, dt)) return false;
  const Real press = press_.by_own_load(world, pairs, i, load, speeds.largest);
  return press > 0 && comes_to_rest(world, pairs, i, press, dt);
}

bool RestFinder::find(const WorldState& world, Real dt, std::span<const std::vector<std::uint32_t>> open,
                      ContactPairs& pairs) {
  open_.clear();
  for (const std::vector<std::uint32_t>& of_range : open) open_.insert(open_.end(), of_range.begin(), of_range.end());
  if (open_.empty()) return false;
  rest_lodged(world, dt, pairs);
  if (!open_.empty()) rest_by_loads(world, dt, pairs);
  if (!open_.empty()) rest_by_weight(world, dt, pairs);
  return true;
}

/// Finds pairs that have no room to bounce.
void RestFinder::rest_lodged(const WorldState& world, Real dt, ContactPairs& pairs) {
  lodged_.find(world, dt, pairs, open_);
  std::erase_if(open_, [&](std::uint32_t i) {
    ContactPair& pair = pairs.near[i];
    pair.solve = lodged_.has(i) && stays_straight(world, pairs, i, pairs.speeds[i], dt);
    return pair.solve;
  });
}

/// Finds pairs that loads press. Keeps the press of those that remain open.
void RestFinder::rest_by_loads(const WorldState& world, Real dt, ContactPairs& pairs) {
  press_.find_loads(world, pairs, open_);
  pressed_.clear();
  std::size_t kept = 0;
  for (const std::uint32_t i : open_) {
    ContactPair& pair = pairs.near[i];
    const bool calm = is_calm(pair, pairs.speeds[i], dt);
    const Real press = calm ? press_.by_loads(world, pairs, i) : Real(0);
    pair.solve = press > 0 && comes_to_rest(world, pairs, i, press, dt);
    if (pair.solve) continue;
    if (calm && press_.are_borne(world, pair)) {  // following support from the ground up would add nothing
      const Real weight = press_.by_borne_weight(world, pairs, i);
      pair.solve = weight > press && comes_to_rest(world, pairs, i, weight, dt);
      continue;
    }
    open_[kept++] = i;
    pressed_.push_back(press);
  }
  open_.resize(kept);
}

/// Marks the bodies that cannot be pushed: a resting contact against one of these supports the other body, and so on
/// upwards.
void RestFinder::start_support(const WorldState& world) {
  supported_.resize(world.bodies.size(), 1), told_.resize(world.bodies.size(), 0);
  world.active.for_each([&](Rank rank) {
    supported_[rank] = !gives_way(world.bodies.flags[rank]);
    told_[rank] = 0;
  });
}

/// Passes support on through a resting pair. Returns true if that supports another body.
bool RestFinder::spread(const WorldState& world, const ContactPair& pair, V2 normal) {
  if (supported_[pair.body_a] == supported_[pair.body_b]) return false;
  if (Press::by_weight(world, pair, normal, supported_) <= 0) return false;
  supported_[pair.body_a] = supported_[pair.body_b] = 1;
  return true;
}

/// Finds pairs that weight presses, from the ground up. A pair is examined in the first pass, and in those in which the
/// support of its bodies has grown.
void RestFinder::rest_by_weight(const WorldState& world, Real dt, ContactPairs& pairs) {
  start_support(world);
  press_.begin_weights(world);
  bearing_.clear();
  for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
    if (pairs.near[i].solve && pairs.speeds[i].gap <= pairs.near[i].slop) bearing_.push_back(i);
  }
  std::uint32_t pass = 0;
  for (bool changed = true; changed;) {
    changed = false;
    ++pass;
    const auto passed_on = [&](std::uint32_t i) {
      const ContactPair& pair = pairs.near[i];
      changed |= spread(world, pair, pairs.geometry[i].normal);
      if (!supported_[pair.body_a] || !supported_[pair.body_b]) return false;
      press_.stand_by_weight(world, pairs, i);
      told_[pair.body_a] = told_[pair.body_b] = pass;
      return true;
    };
    std::erase_if(bearing_, passed_on);
    std::size_t kept = 0;
    for (std::size_t k = 0; k < open_.size(); ++k) {
      const std::uint32_t i = open_[k];
      ContactPair& pair = pairs.near[i];
      if (pass == 1 || told_[pair.body_a] == pass || told_[pair.body_b] == pass) {
        const Real weight = press_.by_weight(world, pairs, i, supported_);
        pair.solve = weight > pressed_[k] && comes_to_rest(world, pairs, i, weight, dt);
      }
      if (!pair.solve) {
        pressed_[kept] = pressed_[k], open_[kept++] = i;
        continue;
      }
      changed = true;
      bearing_.push_back(i);
    }
    open_.resize(kept), pressed_.resize(kept);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
