#pragma once
#include <bankshot/config.hpp>

namespace bankshot::inline BANKSHOT_ABI {

/// Which part of a shape was hit: its i-th corner, or the edge from corner i to the next. A circle is corner 0.
struct Feature {
  enum class Kind : std::uint8_t { corner, edge };
  Kind kind = Kind::corner;
  std::int32_t index = 0;
  friend bool operator==(const Feature&, const Feature&) = default;
};

}  // namespace bankshot::inline BANKSHOT_ABI
