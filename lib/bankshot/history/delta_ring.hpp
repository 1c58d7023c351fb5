#pragma once
// Consecutive deltas in one ring buffer. Not part of the public interface.

#include <bankshot/config.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Deltas are removed at the front, the oldest, or at the back. Allocates only to hold more bytes than ever before.
class DeltaRing {
 public:
  /// Readable bytes behind each delta, without meaning.
  static constexpr std::size_t slack = 4;

  struct Place {
    std::size_t begin = 0, size = 0;
  };

  /// Adds a delta behind the others. push() may move all deltas.
  void push(std::span<const std::uint8_t> delta);
  void pop_front();
  void pop_back();
  void clear();
  /// The i-th oldest.
  std::span<const std::uint8_t> operator[](std::size_t i) const;
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return used_; }  ///< of all stored deltas

 private:
  Place& place(std::size_t i) { return places_[(first_ + i) % places_.size()]; }
  const Place& place(std::size_t i) const { return places_[(first_ + i) % places_.size()]; }
  bool find_room(std::size_t size, std::size_t& begin) const;
  void grow(std::size_t size);

  std::vector<std::uint8_t> bytes_;
  std::vector<Place> places_;  ///< also a ring
  std::size_t first_ = 0, count_ = 0;
  std::size_t used_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
