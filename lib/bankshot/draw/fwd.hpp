#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
class DebugDraw;
class SvgPicture;
class SvgRecorder;
struct DrawOptions;
struct ExplanationOptions;
struct SvgOptions;
enum class ColourRole : std::uint8_t;
}  // namespace bankshot::BANKSHOT_ABI
