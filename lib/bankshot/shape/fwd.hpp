#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
class Shape;
struct MassProperties;
enum class ShapeKind : std::uint8_t;
template <class T>
class Result;
}  // namespace bankshot::BANKSHOT_ABI
