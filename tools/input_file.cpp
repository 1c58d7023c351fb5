#include "input_file.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "bad_use.hpp"

namespace bankshot_tool {

std::string read_text(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) throw Failure(path + ": cannot be read: is a folder; name a file");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw Failure(path + ": cannot be read");
  return text;
}

}  // namespace bankshot_tool
