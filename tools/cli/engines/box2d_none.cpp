#include "engine.hpp"

namespace bankshot_tool::engines {

Maker box2d_maker() { return nullptr; }

}  // namespace bankshot_tool::engines
