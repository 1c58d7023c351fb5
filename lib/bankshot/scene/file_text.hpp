#pragma once
// The text of a file. Not part of the public interface.

#include <bankshot/scene/error.hpp>

#include <filesystem>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

/// The whole of a file of at most `most` bytes; throws SceneError when it cannot be had.
std::string file_text(const std::filesystem::path& file, std::size_t most);

}  // namespace bankshot::BANKSHOT_ABI::detail
