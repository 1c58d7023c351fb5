#pragma once
#include <bankshot/query/feature.hpp>
#include <bankshot/query/overlap.hpp>

#include <optional>

namespace bankshot::BANKSHOT_ABI {

/// The minimum translation vector of a pair that is not apart.
struct Mtv {
  /// Moves A so that the two touch from outside. If they only touch, it is no longer than the band.
  Vec2 translation = Vec2::Zero();
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A: the direction in which A must move
  Real depth = 0;               ///< length of the translation, including containment; infinite for two containers
  Relation relation = Relation::touching;
  /// False if no translation separates the two. Either A does not fit into B's room, and the translation leads to the
  /// middle of the room, or is zero there; or both are containers. A shape larger than its room by no more than the
  /// touching_band() fits.
  bool separates = true;
  Feature feature_a;  ///< deepest feature of A along -normal
  Feature feature_b;  ///< deepest feature of B along +normal
};

/// Returns the shortest translation of A that separates it from B, containment included; empty only when the shapes are
/// apart. Swapping A and B negates translation and normal exactly. Quarter turns, mirror images and scaling by a power
/// of two act exactly. Where no answer can satisfy this (equal shapes in the same place, concentric symmetric pairs,
/// pairs that are mirror images of each other), a fixed axis of A decides, and the normal is still of unit length. A
/// pose that is not finite is apart from everything. For two shapes made of parts that are deep in each other, the time
/// grows with the cube of the number of parts of each within reach: two compounds of 100 discs take seconds. Source:
/// separating axis theorem on the Minkowski difference; one-sided exits as in Eberly's containment case.
BANKSHOT_API std::optional<Mtv> mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
