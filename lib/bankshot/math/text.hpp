#pragma once
// Numbers in error texts. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>

#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

/// The shortest text that reads back as the same number, independent of the locale: "-2", "0.1", "1e+38", "nan".
BANKSHOT_API std::string text(Real number);

/// A point: "(1.5, 2)".
BANKSHOT_API std::string text(V2 point);

}  // namespace bankshot::BANKSHOT_ABI::detail
