#include <bankshot/world/bodies/contacts_by_body.hpp>

#include <bankshot/world/bodies/state.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace bankshot::BANKSHOT_ABI::detail {

/// A radix sort, byte by byte: it takes the same time however many shapes there are, and keeps the order of places.
void ContactsByBody::sort(std::span<const CachedContact> list, BySecond& by_second) {
  if (by_second.known) return;
  by_second.known = true;
  std::vector<std::uint32_t>& places = by_second.places;
  places.resize(list.size());
  std::iota(places.begin(), places.end(), 0u);
  std::uint32_t all = 0;
  for (const CachedContact& contact : list) all |= contact.key.b;
  scratch_.resize(list.size());
  for (unsigned shift = 0; shift < 32 && (all >> shift) != 0; shift += 8) {
    const auto byte = [&](std::uint32_t place) { return list[place].key.b >> shift & 255u; };
    std::array<std::uint32_t, 257> next{};
    for (const std::uint32_t place : places) ++next[byte(place) + 1];
    for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    for (const std::uint32_t place : places) scratch_[next[byte(place)]++] = place;
    places.swap(scratch_);
  }
}

/// Adds the body's contacts in a list, by key: its shapes come after the first ones of those of which it has the
/// second.
void ContactsByBody::collect(const std::vector<CachedContact>& list, const BySecond& by_second, const Shapes& own,
                             std::vector<const CachedContact*>& found) {
  const auto second_before = [&list](std::uint32_t place, std::uint32_t shape) { return list[place].key.b < shape; };
  const auto& places = by_second.places;
  const auto before = static_cast<std::ptrdiff_t>(found.size());
  for (auto place = std::lower_bound(places.begin(), places.end(), own.begin, second_before);
       place != places.end() && list[*place].key.b < own.end; ++place) {
    found.push_back(&list[*place]);
  }
  std::sort(found.begin() + before, found.end());
  for (auto contact = first_from(list, {own.begin, 0, 0, 0}); contact != list.end() && contact->key.a < own.end;
       ++contact) {
    found.push_back(&*contact);
  }
}

std::vector<const CachedContact*> ContactsByBody::find(const WorldState& state, Rank rank) {
  const auto of_body = [](const Proxy& proxy, Rank body) { return proxy.body < body; };
  const auto first = std::lower_bound(state.proxies.begin(), state.proxies.end(), rank, of_body);
  const auto last = std::lower_bound(first, state.proxies.end(), rank + 1, of_body);
  const Shapes own{static_cast<std::uint32_t>(first - state.proxies.begin()),
                   static_cast<std::uint32_t>(last - state.proxies.begin())};
  std::vector<const CachedContact*> found;
  if (own.begin == own.end) return found;
  {
    const std::lock_guard lock(mutex_);
    sort(state.contacts, awake_), sort(state.sleeping_contacts, asleep_);
  }
  collect(state.contacts, awake_, own, found);
  const auto middle = static_cast<std::ptrdiff_t>(found.size());
  collect(state.sleeping_contacts, asleep_, own, found);
  std::inplace_merge(found.begin(), found.begin() + middle, found.end(),
                     [](const CachedContact* l, const CachedContact* r) { return before(*l, *r); });
  return found;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
