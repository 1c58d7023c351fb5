// The newest moment is stored as a whole, each older one as a delta from the next newer one. If the structure changed
// in between, the older one is stored as a whole too, and a new chain of deltas begins there.

#include <bankshot/history/delta.hpp>
#include <bankshot/history/delta_ring.hpp>
#include <bankshot/history/history.hpp>
#include <bankshot/world/bodies/edit.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

namespace bankshot::BANKSHOT_ABI {

namespace detail {

constexpr int most_ticks = 1'000'000;

/// An older tick.
struct OlderTick {
  std::uint64_t tick = 0;
  std::shared_ptr<const World> structure;  ///< null: that of the next newer one, and this tick is a delta
  std::unique_ptr<Moment> moment;          ///< if it is stored as a whole
};

struct HistoryState {
  std::size_t capacity = 1;
  bool empty = true;
  Moment newest;
  std::shared_ptr<const World> structure;  ///< a world with the newest moment's structure
  std::vector<OlderTick> older;            ///< a ring, from `first` on, that grows up to `capacity`
  std::size_t first = 0, count = 0;
  DeltaRing deltas;  ///< of the deltas among `older`, in their order
  // Memory for the next call.
  Moment work;
  DeltaScratch scratch;

  OlderTick& at(std::size_t i) { return older[(first + i) % older.size()]; }
  const OlderTick& at(std::size_t i) const { return older[(first + i) % older.size()]; }
};

namespace {

void drop_oldest(HistoryState& history) {
  OlderTick& oldest = history.at(0);
  if (oldest.structure) {
    oldest.structure = nullptr;
    oldest.moment = nullptr;
  } else {
    history.deltas.pop_front();
  }
  history.first = (history.first + 1) % history.older.size();
  --history.count;
}

/// Makes the last of the older ticks the newest.
void step_back(HistoryState& history) {
  OlderTick& last = history.at(history.count - 1);
  if (last.structure) {
    history.structure = std::move(last.structure);
    history.newest = std::move(*last.moment);
    last.structure = nullptr, last.moment = nullptr;
  } else {
    apply_delta(history.deltas[history.deltas.size() - 1], history.newest, history.scratch);
    history.deltas.pop_back();
  }
  --history.count;
}

void drop_from(HistoryState& history, std::uint64_t tick) {
  while (!history.empty && history.newest.figures.tick >= tick) {
    if (history.count == 0) {
      history.empty = true;
    } else {
      step_back(history);
    }
  }
}

bool same_structure(const WorldState& a, const World& b) {
  return a.structure_changed.stamp() == WorldAccess::state(b).structure_changed.stamp();
}

/// A world with that structure, without the caller's threads and executor: it is never stepped, and may outlive them.
std::shared_ptr<const World> structure_of(const World& world) {
  auto structure = std::make_shared<World>(world);
  structure->set_threads(1);
  return structure;
}

/// Gives the world that structure. Threads, executor and the limit of pairs are not part of it and stay.
void give_structure(World& world, const World& structure) {
  const ThreadTeam team = WorldAccess::state(world).team;
  const int threads = world.settings().threads;
  const Executor executor = world.settings().executor;
  const int pair_limit = world.settings().pair_limit;
  world = structure;
  WorldState& state = WorldAccess::state(world);
  state.team = team;
  state.settings.threads = threads;
  state.settings.executor = executor;
  state.settings.pair_limit = pair_limit;
}

/// Enlarges the ring, which then begins at the first place.
void grow(HistoryState& history) {
  std::vector<OlderTick> larger;
  larger.reserve(std::min(std::max<std::size_t>(16, 2 * history.older.size()), history.capacity));
  for (std::size_t i = 0; i < history.count; ++i) larger.push_back(std::move(history.at(i)));
  larger.resize(larger.capacity());
  history.older.swap(larger);
  history.first = 0;
}

/// The place among the older ticks for the newest.
OlderTick& older_place(HistoryState& history) {
  if (history.count + 1 == history.capacity) drop_oldest(history);
  if (history.count == history.older.size()) grow(history);
  OlderTick& place = history.at(history.count);
  place.tick = history.newest.figures.tick;
  return place;
}

/// Moves the newest moment to the older ticks as a whole.
void keep_whole(HistoryState& history) {
  auto moment = std::make_unique<Moment>();
  OlderTick& place = older_place(history);
  place.structure = history.structure;
  place.moment = std::move(moment);
  std::swap(*place.moment, history.newest);
  ++history.count;
}

void forget_older(HistoryState& history) noexcept {
  while (history.count > 0) drop_oldest(history);
}

/// Moves the newest moment to the older ticks as a delta, and replaces it by that of the world.
void keep_delta(HistoryState& history, const WorldState& world) {
  older_place(history);
  const std::span<const std::uint8_t> delta = advance_moment(history.newest, world, history.scratch);
  try {
    history.deltas.push(delta);
  } catch (...) {  // no memory for it: the older ticks cannot be reached from the newest
    forget_older(history);
    throw;
  }
  ++history.count;
}

/// Reconstructs the moment at `index` among the older ticks in `work`; history.count is the newest. Returns its
/// structure.
std::shared_ptr<const World> go_back(HistoryState& history, std::size_t index) {
  std::size_t whole = index;
  while (whole < history.count && !history.at(whole).structure) ++whole;
  std::size_t delta = history.deltas.size();  // number of deltas up to the current tick
  for (std::size_t i = history.count; i > whole; --i) delta -= history.at(i - 1).structure ? 0 : 1;
  history.work = whole < history.count ? *history.at(whole).moment : history.newest;
  for (std::size_t i = whole; i > index; --i) apply_delta(history.deltas[--delta], history.work, history.scratch);
  return whole < history.count ? history.at(whole).structure : history.structure;
}

[[noreturn]] void refuse_tick(const HistoryState& history, std::uint64_t tick) {
  std::string message = "restore: tick " + std::to_string(tick) + " is not kept, ";
  if (history.empty) {
    message += "nothing is";
  } else {
    const std::uint64_t first = history.count > 0 ? history.at(0).tick : history.newest.figures.tick;
    message +=
        "those that are lie between " + std::to_string(first) + " and " + std::to_string(history.newest.figures.tick);
  }
  throw std::invalid_argument(message);
}

/// Index of a tick: history.count for the newest, history.count + 1 if it is not stored.
std::size_t find(const HistoryState& history, std::uint64_t tick) {
  if (!history.empty && history.newest.figures.tick == tick) return history.count;
  for (std::size_t i = history.count; i > 0; --i) {
    if (history.at(i - 1).tick == tick) return i - 1;
  }
  return history.count + 1;
}

template <class T>
std::size_t size_of(const std::vector<T>& list) {
  return list.size() * sizeof(T);
}

std::size_t size_of(const Moment& moment) {
  return sizeof(Figures) + size_of(moment.pose) + size_of(moment.velocity) + size_of(moment.velocity_remainder) +
         size_of(moment.forces) + size_of(moment.flags) + size_of(moment.still_time) + size_of(moment.calm) +
         size_of(moment.sleep_island) + size_of(moment.contacts) + size_of(moment.sleeping_contacts) +
         size_of(moment.sensor_pairs) + size_of(moment.wake_islands) + size_of(moment.joint_turns) +
         size_of(moment.pending_contact_ends) + size_of(moment.pending_sensor_ends);
}

}  // namespace
}  // namespace detail

History::History(int ticks) {
  if (ticks < 1 || ticks > detail::most_ticks) {
    throw std::invalid_argument("History: ticks is " + std::to_string(ticks) + ", must be 1 to " +
                                std::to_string(detail::most_ticks));
  }
  state_ = std::make_unique<detail::HistoryState>();
  state_->capacity = static_cast<std::size_t>(ticks);
}

History::History(History&& other) noexcept = default;
History& History::operator=(History&& other) noexcept = default;
History::~History() = default;

void History::save(const World& world) {
  detail::HistoryState& history = *state_;
  const detail::WorldState& state = detail::WorldAccess::state(world);
  detail::settle_contacts(state);
  detail::drop_from(history, state.tick);
  const bool goes_on = !history.empty && detail::same_structure(state, *history.structure);
  if (goes_on && history.capacity > 1) return detail::keep_delta(history, state);
  read_moment(state, history.work);
  if (!goes_on) {
    auto structure = detail::structure_of(world);
    if (!history.empty && history.capacity > 1) detail::keep_whole(history);
    history.structure = std::move(structure);
  }
  std::swap(history.newest, history.work);
  history.empty = false;
}

void History::restore(std::uint64_t tick, World& world) {
  detail::HistoryState& history = *state_;
  const std::size_t place = detail::find(history, tick);
  if (place > history.count) detail::refuse_tick(history, tick);
  const std::shared_ptr<const World> structure = detail::go_back(history, place);
  if (!detail::same_structure(detail::WorldAccess::state(world), *structure)) detail::give_structure(world, *structure);
  exchange_moment(detail::WorldAccess::state(world), history.work);
}

bool History::has(std::uint64_t tick) const noexcept {
  return detail::find(*state_, tick) <= state_->count && !state_->empty;
}

int History::size() const noexcept { return state_->empty ? 0 : static_cast<int>(state_->count + 1); }

std::uint64_t History::first() const {
  if (state_->empty) throw std::invalid_argument("first: no tick is kept");
  return state_->count > 0 ? state_->at(0).tick : state_->newest.figures.tick;
}

std::uint64_t History::last() const {
  if (state_->empty) throw std::invalid_argument("last: no tick is kept");
  return state_->newest.figures.tick;
}

void History::clear() noexcept {
  detail::forget_older(*state_);
  state_->structure = nullptr;
  state_->empty = true;
}

std::size_t History::bytes() const noexcept {
  std::size_t bytes = state_->deltas.bytes() + (state_->empty ? 0 : detail::size_of(state_->newest));
  for (std::size_t i = 0; i < state_->count; ++i) {
    if (state_->at(i).structure) bytes += detail::size_of(*state_->at(i).moment);
  }
  return bytes;
}

}  // namespace bankshot::BANKSHOT_ABI
