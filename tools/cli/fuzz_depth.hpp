#pragma once
// Whether a world tells of what is deep, judged by mtv() of every pair of convex shapes.

#include <bankshot/world/world.hpp>

#include <string>

namespace bankshot_tool {

/// What is wrong with World::penetrations() after a step; empty: nothing. Pairs within rounding of the bound may be
/// told or not, and so may those that were never seen awake, and those of
/// bodies thinner than thinnest_bands (tolerance.hpp).
std::string depth_fault(const bankshot::World& world, bankshot::StepStatus status);

}  // namespace bankshot_tool
