#pragma once
// Text of a file in a message: as short as a message should be, and nothing that a terminal obeys. Not part of the
// public interface.

#include <bankshot/config.hpp>

#include <string>
#include <string_view>

namespace bankshot::BANKSHOT_ABI::detail {

/// Where the first byte stands that is no part of well-formed UTF-8; npos when there is none.
std::size_t first_bad_byte(std::string_view text);

/// True if a control character begins there, of those below U+0020 or from U+007F to U+009F.
bool control_at(std::string_view text, std::size_t i);

/// The text with whatever does something instead of being shown (control characters, and those that turn the direction
/// of what follows) and bytes that are no UTF-8 written as escapes: \u001b, \x80.
BANKSHOT_API std::string printable(std::string_view text);

/// The first 40 bytes of what is longer, or fewer, so as not to end inside a character; and "...".
BANKSHOT_API std::string shortened(std::string_view text);

}  // namespace bankshot::BANKSHOT_ABI::detail
