#pragma once
#include <bankshot/config.hpp>

namespace bankshot::inline BANKSHOT_ABI {
struct WorldHooks;
class History;
}  // namespace bankshot::inline BANKSHOT_ABI
