#include "engine.hpp"

namespace bankshot_tool::laws {

std::unique_ptr<Engine> make_chipmunk(const Settings&) { return nullptr; }

}  // namespace bankshot_tool::laws
