#include "fuzz_command.hpp"

namespace bankshot_tool {

std::string FuzzCommand::of_cases(std::uint64_t first, std::uint64_t cases) const {
  std::string text = precision == "double" ? "bankshot-double" : "bankshot";
  text += " fuzz --target " + target + " --seed " + std::to_string(seed) + " --first " + std::to_string(first);
  if (cases != 0) text += " --cases " + std::to_string(cases);
  return text + others;
}

std::string shell_word(const std::string& text) {
  const char* plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./,:=+-";
  if (!text.empty() && text.find_first_not_of(plain) == std::string::npos) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace bankshot_tool
