#pragma once
// Data that contact pairs take over from the last step. Not part of the public interface.

#include <bankshot/world/pairs/pairs.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

/// The cached contact of a pair that has none.
inline constexpr CachedContact no_record{};

/// Finds the cached contacts of contact pairs. Both lists are in the order of keys: one walk finds them all.
class RecordWalk {
 public:
  /// `first`: key of the first pair to be looked up.
  RecordWalk(const std::vector<CachedContact>& records, const PairKey& first)
      : next_(records.data() + (first_from(records, first) - records.begin())),
        end_(records.data() + records.size()),
        place_(static_cast<std::uint32_t>(next_ - records.data())) {}

  /// Links the pair to its cached contact, and returns that; an empty one if there is none.
  BANKSHOT_INLINE const CachedContact& find(ContactPair& pair) {
    if (next_ == end_) return none_of(pair);
    __builtin_prefetch(next_ + 12);   // of all lists in this walk, only this one is not in the cache yet
    if (!(next_->key == pair.key)) {  // usually it is the next one
      for (; next_ != end_ && next_->key < pair.key; ++next_) ++place_;
      if (next_ == end_ || !(next_->key == pair.key)) return none_of(pair);
    }
    const CachedContact& record = *next_++;
    pair.old = place_++;
    pair.age = record.age;
    pair.touching = record.touching;
    const bool alone = next_ == end_ || next_->key.b != record.key.b || next_->key.a != record.key.a;
    pair.before = !alone ? ContactPair::unknown : record.touching ? ContactPair::touched : ContactPair::apart;
    return record;
  }

 private:
  static const CachedContact& none_of(ContactPair& pair) {
    pair.old = none, pair.age = 0, pair.touching = false, pair.before = ContactPair::unknown;
    return no_record;
  }

  const CachedContact *next_, *end_;
  std::uint32_t place_;
};

/// The impulse of a point with this key; 0 if the cached contact has none. Selects an address instead of branching,
/// since features change now and then.
inline Real impulse_of(const CachedContact& record, std::uint32_t key, bool asked) {
  static constexpr Real nothing = 0;
  const bool first = asked & (record.count > 0) & (record.feature[0] == key);
  const bool second = asked & (record.count > 1) & (record.feature[1] == key);
  const Real* const at = first ? &record.normal_impulse[0] : &nothing;
  return second ? record.normal_impulse[1] : *at;
}

/// Starts the solver with the last step's impulses: point by point, if the features are the same.
BANKSHOT_INLINE void warm_start(const CachedContact& record, ContactGeometry& contact) {
  const std::uint32_t first = contact.points[0].key, second = contact.points[1].key;
  const bool two = contact.count > 1;
  contact.friction_impulse = record.friction_impulse;
  if (two && record.count > 1 && record.feature[0] == first && record.feature[1] == second) {  // in most piles
    contact.normal_impulse[0] = record.normal_impulse[0], contact.normal_impulse[1] = record.normal_impulse[1];
  } else {
    contact.normal_impulse[0] = impulse_of(record, first, true);
    contact.normal_impulse[1] = impulse_of(record, second, two);
  }
}
inline void warm_start(const WorldState& world, const ContactPair& pair, ContactGeometry& contact) {
  warm_start(pair.old != none ? world.contacts[pair.old] : no_record, contact);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
