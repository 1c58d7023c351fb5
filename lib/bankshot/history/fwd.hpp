#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
struct LoadLimits;
struct WorldHooks;
struct BodyInput;
struct Recording;
struct Divergence;
class History;
}  // namespace bankshot::BANKSHOT_ABI
