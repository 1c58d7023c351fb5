#include <bankshot/math/cpp20.hpp>
#include <bankshot/math/room.hpp>
#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/classify.hpp>
#include <bankshot/world/contact_speeds.hpp>
#include <bankshot/world/warm_start.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
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
  const bool whirls_a = absolute(a.angular) * dt > tolerance::whirl,
             whirls_b = absolute(b.angular) * dt > tolerance::whirl;
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
void mark_touched(const NearPair& pair, std::uint8_t* touched) {
  store_relaxed(touched[pair.body_a], std::uint8_t{1}), store_relaxed(touched[pair.body_b], std::uint8_t{1});
}

/// The marks tell of dynamic bodies: others may be touched by anything.
void leave_dynamic(const WorldState& world, std::vector<std::uint8_t>& touched) {
  for (Rank rank = 0; rank < world.bodies.size(); ++rank) {
    if (world.bodies.flags[rank].type != BodyType::dynamic) touched[rank] = 0;
  }
}

/// Of a pair whose bodies touch nothing.
bool meets_in_flight(const WorldState& world, const NearPair& pair, V2 normal, const ContactSpeeds& speeds, Real dt,
                     const std::vector<std::uint8_t>& touched) {
  return speeds.gap > 0 && !touches(pair, speeds, dt) && pressing(world, pair, normal, touched) <= 0;
}

/// How many pairs of a range are on each of two lists, and whether there are young ones on the first.
struct Dealt {
  Made solved, loose;
  bool any_young = false;
};

/// Makes the lists of who looks at which pair of a range from now on. Every pair is written to both lists, and their
/// counts move on for those that are in them: no branch to predict.
class RangeLists {
 public:
  RangeLists(PairSet& pairs, const Range& range)
      : begin_(range.begin),
        solved_(pairs.solved.data() + begin_),
        loose_(pairs.loose.data() + begin_),
        bodies_(pairs.solved_bodies.data() + begin_),
        young_(pairs.young.data() + begin_) {}
  BANKSHOT_INLINE void add(const NearPair& pair, std::size_t place) {
    const RankPair bodies{pair.body_a, pair.body_b};
    const bool solve = pair.solve, young = pair.age < tolerance::settling_steps;
    solved_[solved_count_] = loose_[loose_count_] = static_cast<std::uint32_t>(place);
    bodies_[solved_count_] = bodies;
    young_[solved_count_] = young;
    any_young_ |= solve && young;
    solved_count_ += solve ? 1 : 0;
    loose_count_ += !solve || pair.fast ? 1 : 0;
  }
  Dealt dealt() const { return {{begin_, solved_count_}, {begin_, loose_count_}, any_young_}; }

 private:
  std::size_t begin_;
  std::uint32_t *solved_, *loose_;
  RankPair* bodies_;
  std::uint8_t* young_;
  std::size_t solved_count_ = 0, loose_count_ = 0;
  bool any_young_ = false;
};

/// Which bodies the solver has had for longer.
void find_old(const WorldState& world, PairSet& pairs) {
  const auto nobody = static_cast<Rank>(world.bodies.size());
  pairs.has_old.assign(world.bodies.size() + 1, 0);
  world.crew.ranges(pairs.solved.size(), least_pairs, [&](const Range& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const bool young = pairs.young[i] != 0;
      const RankPair bodies = pairs.solved_bodies[i];  // other threads may say the same
      store_relaxed(pairs.has_old[young ? nobody : bodies.a], std::uint8_t{1});
      store_relaxed(pairs.has_old[young ? nobody : bodies.b], std::uint8_t{1});
    }
  });
}

/// Whether any young contact is one of two bodies of which the solver has had none for longer.
bool any_unsettled(const WorldState& world, const PairSet& pairs) {
  const auto settled = [&](Rank rank) {
    const BodyFlags& flags = world.bodies.flags[rank];
    return pairs.has_old[rank] != 0 && flags.awake && flags.type == BodyType::dynamic &&
           world.bodies.mass[rank].inverse_mass > 0;
  };
  for (std::size_t i = 0; i < pairs.young.size(); ++i) {
    const void* const next = std::memchr(pairs.young.data() + i, 1, pairs.young.size() - i);  // they are few
    if (next == nullptr) return false;
    i = static_cast<std::size_t>(static_cast<const std::uint8_t*>(next) - pairs.young.data());
    if (!settled(pairs.solved_bodies[i].a) && !settled(pairs.solved_bodies[i].b)) return true;
  }
  return false;
}

/// `any_young`: whether any contact of the solver's is.
void find_unsettled(const WorldState& world, bool any_young, PairSet& pairs) {
  if (any_young) find_old(world, pairs);
  pairs.any_unsettled = any_young && any_unsettled(world, pairs);
}

/// Calls deal(range) for ranges of the near pairs, each of which says what it has put on the lists. Whether any of what
/// the solver has is young.
template <class Deal>
bool deal_ranges(const WorldState& world, PairSet& pairs, Deal&& deal) {
  const std::size_t count = pairs.near.size();
  resize_anew(pairs.solved, count), resize_anew(pairs.solved_bodies, count);
  resize_anew(pairs.young, count), resize_anew(pairs.loose, count);
  std::array<Made, thread_limit> solved, loose;
  const bool any_young = world.crew.any_range(count, least_pairs, [&](const Range& range) {
    const Dealt dealt = deal(range);
    solved[range.piece] = dealt.solved, loose[range.piece] = dealt.loose;
    return dealt.any_young;
  });
  const auto pieces = static_cast<std::size_t>(world.crew.pieces(count, least_pairs));
  const auto all_solved = std::span<const Made>(solved).first(pieces);
  close_gaps(pairs.solved, all_solved), close_gaps(pairs.solved_bodies, all_solved);
  close_gaps(pairs.young, all_solved);
  close_gaps(pairs.loose, std::span<const Made>(loose).first(pieces));
  return any_young;
}

/// Takes pairs, given in their order, from the list of what the solver has to the loose ones.
void let_go(PairSet& pairs, std::span<const std::uint32_t> places) {
  const auto first = std::lower_bound(pairs.solved.begin(), pairs.solved.end(), places.front());
  auto from = static_cast<std::size_t>(first - pairs.solved.begin()), to = from;
  std::size_t gone = 0, more = 0;
  for (; from < pairs.solved.size(); ++from) {
    if (gone < places.size() && pairs.solved[from] == places[gone]) {
      more += pairs.near[places[gone++]].fast ? 0 : 1;  // or it is there already
      continue;
    }
    pairs.solved[to] = pairs.solved[from], pairs.solved_bodies[to] = pairs.solved_bodies[from];
    pairs.young[to++] = pairs.young[from];
  }
  pairs.solved.resize(to), pairs.solved_bodies.resize(to), pairs.young.resize(to);
  std::size_t loose = pairs.loose.size(), end = loose + more;
  pairs.loose.resize(end);
  for (; end > loose; --end) {  // from the end on
    while (pairs.near[places[gone - 1]].fast) --gone;
    const bool behind = loose > 0 && pairs.loose[loose - 1] > places[gone - 1];
    pairs.loose[end - 1] = behind ? pairs.loose[--loose] : places[--gone];
  }
}

}  // namespace

Real least_press(const WorldState& world, Rank a, Rank b) noexcept {
  return tolerance::slop_fraction * (length(free_acceleration(world, a)) + length(free_acceleration(world, b)));
}

namespace {

/// By the pair alone. Whether it may bounce.
BANKSHOT_INLINE bool classify_alone(const WorldState& world, Real dt, NearPair& pair, const ContactGeometry& contact,
                                    const ContactSpeeds& speeds, unsigned answers, const PairSet& pairs,
                                    std::uint8_t* touched) {
  pair.solve = pair.fast = false;
  // Reported as touching from a fraction of the slop on, until the gap exceeds the slop: no flicker in between.
  pair.touching = (answers & (pair.touching ? PairAnswer::within_slop : PairAnswer::within_gap)) != 0;
  if ((answers & PairAnswer::meets) == 0 || pair.sensor) return false;
  if ((answers & PairAnswer::touches) != 0) mark_touched(pair, touched);
  if ((answers & PairAnswer::inert) != 0 || pair.yields) {
    pair.solve = (answers & PairAnswer::slow) != 0 ||
                 slow_enough(world, pair, pair_input(world, pairs, pair), contact.normal, speeds, dt);
    pair.fast = pair.solve && pair.yields && (answers & PairAnswer::fast) != 0;
  }
  return !pair.solve && pair.restitution > 0;
}

/// Runs the narrow phase, too. `bouncing`: set if any pair may bounce.
Dealt classify_range(const WorldState& world, Real dt, PairSet& pairs, const Range& range, std::uint8_t* touched,
                     std::atomic<bool>& bouncing) {
  RangeLists lists(pairs, range);
  std::vector<std::uint32_t>& doubtful = pairs.doubtful[range.piece];
  doubtful.clear();
  bool any_bouncing = false;
  NearPair* const near = pairs.near.data();
  ContactGeometry* const geometry = pairs.geometry.data();
  RecordWalk records(world.contacts, range.begin < range.end ? near[range.begin].key : PairKey{});
  StackRoom<ContactSpeeds, pairs_at_once> speeds_of_chunk;
  PairAnswers answers[2 * pairs_at_once];
  for (std::size_t from = range.begin; from < range.end; from += pairs_at_once) {
    const std::size_t count = std::min(pairs_at_once, range.end - from);
    ContactSpeeds* const speeds = pairs.bounces ? pairs.speeds.data() + from : speeds_of_chunk.data();
    const std::size_t met = meet_leading_boxes(world, pairs, from, count, speeds, dt, answers);
    collide(world, from + met, count - met, pairs);
    find_contact_speeds(world, pairs, from + met, count - met, speeds + met, dt, answers + met);
    for (std::size_t i = 0; i < count; ++i) {
      NearPair& pair = near[from + i];
      ContactGeometry& contact = geometry[from + i];
      warm_start(records.find(pair), contact);
      const auto said = static_cast<unsigned>(answers[i]);
      any_bouncing |= classify_alone(world, dt, pair, contact, speeds[i], said, pairs, touched);
      if (pair.solve && (said & PairAnswer::rests) == 0) append(doubtful) = static_cast<std::uint32_t>(from + i);
      lists.add(pair, from + i);
    }
  }
  if (any_bouncing) bouncing.store(true, std::memory_order_relaxed);
  return lists.dealt();
}

/// By what else its bodies touch: whether the solver has it all the same.
bool rests_in_company(const WorldState& world, Real dt, const PairSet& pairs, std::size_t i,
                      const std::vector<std::uint8_t>& touched) {
  const NearPair& pair = pairs.near[i];
  if (pair.restitution > 0) {
    return (touched[pair.body_a] && touched[pair.body_b]) || !pair.yields ||
           speeds_of(world, pairs, i).gap < -pair.slop;
  }
  return touched[pair.body_a] || touched[pair.body_b] ||
         !meets_in_flight(world, pair, pairs.geometry[i].normal, speeds_of(world, pairs, i), dt, touched);
}

/// Looks once more at the doubtful pairs, of which those stay that the solver has not after all. Whether any of these
/// may bounce.
bool classify_in_company(const WorldState& world, Real dt, PairSet& pairs, std::size_t pieces,
                         std::vector<std::uint8_t>& touched) {
  const auto of_ranges = std::span(pairs.doubtful).first(pieces);
  const auto undecided = [](const std::vector<std::uint32_t>& of_range) { return !of_range.empty(); };
  if (std::none_of(of_ranges.begin(), of_ranges.end(), undecided)) return false;
  leave_dynamic(world, touched);
  return world.crew.any_range(pairs.near.size(), least_pairs, [&](const Range& range) {
    bool bouncing = false;
    std::erase_if(pairs.doubtful[range.piece], [&](std::uint32_t i) {
      if (rests_in_company(world, dt, pairs, i, touched)) return true;
      pairs.near[i].solve = false;
      bouncing |= pairs.near[i].restitution > 0;
      return false;
    });
    return bouncing;
  });
}

}  // namespace

void deal(const WorldState& world, PairSet& pairs) {
  const bool any_young = deal_ranges(world, pairs, [&](const Range& range) {
    RangeLists lists(pairs, range);
    for (std::size_t i = range.begin; i < range.end; ++i) lists.add(pairs.near[i], i);
    return lists.dealt();
  });
  find_unsettled(world, any_young, pairs);
}

void collide_and_classify(const WorldState& world, Real dt, PairSet& pairs, std::vector<std::uint8_t>& supported,
                          std::vector<std::uint32_t>& open) {
  std::vector<std::uint8_t>& touched = supported;
  touched.assign(world.bodies.size(), 0);
  look_up_shapes(world, pairs);
  const std::size_t count = pairs.near.size();
  resize_anew(pairs.geometry, count);
  if (pairs.bounces) resize_anew(pairs.speeds, count);
  const auto pieces = static_cast<std::size_t>(world.crew.pieces(count, least_pairs));
  if (pairs.doubtful.size() < pieces) pairs.doubtful.resize(pieces);
  std::atomic<bool> any_bouncing = false;
  const bool any_young = deal_ranges(world, pairs, [&](const Range& range) {
    return classify_range(world, dt, pairs, range, touched.data(), any_bouncing);
  });
  if (classify_in_company(world, dt, pairs, pieces, touched) || any_bouncing) {
    classify_bouncing(world, dt, pairs, supported, open);
    deal(world, pairs);
    return;
  }
  std::vector<std::uint32_t>& gone = pairs.doubtful.front();
  for (std::size_t i = 1; i < pieces; ++i) {
    gone.insert(gone.end(), pairs.doubtful[i].begin(), pairs.doubtful[i].end());
  }
  if (!gone.empty()) let_go(pairs, gone);
  find_unsettled(world, any_young, pairs);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
