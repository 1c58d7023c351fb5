#include <bankshot/world/timeline/impact_queue.hpp>

#include <algorithm>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// True if `l` is the later of two predictions: the top of the heap is the earliest.
bool is_later(const QueuedImpact& l, const QueuedImpact& r) {
  if (l.time != r.time) return r.time < l.time;
  return r.key < l.key;
}

Rank body_of(const Candidate& candidate, bool second) { return second ? candidate.body_b : candidate.body_a; }

}  // namespace

void ImpactQueue::push(const QueuedImpact& prediction) {
  heap_.push_back(prediction);
  std::push_heap(heap_.begin(), heap_.end(), is_later);
}

QueuedImpact ImpactQueue::pop() {
  std::pop_heap(heap_.begin(), heap_.end(), is_later);
  const QueuedImpact earliest = heap_.back();
  heap_.pop_back();
  return earliest;
}

/// Each new path voids the predictions of all pairs of its body. They would stay in the queue until their time comes:
/// millions for a body with thousands of pairs that is hit often. No candidate has more than one valid prediction.
void ImpactQueue::drop_invalid() {
  if (heap_.size() <= 2 * std::size_t{candidates_.size()}) return;
  std::erase_if(heap_, [&](const QueuedImpact& hit) { return !is_valid(hit); });
  std::make_heap(heap_.begin(), heap_.end(), is_later);
}

void ImpactQueue::set_time(std::uint32_t place, Real when) {
  Candidate& candidate = candidates_[place];
  const bool was = candidate.when < dt(), is = when < dt();
  candidate.when = when;
  candidate.postponed = -1;
  if (was == is) return;
  for (const bool second : {false, true}) is ? list(place, second) : unlist(candidate, second);
}

/// An impact asks which other pairs of its bodies are about to meet. In a crowd these are few of all their pairs, so
/// they are listed.
void ImpactQueue::list(std::uint32_t place, bool second) {
  const Rank rank = body_of(candidates_[place], second);
  std::uint32_t& first = paths_[rank].awaited;
  if (first != none) candidates_[first].awaited[candidates_[first].body_b == rank].last = place;
  candidates_[place].awaited[second] = {none, std::exchange(first, place)};
}

void ImpactQueue::unlist(const Candidate& candidate, bool second) {
  const Rank rank = body_of(candidate, second);
  const AwaitedPlace own = candidate.awaited[second];
  const auto of = [&](std::uint32_t place) -> AwaitedPlace& {
    return candidates_[place].awaited[candidates_[place].body_b == rank];
  };
  (own.last != none ? of(own.last).next : paths_[rank].awaited) = own.next;
  if (own.next != none) of(own.next).last = own.last;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
