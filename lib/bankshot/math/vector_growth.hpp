#pragma once
// Growth of lists. Not part of the public interface.
//
// A full standard list doubles its memory: up to half of the memory of a large world would be unused. Here a short list
// doubles and a long one grows by an eighth, so that each element is still moved a bounded number of times, about nine
// on average.

#include <bankshot/config.hpp>

#include <algorithm>
#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Memory on the stack for up to `most` plain values, of which only those written exist: a short list must not cost as
/// much as a long one.
template <class T, std::size_t most>
class StackRoom {
 public:
  T* data() noexcept { return std::launder(reinterpret_cast<T*>(bytes_)); }

 private:
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  alignas(T) std::byte bytes_[most * sizeof(T)];
};

/// Reserves space for `size` elements in all, and for a few more; existing elements stay.
template <class T>
void make_room(std::vector<T>& list, std::size_t size) {
  constexpr std::size_t few = 256;
  const std::size_t room = list.capacity();
  if (size > room) list.reserve(std::max(size, room < few ? 2 * room : room + room / 8));
}

/// Appends an element like T{}.
template <class T>
T& append(std::vector<T>& list) {
  make_room(list, list.size() + 1);
  return list.emplace_back();
}

/// Resizes to `size` elements of unspecified values.
template <class T>
void resize_anew(std::vector<T>& list, std::size_t size) {
  if (size > list.capacity()) {
    const std::size_t room = list.capacity() + list.capacity() / 8;
    std::vector<T>().swap(list);  // nothing is carried over
    list.reserve(std::max(size, room));
  }
  list.resize(size);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
