// A budget for each input of a fuzzer: of work, counted in comparisons of instrumented code, and of bytes that are live
// at once. Neither depends on the machine: an input that is too slow or too large here is so everywhere. It is a
// finding, and the program stops as it does for a broken law. Linked into programs that have a fuzzer. The linker puts
// the functions below in the place of the target's entry point and of the hooks that the compiler calls at each
// comparison (clang's -fsanitize-coverage=trace-cmp, which -fsanitize=fuzzer implies); they pass on their arguments.
//
// The environment variables BANKSHOT_FUZZ_WORK and BANKSHOT_FUZZ_BYTES replace the budgets. With BANKSHOT_FUZZ_TELL
// each input's counts are printed. docs/fuzzing.md explains the default budgets.

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <system_error>

namespace {

constexpr std::uint64_t usual_work = BANKSHOT_USUAL_WORK, usual_bytes = std::uint64_t{256} << 20;

struct Budget {
  std::uint64_t work_left = 0;
  std::int64_t live = 0, most_live = 0;
  std::uint64_t work = usual_work, bytes = usual_bytes;
  bool counts = false;
} budget;

std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* text = std::getenv(name);
  if (text == nullptr) return usual;
  const char* end = text + std::strlen(text);
  std::uint64_t number = 0;
  const std::from_chars_result result = std::from_chars(text, end, number);
  if (result.ec == std::errc{} && result.ptr == end && number > 0) return number;
  std::fprintf(stderr, "%s: expected a whole number from 1 to 18446744073709551615, got \"%s\"\n", name, text);
  std::exit(2);
}

[[noreturn]] void exceeded(const char* what, std::uint64_t most) {
  budget.counts = false;
  std::fprintf(stderr, "budget: this input takes more than %llu %s; docs/fuzzing.md tells what that means\n",
               static_cast<unsigned long long>(most), what);
  std::abort();
}

void count_work() {  // outside an input, and on other threads beside one, a wrong count does no harm
  if (budget.work_left-- == 0 && budget.counts) exceeded("comparisons", budget.work);
}

extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void*) __attribute__((weak));
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*, std::size_t),
                                                         void (*)(const volatile void*)) __attribute__((weak));

void allocated(const volatile void*, std::size_t size) {
  if (!budget.counts) return;
  budget.live += static_cast<std::int64_t>(size);
  if (budget.live > budget.most_live) budget.most_live = budget.live;
  if (budget.live > static_cast<std::int64_t>(budget.bytes)) exceeded("bytes at once", budget.bytes);
}

void freed(const volatile void* pointer) {
  if (budget.counts) budget.live -= static_cast<std::int64_t>(__sanitizer_get_allocated_size(pointer));
}

void prepare() {
  static const bool once = [] {
    budget.work = from_environment("BANKSHOT_FUZZ_WORK", usual_work);
    budget.bytes = from_environment("BANKSHOT_FUZZ_BYTES", usual_bytes);
    if (__sanitizer_install_malloc_and_free_hooks != nullptr)
      __sanitizer_install_malloc_and_free_hooks(allocated, freed);
    return true;
  }();
  static_cast<void>(once);
}

}  // namespace

extern "C" {

int __real_LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int __wrap_LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  prepare();
  budget.live = budget.most_live = 0;
  budget.work_left = budget.work;
  budget.counts = true;
  const int result = __real_LLVMFuzzerTestOneInput(data, size);
  budget.counts = false;
  if (std::getenv("BANKSHOT_FUZZ_TELL") != nullptr) {
    std::fprintf(stderr, "budget: %llu comparisons, %lld bytes at once\n",
                 static_cast<unsigned long long>(budget.work - budget.work_left),
                 static_cast<long long>(budget.most_live));
  }
  return result;
}

#define BANKSHOT_HOOK(name, type)                           \
  void __real_##name(type a, type b) __attribute__((weak)); \
  void __wrap_##name(type a, type b) {                      \
    count_work();                                           \
    if (__real_##name != nullptr) __real_##name(a, b);      \
  }
BANKSHOT_HOOK(__sanitizer_cov_trace_cmp1, std::uint8_t)
BANKSHOT_HOOK(__sanitizer_cov_trace_cmp2, std::uint16_t)
BANKSHOT_HOOK(__sanitizer_cov_trace_cmp4, std::uint32_t)
BANKSHOT_HOOK(__sanitizer_cov_trace_cmp8, std::uint64_t)
BANKSHOT_HOOK(__sanitizer_cov_trace_const_cmp1, std::uint8_t)
BANKSHOT_HOOK(__sanitizer_cov_trace_const_cmp2, std::uint16_t)
BANKSHOT_HOOK(__sanitizer_cov_trace_const_cmp4, std::uint32_t)
BANKSHOT_HOOK(__sanitizer_cov_trace_const_cmp8, std::uint64_t)

}  // extern "C"
