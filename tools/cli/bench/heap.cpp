#include "heap.hpp"

#include <cstdlib>
#include <limits>

#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
#include <malloc.h>
#define BANKSHOT_HEAP_TOLD 1
#else
#define BANKSHOT_HEAP_TOLD 0
#endif

namespace bankshot_tool::bench {

double heap_in_use() {
#if BANKSHOT_HEAP_TOLD
  const struct mallinfo2 info = mallinfo2();
  if (info.arena != 0) return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
#endif
  return std::numeric_limits<double>::quiet_NaN();  // unknown under a sanitizer's heap, too
}

}  // namespace bankshot_tool::bench
