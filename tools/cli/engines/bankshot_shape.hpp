#pragma once
#include <bankshot/shape/shape.hpp>

#include "spec.hpp"

namespace bankshot_tool::engines {

/// The form as a shape of the library. `skin`: by how much all but discs and capsules are grown, m; for loops and tiles
/// it must be 0.
bankshot::Shape shape_of(const Form& form, double skin = 0);

}  // namespace bankshot_tool::engines
