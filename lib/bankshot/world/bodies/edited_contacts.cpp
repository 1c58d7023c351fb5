#include <bankshot/world/bodies/edit.hpp>

#include <algorithm>
#include <iterator>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

Rank body_of(const WorldState& state, std::uint32_t proxy) { return state.proxies[proxy].body; }

/// The contacts of two sorted lists that `keep_first` and `keep_second` select by their places, sorted.
template <class First, class Second>
std::vector<CachedContact> merged(const std::vector<CachedContact>& first, const First& keep_first,
                                  const std::vector<CachedContact>& second, const Second& keep_second) {
  std::vector<CachedContact> result;
  result.reserve(first.size() + second.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (keep_first(i)) result.push_back(first[i]);
  }
  const auto middle = static_cast<std::ptrdiff_t>(result.size());
  for (std::size_t i = 0; i < second.size(); ++i) {
    if (keep_second(i)) result.push_back(second[i]);
  }
  std::inplace_merge(result.begin(), result.begin() + middle, result.end(), before);
  return result;
}

}  // namespace

void EditedContacts::find(const WorldState& state) {
  if (!by_body_.empty()) return;
  awake_ = state.contacts.size(), contacts_ = awake_ + state.sleeping_contacts.size();
  by_body_.build(state.bodies.size(), [&state](const auto& add) {
    std::uint32_t number = 0;
    const auto add_pair = [&](std::uint32_t a, std::uint32_t b) {
      add(body_of(state, a), number), add(body_of(state, b), number);
      ++number;
    };
    for (const CachedContact& contact : state.contacts) add_pair(contact.key.a, contact.key.b);
    for (const CachedContact& contact : state.sleeping_contacts) add_pair(contact.key.a, contact.key.b);
    for (const IndexPair& pair : state.sensor_pairs) add_pair(pair.a, pair.b);
  });
  list_.assign(contacts_ + state.sensor_pairs.size(), List::awake);
  std::fill(list_.begin() + static_cast<std::ptrdiff_t>(awake_), list_.begin() + static_cast<std::ptrdiff_t>(contacts_),
            List::asleep);
  for (const CachedContact& contact : state.contacts) {
    const Rank a = body_of(state, contact.key.a);
    if (at_rest(state.bodies.flags[a]) && at_rest(state.bodies.flags[body_of(state, contact.key.b)])) note_fixed(a);
  }
}

void EditedContacts::forget() noexcept {
  by_body_.clear();
  made_fixed_.clear();
  moved_ = false;
}

void EditedContacts::settle(WorldState& state) {
  if (!moved_) return;
  const auto is = [this](List list, std::size_t before) {
    return [this, list, before](std::size_t i) { return list_[before + i] == list; };
  };
  std::vector<CachedContact> awake = merged(state.contacts, is(List::awake, 0),  //
                                            state.sleeping_contacts, is(List::awake, awake_));
  std::vector<CachedContact> asleep = merged(state.sleeping_contacts, is(List::asleep, awake_),  //
                                             state.contacts, is(List::asleep, 0));
  std::size_t kept = 0;
  for (std::size_t i = 0; i < state.sensor_pairs.size(); ++i) {
    if (list_[contacts_ + i] != List::dropped) state.sensor_pairs[kept++] = state.sensor_pairs[i];
  }
  state.sensor_pairs.resize(kept);
  state.contacts.swap(awake);
  state.sleeping_contacts.swap(asleep);
  state.by_body.forget();
  forget();
}

const CachedContact& EditedContacts::contact(const WorldState& state, std::uint32_t number) const noexcept {
  return number < awake_ ? state.contacts[number] : state.sleeping_contacts[number - awake_];
}

const IndexPair& EditedContacts::sensor_pair(const WorldState& state, std::uint32_t number) const noexcept {
  return state.sensor_pairs[number - contacts_];
}

std::vector<std::uint32_t> EditedContacts::contacts_of(const WorldState& state, Rank rank, List list) const {
  std::vector<std::uint32_t> result;
  std::ptrdiff_t middle = 0;
  for (const std::uint32_t number : by_body_.of(rank)) {
    if (number >= contacts_) break;
    if (list_[number] != list) continue;
    result.push_back(number);
    if (number < awake_) ++middle;
  }
  std::inplace_merge(result.begin(), result.begin() + middle, result.end(),
                     [&](std::uint32_t l, std::uint32_t r) { return before(contact(state, l), contact(state, r)); });
  return result;
}

std::vector<std::uint32_t> EditedContacts::sensor_pairs_of(Rank rank) const {
  const std::span<const std::uint32_t> all = by_body_.of(rank);
  std::vector<std::uint32_t> result;
  for (auto number = std::lower_bound(all.begin(), all.end(), contacts_); number != all.end(); ++number) {
    if (list_[*number] != List::dropped) result.push_back(*number);
  }
  return result;
}

EditedContacts& edited_contacts(WorldState& state) {
  if (!state.edited) state.edited = std::make_unique<EditedContacts>();
  state.edited->find(state);
  return *state.edited;
}

void settle_contacts(const WorldState& state) {
  if (!state.edited) return;
  const std::lock_guard lock(state.edited->mutex);
  // No world object is const; const is only the view of a reader, which holds the lock.
  state.edited->settle(const_cast<WorldState&>(state));
}

void forget_edited_contacts(WorldState& state) noexcept {
  if (state.edited) state.edited->forget();
}

}  // namespace bankshot::BANKSHOT_ABI::detail
