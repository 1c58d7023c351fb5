#pragma once
#include <bankshot/shape/shape.hpp>

namespace bankshot::BANKSHOT_ABI {

/// How two shapes A and B are placed relative to each other. `touching` means that the gap or overlap is within the
/// band: a fixed multiple of eps x max(extents, distance of the poses), see tolerance.hpp. `a_inside_b`: A is a subset
/// of closed B.
///
/// A container is everything outside of its room. A shape that is apart from it is in the room, which is the test for
/// whether a room holds something. The distance is then the free space in the room, and mtv() leads back into the room.
/// A shape that overlaps the container sticks out of the room; `a_inside_b` is wholly beyond the wall.
///
/// One-way tiles and one-sided chains stop shapes that come from one side, and have no inside. These queries, mtv(),
/// its variants, closest_points() and contains() ignore them. Rays and sweeps meet them from the side that stops, and
/// manifolds report shapes that touch them there.
enum class Relation : std::uint8_t { apart, touching, overlapping, a_inside_b, b_inside_a, equal };

/// Returns the width of the band for this pair, in length units. The extent of a shape is how far its bounding circle
/// reaches from the position of its pose. This is somewhat farther than the shape itself reaches if that position is
/// not in the middle of the shape.
BANKSHOT_API Real touching_band(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

/// True unless the shapes are apart (touching counts). Separating axis test with a bounding-circle early out; stops at
/// the first gap. Rectangles use a four-axis test in A's frame. Source: Gottschalk, Lin, Manocha 1996.
BANKSHOT_API bool overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

/// Returns the full relation: the answer of overlap(), and which shape contains the other.
BANKSHOT_API Relation relation(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
