#include "broad/counting_work.hpp"

#include <atomic>

namespace {
std::atomic<std::uint64_t> work{0};
}

namespace bankshot::testing {
std::uint64_t work_done() noexcept { return work.load(std::memory_order_relaxed); }
}  // namespace bankshot::testing

// The compiler's names for them, with constants and without. Of switches it gives one call, whatever they compare with.
#define BANKSHOT_COUNTED(name, ...) \
  extern "C" void name(__VA_ARGS__) { work.fetch_add(1, std::memory_order_relaxed); }
BANKSHOT_COUNTED(__sanitizer_cov_trace_cmp1, std::uint8_t, std::uint8_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_cmp2, std::uint16_t, std::uint16_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_cmp4, std::uint32_t, std::uint32_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_cmp8, std::uint64_t, std::uint64_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_const_cmp1, std::uint8_t, std::uint8_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_const_cmp2, std::uint16_t, std::uint16_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_const_cmp4, std::uint32_t, std::uint32_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_const_cmp8, std::uint64_t, std::uint64_t)
BANKSHOT_COUNTED(__sanitizer_cov_trace_switch, std::uint64_t, std::uint64_t*)
