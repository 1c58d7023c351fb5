#include <bankshot/math/cpp20.hpp>
#include <bankshot/math/room.hpp>
#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/classify.hpp>
#include <bankshot/world/contact_speeds.hpp>

#include <algorithm>
#include <utility>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

// Without restitution a pair within the solver's margin rests unless it closes so fast that the solver might miss it:
// by more than a quarter of the smaller shape's extent within the step, be it with a point of the contact or with one
// that turning brings there. Such a pair is an impact. How fast two that can both give way come straight on does not
// matter: the solver has them in every sub-step, and the timeline looks after what that leaves (see NearPair::fast).
// What a step of free fall adds does not count: a pair that met within the last step has it, and thin things would
// never come to rest.
//
// With restitution e a pair rests when its next bounces would be too low to see: a point that meets the surface at
// speed u leaves at e u and rises e^2 u^2 / (2 a) under a pressing acceleration a; rest means that this height is below
// the slop, for every point of the manifold. Without pressing acceleration nothing ever comes to rest: a slow ball
// leaves the wall as fast as it came. Nothing absolute stands here: no speed threshold.

/// Where a body turns by more than this in a step, in radians, where its corners are when the step ends does not tell
/// where they were on the way.
constexpr Real whirl = 1;

/// How much less the two are apart along the contact's normal when the step ends, if nothing stops them. The normal
/// turns with the body whose face it is; whose that is need not be known: no gap is smaller than along any direction.
Real closing_way(const WorldState& world, const NearPair& pair, const PairInput& in, V2 normal, Real dt) {
  const BodyVelocity &a = world.bodies.velocity[pair.body_a], &b = world.bodies.velocity[pair.body_b];
  const Rooms rooms = rooms_of(world, pair.key);
  const auto gap = [&](Q2 qa, Q2 qb, V2 d, V2 n) {
    const Real of_a = rooms.a ? Real(0) : reach_along(*in.a, qa, n).low;
    const Real of_b = rooms.b ? Real(0) : reach_along(*in.b, qb, n).high;
    return dot(n, d) + (of_a - of_b);
  };
  const Real now = gap(in.qa, in.qb, in.d, normal);
  const V2 d = in.d + dt * (a.linear - b.linear);
  const bool whirls_a = absolute(a.angular) * dt > whirl, whirls_b = absolute(b.angular) * dt > whirl;
  if (whirls_a || whirls_b) {  // somewhere on the way every corner points at the other
    const Real of_a = whirls_a ? -world.bodies.mass[pair.body_a].reach : reach_along(*in.a, in.qa, normal).low;
    const Real of_b = whirls_b ? world.bodies.mass[pair.body_b].reach : reach_along(*in.b, in.qb, normal).high;
    return now - (dot(normal, d) + ((rooms.a ? Real(0) : of_a) - (rooms.b ? Real(0) : of_b)));
  }
  const Q2 turn_a = rotation_of(a.angular * dt), turn_b = rotation_of(b.angular * dt);
  const Q2 qa = multiply(turn_a, in.qa), qb = multiply(turn_b, in.qb);
  const Real with_a = gap(qa, qb, d, rotate(turn_a, normal)), with_b = gap(qa, qb, d, rotate(turn_b, normal));
  return now - (rooms.a ? with_a : rooms.b ? with_b : max(with_a, with_b));
}

/// Whether no point of the pair, and none that turning brings there, closes by more than `most` within the step.
bool plainly_slow(const ContactSpeeds& speeds, Real most, Real dt) {
  return speeds.closing * dt <= most && 2 * speeds.spin * dt <= most;
}

/// Without restitution: see above.
bool slow_enough(const WorldState& world, const NearPair& pair, const PairInput& in, V2 normal,
                 const ContactSpeeds& speeds, Real dt) {
  const Real most = tolerance::solver_way_extents * pair.extent;
  if (speeds.closing * dt > most && !pair.yields) {
    const Real pull =
        max(-dot(free_acceleration(world, pair.body_a), normal), dot(free_acceleration(world, pair.body_b), normal));
    if (speeds.closing * dt > most + max(pull, 0) * dt * dt) return false;
  }
  return 2 * speeds.spin * dt <= most || closing_way(world, pair, in, normal, dt) - speeds.closing * dt <= most;
}

/// Acceleration with which A presses on B along the normal; not positive when nothing presses.
Real pressing(const WorldState& world, const NearPair& pair, V2 normal, const std::vector<std::uint8_t>& supported) {
  const Real a = -dot(free_acceleration(world, pair.body_a), normal);
  const Real b = dot(free_acceleration(world, pair.body_b), normal);
  const bool by_b = supported[pair.body_b] != 0, by_a = supported[pair.body_a] != 0;
  const Real press = by_a && by_b ? max(a, b) : by_b ? a : by_a ? b : a + b;
  return press > least_press(world, pair.body_a, pair.body_b) ? press : Real(0);
}

/// Whether a point that has this speed at a gap above the surface rises by less than the slop when it has met it.
bool bounce_too_low(const NearPair& pair, Real speed, Real gap, Real press) {
  const Real square = speed * speed + 2 * press * max(gap, 0);  // when it gets there
  return press > 0 && pair.restitution * pair.restitution * square < 2 * press * pair.slop;
}

/// Whether a pair with restitution comes to rest: neither the points of its manifold nor those that turning brings
/// there within the step meet too fast. (A corner of a body that tumbles may stand still for an instant.)
bool comes_to_rest(const WorldState& world, const NearPair& pair, const PairInput& in, V2 normal,
                   const ContactSpeeds& speeds, Real press, Real dt) {
  return bounce_too_low(pair, speeds.largest, speeds.gap, press) &&
         bounce_too_low(pair, closing_way(world, pair, in, normal, dt) / dt, 0, press) &&
         slow_enough(world, pair, in, normal, speeds, dt);
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

/// `open`: the pairs of which more may come to be known, in their order.
void classify_bouncing(const WorldState& world, Real dt, PairSet& pairs, std::vector<std::uint8_t>& supported,
                       std::vector<std::uint32_t>& open) {
  start_support(world, supported);
  open.clear();
  for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
    const NearPair& pair = pairs.near[i];
    const ContactGeometry& contact = pairs.geometry[i];
    if (pair.sensor || contact.count == 0 || speeds_of(world, pairs, i).gap > pair.slop) continue;
    open.push_back(i);
  }
  for (bool changed = true; changed;) {
    changed = false;
    std::size_t kept = 0;
    for (const std::uint32_t i : open) {
      NearPair& pair = pairs.near[i];
      const ContactGeometry& contact = pairs.geometry[i];
      if (!pair.solve && pair.restitution > 0) {
        const Real press = pressing(world, pair, contact.normal, supported);
        const ContactSpeeds speeds = speeds_of(world, pairs, i);
        pair.solve =
            press > 0 && comes_to_rest(world, pair, pair_input(world, pairs, pair), contact.normal, speeds, press, dt);
        changed |= pair.solve;
      }
      if (pair.solve) changed |= spread(world, pair, contact.normal, supported);
      const bool done = pair.solve ? supported[pair.body_a] && supported[pair.body_b] : pair.restitution == 0;
      if (!done) open[kept++] = i;
    }
    open.resize(kept);
  }
}

// Where nothing presses two bodies together and nothing else holds them, what they do to one another is an impact, at
// its time, even without restitution: as the first load of a contact it would come a sub-step early, with another
// normal. What does touch something belongs to a pile, which is the solver's.

/// A pair that touches: no farther apart than twice what an impact leaves between the two, and not about to close more
/// than that.
bool touches(const NearPair& pair, const ContactSpeeds& speeds, Real dt) {
  const Real hair = 2 * tolerance::impact_gap_slops * pair.slop;
  return speeds.gap <= hair && speeds.closing * dt <= hair;
}

/// Other threads may say the same.
void mark_touched(const WorldState& world, const NearPair& pair, std::uint8_t* touched) {
  const BodyFlags* const flags = world.bodies.flags.data();
  const Rank a = pair.body_a, b = pair.body_b;
  const bool dynamic_a = flags[a].type == BodyType::dynamic, dynamic_b = flags[b].type == BodyType::dynamic;
  if (dynamic_a) store_relaxed(touched[a], std::uint8_t{1});
  if (dynamic_b) store_relaxed(touched[b], std::uint8_t{1});
}

bool meets_in_flight(const WorldState& world, const NearPair& pair, V2 normal, const ContactSpeeds& speeds, Real dt,
                     const std::vector<std::uint8_t>& touched) {
  if (touched[pair.body_a] || touched[pair.body_b]) return false;
  return speeds.gap > 0 && !touches(pair, speeds, dt) && pressing(world, pair, normal, touched) <= 0;
}

/// How many pairs of a range are on each of two lists, whether there are young ones on the first, and whether any pair
/// may bounce after all.
struct Dealt {
  std::size_t solved = 0, loose = 0;
  bool any_young = false, bouncing = false;
};

/// Every pair is written to both lists, and their counts move on for those that are in them: no branch to predict.
/// `classify(pair, i)`: a last look at each, whether it may bounce.
template <class Classify>
Dealt deal_range(PairSet& pairs, const Range& range, Classify&& classify) {
  const NearPair* const near = pairs.near.data();
  std::uint32_t *const solved = pairs.solved.data() + range.begin, *const loose = pairs.loose.data() + range.begin;
  RankPair* const bodies = pairs.solved_bodies.data() + range.begin;
  std::uint8_t *const is_young = pairs.young.data() + range.begin, *const has_old = pairs.has_old.data();
  Dealt dealt;
  for (auto i = static_cast<std::uint32_t>(range.begin); i < range.end; ++i) {
    const NearPair& pair = near[i];
    dealt.bouncing |= classify(pair, i);
    const RankPair pair_bodies{pair.body_a, pair.body_b};
    const bool solve = pair.solve, fast = pair.fast, young = pair.age < tolerance::settling_steps;
    solved[dealt.solved] = loose[dealt.loose] = i;
    bodies[dealt.solved] = pair_bodies;
    is_young[dealt.solved] = young;
    dealt.any_young |= solve && young;
    if (solve && !young) {  // other threads may say the same
      store_relaxed(has_old[pair_bodies.a], std::uint8_t{1}), store_relaxed(has_old[pair_bodies.b], std::uint8_t{1});
    }
    dealt.solved += solve ? 1 : 0;
    dealt.loose += !solve || fast ? 1 : 0;
  }
  return dealt;
}

/// Who looks at which pair from now on. Whether any may bounce.
template <class Classify>
bool deal(const WorldState& world, PairSet& pairs, Classify&& classify) {
  const std::size_t count = pairs.near.size();
  resize_anew(pairs.solved, count), resize_anew(pairs.solved_bodies, count);
  resize_anew(pairs.young, count), resize_anew(pairs.loose, count);
  pairs.has_old.assign(world.bodies.size(), 0);
  std::array<Dealt, thread_limit> dealt;
  std::array<Made, thread_limit> solved, loose;
  world.crew.ranges(count, least_pairs, [&](const Range& range) {
    const Dealt& own = dealt[range.piece] = deal_range(pairs, range, classify);
    solved[range.piece] = {range.begin, own.solved};
    loose[range.piece] = {range.begin, own.loose};
  });
  const auto pieces = static_cast<std::size_t>(world.crew.pieces(count, least_pairs));
  const auto all_solved = std::span<const Made>(solved).first(pieces);
  close_gaps(pairs.solved, all_solved), close_gaps(pairs.solved_bodies, all_solved);
  close_gaps(pairs.young, all_solved);
  close_gaps(pairs.loose, std::span<const Made>(loose).first(pieces));
  bool bouncing = pairs.any_young = false;
  for (const Dealt& own : std::span<const Dealt>(dealt).first(pieces)) {
    pairs.any_young |= own.any_young, bouncing |= own.bouncing;
  }
  return bouncing;
}

}  // namespace

Real least_press(const WorldState& world, Rank a, Rank b) noexcept {
  return tolerance::slop_fraction * (length(free_acceleration(world, a)) + length(free_acceleration(world, b)));
}

namespace {

/// By the pair alone. Whether it may bounce.
bool classify_alone(const WorldState& world, Real dt, NearPair& pair, const ContactGeometry& contact,
                    const PairInput& in, const ContactSpeeds& speeds, std::uint8_t* touched) {
  // Reported as touching from a fraction of the slop on, until the gap exceeds the slop: no flicker in between.
  const bool was = pair.touching;
  pair.touching = contact.count > 0 && speeds.gap <= (was ? Real(1) : tolerance::impact_gap_slops) * pair.slop;
  if (contact.count == 0) return false;
  if (pair.sensor) return false;
  if (touches(pair, speeds, dt)) mark_touched(world, pair, touched);
  // Overlapping: only the solver pushes apart, whatever bounces.
  if (speeds.gap < -pair.slop || pair.restitution == 0 || pair.yields) {
    const Real most = tolerance::solver_way_extents * pair.extent;
    pair.solve = plainly_slow(speeds, most, dt) || slow_enough(world, pair, in, contact.normal, speeds, dt);
    pair.fast = pair.solve && pair.yields && speeds.closing * dt > most;
  }
  return !pair.solve && pair.restitution > 0;
}

/// By what else its bodies touch. Whether it may bounce all the same.
bool classify_in_company(const WorldState& world, Real dt, PairSet& pairs, std::size_t i,
                         const std::vector<std::uint8_t>& touched) {
  NearPair& pair = pairs.near[i];
  if (pair.restitution == 0) {
    pair.solve = !meets_in_flight(world, pair, pairs.geometry[i].normal, speeds_of(world, pairs, i), dt, touched);
    return false;
  }
  if (!pair.yields || speeds_of(world, pairs, i).gap < -pair.slop) return false;
  pair.solve = touched[pair.body_a] && touched[pair.body_b];
  return !pair.solve;
}

/// Pairs that are looked at while all about them is in the nearest cache.
constexpr std::size_t chunk = 128;

/// Runs the narrow phase, too.
bool classify_range_alone(const WorldState& world, Real dt, PairSet& pairs, std::size_t begin, std::size_t end,
                          std::uint8_t* touched) {
  bool bouncing = false;
  NearPair* const near = pairs.near.data();
  const ContactGeometry* const geometry = pairs.geometry.data();
  PairInput of_chunk[chunk];
  ContactSpeeds speeds_of_chunk[chunk];
  for (std::size_t from = begin; from < end; from += chunk) {
    const std::span input(of_chunk, std::min(chunk, end - from));
    collide(world, from, pairs, input);
    ContactSpeeds* const speeds = pairs.bounces ? pairs.speeds.data() + from : speeds_of_chunk;
    find_contact_speeds(world, pairs, from, input, speeds);
    for (std::size_t i = 0; i < input.size(); ++i) {
      bouncing |= classify_alone(world, dt, near[from + i], geometry[from + i], input[i], speeds[i], touched);
    }
  }
  return bouncing;
}

}  // namespace

void collide_and_classify(const WorldState& world, Real dt, PairSet& pairs, std::vector<std::uint8_t>& supported,
                          std::vector<std::uint32_t>& open) {
  std::vector<std::uint8_t>& touched = supported;
  touched.assign(world.bodies.size(), 0);
  look_up_shapes(world, pairs);
  resize_anew(pairs.geometry, pairs.near.size());
  if (pairs.bounces) resize_anew(pairs.speeds, pairs.near.size());
  bool bouncing = world.crew.any_range(pairs.near.size(), least_pairs, [&](const Range& range) {
    return classify_range_alone(world, dt, pairs, range.begin, range.end, touched.data());
  });
  const std::uint8_t* const known = touched.data();
  const auto in_company = [&, known](const NearPair& pair, std::size_t i) {
    const bool in_a_pile = pair.restitution == 0 && (known[pair.body_a] | known[pair.body_b]) != 0;
    return pair.solve && !in_a_pile && classify_in_company(world, dt, pairs, i, touched);
  };
  bouncing |= deal(world, pairs, in_company);
  if (!bouncing) return;
  classify_bouncing(world, dt, pairs, supported, open);
  deal(world, pairs);
}

void deal(const WorldState& world, PairSet& pairs) {
  deal(world, pairs, [](const NearPair&, std::size_t) { return false; });
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
