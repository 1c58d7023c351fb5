#pragma once
#include <bankshot/shape/shape.hpp>

#include "spec.hpp"

namespace bankshot_tool::engines {

/// Returns the form as a shape of the library. `skin`: by how much all but discs and capsules are grown, m; must be 0
/// for loops and tiles.
bankshot::Shape shape_of(const Form& form, double skin = 0);

}  // namespace bankshot_tool::engines
