#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
struct ResponseBody;
struct BounceSettings;
struct BounceResult;
struct Response;
class ResponseTable;
enum class ResponseMode : std::uint8_t;
}  // namespace bankshot::BANKSHOT_ABI
