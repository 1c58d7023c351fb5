#pragma once
// Checks World::penetrations() against mtv() of every pair of convex shapes.

#include <bankshot/world/world.hpp>

#include <string>

namespace bankshot_tool {

/// Describes the error in World::penetrations() after a step; empty: none. A pair may be reported or not if its depth
/// is within rounding of the bound, if it was never seen awake, or if a body is thinner than thinnest_bands
/// (tolerance.hpp).
std::string depth_fault(const bankshot::World& world, bankshot::StepStatus status);

}  // namespace bankshot_tool
