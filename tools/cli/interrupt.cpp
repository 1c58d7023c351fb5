#include "interrupt.hpp"

namespace bankshot_tool {

volatile std::sig_atomic_t interrupt_seen = 0;

void watch_interrupts() {
  const auto interrupt = [](int) { interrupt_seen = 1; };
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
}

}  // namespace bankshot_tool
