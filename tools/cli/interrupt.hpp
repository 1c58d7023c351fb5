#pragma once
// SIGINT and SIGTERM as a flag that long loops poll.

#include <csignal>

namespace bankshot_tool {

extern volatile std::sig_atomic_t interrupt_seen;
/// Makes these signals set the flag from now on.
void watch_interrupts();

}  // namespace bankshot_tool
