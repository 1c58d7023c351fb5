#include "engine.hpp"

namespace bankshot_tool::laws {

Maker chipmunk_maker() { return nullptr; }

}  // namespace bankshot_tool::laws
