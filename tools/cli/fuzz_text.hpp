#pragma once
// The checks of a scene file, whatever is in it.

#include <string>

#include "fuzz_target.hpp"

namespace bankshot_tool {

/// A scene that is accepted makes a world, comes back from its own text, and can be stepped; anything else is refused
/// with a SceneError. `steps`: how many.
bankshot_oracle::Findings check_text(const std::string& text, int steps, bankshot_oracle::Notes& notes);

}  // namespace bankshot_tool
