#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace bankshot_tool {

constexpr std::size_t largest_text = std::size_t{256} << 20;
constexpr std::size_t largest_recording = std::size_t{1} << 30;

/// The whole of a file, byte for byte. Throws Failure when it cannot be read, or holds more than `most` bytes: devices
/// and pipes have no end. Of a file that does not begin with `head` the beginning is enough: its first 64 kB at most.
std::string read_text(const std::string& path, std::size_t most = largest_text, std::string_view head = "");

/// The first bytes of a file, `most` of them or all; empty when it cannot be read.
std::string beginning_of(const std::string& path, std::size_t most);

}  // namespace bankshot_tool
