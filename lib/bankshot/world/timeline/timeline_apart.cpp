// Selects the pairs of a body that need a look when its path has changed. Part of `Timeline`.
//
// For two bodies that stay apart on their paths, the timeline notes how far both together may stray from these before
// they might meet, see Timeline::stay_apart() and stray(). In a crowd of fast bodies every body can reach all others in
// the rest of the step. Most of these pairs stay apart, and each impact asks again about all pairs of its bodies. The
// candidates of a body are scattered in memory, so each body keeps the data for that question in one array.
//
// An entry of that array may be out of date, as the other body looks at the pair, too. But a distance is only
// recomputed once it has been used up, and the amount by which bodies have strayed never decreases. So an old entry at
// worst asks for a look that the candidate, which has the newer value, then rejects.

#include <bankshot/world/timeline/timeline.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

Watch& Timeline::begin_watch(Rank rank) {
  if (watched_ == watches_.size()) watches_.emplace_back();
  first_of_[rank].watch = watched_;
  Watch& watch = watches_[watched_++];
  watch.clear();
  for_each_candidate(rank, first_of_[rank].others, [&](std::uint32_t place) {
    const Candidate& candidate = candidates_[place];
    watch.push_back({candidate.apart, candidate.body_a == rank ? candidate.body_b : candidate.body_a, place});
  });
  std::reverse(watch.begin(), watch.end());
  return watch;
}

/// Adds a new candidate to the watches of its bodies.
void Timeline::watch(std::uint32_t place) {
  const Candidate& candidate = candidates_[place];
  const Rank a = candidate.body_a, b = candidate.body_b;
  if (Watch* const watch = watch_of(a)) watch->push_back({candidate.apart, b, place});
  if (Watch* const watch = watch_of(b)) watch->push_back({candidate.apart, a, place});
}

/// Looks at all pairs of a body whose path has changed, except for those that stay apart. A pair with another body that
/// also waits is left to that body.
void Timeline::look_again_at_all(const WorldState& world, Rank rank, Real time) {
  for_each_candidate(rank, first_of_[rank].resting, [&](std::uint32_t place) {
    const Candidate& candidate = candidates_[place];
    const Rank other = candidate.body_a == rank ? candidate.body_b : candidate.body_a;
    if (!still_apart(candidate) && !waits(other)) look_ahead(world, place, time);
  });
  Watch* const begun = watch_of(rank);
  Watch& watch = begun != nullptr ? *begun : begin_watch(rank);
  const Real strayed = strayed_[rank];
  for (std::size_t i = watch.size(); i-- > 0;) {
    WatchedPair& pair = watch[i];
    if (strayed + strayed_[pair.other] < pair.apart) continue;
    const Candidate& candidate = candidates_[pair.candidate];
    if (!still_apart(candidate) && !waits(pair.other)) look_ahead(world, pair.candidate, time);
    pair.apart = candidate.apart;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
