#include <bankshot/config.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace bankshot::BANKSHOT_ABI {
namespace {

void print_and_abort(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "bankshot: broken invariant `%s` at %s:%d\n", condition, file, line);
  std::abort();
}

std::atomic<AssertHandler> current_handler{print_and_abort};

}  // namespace

AssertHandler set_assert_handler(AssertHandler handler) noexcept {
  return current_handler.exchange(handler == nullptr ? print_and_abort : handler);
}

void detail::assert_failed(const char* condition, const char* file, int line) noexcept {
  current_handler.load()(condition, file, line);
}

}  // namespace bankshot::BANKSHOT_ABI
