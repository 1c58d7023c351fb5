#include "broad/counting_work.hpp"

// The counting code must not be counted itself, nor the code that it calls, so it calls nothing of a library.
#if defined(__clang__)
#define BANKSHOT_NOT_COUNTED __attribute__((no_sanitize("coverage")))
#else
#define BANKSHOT_NOT_COUNTED
#endif

namespace {

bool counting = false;
std::uint64_t work = 0;

BANKSHOT_NOT_COUNTED void count_one() noexcept {
  if (__atomic_load_n(&counting, __ATOMIC_RELAXED)) __atomic_fetch_add(&work, 1, __ATOMIC_RELAXED);
}

}  // namespace

namespace bankshot::testing {

void count_work() noexcept {
  __atomic_store_n(&work, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&counting, true, __ATOMIC_RELAXED);
}

std::uint64_t counted_work() noexcept {
  __atomic_store_n(&counting, false, __ATOMIC_RELAXED);
  return __atomic_load_n(&work, __ATOMIC_RELAXED);
}

}  // namespace bankshot::testing

// The compiler's names for the calls, with constants and without. A switch makes one call, however many values it
// compares.
#define BANKSHOT_COUNTED(name, ...) \
  extern "C" BANKSHOT_NOT_COUNTED void name(__VA_ARGS__) { count_one(); }
BANKSHOT_COUNTED(__sanitizer_cov_trace_cmp1, std::uint8_t, std::uint8_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_cmp2, std::uint16_t, std::uint16_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_cmp4, std::uint32_t, std::uint32_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_cmp8, std::uint64_t, std::uint64_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_const_cmp1, std::uint8_t, std::uint8_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_const_cmp2, std::uint16_t, std::uint16_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_const_cmp4, std::uint32_t, std::uint32_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_const_cmp8, std::uint64_t, std::uint64_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_switch, std::uint64_t, std::uint64_t*)
