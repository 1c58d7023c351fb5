#include <bankshot/tolerance.hpp>
#include <bankshot/world/pairs/one_way.hpp>
#include <bankshot/world/rest/rest.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <bankshot/world/bodies/edit.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

void Timeline::begin(PairCache& finder, PairSet& pairs, Real dt, std::vector<Motion>& motion, EnergyRecorder* books) {
  dt_ = dt;
  motion_ = &motion;
  books_ = books;
  backing_ = &pairs.backing;
  finder_ = &finder;
  woken_.clear(), widened_.clear();
}

void Timeline::predict_all(const WorldState& world, PairSet& pairs) {
  status_ = StepStatus::ok;
  pairs_ = &pairs;
  bearings_.clear();
  start(world, pairs);
  widen_thrown(world, pairs);
}

StepStatus Timeline::run(WorldState& world, PairSet& pairs, std::vector<Motion>& motion) {
  if (!queue_.empty() && !open_) open(world, pairs);
  while (!queue_.empty()) {
    std::pop_heap(queue_.begin(), queue_.end(), Later{});
    const QueuedImpact hit = queue_.back();
    queue_.pop_back();
    if (candidates_[hit.candidate].version != hit.version) continue;
    candidates_[hit.candidate].put_off < 0 ? resolve_impact(world, pairs, hit) : catch_up(world, hit.candidate);
  }
  finish(world, motion);
  return status_;
}

// ---- candidates -------------------------------------------------------------------------------------------------

/// The overlap, a length, that two bodies may have at the end of the step and be left to the next step's solver. Two
/// bodies of like mass that do not bounce may overlap by a part of their extent: neither has passed the other then. All
/// others may not overlap at all: from inside a wall, moving or not, or a body as heavy as one, a body may not come
/// back. A body that slept when the step began counts as a wall.
Real Timeline::depth_left(const WorldState& world, const Candidate& candidate, Real restitution) {
  if ((restitution > 0 && !candidate.rests) || !make_way(world, candidate.body_a, candidate.body_b)) return 0;
  return tolerance::left_extents * min(world.proxies[candidate.key.a].extent, world.proxies[candidate.key.b].extent);
}

Timeline::Candidate Timeline::candidate_of(const WorldState& world, const PairKey& key) {
  Candidate candidate;
  candidate.key = key;
  candidate.when = dt_;
  candidate.body_a = world.proxies[key.a].body, candidate.body_b = world.proxies[key.b].body;
  candidate.depth = depth_left(world, candidate, pair_material(world, key).restitution);
  return candidate;
}

/// `listed`: index into contact pairs, then TOI candidates.
Timeline::Candidate Timeline::candidate_of(const WorldState& world, const PairSet& pairs, std::uint32_t listed) {
  Candidate candidate = candidate_of(world, key_of(pairs, listed));
  candidate.listed = true;
  if (listed >= pairs.near.size()) return candidate;
  const ContactPair& pair = pairs.near[listed];
  candidate.near = listed;
  candidate.rests = candidate.solved = pair.solve;
  if (pairs.geometry[listed].count > 0) candidate.normal = pairs.geometry[listed].normal;
  candidate.depth = depth_left(world, candidate, pair.restitution);
  if (!pair.solve && bends(world, pair, pairs.geometry[listed], dt_)) candidate.depth = 0;
  const Real overlap = overlap_of(pairs.geometry[listed]);
  candidate.deep = overlap > max(candidate.depth, pair.slop);
  candidate.overlap = overlap;
  if (candidate.depth > 0) candidate.depth = max(candidate.depth, overlap);  // it only must not get deeper
  return candidate;
}

std::uint32_t Timeline::add(const Candidate& candidate) {
  const auto place = static_cast<std::uint32_t>(candidates_.size());
  candidates_.push_back(candidate);
  if (open_) link(place);
  return place;
}

/// Links a candidate to its bodies.
void Timeline::link(std::uint32_t place) {
  Candidate& candidate = candidates_[place];
  std::uint32_t BodyCandidates::*list = candidate.rests ? &BodyCandidates::resting : &BodyCandidates::others;
  candidate.next_a = std::exchange(first_of_[candidate.body_a].*list, place);
  candidate.next_b = std::exchange(first_of_[candidate.body_b].*list, place);
  if (!candidate.rests) watch(place);
}

/// From the first impact on, any pair may matter. Here pairs are linked to their second bodies; the pairs of a first
/// body are adjacent in either list. They become candidates when an impact asks for one of their bodies.
void Timeline::open(const WorldState& world, const PairSet& pairs) {
  open_ = true;
  first_of_.assign(world.bodies.size(), {});
  watched_ = 0;
  for (std::uint32_t place = 0; place < candidates_.size(); ++place) link(place);
  enlisted_.assign(world.bodies.size(), 0);
  strayed_.assign(world.bodies.size(), 0);
  farthest_.assign(world.bodies.size(), 0);
  second_of_.assign(world.bodies.size(), none);
  next_second_.resize(listed_.size());
  std::uint32_t i = 0;
  for (const ContactPair& pair : pairs.near) next_second_[i] = std::exchange(second_of_[pair.body_b], i), ++i;
  for (const ToiCandidate& pair : pairs.far) next_second_[i] = std::exchange(second_of_[pair.bodies.b], i), ++i;
}

/// `i`: index into contact pairs, then TOI candidates.
const PairKey& Timeline::key_of(const PairSet& pairs, std::size_t i) {
  return i < pairs.near.size() ? pairs.near[i].key : pairs.far[i - pairs.near.size()].key;
}

/// Makes candidates of all pairs of a body.
void Timeline::enlist(const WorldState& world, const PairSet& pairs, Rank rank) {
  if (std::exchange(enlisted_[rank], std::uint8_t{1})) return;
  for_each_unlisted(world, pairs, rank, [&](std::uint32_t i) {
    listed_[i] = 1;
    add(candidate_of(world, pairs, i));
  });
}

// ---- predictions ------------------------------------------------------------------------------------------------

std::uint32_t Timeline::begin_flight(const WorldState& world, Rank rank) {
  const auto place = static_cast<std::uint32_t>(flights_.size());
  flyer_.push_back(rank);  // first, so that it is cleared even if something throws from here on
  Flight& path = flights_.emplace_back(flight_of(world, rank, (*motion_)[rank], dt_));
  path.told_velocity = path.velocity, path.told_acceleration = path.acceleration;
  return flight_of_[rank] = place;
}

/// True if the two are alike, and were awake when the step began.
bool Timeline::make_way(const WorldState& world, Rank a, Rank b) {
  return alike(world, a, b) && !flights_[flight(world, a)].slept && !flights_[flight(world, b)].slept;
}

/// True if the body is held by the solver, or is not dynamic.
bool Timeline::stands(const WorldState& world, Rank rank) const {
  return world.bodies.flags[rank].type != BodyType::dynamic || flights_[flight_of_[rank]].held;
}

/// Upper bound, rad/s, of the angular velocity of a pair's normal: that of either body, except for discs.
Real Timeline::turning_normal(const WorldState& world, const Candidate& candidate) const {
  const auto turns = [&](std::uint32_t proxy, std::uint32_t part, Rank rank) {
    return turning_of_normals(world, proxy, part, flights_[flight_of_[rank]].spin);
  };
  const PairKey& key = candidate.key;
  return max(turns(key.a, key.part_a, candidate.body_a), turns(key.b, key.part_b, candidate.body_b));
}

/// Returns the closing speed of a pair with this relative velocity over the rest of the step. If the pair may be left
/// to the solver, only the mean closing speed along its contact normal counts: across it the two may slide. But that
/// normal turns with its face, which makes a sliding pair close, even if both bodies turn together.
Real Timeline::closing_speed(const WorldState& world, const Candidate& candidate, V2 relative, Real time) const {
  if ((candidate.depth == 0 && !candidate.settled) || candidate.normal == V2{}) return length(relative);
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  const Real rest = dt_ - time;
  const V2 mean = relative + (rest / 2) * (a.acceleration - b.acceleration);
  const Real slide = absolute(dot(perp(candidate.normal), relative));
  return max(-dot(mean, candidate.normal), 0) + rest * turning_normal(world, candidate) * slide;
}

/// Returns how far a pair may close in the rest of the step, by the paths of the centres and by turning. The rounding
/// about a core does not count for turning: it is the same all round.
Real Timeline::way_left(const WorldState& world, const Candidate& candidate, Real time) const {
  const auto turning = [&](std::uint32_t proxy, std::uint32_t part, Rank rank) {
    return absolute(flights_[flight_of_[rank]].spin) * reach_of_corners(world, world.proxies[proxy], part);
  };
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  const Real closing = closing_speed(world, candidate, a.velocity_at(time) - b.velocity_at(time), time);
  return (closing + turning(candidate.key.a, candidate.key.part_a, candidate.body_a) +
          turning(candidate.key.b, candidate.key.part_b, candidate.body_b)) *
         (dt_ - time);
}

/// True if a pair overlaps by less than `depth` when the step ends.
bool Timeline::ends_shallow(const ContactGeometry& end, Real depth) {
  bool shallow = true;
  for (int i = 0; i < end.count; ++i) shallow &= end.points[i].separation > -depth;
  return shallow;
}

/// True if a pair need not be met at its time as long as it is slow. Either it came to rest, or an overlap is allowed
/// and the solver has it, or one of the two is held, so that the next step's solver will have it.
bool Timeline::left_to_solver(const WorldState& world, const Candidate& candidate) const {
  if (candidate.settled) return true;
  return candidate.depth > 0 &&
         (candidate.solved || stands(world, candidate.body_a) || stands(world, candidate.body_b));
}

/// Upper bound of the closing speed of any two points of the pair.
Real Timeline::approach_bound(const WorldState& world, const Candidate& candidate, Real time) {
  const std::uint32_t flight_a = flight(world, candidate.body_a), flight_b = flight(world, candidate.body_b);
  const Flight &a = flights_[flight_a], &b = flights_[flight_b];
  return length(a.velocity_at(time) - b.velocity_at(time)) +
         absolute(a.spin) * world.bodies.mass[candidate.body_a].reach +
         absolute(b.spin) * world.bodies.mass[candidate.body_b].reach;
}

/// True if the circles about both bodies' centres that contain all of their shapes stay apart from `from` on; notes by
/// how much. The path of one centre relative to the other deviates from its chord by at most an eighth of the
/// acceleration times the time squared.
bool Timeline::stay_apart(const WorldState& world, Candidate& candidate, Real from) {
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  const std::uint32_t flight_a = flight(world, rank_a), flight_b = flight(world, rank_b);
  Flight &a = flights_[flight_a], &b = flights_[flight_b];
  const V2 d = centre_difference(world.bodies.pose[rank_a], world.bodies.pose[rank_b]);
  const V2 start = d + (placed(a, from).placed - placed(b, from).placed);
  const V2 end = d + (ended(a, dt_).end - ended(b, dt_).end);
  const Real rest = dt_ - from;
  const Real bend = length(a.acceleration - b.acceleration) * rest * rest / 8;
  const Real reach = world.bodies.mass[rank_a].reach + world.bodies.mass[rank_b].reach + bend;
  const Real nearest = nearest_squared(start, end - start), least = least_squared(reach);
  if (!(nearest > least)) return false;
  candidate.apart = std::sqrt(nearest) - std::sqrt(least);
  if (open_) candidate.apart += strayed_[rank_a] + strayed_[rank_b];
  return true;
}

/// Adds an upper bound of the distance between a body's new path and its previous one. Two bodies that stay apart by
/// more than both of them stray need no look.
void Timeline::stray(Rank rank, Real time) {
  Flight& path = flights_[flight_of_[rank]];
  const Real rest = dt_ - time;
  const V2 before = path.told_velocity + (time - path.told_since) * path.told_acceleration;
  strayed_[rank] +=
      rest * (length(path.velocity - before) + rest / 2 * length(path.acceleration - path.told_acceleration));
  path.told_velocity = path.velocity, path.told_acceleration = path.acceleration, path.told_since = time;
}

/// Voids the prediction of a pair, and decides how to predict it anew. A pair that is left to the solver is not swept
/// while it is slow enough; its final depth may be checked, since another impact may have changed a path. A pair with a
/// far firmer body is not left to the solver: the impulses that push the lighter body out would be lost in the rounding
/// of the firmer one.
Timeline::Outlook Timeline::outlook(const WorldState& world, std::uint32_t place, Real from) {
  Candidate& candidate = candidates_[place];
  ++candidate.version;
  expect(place, dt_);
  if (!(from < dt_)) return Outlook::leave;
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  const std::uint32_t flight_a = flight(world, rank_a), flight_b = flight(world, rank_b);
  const int most = world.settings.impact_limits.per_pair;
  if (candidate.impacts > most && !movable(world, rank_a) && !movable(world, rank_b)) return Outlook::leave;
  // Two bodies that are out of impacts move only as others push them aside. Their contact is left to the next step's
  // solver.
  const bool both_frozen = flights_[flight_a].frozen && flights_[flight_b].frozen;
  if (both_frozen && candidate.impacts >= tolerance::free_bounces) return Outlook::leave;
  if (flights_[flight_a].is_still() && flights_[flight_b].is_still()) return Outlook::leave;
  if (is_stuck(candidate) || is_spent(world, candidate) || is_crushed(world, candidate)) return Outlook::leave;
  // The solver kept the two apart on its own paths, not on those that others have led them on. Two movable bodies may
  // overlap until the next step (a body that would be led far is released); a firm one might be passed.
  const Proxy &proxy_a = world.proxies[candidate.key.a], &proxy_b = world.proxies[candidate.key.b];
  const Real extent = min(proxy_a.extent, proxy_b.extent), slop = pair_slop(world, proxy_a, proxy_b);
  const bool led = candidate.depth == 0 && (flights_[flight_a].bent || flights_[flight_b].bent);
  if (candidate.solved && !led && stands(world, rank_a) && stands(world, rank_b)) return Outlook::leave;
  if (stay_apart(world, candidate, from)) return Outlook::leave;
  const bool left = left_to_solver(world, candidate), limit_met = candidate.impacts >= most;
  const Real way = left ? way_left(world, candidate, from) : Real(0);
  // With one impact left, the pair is swept only if it could get so deep that it might pass.
  const Real deepest = tolerance::solver_way_extents * extent;
  const Real shallow = make_way(world, rank_a, rank_b) ? deepest / 2 - candidate.overlap : slop;
  if (left && way < (limit_met ? deepest : shallow)) return Outlook::leave;
  const bool may_end = left && !limit_met && candidate.depth > 0 && way < 4 * deepest;
  return may_end ? Outlook::ask_end : Outlook::sweep;
}

void Timeline::look_ahead(const WorldState& world, std::uint32_t place, Real from) {
  const Outlook what = outlook(world, place, from);
  if (what == Outlook::sweep) sure_.push_back(place);
  if (what == Outlook::ask_end) undecided_.push_back(place);
}

/// Decides the undecided pairs: checks all their final depths together.
void Timeline::ask_ends(const WorldState& world) {
  doubtful_input_.clear();
  for (const std::uint32_t place : undecided_) {
    doubtful_input_.push_back(input_at(world, candidates_[place].key, 0, dt_));
  }
  doubtful_contact_.resize(undecided_.size());
  find_manifolds(doubtful_input_, doubtful_contact_.data());
  for (std::size_t i = 0; i < undecided_.size(); ++i) {
    const PairKey& key = candidates_[undecided_[i]].key;
    const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
    ContactGeometry& end = doubtful_contact_[i];
    if (!a.convex || !b.convex) find_contact(world, key, doubtful_input_[i], end);
    if (!ends_shallow(end, candidates_[undecided_[i]].depth)) sure_.push_back(undecided_[i]);
  }
  undecided_.clear();
}

namespace {

/// Lower bound of the distance of a shape's surface from the centre of its body; 0: unknown.
Real inner_reach(const WorldState& world, const Proxy& own) {
  if (!own.convex) return 0;
  const Geometry& shape = world.geometry[own.geometry];
  if (shape.kind == GeometryKind::box) return own.extent / 2;
  return shape.count == 1 && shape.points[0] == V2{} ? shape.radius : Real(0);
}

}  // namespace

const PairInput& Timeline::place_then(const WorldState& world, PairPlaces& places) {
  if (!std::exchange(places.then_known, true)) places.then = input_at(world, places.key, 0, dt_);
  return places.then;
}

/// Signed gap at a time between a body and what it rests on, at most the gap when the step began; negative is a
/// penetration.
Real Timeline::line_at(const WorldState& world, Rank rank, const SupportingContact& bearing, Real time) {
  const V2 way = difference(world, rank, bearing.other, time) -
                 centre_difference(world.bodies.pose[rank], world.bodies.pose[bearing.other]);
  return bearing.separation + min(dot(bearing.normal, way), 0);
}

/// True if a pair is no deeper at a time, along the normal of what one of its bodies rests on, than
/// supporting_contacts.hpp says. A body that is deeper in its support than any resting body has left the face sideways,
/// and no longer rests on it.
bool Timeline::goes_on(const WorldState& world, const PairPlaces& places, const PairInput& in, bool first,
                       const SupportingContact& bearing, Real time) {
  const Proxy &a = world.proxies[places.key.a], &b = world.proxies[places.key.b];
  const Real slop = pair_slop(world, a, b);
  const Real line = line_at(world, first ? a.body : b.body, bearing, time), least = line - slop;
  if (-line > tolerance::speculative_slops * pairs_->near[bearing.pair].slop) return false;
  const V2 along = first ? bearing.normal : -bearing.normal;
  // The centres decide most pairs, with a margin far beyond rounding.
  if (places.inner > 0 && dot(along, in.d) - places.inner < least - slop) return false;
  return gap_along(world, places.key, in, along) >= least;
}

/// Signed gap at a time of the pair that a body met last in this step, along the normal of that impact. Cached while an
/// impact is gathered, since many pairs ask.
Real Timeline::met_gap(const WorldState& world, Rank rank, Real time) {
  const Flight& path = flights_[flight_of_[rank]];
  if (gathered_ != 0 && path.met_asked == gathered_) return path.met_gap;
  const Real gap = gap_along(world, path.met, input_at(world, path.met, 0, time), path.met_normal);
  Flight& asked = flights_[flight_of_[rank]];
  asked.met_asked = gathered_, asked.met_gap = gap;
  return gap;
}

/// The same as goes_on() for the pair that one of them met last in this step, along the normal of that impact.
bool Timeline::goes_on_from(const WorldState& world, PairPlaces& places, Rank rank, V2 along, Real time) {
  const Proxy &a = world.proxies[places.key.a], &b = world.proxies[places.key.b];
  const PairKey met = flights_[flight_of_[rank]].met;
  const V2 normal = flights_[flight_of_[rank]].met_normal;
  const Real slop = pair_slop(world, a, b);
  const Real line = met_gap(world, rank, time);
  if (!(absolute(line) <= slop) || !at_a_face(world, met, input_at(world, met, 0, time), normal)) return false;
  if (!(gap_along(world, places.key, places.now, along) >= line - slop)) return false;
  const Real lowest = min(gap_along(world, met, input_at(world, met, 0, dt_), normal), line);
  return gap_along(world, places.key, place_then(world, places), along) >= lowest - slop;
}

/// True if the pair continues() the surface that one of its bodies met last in this step.
bool Timeline::continues_hit(const WorldState& world, PairPlaces& places, bool first, Real time, V2 normal, V2& along) {
  const PairKey& key = places.key;
  const Rank rank = world.proxies[first ? key.a : key.b].body;
  const Flight& path = flights_[flight_of_[rank]];
  if (path.met_normal == V2{} || path.met == key) return false;
  const Rank met_a = world.proxies[path.met.a].body, met_b = world.proxies[path.met.b].body;
  const V2 towards = met_a == rank ? path.met_normal : -path.met_normal;
  along = first ? towards : -towards;
  if (same_normal(along, normal) || rooms_of(world, path.met).any()) return false;
  if (!weighs_on(world, rank, met_a == rank ? met_b : met_a, towards)) return false;
  return goes_on_from(world, places, rank, along, time) &&
         !climbs(world, key, places.now, !first, normal, along, met_gap(world, rank, time));
}

/// True if a pair closes along a normal from `time` on by at least the gap that counts as touching.
bool Timeline::comes_along(const WorldState& world, const PairPlaces& places, V2 normal, Real time) {
  const Proxy &a = world.proxies[places.key.a], &b = world.proxies[places.key.b];
  const Flight &path_a = flights_[flight(world, a.body)], &path_b = flights_[flight(world, b.body)];
  const ContactGeometry contact = contact_along(world, places.key, places.now, normal);
  Real way = 0;
  for (int i = 0; i < contact.count; ++i) {
    const V2 arm = contact.points[i].anchor;
    const V2 speed = (path_a.velocity_at(time) + cross(path_a.spin, arm)) -
                     (path_b.velocity_at(time) + cross(path_b.spin, arm + contact.d));
    way = max(way, -dot(speed, normal) * (dt_ - time));
  }
  return way >= tolerance::impact_gap_slops * pair_slop(world, a, b);
}

/// True if a pair that would meet along `normal` at that time instead meets along the normal of what one of its bodies
/// rests on, because that surface continues there until the step ends: see supporting_contacts.hpp. `near`: its place
/// among contact pairs; `in`: its placement then.
bool Timeline::continues(const WorldState& world, const PairKey& key, std::uint32_t near, const PairInput& in,
                         Real time, V2 normal, V2& along) {
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  const Real inner_a = inner_reach(world, a), inner_b = inner_reach(world, b);
  PairPlaces places{key, in, inner_a > 0 && inner_b > 0 ? inner_a + inner_b : Real(0)};
  for (const bool first : {true, false}) {
    const Rank rank = first ? a.body : b.body;
    if (world.bodies.flags[rank].type != BodyType::dynamic || !has_faces(world, first ? key.b : key.a)) continue;
    const bool held = flights_[flight(world, rank)].held;
    if (continues_hit(world, places, first, time, normal, along)) return true;
    if (!held) continue;
    if (!bearings_.begun()) bearings_.begin(world, *pairs_, nullptr);
    for (const SupportingContact& bearing : bearings_.of(world, *pairs_, rank)) {
      along = first ? bearing.normal : -bearing.normal;
      const bool own = bearing.pair == near && !pairs_->near[near].continued;
      if (own || !goes_on(world, places, in, first, bearing, time)) continue;
      if (same_normal(along, normal) && comes_along(world, places, along, time)) continue;
      if (climbs(world, key, in, !first, normal, along, line_at(world, rank, bearing, time))) continue;
      if (goes_on(world, places, place_then(world, places), first, bearing, dt_)) return true;
    }
  }
  return false;
}

void Timeline::sweep(const WorldState& world, std::uint32_t place, Real from) {
  Candidate& candidate = candidates_[place];
  const Proxy &a = world.proxies[candidate.key.a], &b = world.proxies[candidate.key.b];
  const std::uint32_t flight_a = flight(world, candidate.body_a), flight_b = flight(world, candidate.body_b);
  const bool convex = a.convex && b.convex;
  ToiInput input;
  if (convex) input.a = detail_view(world.baked[a.geometry]), input.b = detail_view(world.baked[b.geometry]);
  input.target = tolerance::impact_gap_slops * pair_slop(world, a, b);
  // If the gap stayed open, a bounce would begin there, not at the surface.
  input.closes = true;
  // Two discs have a single point of contact, and their normal turns as they approach.
  if (convex && input.a.count == 1 && input.b.count == 1) input.target *= tolerance::impact_gap_slops;
  const bool has_met = !convex && has_one_way(world, candidate.key) && have_met(candidate.key);
  // A sweep that ran out of iterations is safe up to its result, and is continued from there; one that makes no
  // progress is a hit. A sliding pair keeps a gap of the size of rounding, which gap bounds use up within billionths of
  // a second. So each further try allows it to sink by another quarter of the target: in all less than the target,
  // which counts as touching.
  constexpr int most_tries = 4;
  for (int tries = 0; tries < most_tries; ++tries) {
    input.sunk = candidate.sunk + Real(tries) / most_tries * input.target;
    input.d = difference(world, candidate.body_a, candidate.body_b, from);
    input.arc_a = arc_from(flights_[flight_a], from);
    input.arc_b = arc_from(flights_[flight_b], from);
    input.span = dt_ - from;
    const ToiResult result = convex ? time_of_impact(input) : parts_impact(world, candidate.key, has_met, input);
    if (result.status == SweepStatus::missed) return;
    const bool undecided = result.status == SweepStatus::out_of_steps;
    if (undecided && tries + 1 < most_tries && from + result.time > from) {
      from += result.time;
      if (from < dt_) continue;
      return;
    }
    if (undecided) status_ = status_ | StepStatus::sweep_limit;
    const Real when = from + result.time;
    V2 along;
    if (may_continue(world, candidate.key) &&
        continues(world, candidate.key, candidate.near, input_at(world, candidate.key, 0, when), when, result.normal,
                  along)) {
      return;
    }
    expect(place, when);
    enqueue({candidate.when,
             candidate.key,
             place,
             candidate.version,
             result.normal,
             result.point_from_a,
             {result.feature_a, result.feature_b}});
    return;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
