#pragma once
#include <bankshot/query/feature.hpp>
#include <bankshot/query/overlap.hpp>

#include <optional>

namespace bankshot::BANKSHOT_ABI {

/// The minimum translation vector of a pair that is not apart.
struct Mtv {
  /// Adding it to A's position makes the two touch from outside. If they only touch, it is no longer than the band.
  Vec2 translation = Vec2::Zero();
  Vec2 normal = Vec2::UnitX();  ///< unit, from B to A: the way A must go
  Real depth = 0;               ///< length of the translation; containment included; of two containers infinite
  Relation relation = Relation::touching;
  /// False: no translation separates the two. Either A does not fit into B's room, and the translation leads to the
  /// room's middle, or is zero there; or both are containers. What is larger than its room by no more than the
  /// touching_band() fits.
  bool separates = true;
  Feature feature_a;  ///< deepest feature of A along -normal
  Feature feature_b;  ///< deepest feature of B along +normal
};

/// The shortest translation of A that separates it from B, containment included; empty only when the shapes are apart.
/// Swapping A and B negates translation and normal exactly; quarter turns, mirror images and scaling by a power of two
/// act exactly. Where no answer can obey that (equal shapes in one place, concentric symmetric pairs, two of which each
/// is the mirror image of the other), a fixed axis of A decides, and the normal is still of unit length. A pose that is
/// not finite is apart from everything. Of two shapes made of parts that lie deep in one another the time grows like
/// the cube of the parts of each that are in reach: two compounds of 100 discs take seconds. Source: separating axis
/// theorem on the Minkowski difference; one-sided exits as in Eberly's containment case.
BANKSHOT_API std::optional<Mtv> mtv(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI
