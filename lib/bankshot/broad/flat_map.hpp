#pragma once
// A map from numbers to numbers in one array: look-ups of a spatial hash. Not part of the public interface.

#include <bankshot/config.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Open addressing with linear probing, at most half full; later entries move forward into an erased place, so there
/// are no tombstones. Values are below `none`. The order of visit() follows from keys and history: callers must not
/// expose it. Source: Knuth, The Art of Computer Programming 3, 6.4, algorithm R (deletion with linear probing).
class FlatMap {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  std::size_t size() const noexcept { return size_; }
  void clear() noexcept {
    for (Entry& entry : entries_) entry.value = none;
    size_ = 0;
  }

  /// The value of the key, or `none`.
  std::uint32_t find(std::uint64_t key) const noexcept {
    if (size_ == 0) return none;
    for (std::size_t at = home(key);; at = next(at)) {
      if (entries_[at].value == none || entries_[at].key == key) return entries_[at].value;
    }
  }

  /// Reserves memory, so that the next set() needs none.
  void reserve_one() {
    if (2 * (size_ + 1) > entries_.size()) grow();
  }

  /// Sets the value of a new or existing key.
  void set(std::uint64_t key, std::uint32_t value) {
    reserve_one();
    std::size_t at = home(key);
    while (entries_[at].value != none && entries_[at].key != key) at = next(at);
    size_ += entries_[at].value == none;
    entries_[at] = {key, value};
  }

  void erase(std::uint64_t key) noexcept {
    if (size_ == 0) return;
    std::size_t hole = home(key);
    while (entries_[hole].key != key || entries_[hole].value == none) {
      if (entries_[hole].value == none) return;
      hole = next(hole);
    }
    // An entry behind the hole may fill it unless its home lies between the two.
    for (std::size_t at = next(hole); entries_[at].value != none; at = next(at)) {
      const std::size_t mask = entries_.size() - 1;
      if (((at - home(entries_[at].key)) & mask) < ((at - hole) & mask)) continue;
      entries_[hole] = entries_[at];
      hole = at;
    }
    entries_[hole].value = none;
    --size_;
  }

  /// Calls visit(value) for every entry.
  template <class Visit>
  void visit(Visit&& visit) const {
    for (const Entry& entry : entries_) {
      if (entry.value != none) visit(entry.value);
    }
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t value = none;
  };

  // The high bits of a product with an odd constant near 2^64 / golden ratio: spreads neighbouring keys.
  std::size_t home(std::uint64_t key) const noexcept {
    const std::uint64_t mixed = (key ^ (key >> 32)) * 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(mixed >> 32) & (entries_.size() - 1);
  }
  std::size_t next(std::size_t at) const noexcept { return (at + 1) & (entries_.size() - 1); }

  void grow() {
    std::vector<Entry> larger(entries_.empty() ? 16 : 2 * entries_.size());
    std::swap(larger, entries_);
    size_ = 0;
    for (const Entry& entry : larger) {
      if (entry.value == none) continue;
      std::size_t at = home(entry.key);
      while (entries_[at].value != none) at = next(at);
      entries_[at] = entry;
      ++size_;
    }
  }

  std::vector<Entry> entries_;  // its size is a power of two
  std::size_t size_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
