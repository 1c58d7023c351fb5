#include "broad/counting_new.hpp"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max();

std::atomic<std::size_t> count{0}, in_use{0}, most_in_use{0};
std::atomic<std::size_t> refused{never};  ///< the allocation, counted from the beginning, that is not granted

constexpr std::size_t plain_step = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

/// The requested size is stored `step` bytes before the memory that is given out.
void* noted(void* memory, std::size_t size, std::size_t step) noexcept {
  if (memory == nullptr) return nullptr;
  if (count.fetch_add(1, std::memory_order_relaxed) == refused.load(std::memory_order_relaxed)) {
    std::free(memory);
    return nullptr;
  }
  const std::size_t now = in_use.fetch_add(size, std::memory_order_relaxed) + size;
  for (std::size_t most = most_in_use.load(); most < now && !most_in_use.compare_exchange_weak(most, now);) {
  }
  std::memcpy(memory, &size, sizeof(size));
  return static_cast<char*>(memory) + step;
}

void* counted(std::size_t size) noexcept { return noted(std::malloc(size + plain_step), size, plain_step); }

void* counted(std::size_t size, std::align_val_t alignment) noexcept {
  const auto step = static_cast<std::size_t>(alignment);
  return noted(std::aligned_alloc(step, (size + 2 * step - 1) / step * step), size, step);
}

void give_back(void* memory, std::size_t step) noexcept {
  if (memory == nullptr) return;
  void* const begin = static_cast<char*>(memory) - step;
  std::size_t size = 0;
  std::memcpy(&size, begin, sizeof(size));
  in_use.fetch_sub(size, std::memory_order_relaxed);
  std::free(begin);
}

void* or_throw(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

namespace bankshot::testing {
std::size_t allocations() noexcept { return count.load(std::memory_order_relaxed); }
void refuse_allocation_after(std::size_t granted) noexcept { refused.store(allocations() + granted); }
bool has_refused_allocation() noexcept { return refused.exchange(never) < allocations(); }
std::size_t bytes_in_use() noexcept { return in_use.load(std::memory_order_relaxed); }
std::size_t most_bytes_in_use() noexcept { return most_in_use.load(std::memory_order_relaxed); }
void forget_most_bytes_in_use() noexcept { most_in_use.store(bytes_in_use()); }
}  // namespace bankshot::testing

// Arrays come through these as well. All operators of a kind are replaced; otherwise memory of one would meet the
// delete of another.
void* operator new(std::size_t size) { return or_throw(counted(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new(std::size_t size, std::align_val_t alignment) { return or_throw(counted(size, alignment)); }
void operator delete(void* memory) noexcept { give_back(memory, plain_step); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory, plain_step); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { give_back(memory, plain_step); }
void operator delete(void* memory, std::align_val_t alignment) noexcept {
  give_back(memory, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory, std::size_t, std::align_val_t alignment) noexcept {
  give_back(memory, static_cast<std::size_t>(alignment));
}
