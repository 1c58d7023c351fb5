#pragma once
// The checks of a scene file with any content.

#include <string>

#include "fuzz_target.hpp"

namespace bankshot_tool {

/// Checks that an accepted scene makes a world, reads back from its own text and can be stepped `steps` times, and that
/// any other text is refused with a SceneError.
bankshot_oracle::Findings check_text(const std::string& text, int steps, bankshot_oracle::Notes& notes);

}  // namespace bankshot_tool
