#pragma once
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI {

/// How two shapes A and B lie to one another. `touching` means that gap or overlap is within the band: a stated
/// multiple of eps x max(extents, distance of the poses), see tolerance.hpp. `a_inside_b`: A is a subset of closed B.
///
/// A container is everything outside of its room: what is apart from it is in the room, which is how to ask whether a
/// room keeps something, the distance is the room that is left, and mtv() leads back into the room. What overlaps it
/// sticks out; `a_inside_b` is wholly beyond the wall.
///
/// One-way tiles and one-sided chains stop what comes from one side, and have no inside: these queries, mtv() and its
/// like, closest_points() and contains() see nothing of them. Rays and sweeps meet them from the side that stops, and
/// manifolds tell of what touches them there.
enum class Relation : std::uint8_t { apart, touching, overlapping, a_inside_b, b_inside_a, equal };

/// The width of the band for this pair, in length units. The extent of a shape is how far the circle around it reaches
/// from the position of its pose: somewhat farther than the shape itself where that does not lie in the middle.
BANKSHOT_API Real touching_band(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

/// True unless the shapes are apart (touching counts). Separating axis test with a bounding-circle early out; stops at
/// the first gap. Rectangles take the four-axis path in A's frame. Source: Gottschalk, Lin, Manocha 1996.
BANKSHOT_API bool overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

/// The relation in full: what overlap() answers, and which contains which.
BANKSHOT_API Relation relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
