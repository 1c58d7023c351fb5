#include <bankshot/math/cpp20.hpp>
#include <bankshot/math/trig.hpp>
#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/contacts/warm_start.hpp>
#include <bankshot/world/rest/box_pairs.hpp>
#include <bankshot/world/rest/classify.hpp>
#include <bankshot/world/rest/contact_speeds.hpp>
#include <bankshot/world/rest/corner.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// If nothing presses two bodies together and nothing else holds them, their contact is an impact, at its time, even
// without restitution: as the first load of a solver contact it would come a sub-step early, with another normal.
// Bodies that touch others belong to a pile, which is the solver's.

/// True if a pair touches: its gap is at most twice that which an impact leaves, and it does not close by more than
/// that in the step.
bool touches(const ContactPair& pair, const ContactSpeeds& speeds, Real dt) {
  const Real hair = 2 * tolerance::impact_gap_slops * pair.slop;
  return speeds.gap <= hair && speeds.closing * dt <= hair;
}

/// Other threads may write the same marks.
void mark_touched(const ContactPair& pair, std::uint8_t* touched) {
  store_relaxed(touched[pair.body_a], std::uint8_t{1}), store_relaxed(touched[pair.body_b], std::uint8_t{1});
}

/// Keeps the marks of dynamic bodies only, since others may be touched by anything. Clears those of the other bodies of
/// some pairs.
void leave_dynamic(const WorldState& world, const ContactPairs& pairs, const std::vector<std::uint32_t>& some,
                   std::vector<std::uint8_t>& touched) {
  for (const std::uint32_t i : some) {
    for (const Rank rank : {pairs.near[i].body_a, pairs.near[i].body_b}) {
      if (world.bodies.flags[rank].type != BodyType::dynamic) touched[rank] = 0;
    }
  }
}

/// True if the pair meets in flight. Its bodies touch nothing.
bool meets_in_flight(const WorldState& world, const ContactPair& pair, V2 normal, const ContactSpeeds& speeds, Real dt,
                     const std::vector<std::uint8_t>& touched) {
  return speeds.gap > 0 && !touches(pair, speeds, dt) && Press::by_weight(world, pair, normal, touched) <= 0;
}

/// How many pairs of a range are on each of two lists; `any_young`: there are young ones on the first.
struct Partition {
  FilledRange solved, loose;
  bool any_young = false;
};

/// Partitions the pairs of a range. Each pair is written to both lists, and the count of the right one advances: no
/// branch to predict.
class RangeLists {
 public:
  RangeLists(SolverWork& work, ToiWork& toi, const Range& range)
      : begin_(range.begin),
        solved_(work.pairs.data() + begin_),
        loose_(toi.loose.data() + begin_),
        bodies_(work.bodies.data() + begin_),
        young_(work.young.data() + begin_) {}
  BANKSHOT_INLINE void add(const ContactPair& pair, std::size_t place) {
    const RankPair bodies{pair.body_a, pair.body_b};
    const bool solve = pair.solve, young = pair.age < tolerance::settling_steps;
    solved_[solved_count_] = loose_[loose_count_] = static_cast<std::uint32_t>(place);
    bodies_[solved_count_] = bodies;
    young_[solved_count_] = young;
    any_young_ |= solve && young;
    solved_count_ += solve ? 1 : 0;
    loose_count_ += solve ? 0 : 1;
  }
  Partition dealt() const { return {{begin_, solved_count_}, {begin_, loose_count_}, any_young_}; }

 private:
  std::size_t begin_;
  std::uint32_t *solved_, *loose_;
  RankPair* bodies_;
  std::uint8_t* young_;
  std::size_t solved_count_ = 0, loose_count_ = 0;
  bool any_young_ = false;
};

/// Marks the bodies that the solver has had a contact of for longer.
void find_old(const WorldState& world, SolverWork& work) {
  const auto nobody = static_cast<Rank>(world.bodies.size());
  work.has_old.assign(world.bodies.size() + 1, 0);
  world.team.ranges(work.pairs.size(), least_pairs, [&](const Range& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const bool young = work.young[i] != 0;
      const RankPair bodies = work.bodies[i];  // other threads may write the same
      store_relaxed(work.has_old[young ? nobody : bodies.a], std::uint8_t{1});
      store_relaxed(work.has_old[young ? nobody : bodies.b], std::uint8_t{1});
    }
  });
}

/// True if a new contact joins two bodies without an established one.
bool any_unsettled(const WorldState& world, const SolverWork& work) {
  const auto settled = [&](Rank rank) {
    return work.has_old[rank] != 0 && gives_way(world.bodies.flags[rank]) && world.bodies.mass[rank].inverse_mass > 0;
  };
  for (std::size_t i = 0; i < work.young.size(); ++i) {
    const void* const next = std::memchr(work.young.data() + i, 1, work.young.size() - i);  // they are few
    if (next == nullptr) return false;
    i = static_cast<std::size_t>(static_cast<const std::uint8_t*>(next) - work.young.data());
    if (!settled(work.bodies[i].a) && !settled(work.bodies[i].b)) return true;
  }
  return false;
}

/// `any_young`: the solver has a young contact.
void find_unsettled(const WorldState& world, bool any_young, SolverWork& work) {
  if (any_young) find_old(world, work);
  work.any_unsettled = any_young && any_unsettled(world, work);
}

/// Partitions all `count` contact pairs in parallel, one range per call of partition(range). Returns true if any of the
/// solver's pairs is young.
template <class PartitionRange>
bool partition_ranges(const WorldState& world, std::size_t count, SolverWork& work, ToiWork& toi,
                      PartitionRange&& partition) {
  resize_anew(work.pairs, count), resize_anew(work.bodies, count);
  resize_anew(work.young, count), resize_anew(toi.loose, count);
  std::array<FilledRange, thread_limit> solved, loose;
  const bool any_young = world.team.any_range(count, least_pairs, [&](const Range& range) {
    const Partition dealt = partition(range);
    solved[range.chunk] = dealt.solved, loose[range.chunk] = dealt.loose;
    return dealt.any_young;
  });
  const auto chunks = static_cast<std::size_t>(world.team.chunks(count, least_pairs));
  const auto all_solved = std::span<const FilledRange>(solved).first(chunks);
  close_gaps(work.pairs, all_solved), close_gaps(work.bodies, all_solved);
  close_gaps(work.young, all_solved);
  close_gaps(toi.loose, std::span<const FilledRange>(loose).first(chunks));
  return any_young;
}

/// Moves pairs, given in their order, from the solver's list to the timeline's.
void let_go(SolverWork& work, ToiWork& toi, std::span<const std::uint32_t> places) {
  const auto first = std::lower_bound(work.pairs.begin(), work.pairs.end(), places.front());
  auto from = static_cast<std::size_t>(first - work.pairs.begin()), to = from;
  std::size_t gone = 0;
  for (; from < work.pairs.size(); ++from) {
    if (gone < places.size() && work.pairs[from] == places[gone]) {
      ++gone;
      continue;
    }
    work.pairs[to] = work.pairs[from], work.bodies[to] = work.bodies[from];
    work.young[to++] = work.young[from];
  }
  work.pairs.resize(to), work.bodies.resize(to), work.young.resize(to);
  std::size_t loose = toi.loose.size(), end = loose + gone;
  toi.loose.resize(end);
  for (; end > loose; --end) {  // backwards
    const bool behind = loose > 0 && toi.loose[loose - 1] > places[gone - 1];
    toi.loose[end - 1] = behind ? toi.loose[--loose] : places[--gone];
  }
}

/// Classifies a pair by itself. Returns true if it has restitution, and other contacts decide whether it rests.
BANKSHOT_INLINE bool classify_alone(const WorldState& world, Real dt, ContactPairs& pairs, std::size_t place,
                                    const ContactSpeeds& speeds, unsigned answers, std::uint8_t* touched,
                                    const RestFinder& rest) {
  ContactPair& pair = pairs.near[place];
  pair.solve = pair.continued = false;
  // Begins to touch at a fraction of the slop, and ends when the gap exceeds the slop: so the state does not flicker.
  pair.touching = (answers & (pair.touching ? PairAnswer::within_slop : PairAnswer::within_gap)) != 0;
  if ((answers & PairAnswer::meets) == 0 || pair.passes) return false;
  if ((answers & PairAnswer::touches) != 0) mark_touched(pair, touched);
  if ((answers & PairAnswer::inert) != 0) {
    pair.solve = (answers & PairAnswer::slow) != 0 || stays_straight(world, pairs, place, speeds, dt);
  }
  if (pair.solve || pair.restitution == 0 || !may_rest(pair, speeds)) return false;
  pair.solve = ((answers & PairAnswer::slow) != 0 && rest.still_rests(world, pair, speeds)) ||
               rest.rests_by_own_load(world, dt, pairs, place);
  return !pair.solve;
}

/// Runs the narrow phase and classifies each pair by itself.
Partition classify_range(const WorldState& world, Real dt, const Range& range, ClassifyScratch& scratch,
                         ContactPairs& pairs, RangeLists lists) {
  UndecidedPairs& undecided = scratch.undecided;
  std::vector<std::uint32_t>& doubtful = undecided.doubtful[range.chunk];
  std::vector<std::uint32_t>& ending = undecided.ending[range.chunk];
  std::vector<std::uint32_t>& open = undecided.open[range.chunk];
  doubtful.clear(), ending.clear(), open.clear();
  ContactPair* const near = pairs.near.data();
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
      ContactPair& pair = near[from + i];
      ContactGeometry& contact = geometry[from + i];
      warm_start(records.find(pair), contact);
      const auto said = static_cast<unsigned>(answers[i]);
      if (classify_alone(world, dt, pairs, from + i, speeds[i], said, scratch.touched.data(), scratch.rest)) {
        append(open) = static_cast<std::uint32_t>(from + i);
      }
      // A pair with restitution that is so deep that only the solver pushes it apart stays the solver's.
      const bool lossy = pair.solve && pair.restitution == 0;
      const bool comes = pair.parts != none && speeds[i].gap > 0 && speeds[i].closing * dt > speeds[i].gap;
      if (lossy && ((said & PairAnswer::rests) == 0 || (said & PairAnswer::may_bend) != 0 || comes)) {
        append(doubtful) = static_cast<std::uint32_t>(from + i);
      }
      if ((said & PairAnswer::at_an_end) != 0) append(ending) = static_cast<std::uint32_t>(from + i);
      lists.add(pair, from + i);
    }
  }
  return lists.dealt();
}

/// True if the solver keeps the pair because of the other contacts of its bodies.
bool rests_in_company(const WorldState& world, Real dt, const ContactPairs& pairs, std::size_t i,
                      const std::vector<std::uint8_t>& touched) {
  const ContactPair& pair = pairs.near[i];
  if (bends(world, pair, pairs.geometry[i], dt))
    return Press::by_weight(world, pair, pairs.geometry[i].normal, touched) > 0;
  if (comes_round_corner(world, pairs, i)) return false;
  return touched[pair.body_a] || touched[pair.body_b] ||
         !meets_in_flight(world, pair, pairs.geometry[i].normal, speeds_of(world, pairs, i), dt, touched);
}

/// Classifies the undecided pairs once more. Those that the solver loses stay in the lists.
void classify_in_company(const WorldState& world, Real dt, ContactPairs& pairs, PlacesByRange& doubtful,
                         std::vector<std::uint8_t>& touched) {
  const auto of_ranges = doubtful.all();
  const auto is_any = [](const std::vector<std::uint32_t>& of_range) { return !of_range.empty(); };
  if (std::none_of(of_ranges.begin(), of_ranges.end(), is_any)) return;
  for (const std::vector<std::uint32_t>& of_range : of_ranges) leave_dynamic(world, pairs, of_range, touched);
  world.team.ranges(pairs.near.size(), least_pairs, [&](const Range& range) {
    std::erase_if(doubtful[range.chunk], [&](std::uint32_t i) {
      if (rests_in_company(world, dt, pairs, i, touched)) return true;
      pairs.near[i].solve = false;
      return false;
    });
  });
}

}  // namespace

void partition_pairs(const WorldState& world, const ContactPairs& pairs, SolverWork& work, ToiWork& toi) {
  const bool any_young = partition_ranges(world, pairs.near.size(), work, toi, [&](const Range& range) {
    RangeLists lists(work, toi, range);
    for (std::size_t i = range.begin; i < range.end; ++i) lists.add(pairs.near[i], i);
    return lists.dealt();
  });
  find_unsettled(world, any_young, work);
}

void collide_and_classify(const WorldState& world, Real dt, ContactPairs& pairs, ClassifyScratch& scratch,
                          SolverWork& work, ToiWork& toi) {
  UndecidedPairs& undecided = scratch.undecided;
  scratch.touched.assign(world.bodies.size(), 0);
  note_shapes(world, pairs);
  const std::size_t count = pairs.near.size();
  resize_anew(pairs.geometry, count);
  if (pairs.bounces) resize_anew(pairs.speeds, count);
  const auto chunks = static_cast<std::size_t>(world.team.chunks(count, least_pairs));
  for (auto* const lists : {&undecided.doubtful, &undecided.ending, &undecided.open}) lists->make_room(chunks);
  if (pairs.bounces) scratch.rest.begin(world, dt);
  const bool any_young = partition_ranges(world, count, work, toi, [&](const Range& range) {
    return classify_range(world, dt, range, scratch, pairs, RangeLists(work, toi, range));
  });
  classify_in_company(world, dt, pairs, undecided.doubtful, scratch.touched);
  if (scratch.rest.find(world, dt, undecided.open.all(), pairs)) {
    continue_faces(world, dt, undecided.ending.all(), scratch.bearings, pairs);
    scratch.floors.unite(world, dt, pairs);
    partition_pairs(world, pairs, work, toi);
    return;
  }
  std::vector<std::uint32_t>& gone = undecided.doubtful[0];
  for (const std::vector<std::uint32_t>& of_range : undecided.doubtful.all().subspan(1)) {
    gone.insert(gone.end(), of_range.begin(), of_range.end());
  }
  if (!gone.empty()) let_go(work, toi, gone);
  const bool continued = continue_faces(world, dt, undecided.ending.all(), scratch.bearings, pairs);
  if (scratch.floors.unite(world, dt, pairs) || continued) return partition_pairs(world, pairs, work, toi);
  find_unsettled(world, any_young, work);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
