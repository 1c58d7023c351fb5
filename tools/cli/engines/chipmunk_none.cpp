#include "engine.hpp"

namespace bankshot_tool::engines {

Maker chipmunk_maker() { return nullptr; }

}  // namespace bankshot_tool::engines
