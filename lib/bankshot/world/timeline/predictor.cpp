#include <bankshot/world/timeline/predictor.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/pairs/one_way.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

void ContactBatch::find() {
  contacts.resize(inputs.size());
  find_manifolds(inputs, contacts.data());
}

bool ends_shallow(const ContactGeometry& end, Real depth) {
  bool shallow = true;
  for (int i = 0; i < end.count; ++i) shallow &= end.points[i].separation > -depth;
  return shallow;
}

/// Returns the closing speed of a pair with this relative velocity over the rest of the step. If the pair may be left
/// to the solver, only the mean closing speed along its contact normal counts: across it the two may slide. But that
/// normal turns with its face, which makes a sliding pair close, even if both bodies turn together.
Real Predictor::closing_speed(const Candidate& candidate, V2 relative, Real time) const {
  if ((candidate.depth == 0 && !candidate.settled) || candidate.normal == V2{}) return length(relative);
  const Trajectory &a = paths_[candidate.body_a], &b = paths_[candidate.body_b];
  const Real rest = dt() - time;
  const V2 mean = relative + (rest / 2) * (a.acceleration - b.acceleration);
  const Real slide = absolute(dot(perp(candidate.normal), relative));
  return max(-dot(mean, candidate.normal), 0) + rest * paths_.turning_normal(candidate) * slide;
}

/// Returns how far a pair may close in the rest of the step, by the paths of the centres and by turning. The rounding
/// about a core does not count for turning: it is the same all round.
Real Predictor::way_left(const Candidate& candidate, Real time) const {
  const auto turning = [&](std::uint32_t proxy, std::uint32_t part, Rank rank) {
    return absolute(paths_[rank].spin) * reach_of_corners(world(), world().proxies[proxy], part);
  };
  const Trajectory &a = paths_[candidate.body_a], &b = paths_[candidate.body_b];
  const Real closing = closing_speed(candidate, a.velocity_at(time) - b.velocity_at(time), time);
  return (closing + turning(candidate.key.a, candidate.key.part_a, candidate.body_a) +
          turning(candidate.key.b, candidate.key.part_b, candidate.body_b)) *
         (dt() - time);
}

/// True if a pair need not be met at its time as long as it is slow. Either it came to rest, or an overlap is allowed
/// and the solver has it, or one of the two is held, so that the next step's solver will have it.
bool Predictor::left_to_solver(const Candidate& candidate) const {
  if (candidate.settled) return true;
  return candidate.depth > 0 &&
         (candidate.solved || paths_.stands(candidate.body_a) || paths_.stands(candidate.body_b));
}

Real Predictor::approach_bound(const Candidate& candidate, Real time) const {
  const Trajectory &a = paths_[candidate.body_a], &b = paths_[candidate.body_b];
  return length(a.velocity_at(time) - b.velocity_at(time)) +
         absolute(a.spin) * world().bodies.mass[candidate.body_a].reach +
         absolute(b.spin) * world().bodies.mass[candidate.body_b].reach;
}

/// True if the circles about both bodies' centres that contain all of their shapes stay apart from `from` on; notes by
/// how much. The path of one centre relative to the other deviates from its chord by at most an eighth of the
/// acceleration times the time squared.
bool Predictor::stays_apart(Candidate& candidate, Real from) {
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  Trajectory &a = paths_[rank_a], &b = paths_[rank_b];
  const V2 d = centre_difference(world().bodies.pose[rank_a], world().bodies.pose[rank_b]);
  const V2 start = d + (placed(a, from).placed - placed(b, from).placed);
  const V2 end = d + (ended(a, dt()).end - ended(b, dt()).end);
  const Real rest = dt() - from;
  const Real bend = length(a.acceleration - b.acceleration) * rest * rest / 8;
  const Real reach = world().bodies.mass[rank_a].reach + world().bodies.mass[rank_b].reach + bend;
  const Real nearest = nearest_squared(start, end - start), least = least_squared(reach);
  if (!(nearest > least)) return false;
  candidate.clearance = std::sqrt(nearest) - std::sqrt(least) + candidates_.deviation(rank_a, rank_b);
  return true;
}

/// Voids the prediction of a pair, and decides how to predict it anew. A pair that is left to the solver is not swept
/// while it is slow enough; its final depth may be checked, since another impact may have changed a path. A pair with a
/// far firmer body is not left to the solver: the impulses that push the lighter body out would be lost in the rounding
/// of the firmer one.
Predictor::Decision Predictor::decide(std::uint32_t place, Real from) {
  Candidate& candidate = candidates_[place];
  ++candidate.version;
  queue_.set_time(place, dt());
  if (candidate.ignored || !(from < dt())) return Decision::leave;
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  Trajectory &path_a = paths_.of(rank_a), &path_b = paths_.of(rank_b);
  const int most = world().settings.impact_limits.per_pair;
  if (candidate.impacts > most && !paths_.is_movable(rank_a) && !paths_.is_movable(rank_b)) return Decision::leave;
  // Two bodies that are out of impacts move only as others push them aside. Their contact is left to the next step's
  // solver.
  const bool stopped_a = path_a.is_stopped(), stopped_b = path_b.is_stopped();
  if (stopped_a && stopped_b && candidate.impacts >= tolerance::free_bounces) return Decision::leave;
  if (path_a.is_still() && path_b.is_still()) return Decision::leave;
  if ((stopped_a || stopped_b) && stuck_.is_left(candidate)) return Decision::leave;
  // The solver kept the two apart on its own paths, not on those that others have changed. Two movable bodies may
  // overlap until the next step (a body whose path would change much is released); a firm one might be passed.
  const bool changed = candidate.depth == 0 && (path_a.changed || path_b.changed);
  if (candidate.solved && !changed && paths_.stands(rank_a) && paths_.stands(rank_b)) return Decision::leave;
  if (stays_apart(candidate, from)) return Decision::leave;
  if (!left_to_solver(candidate)) return Decision::sweep;
  const Real extent = min(world().proxies[candidate.key.a].extent, world().proxies[candidate.key.b].extent);
  // With one impact left, the pair is swept only if it could get so deep that it might pass.
  const bool limit_met = candidate.impacts >= most;
  const Real way = way_left(candidate, from), deepest = tolerance::solver_way_extents * extent;
  const Real shallow = limit_met                            ? deepest
                       : paths_.may_overlap(rank_a, rank_b) ? deepest / 2 - candidate.overlap
                                                            : slop_of(candidate);
  if (way < shallow) return Decision::leave;
  const bool may_end = !limit_met && candidate.depth > 0 && way < 4 * deepest;
  return may_end ? Decision::check_end : Decision::sweep;
}

void Predictor::add(std::uint32_t place, Real from) {
  const Decision what = decide(place, from);
  if (what == Decision::sweep) to_sweep_.push_back(place);
  if (what == Decision::check_end) to_check_.push_back(place);
}

/// Decides the undecided pairs: checks all their final depths together.
void Predictor::check_ends() {
  batch_.clear();
  for (const std::uint32_t place : to_check_) {
    batch_.inputs.push_back(paths_.input_at(candidates_[place].key, 0, dt()));
  }
  batch_.find();
  for (std::size_t i = 0; i < to_check_.size(); ++i) {
    const PairKey& key = candidates_[to_check_[i]].key;
    const Proxy &a = world().proxies[key.a], &b = world().proxies[key.b];
    ContactGeometry& end = batch_.contacts[i];
    if (!a.convex || !b.convex) find_contact(world(), key, batch_.inputs[i], end);
    if (!ends_shallow(end, candidates_[to_check_[i]].depth)) to_sweep_.push_back(to_check_[i]);
  }
  to_check_.clear();
}

/// How far a pair may close from `from` on.
ClosingBound Predictor::closing_of(const Candidate& candidate, Real from) const {
  const Trajectory &a = paths_[candidate.body_a], &b = paths_[candidate.body_b];
  const Bodies& bodies = world().bodies;
  const Real rest = dt() - from;
  const V2 first = rest * (a.velocity_at(from) - b.velocity_at(from));
  const V2 last = first + (rest * rest) * (a.acceleration - b.acceleration);
  const Real arcs = rest * (absolute(a.spin) * bodies.mass[candidate.body_a].reach +
                            absolute(b.spin) * bodies.mass[candidate.body_b].reach);
  return {first, last, arcs};
}

/// Notes a convex pair with a bound of how far it can close. Sweeps any other pair, or postpones it.
void Predictor::bound(std::uint32_t place, Real from, bool postpones) {
  const Candidate& candidate = candidates_[place];
  const Proxy &proxy_a = world().proxies[candidate.key.a], &proxy_b = world().proxies[candidate.key.b];
  if (!proxy_a.convex || !proxy_b.convex) {
    if (!postpones || !postpone_parts(place, from)) sweep(place, from);
    return;
  }
  const ClosingBound closing = closing_of(candidate, from);
  undecided_.push_back({place, closing});
  batch_.inputs.push_back(paths_.input_at(candidate.key, closing.farthest(), from));
}

/// Postpones two parts by the gap that was measured last, less what their bodies have travelled since. Measures it anew
/// once it is used up: two bodies of many parts have thousands of pairs, and each impact asks for all of them, but few
/// of these meet in the end. Returns false if they must be swept.
bool Predictor::postpone_parts(std::uint32_t place, Real from) {
  Candidate& candidate = candidates_[place];
  // What stops a body at a one-way face depends on the impacts until then; a room has no gap of two parts.
  if (has_one_way(world(), candidate.key) || rooms_of(world(), candidate.key).any()) return false;
  const ClosingBound closing = closing_of(candidate, from);
  const Real travelled = candidates_.travelled(candidate.body_a, from) + candidates_.travelled(candidate.body_b, from);
  const Real moved = travelled - candidate.gap_since;
  const V2 d = centre_difference(world().bodies.pose[candidate.body_a], world().bodies.pose[candidate.body_b]);
  const Real rounding = rounding_of(candidate, length(d) + 2 * closing.farthest());
  if (candidate.gap > moved && postpone(place, closing, candidate.gap - moved - rounding, from)) return true;
  const bool touches = candidate.gap >= 0 && candidate.gap <= tolerance::impact_gap_slops * slop_of(candidate);
  if (touches) return false;
  candidate.gap = max(gap_of_parts(world(), candidate.key, paths_.input_at(candidate.key, 0, from)), 0);
  candidate.gap_since = travelled;
  return postpone(place, closing, candidate.gap - rounding, from);
}

/// True if two convex bodies do not meet from `from` on, nor come so near that a sweep might report a hit. Along a
/// fixed normal, a corner deviates from the chord between its two ends by at most an eighth of its curvature times the
/// time squared. So the gap is at least
///
///   (1 - s) g + s g_end - curving s (1 - s),    s being the fraction of the time that has passed.
bool Predictor::stays_clear(const Undecided& pair, const PairInput& in, V2 normal, Real from) {
  const Candidate& candidate = candidates_[pair.candidate];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  const Proxy &proxy_a = world().proxies[candidate.key.a], &proxy_b = world().proxies[candidate.key.b];
  if (line_separates(world(), rank_a, rank_b, in, normal, pair.closing)) return true;
  const auto gap_of = [&](V2 d, Q2 qa, Q2 qb) {
    return dot(normal, d) +
           ((reach_along(*in.a, qa, normal).low - in.a->radius) - (reach_along(*in.b, qb, normal).high + in.b->radius));
  };
  const Real noise = rounding_of(candidate, length(in.d) + pair.closing.farthest());
  // Within this gap a sweep may report a hit of two that nearly meet.
  const Real target = tolerance::impact_gap_slops * slop_of(candidate) + noise;
  const Real now = gap_of(in.d, in.qa, in.qb), gap = now - target;
  if (!(now >= -target)) return false;
  const Trajectory &a = ended(paths_[rank_a], dt()), &b = ended(paths_[rank_b], dt());
  const V2 end = centre_difference(world().bodies.pose[rank_a], world().bodies.pose[rank_b]) + (a.end - b.end);
  const Real rest = dt() - from, turn_a = a.spin * rest, turn_b = b.spin * rest;
  const Real curving =
      (max(dot(normal, a.acceleration - b.acceleration), 0) * rest * rest +
       turn_a * turn_a * reach_of_corners(world(), proxy_a) + turn_b * turn_b * reach_of_corners(world(), proxy_b)) /
      2;
  const Real change = gap_of(end, a.end_turned, b.end_turned) - now - curving;
  if (!(gap > 0)) return change > 4 * noise;  // they touch, and separate all the time
  const Real square = change * change - 4 * curving * gap;
  return change >= 0 || square < 0 || 2 * gap > std::sqrt(square) - change;
}

Real Predictor::slop_of(const Candidate& candidate) const {
  return pair_slop(world(), world().proxies[candidate.key.a], world().proxies[candidate.key.b]);
}

/// Rounding error of the gap of a pair, a length. `lengths`: the distance of the centres, and of their paths.
Real Predictor::rounding_of(const Candidate& candidate, Real lengths) const {
  const std::vector<BodyMass>& mass = world().bodies.mass;
  return 16 * tolerance::eps * (mass[candidate.body_a].reach + mass[candidate.body_b].reach + lengths);
}

/// Postpones the sweep of a pair with that contact at `time`.
bool Predictor::postpone(const Undecided& pair, const ContactGeometry& now, Real time) {
  const Candidate& candidate = candidates_[pair.candidate];
  Real gap = now.points[0].separation;
  if (now.count > 1) gap = min(gap, now.points[1].separation);
  const Real noise = rounding_of(candidate, length(now.d) + pair.closing.farthest());
  return postpone(pair.candidate, pair.closing, gap - noise, time);
}

/// Postpones the sweep of a pair with that gap at `time`, a lower bound, until the two can have closed it, less what a
/// sweep may count as a hit. Leaves it out if that is beyond the step. Returns false if that is immediate.
bool Predictor::postpone(std::uint32_t place, const ClosingBound& closing, Real gap, Real time) {
  Candidate& candidate = candidates_[place];
  const Real way = gap - tolerance::impact_gap_slops * slop_of(candidate), farthest = closing.farthest();
  // 1/1024 less is more than the rounding error of a time.
  const Real share = way / farthest * (1 - Real(0x1p-10));
  if (share >= 1) return true;
  const Real earliest = time + share * (dt() - time);
  if (!(way > 0) || !(earliest > time) || !(earliest < dt())) return false;
  queue_.set_time(place, earliest);
  candidate.postponed = time;
  queue_.push({earliest, candidate.key, place, candidate.version, {}, {}, {}});
  return true;
}

/// A pair that stays apart needs no look. One with another body that also waits is left to that body.
void Predictor::predict_again(Rank rank, Real time) {
  const auto look_at = [&](std::uint32_t place) {
    if (!paths_.waits(other_body(candidates_[place], rank))) add(place, time);
  };
  candidates_.for_each_resting(rank, [&](std::uint32_t place) {
    if (!candidates_.still_apart(candidates_[place])) look_at(place);
  });
  candidates_.for_each_near(rank, look_at);
  predict(time, true);
}

/// Most pairs are excluded by a bound.
void Predictor::predict(Real from, bool postpones) {
  check_ends();
  undecided_.clear(), batch_.clear();
  for (const std::uint32_t place : to_sweep_) bound(place, from, postpones);
  batch_.find();
  for (std::size_t i = 0; i < undecided_.size(); ++i) {
    if (batch_.contacts[i].count == 0) continue;  // the gap is more than the two can close
    if (stays_clear(undecided_[i], batch_.inputs[i], batch_.contacts[i].normal, from)) continue;
    if (postpones && postpone(undecided_[i], batch_.contacts[i], from)) continue;
    sweep(undecided_[i].candidate, from);
  }
  to_sweep_.clear();
}

void Predictor::sweep(std::uint32_t place, Real from) {
  Candidate& candidate = candidates_[place];
  const Proxy &a = world().proxies[candidate.key.a], &b = world().proxies[candidate.key.b];
  Trajectory &path_a = paths_[candidate.body_a], &path_b = paths_[candidate.body_b];
  const bool convex = a.convex && b.convex;
  ToiInput input;
  if (convex) input.a = detail_view(world().baked[a.geometry]), input.b = detail_view(world().baked[b.geometry]);
  input.target = tolerance::impact_gap_slops * pair_slop(world(), a, b);
  // If the gap stayed open, a bounce would begin there, not at the surface.
  input.closes = true;
  // Two discs have a single point of contact, and their normal turns as they approach.
  if (convex && input.a.count == 1 && input.b.count == 1) input.target *= tolerance::impact_gap_slops;
  const bool has_met = !convex && has_one_way(world(), candidate.key) && met_.have_met(candidate.key);
  // A sweep that ran out of iterations is safe up to its result, and is continued from there; one that makes no
  // progress is a hit. A sliding pair keeps a gap of the size of rounding, which gap bounds use up within billionths of
  // a second. So each further try allows it to sink by another quarter of the target: in all less than the target,
  // which counts as touching.
  constexpr int most_tries = 4;
  for (int tries = 0; tries < most_tries; ++tries) {
    input.sunk = candidate.sunk + Real(tries) / most_tries * input.target;
    input.d = paths_.difference(candidate.body_a, candidate.body_b, from);
    input.arc_a = arc_from(path_a, from);
    input.arc_b = arc_from(path_b, from);
    input.span = dt() - from;
    const ToiResult result = convex ? time_of_impact(input) : parts_impact(world(), candidate.key, has_met, input);
    if (result.status == SweepStatus::missed) return;
    const bool undecided = result.status == SweepStatus::out_of_steps;
    if (undecided && tries + 1 < most_tries && from + result.time > from) {
      from += result.time;
      if (from < dt()) continue;
      return;
    }
    if (undecided) step_.status = step_.status | StepStatus::sweep_limit;
    const Real when = from + result.time;
    V2 along;
    if (may_continue(world(), candidate.key) &&
        surface_.continues(candidate.key, candidate.near, paths_.input_at(candidate.key, 0, when), when, result.normal,
                           along)) {
      return;
    }
    queue_.set_time(place, when);
    queue_.push({candidate.when,
                 candidate.key,
                 place,
                 candidate.version,
                 result.normal,
                 result.point_from_a,
                 {result.feature_a, result.feature_b}});
    return;
  }
}

void Predictor::sweep_postponed(std::uint32_t place) {
  Candidate& candidate = candidates_[place];
  const Real since = max(paths_[candidate.body_a].since, paths_[candidate.body_b].since);
  const Real from = max(candidate.postponed, since);
  ++candidate.version;
  queue_.set_time(place, dt());
  sweep(place, from);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
