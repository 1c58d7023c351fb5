#include <bankshot/history/delta_ring.hpp>

#include <algorithm>
#include <cstring>

namespace bankshot::BANKSHOT_ABI::detail {

/// Finds a place for `size` bytes behind the last delta; before the first one if there is no room up to the end.
bool DeltaRing::find_room(std::size_t size, std::size_t& begin) const {
  if (count_ == 0) {
    begin = 0;
    return size + slack <= bytes_.size();
  }
  const std::size_t head = place(0).begin, tail = place(count_ - 1).begin + place(count_ - 1).size;
  const bool wrapped = place(count_ - 1).begin < head;
  const std::size_t end = wrapped ? head : bytes_.size();
  begin = tail;
  if (tail + size + slack <= end) return true;
  begin = 0;
  return !wrapped && size + slack <= head;
}

/// Grows by half, and moves all deltas in their order to the beginning.
void DeltaRing::grow(std::size_t size) {
  std::vector<std::uint8_t> bytes(std::max(bytes_.size() + bytes_.size() / 2, used_ + size + 64 * slack));
  std::size_t at = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    Place& from = place(i);
    std::memcpy(bytes.data() + at, bytes_.data() + from.begin, from.size);
    from.begin = at;
    at += from.size;
  }
  bytes_.swap(bytes);
}

void DeltaRing::push(std::span<const std::uint8_t> delta) {
  if (count_ == places_.size()) {
    std::rotate(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(first_), places_.end());
    first_ = 0;
    places_.resize(std::max<std::size_t>(16, 2 * places_.size()));
  }
  std::size_t begin = 0;
  if (!find_room(delta.size(), begin)) {
    grow(delta.size());
    begin = count_ == 0 ? 0 : place(count_ - 1).begin + place(count_ - 1).size;
  }
  std::copy(delta.begin(), delta.end(), bytes_.data() + begin);
  place(count_++) = {begin, delta.size()};
  used_ += delta.size();
}

void DeltaRing::pop_front() {
  used_ -= place(0).size;
  first_ = (first_ + 1) % places_.size();
  --count_;
}

void DeltaRing::pop_back() { used_ -= place(--count_).size; }

void DeltaRing::clear() { first_ = count_ = used_ = 0; }

std::span<const std::uint8_t> DeltaRing::operator[](std::size_t i) const {
  return {bytes_.data() + place(i).begin, place(i).size};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
