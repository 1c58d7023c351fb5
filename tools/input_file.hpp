#pragma once
#include <string>

namespace bankshot_tool {

/// The whole of a file, byte for byte. Throws Failure when it cannot be read.
std::string read_text(const std::string& path);

}  // namespace bankshot_tool
