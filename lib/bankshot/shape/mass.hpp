#pragma once
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI {

struct MassProperties {
  Real mass = 0;               ///< kg, with density in kg per square length unit
  Vec2 centre = Vec2::Zero();  ///< centre of mass, local
  Real inertia = 0;            ///< rotational inertia about the centre of mass, mass x length^2
};

/// Returns the mass, centre of mass and rotational inertia of a shape with uniform `density` (> 0, kg per square length
/// unit; for a segment kg per length unit). All are positive for every accepted shape but an empty grid. Sums are
/// computed in double relative to the shape's centre. Chains are thin rods. Compounds count an overlap once for each
/// piece in it. A container has infinite mass and inertia, a grid without solid tiles has none. Rounded polygons are
/// exact: core, edge rectangles and corner sectors. Source: the polygon moments of Green's theorem, the parallel-axis
/// theorem.
BANKSHOT_API MassProperties mass_properties(const Shape& shape, Real density) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
