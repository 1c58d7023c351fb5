#pragma once
// What is around a character. Not part of the public interface.

#include <bankshot/mover/limits.hpp>

#include <optional>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A place where the character meets a shape.
struct Meeting {
  V2 normal;          ///< unit, towards the character
  V2 point;           ///< world
  Real distance = 0;  ///< that the character may go until it touches there
  BodyId body;
  ShapeId shape;
  std::int32_t piece = 0;  ///< of the shape
  bool corner = false;     ///< a corner of it, or it is round there
};

/// How far the character gets on a straight way.
struct Way {
  V2 position;                 ///< where it stops: a skin before what it meets, measured along the normal
  Real gone = 0;               ///< length of the way to there, >= 0
  std::optional<Meeting> met;  ///< what stops it; none if it goes all the way
};

/// A straight boundary that everything of a shape is behind.
struct Boundary {
  V2 normal;     ///< unit, towards the character
  Real gap = 0;  ///< negative if the character is in the shape
  ShapeId shape;
};

/// What a mover did to the character in a step.
struct Push {
  Real fraction = 0;  ///< of the step, when it met the character
  V2 normal;          ///< unit, towards the character
  Real length = 0;    ///< that it went on by, along the normal, and what the character keeps from it
  BodyId body;
  ShapeId shape;
};

/// What a character stands on.
struct Footing {
  Meeting at;
  V2 normal;           ///< of the ground; along `up` where it is wedged
  bool slope = false;  ///< a face that is not too steep, which it walks along; otherwise an edge or a gap
  V2 position;         ///< of the character, a skin above
};

/// Answers for one character, as long as no shape of the world is moved or changed.
class Surroundings {
 public:
  Surroundings(const World& world, const CharacterDef& def, const CharacterLimits& limits);

  /// Moves from a place, along the unit vector `along`, as far as nothing is in the way.
  Way go(V2 from, V2 along, Real length) const;
  /// The same, through the shapes of a body.
  Way go_through(BodyId body, V2 from, V2 along, Real length);

  /// Returns where kinematic bodies pushed the character in the last step, which took `seconds`. `ground` is left out.
  /// The character goes ahead of a body even if that passed over it.
  V2 pushed(V2 from, BodyId ground, Real seconds);

  /// Returns the place nearest to `from` that is a skin away from everything, as far as one can be reached. From then
  /// on, nothing that the character is still in lets it go deeper.
  V2 freed(V2 from);
  bool crushed() const noexcept { return crushed_; }

  /// True for a face, or the top of a corner, that is not too steep to stand on.
  bool is_floor(const Meeting& met) const noexcept;
  /// True for an edge to stand on: a corner with a floor beyond it, no more than a step above the level `feet` (a
  /// length along `up`).
  bool is_edge(const Meeting& met, Real feet) const;
  /// True for a floor to walk up on: not a corner of a step that is higher than the character steps, which is a wall
  /// for something round, too.
  bool is_way_up(const Meeting& met, Real feet) const;
  /// True if it is no more than a step above the level `feet`. A step is a skin higher than that, because the feet are.
  bool is_low(const Meeting& met, Real feet) const noexcept {
    return dot(met.point, limits_.up) - feet <= def_.step_height;
  }
  /// The level of the feet of a character that is at a place.
  Real feet_at(V2 position) const noexcept;
  /// Finds the ground up to `reach` below the feet, and above it whatever is nearer than a skin.
  std::optional<Footing> ground(V2 position, Real reach) const;

 private:
  QueryOptions options() const noexcept { return {.filter = def_.filter}; }
  Pose pose(V2 position) const noexcept { return {vec2(position), limits_.rotation}; }
  bool passes(BodyId body, ShapeId shape) const;
  std::optional<Push> push_by(ShapeId id, V2 from, Real seconds) const;
  std::optional<Meeting> barred(V2 from, V2 along) const;
  std::vector<Boundary> boundaries(V2 position) const;
  bool has_floor_beside(const Meeting& met, V2 side) const;
  std::optional<Footing> wedged(V2 position, const Meeting& steep) const;

  const World& world_;
  const CharacterDef& def_;
  const CharacterLimits& limits_;
  BodyId through_;                ///< a body that is not in the way
  std::vector<ShapeId> leaving_;  ///< shapes that it is on the way out of
  std::vector<Boundary> inside_;  ///< of the shapes that it stays in: it may go along them and out, but no deeper
  bool crushed_ = false;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
