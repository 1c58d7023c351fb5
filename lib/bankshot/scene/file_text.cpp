#include <bankshot/scene/file_text.hpp>

#include <fstream>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

std::string file_text(const std::filesystem::path& file, std::size_t most) {
  const auto refuse = [&](const std::string& reason) -> void { throw SceneError(file.string(), 0, 0, "", reason); };
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) refuse("expected a file, got a folder");
  if (!std::filesystem::exists(file, error)) refuse("no such file");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) refuse("cannot be read");
  const auto too_large = [&] {
    refuse("expected a file of at most " + std::to_string(most) + " bytes, got a larger one");
  };
  const std::uintmax_t size = std::filesystem::file_size(file, error);  // of devices and pipes unknown
  if (!error && size > most) too_large();
  std::string text;
  std::vector<char> block(1 << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())), stream.gcount() > 0) {
    const auto count = static_cast<std::size_t>(stream.gcount());
    if (count > most - text.size()) too_large();  // before it is added: the text would grow to twice the limit
    text.append(block.data(), count);
  }
  if (stream.bad()) refuse("cannot be read to its end");
  return text;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
