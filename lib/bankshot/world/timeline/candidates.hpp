#pragma once
// The pairs that may meet in a step, and the lists of them that each body has. Not part of the public interface.
//
// At first only the pairs that may meet on the first paths are here. From the first impact on, any pair may matter: a
// pair is added when an impact asks for one of its bodies.
//
// For two bodies that stay apart on their paths, a candidate has a clearance: how far both together may deviate from
// these paths before they might meet. In a crowd of fast bodies every body can reach all others in the rest of the
// step. Most of these pairs stay apart, and each impact asks again about all pairs of its bodies. The candidates of a
// body are scattered in memory, so each body keeps the data for that question in one array, its watch list.
//
// An entry of a watch list may be out of date, as the other body looks at the pair, too. But a clearance is only
// recomputed once it has been used up, and the amount by which bodies have deviated never decreases. So an old entry at
// worst asks for a look that the candidate, which has the newer value, then rejects.

#include <bankshot/world/timeline/trajectories.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The overlap, a length, that two bodies may have at the end of the step and be left to the next step's solver. Two
/// bodies of like mass that do not bounce may overlap by a part of their extent: neither has passed the other then. All
/// others may not overlap at all: from inside a wall, moving or not, or a body as heavy as one, a body may not come
/// back. A body that slept when the step began counts as a wall.
Real allowed_depth(const WorldState& world, Trajectories& paths, const Candidate& candidate, Real restitution);

class Candidates : private TimelinePart {
 public:
  Candidates(TimelineStep& step, Trajectories& paths) noexcept : TimelinePart(step), paths_(paths) {}

  void clear();
  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(list_.size()); }
  Candidate& operator[](std::uint32_t place) { return list_[place]; }
  const Candidate& operator[](std::uint32_t place) const { return list_[place]; }

  /// Adds a pair that is in no list of the step's pairs.
  std::uint32_t add(const PairKey& key);
  /// Adds a pair of the step; `listed`: index into contact pairs, then TOI candidates.
  std::uint32_t add_listed(std::uint32_t listed);
  /// Excludes a pair of the step.
  void exclude(std::uint32_t listed) { listed_[listed] = 1; }
  /// Adds all pairs of a body.
  void add_pairs_of(Rank rank);

  /// True if candidates are linked to their bodies.
  bool is_open() const noexcept { return open_; }
  /// Links pairs to their bodies, once there is an impact.
  void open();
  /// Visits the candidates of a body by place: those that the solver has, or all.
  template <class Visit>
  void for_each_resting(Rank rank, Visit&& visit) const;
  template <class Visit>
  void for_each(Rank rank, Visit&& visit) const;
  /// Visits the keys of all pairs of a body, whether they are candidates yet or not.
  template <class Visit>
  void for_each_key(Rank rank, Visit&& visit) const;
  /// Visits the candidates of a body that the solver does not have, except for those that stay apart. Updates its watch
  /// list by what visit(place) does.
  template <class Visit>
  void for_each_near(Rank rank, Visit&& visit);

  /// Adds an upper bound of the distance between a body's new path and its previous one.
  void note_deviation(Rank rank, Real time);
  /// Upper bound of the way of any point of a body since the step began, along all its paths.
  Real travelled(Rank rank, Real time) const;
  /// Sum of the deviations of both bodies.
  Real deviation(Rank a, Rank b) const { return open_ ? deviation_[a] + deviation_[b] : Real(0); }
  bool still_apart(const Candidate& candidate) const {
    return deviation_[candidate.body_a] + deviation_[candidate.body_b] < candidate.clearance;
  }

 private:
  /// Per body: its first candidate that the solver has, the first one that the solver does not have, and its place in
  /// watches_.
  struct BodyCandidates {
    std::uint32_t resting = none, others = none, watch = none;
  };
  struct WatchedPair {
    Real clearance = 0;  ///< Candidate::clearance, or an earlier value of it
    Rank other = 0;
    std::uint32_t candidate = none;
  };
  /// The pairs of a body that the solver does not have, in the order in which they became candidates.
  using Watch = std::vector<WatchedPair>;

  const PairKey& key_of(std::size_t listed) const;
  Candidate candidate_of(const PairKey& key) const;
  std::uint32_t append(const Candidate& candidate);
  void link(std::uint32_t place);
  void watch(std::uint32_t place);
  Watch* watch_of(Rank rank) { return first_of_[rank].watch == none ? nullptr : &watches_[first_of_[rank].watch]; }
  Watch& begin_watch(Rank rank);
  template <class Visit>
  void for_each_from(Rank rank, std::uint32_t first, Visit&& visit) const;
  template <class Visit>
  void for_each_unlisted(Rank rank, Visit&& visit) const;

  Trajectories& paths_;
  bool open_ = false;
  std::vector<Candidate> list_;
  std::vector<std::uint8_t> listed_;        ///< of contact pairs, then TOI candidates: 1 if a candidate, or never one
  std::vector<std::uint8_t> complete_;      ///< per body, 1 if all its pairs are candidates
  std::vector<BodyCandidates> first_of_;    ///< per body
  std::vector<std::uint32_t> second_of_;    ///< per body, the last pair of `listed_` of which it is the second
  std::vector<std::uint32_t> next_second_;  ///< per pair, the previous one with the same second body
  std::vector<Watch> watches_;
  std::uint32_t watched_ = 0;    ///< number of watches_ in use
  std::vector<Real> deviation_;  ///< per body, see note_deviation()
};

template <class Visit>
void Candidates::for_each_from(Rank rank, std::uint32_t first, Visit&& visit) const {
  for (std::uint32_t place = first; place != none;) {
    const Candidate& candidate = list_[place];
    const std::uint32_t next = candidate.body_a == rank ? candidate.next_a : candidate.next_b;
    visit(place);
    place = next;
  }
}

template <class Visit>
void Candidates::for_each_resting(Rank rank, Visit&& visit) const {
  for_each_from(rank, first_of_[rank].resting, visit);
}

template <class Visit>
void Candidates::for_each(Rank rank, Visit&& visit) const {
  for_each_from(rank, first_of_[rank].resting, visit);
  for_each_from(rank, first_of_[rank].others, visit);
}

template <class Visit>
void Candidates::for_each_key(Rank rank, Visit&& visit) const {
  for_each(rank, [&](std::uint32_t place) { visit(list_[place].key); });
  if (complete_[rank]) return;
  for_each_unlisted(rank, [&](std::uint32_t i) { visit(key_of(i)); });
}

template <class Visit>
void Candidates::for_each_near(Rank rank, Visit&& visit) {
  Watch* const begun = watch_of(rank);
  Watch& watch = begun != nullptr ? *begun : begin_watch(rank);
  const Real own = deviation_[rank];
  for (std::size_t i = watch.size(); i-- > 0;) {
    WatchedPair& pair = watch[i];
    if (own + deviation_[pair.other] < pair.clearance) continue;
    const Candidate& candidate = list_[pair.candidate];
    if (!still_apart(candidate)) visit(pair.candidate);
    pair.clearance = candidate.clearance;
  }
}

/// Visits the pairs of a body that are no candidates yet, and may be added. The pairs of a first body are adjacent in
/// either list.
template <class Visit>
void Candidates::for_each_unlisted(Rank rank, Visit&& visit) const {
  const std::uint32_t first = world().proxy_begin[rank], end = world().proxy_begin[rank + 1];
  const auto before = [](const auto& pair, std::uint32_t proxy) { return pair.key.a < proxy; };
  const auto of_first = [&](const auto& list, std::size_t offset) {
    for (auto pair = std::lower_bound(list.begin(), list.end(), first, before); pair != list.end() && pair->key.a < end;
         ++pair) {
      const std::size_t i = offset + static_cast<std::size_t>(pair - list.begin());
      if (!listed_[i]) visit(static_cast<std::uint32_t>(i));
    }
  };
  of_first(pairs().near, 0);
  of_first(toi().far, pairs().near.size());
  for (std::uint32_t i = second_of_[rank]; i != none; i = next_second_[i]) {
    if (!listed_[i]) visit(i);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
