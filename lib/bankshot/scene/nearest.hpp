#pragma once
// The name that a misspelt one was meant to be. Not part of the public interface.

#include <bankshot/config.hpp>

#include <span>
#include <string>
#include <string_view>

namespace bankshot::BANKSHOT_ABI::detail {

/// The candidate that `word` was most likely meant to be, or an empty view when none is near: at most a third of the
/// letters, or two of four or more, or one, may have to be changed. Ties go to the earlier candidate.
BANKSHOT_API std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// ' (did you mean "x"?)' for the nearest candidate, else a list of all of them.
BANKSHOT_API std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace bankshot::BANKSHOT_ABI::detail
