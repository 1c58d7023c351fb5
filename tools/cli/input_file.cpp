#include "input_file.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

#include "bad_use.hpp"

namespace bankshot_tool {
namespace {

constexpr std::size_t block = 1 << 16;

/// Appends the next block of the file, or the rest; false at the end.
bool read_on(std::ifstream& file, std::string& text, std::size_t most) {
  const std::size_t before = text.size();
  text.resize(before + most);
  file.read(text.data() + before, static_cast<std::streamsize>(most));
  text.resize(before + static_cast<std::size_t>(file.gcount()));
  return text.size() > before;
}

}  // namespace

std::string read_text(const std::string& path, std::size_t most, std::string_view head) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw Failure(path + ": cannot be read: is a folder; name a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Failure(path + ": cannot be read");
  const auto refuse = [&] {
    throw Failure(path + ": cannot be read: holds more than " + std::to_string(most) + " bytes, the most that is read");
  };
  const std::uintmax_t size = std::filesystem::file_size(path, error);  // unknown for devices and pipes
  if (!error && size > most) refuse();
  std::string text;
  while (read_on(file, text, std::min(block, most - text.size()))) {
    if (text.compare(0, head.size(), head) != 0) return text;
  }
  if (text.size() == most && file.peek() != std::ifstream::traits_type::eof()) refuse();
  if (file.bad()) throw Failure(path + ": cannot be read");
  return text;
}

std::string beginning_of(const std::string& path, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file) read_on(file, text, most);
  return text;
}

}  // namespace bankshot_tool
