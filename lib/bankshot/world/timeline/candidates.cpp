#include <bankshot/world/timeline/candidates.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/rest/rest.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

Real allowed_depth(const WorldState& world, Trajectories& paths, const Candidate& candidate, Real restitution) {
  if ((restitution > 0 && !candidate.rests) || !paths.may_overlap(candidate.body_a, candidate.body_b)) return 0;
  return tolerance::left_extents * min(world.proxies[candidate.key.a].extent, world.proxies[candidate.key.b].extent);
}

void Candidates::clear() {
  open_ = false;
  list_.clear();
  listed_.assign(pairs().near.size() + toi().far.size(), 0);
}

Candidate Candidates::candidate_of(const PairKey& key) const {
  Candidate candidate;
  candidate.key = key;
  candidate.when = dt();
  candidate.body_a = world().proxies[key.a].body, candidate.body_b = world().proxies[key.b].body;
  candidate.depth = allowed_depth(world(), paths_, candidate, pair_material(world(), key).restitution);
  return candidate;
}

std::uint32_t Candidates::add(const PairKey& key) { return append(candidate_of(key)); }

std::uint32_t Candidates::add_listed(std::uint32_t listed) {
  listed_[listed] = 1;
  Candidate candidate = candidate_of(key_of(listed));
  candidate.listed = true;
  if (listed >= pairs().near.size()) return append(candidate);
  const ContactPair& pair = pairs().near[listed];
  const ContactGeometry& contact = pairs().geometry[listed];
  candidate.near = listed;
  candidate.rests = candidate.solved = pair.solve;
  if (contact.count > 0) candidate.normal = contact.normal;
  candidate.depth = allowed_depth(world(), paths_, candidate, pair.restitution);
  if (!pair.solve && bends(world(), pair, contact, dt())) candidate.depth = 0;
  candidate.overlap = overlap_of(contact);
  candidate.deep = candidate.overlap > max(candidate.depth, pair.slop);
  if (candidate.depth > 0) candidate.depth = max(candidate.depth, candidate.overlap);  // it must not get deeper
  return append(candidate);
}

std::uint32_t Candidates::append(const Candidate& candidate) {
  const auto place = static_cast<std::uint32_t>(list_.size());
  list_.push_back(candidate);
  if (open_) link(place);
  return place;
}

/// Links a candidate to its bodies.
void Candidates::link(std::uint32_t place) {
  Candidate& candidate = list_[place];
  std::uint32_t BodyCandidates::*list = candidate.rests ? &BodyCandidates::resting : &BodyCandidates::others;
  candidate.next_a = std::exchange(first_of_[candidate.body_a].*list, place);
  candidate.next_b = std::exchange(first_of_[candidate.body_b].*list, place);
  if (!candidate.rests) watch(place);
}

/// Pairs that are no candidates yet are linked to their second bodies; those of a first body are adjacent in either
/// list.
void Candidates::open() {
  open_ = true;
  first_of_.assign(world().bodies.size(), {});
  watched_ = 0;
  for (std::uint32_t place = 0; place < list_.size(); ++place) link(place);
  complete_.assign(world().bodies.size(), 0);
  deviation_.assign(world().bodies.size(), 0);
  second_of_.assign(world().bodies.size(), none);
  next_second_.resize(listed_.size());
  std::uint32_t i = 0;
  for (const ContactPair& pair : pairs().near) next_second_[i] = std::exchange(second_of_[pair.body_b], i), ++i;
  for (const ToiCandidate& pair : toi().far) next_second_[i] = std::exchange(second_of_[pair.bodies.b], i), ++i;
}

/// `i`: index into contact pairs, then TOI candidates.
const PairKey& Candidates::key_of(std::size_t i) const {
  return i < pairs().near.size() ? pairs().near[i].key : toi().far[i - pairs().near.size()].key;
}

void Candidates::add_pairs_of(Rank rank) {
  if (std::exchange(complete_[rank], std::uint8_t{1})) return;
  for_each_unlisted(rank, [&](std::uint32_t i) { add_listed(i); });
}

void Candidates::note_deviation(Rank rank, Real time) {
  Trajectory& path = paths_[rank];
  const Real rest = dt() - time;
  const V2 before = path.noted_velocity + (time - path.noted_since) * path.noted_acceleration;
  deviation_[rank] +=
      rest * (length(path.velocity - before) + rest / 2 * length(path.acceleration - path.noted_acceleration));
  path.travelled = travelled(rank, time);
  path.noted_velocity = path.velocity, path.noted_acceleration = path.acceleration;
  path.noted_spin = path.spin, path.noted_since = time;
}

/// A speed is largest at one of the ends of a path.
Real Candidates::travelled(Rank rank, Real time) const {
  const Trajectory& path = paths_[rank];
  const Real span = time - path.noted_since;
  const V2 last = path.noted_velocity + span * path.noted_acceleration;
  const Real turning = absolute(path.noted_spin) * world().bodies.mass[rank].reach;
  return path.travelled + span * (max(length(path.noted_velocity), length(last)) + turning);
}

Candidates::Watch& Candidates::begin_watch(Rank rank) {
  if (watched_ == watches_.size()) watches_.emplace_back();
  first_of_[rank].watch = watched_;
  Watch& watch = watches_[watched_++];
  watch.clear();
  for_each_from(rank, first_of_[rank].others, [&](std::uint32_t place) {
    const Candidate& candidate = list_[place];
    watch.push_back({candidate.clearance, other_body(candidate, rank), place});
  });
  std::reverse(watch.begin(), watch.end());
  return watch;
}

/// Adds a new candidate to the watch lists of its bodies.
void Candidates::watch(std::uint32_t place) {
  const Candidate& candidate = list_[place];
  const Rank a = candidate.body_a, b = candidate.body_b;
  if (Watch* const watch = watch_of(a)) watch->push_back({candidate.clearance, b, place});
  if (Watch* const watch = watch_of(b)) watch->push_back({candidate.clearance, a, place});
}

}  // namespace bankshot::BANKSHOT_ABI::detail
