#pragma once
#include "family.hpp"

namespace bankshot_tool::laws {

Family flat_landing();
Family friction_angle();
Family rocking();

}  // namespace bankshot_tool::laws
