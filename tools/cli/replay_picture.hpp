#pragma once
#include "case_scene.hpp"

#include <string>

namespace bankshot_tool {

/// Marks every such picture in its head.
inline const std::string replay_mark = "<!-- drawn by bankshot replay -->";

/// Draws two panels: the case with Bankshot's answer, and with Box2D's.
std::string picture_of_case(const StoredCase& stored, const std::string& title);

}  // namespace bankshot_tool
