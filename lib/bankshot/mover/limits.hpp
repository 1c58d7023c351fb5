#pragma once
// What follows from the definition of a character. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/mover/character.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// What is swept has this share of the skin. The rest is a gap that the character begins its ways with. Smaller: the
/// gap varies more where it comes to things flatly. Larger: rounding of places takes away the gap.
inline constexpr Real bare_skin = Real(3) / 4;

struct CharacterLimits {
  V2 up, right;       ///< unit
  Rotation rotation;  ///< from the shape's coordinates to the world's
  Real skin = 0;
  Real thickness = 0;   ///< smallest extent of the shape's box
  Real feet = 0;        ///< the lowest point of the shape, along `up` from its origin
  Real least_up = 0;    ///< cosine of the steepest slope to stand on
  Real slope_rise = 0;  ///< its tangent
  Shape swept;          ///< the shape and a part of its skin, see bare_skin
  Shape grown;          ///< the shape and its skin
};

/// Throws std::invalid_argument if anything of the definition is out of range.
CharacterLimits character_limits(const CharacterDef& def);

}  // namespace bankshot::BANKSHOT_ABI::detail
