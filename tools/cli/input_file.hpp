#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace bankshot_tool {

constexpr std::size_t largest_text = std::size_t{256} << 20;
constexpr std::size_t largest_recording = std::size_t{1} << 30;

/// Reads a whole file, byte for byte. Throws Failure if it cannot be read, or holds more than `most` bytes: devices and
/// pipes have no end. Returns only the beginning, 64 kB at most, of a file that does not begin with `head`.
std::string read_text(const std::string& path, std::size_t most = largest_text, std::string_view head = "");

/// Returns the first `most` bytes of a file, or all if it is shorter; empty if it cannot be read.
std::string beginning_of(const std::string& path, std::size_t most);

}  // namespace bankshot_tool
