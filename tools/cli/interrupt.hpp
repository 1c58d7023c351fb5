#pragma once
// SIGINT and SIGTERM as a flag that long work looks at.

#include <csignal>

namespace bankshot_tool {

extern volatile std::sig_atomic_t interrupt_seen;
/// From now on these signals set it.
void watch_interrupts();

}  // namespace bankshot_tool
