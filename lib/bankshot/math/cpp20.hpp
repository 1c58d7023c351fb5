#pragma once
// Parts of C++20's library that libc++ adopted late. Not part of the public interface.

#include <bankshot/config.hpp>

#include <atomic>

namespace bankshot::BANKSHOT_ABI::detail {

/// std::bit_cast, which libc++ has from 14 on.
template <class To, class From>
constexpr To bit_cast(const From& value) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, value);
}

/// Stores a value that other threads may store too. Equivalent to std::atomic_ref, which libc++ has from 19 on.
template <class T>
void store_relaxed(T& place, T value) noexcept {
#if defined(__GNUC__)
  __atomic_store(&place, &value, __ATOMIC_RELAXED);
#else
  std::atomic_ref(place).store(value, std::memory_order_relaxed);
#endif
}

/// Reads a value that other threads may be storing.
template <class T>
T load_relaxed(const T& place) noexcept {
#if defined(__GNUC__)
  T value;
  __atomic_load(&place, &value, __ATOMIC_RELAXED);
  return value;
#else
  return std::atomic_ref(const_cast<T&>(place)).load(std::memory_order_relaxed);
#endif
}

}  // namespace bankshot::BANKSHOT_ABI::detail
