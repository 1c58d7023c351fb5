#pragma once

namespace bankshot_tool::bench {

/// Bytes on the heap that are in use, of the whole process; not a number where the C library does not tell.
double heap_in_use();

}  // namespace bankshot_tool::bench
