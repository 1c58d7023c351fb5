#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
enum class BroadPhaseKind : std::uint8_t;
struct BoxPair;
struct BoxHit;
class BroadPhase;
}  // namespace bankshot::BANKSHOT_ABI
