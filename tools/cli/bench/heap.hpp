#pragma once

namespace bankshot_tool::bench {

/// Returns the bytes on the heap that the whole process uses; NaN if the C library does not tell.
double heap_in_use();

}  // namespace bankshot_tool::bench
