#pragma once
// What follows from the definition of a character. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/mover/character.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct CharacterLimits {
  V2 up, right;       ///< unit
  Rotation rotation;  ///< from the shape's coordinates to the world's
  Real skin = 0;
  Real thickness = 0;   ///< smallest extent of the shape's box
  Real feet = 0;        ///< the lowest point of the shape, along `up` from its origin
  Real least_up = 0;    ///< cosine of the steepest slope to stand on
  Real slope_rise = 0;  ///< its tangent
  Shape grown;          ///< the shape and its skin
};

/// Throws std::invalid_argument if anything of the definition is out of range.
CharacterLimits character_limits(const CharacterDef& def);

}  // namespace bankshot::BANKSHOT_ABI::detail
