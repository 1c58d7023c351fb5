#include <bankshot/scene/error.hpp>
#include <bankshot/scene/printable.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI {
namespace {

std::string full_text(const std::string& file, int line, int column, const std::string& key,
                      const std::string& message) {
  std::string text = detail::printable(file);
  if (line > 0) text.append(":").append(std::to_string(line)).append(":").append(std::to_string(column));
  text.append(": ");
  if (!key.empty()) text.append(key).append(": ");
  return text.append(message);
}

}  // namespace

SceneError::SceneError(std::string file, int line, int column, std::string key, std::string message)
    : std::runtime_error(full_text(file, line, column, detail::printable(key), detail::printable(message))),
      file_(std::move(file)),
      line_(line),
      column_(column),
      key_(detail::printable(key)),
      message_(detail::printable(message)) {}

}  // namespace bankshot::BANKSHOT_ABI
