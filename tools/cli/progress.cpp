#include "progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace bankshot_tool {

Progress::Progress(std::int64_t steps, bool wanted)
    : steps_(steps), active_(wanted && steps > 0 && isatty(STDERR_FILENO) != 0), last_(Clock::now()) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::int64_t done) {
  constexpr std::chrono::milliseconds interval(80);
  if (!active_ || Clock::now() - last_ < interval) return;
  last_ = Clock::now();
  drawn_ = true;
  constexpr std::int64_t width = 40;
  const auto full = static_cast<std::size_t>(width * done / steps_);
  const std::string bar = std::string(full, '#') + std::string(static_cast<std::size_t>(width) - full, '.');
  std::fprintf(stderr, "\r[%s] %3d %%  step %lld of %lld", bar.c_str(), static_cast<int>(100 * done / steps_),
               static_cast<long long>(done), static_cast<long long>(steps_));
  std::fflush(stderr);
}

}  // namespace bankshot_tool
