// Predicts impacts on a new path as late as possible. In a crowd, dozens of bodies are within reach for the rest of the
// step. Usually the body gets to none but the first of them: an impact comes before, and the path changes. So a pair
// that cannot meet before some time is queued with that time, and is swept when its turn comes.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <algorithm>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

/// Predicts all pairs of a body whose path has changed.
void Timeline::predict_again(const WorldState& world, Rank rank, Real time) {
  sure_.clear();
  look_again_at_all(world, rank, time);
  ask_ends(world);
  sweep_sure(world, time, true);
}

/// Notes the predicted time of a pair's impact; the end of the step: none.
void Timeline::expect(std::uint32_t place, Real when) {
  Candidate& candidate = candidates_[place];
  const bool was = candidate.when < dt_, is = when < dt_;
  candidate.when = when;
  candidate.put_off = -1;
  for (const bool second : {false, true}) {
    if (is && !was) await(place, second);
    if (was && !is) await_no_more(candidate, second);
  }
}

/// An impact asks which other pairs of its bodies are about to meet. In a crowd these are few of all their pairs, so
/// they are listed.
void Timeline::await(std::uint32_t place, bool second) {
  const auto body_of = [](const Candidate& of, bool b) { return b ? of.body_b : of.body_a; };
  const Rank rank = body_of(candidates_[place], second);
  std::uint32_t& first = flights_[flight_of_[rank]].awaited;
  if (first != none) candidates_[first].awaited[body_of(candidates_[first], true) == rank].last = place;
  candidates_[place].awaited[second] = {none, std::exchange(first, place)};
}

void Timeline::await_no_more(const Candidate& candidate, bool second) {
  const Rank rank = second ? candidate.body_b : candidate.body_a;
  const AwaitedPlace own = candidate.awaited[second];
  const auto of = [&](std::uint32_t place) -> AwaitedPlace& {
    return candidates_[place].awaited[candidates_[place].body_b == rank];
  };
  (own.last != none ? of(own.last).next : flights_[flight_of_[rank]].awaited) = own.next;
  if (own.next != none) of(own.next).last = own.last;
}

/// Sweeps the pairs in `sure_`, except for those that a bound excludes. With `later`, puts off those that cannot meet
/// yet.
void Timeline::sweep_sure(const WorldState& world, Real time, bool later) {
  doubtful_.clear(), doubtful_input_.clear();
  for (const std::uint32_t place : sure_) doubt_again(world, place, time);
  doubtful_contact_.resize(doubtful_.size());
  find_manifolds(doubtful_input_, doubtful_contact_.data());
  for (std::size_t i = 0; i < doubtful_.size(); ++i) {
    if (doubtful_contact_[i].count == 0) continue;  // the gap is more than the two can close
    if (stays_clear(world, doubtful_[i], doubtful_input_[i], doubtful_contact_[i].normal, time)) continue;
    if (later && put_off(world, doubtful_[i], doubtful_contact_[i], time)) continue;
    sweep(world, doubtful_[i].place, time);
  }
}

/// Puts off the sweep of a pair with that contact at `time` until the two can have closed the gap, less what a sweep
/// may count as a hit. Returns false if that is immediate.
bool Timeline::put_off(const WorldState& world, const Doubt& doubt, const ContactGeometry& now, Real time) {
  Candidate& candidate = candidates_[doubt.place];
  const Proxy &a = world.proxies[candidate.key.a], &b = world.proxies[candidate.key.b];
  Real gap = now.points[0].separation;
  if (now.count > 1) gap = min(gap, now.points[1].separation);
  const Real farthest = doubt.closing.farthest();
  const Real noise = 16 * tolerance::eps *
                     (world.bodies.mass[candidate.body_a].reach + world.bodies.mass[candidate.body_b].reach +
                      length(now.d) + farthest);
  const Real way = gap - tolerance::impact_gap_slops * pair_slop(world, a, b) - noise;
  // 1/1024 less is more than the rounding error of a time.
  const Real share = min(way / farthest, Real(1)) * (1 - Real(0x1p-10));
  const Real earliest = time + share * (dt_ - time);
  if (!(way > 0) || !(earliest > time) || !(earliest < dt_)) return false;
  expect(doubt.place, earliest);
  candidate.put_off = time;
  enqueue({earliest, candidate.key, doubt.place, candidate.version, {}, {}, {}});
  return true;
}

void Timeline::enqueue(const QueuedImpact& prediction) {
  queue_.push_back(prediction);
  std::push_heap(queue_.begin(), queue_.end(), Later{});
}

/// Each new path voids the predictions of all pairs of its body. They would stay in the queue until their time comes:
/// millions for a body with thousands of pairs that is hit often. No candidate has more than one valid prediction.
void Timeline::drop_void() {
  if (queue_.size() <= 2 * candidates_.size()) return;
  std::erase_if(queue_, [&](const QueuedImpact& hit) { return candidates_[hit.candidate].version != hit.version; });
  std::make_heap(queue_.begin(), queue_.end(), Later{});
}

/// Sweeps a pair that was put off, from the beginning of its two paths.
void Timeline::catch_up(const WorldState& world, std::uint32_t place) {
  Candidate& candidate = candidates_[place];
  const Real since = max(flights_[flight_of_[candidate.body_a]].since, flights_[flight_of_[candidate.body_b]].since);
  const Real from = max(candidate.put_off, since);
  ++candidate.version;
  expect(place, dt_);
  sweep(world, place, from);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
