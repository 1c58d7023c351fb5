#pragma once
#include <string>

namespace bankshot_test {

inline bool begins(const std::string& text, const std::string& start) { return text.substr(0, start.size()) == start; }

}  // namespace bankshot_test
