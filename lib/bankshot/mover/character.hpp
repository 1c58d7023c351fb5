#pragma once
// A character of a game: goes where it is told, and stops for what is in its way.
//
// It is no body. It asks a world what is around it, and moves by what it learns. A body would do what the laws of
// impact say; a character goes along walls without bouncing, up steps that would stop a body, and stands on slopes
// without sliding. So most of what a game wants of it contradicts what a body does. But then bodies do not feel it.
// Where they should, give it a kinematic body of its own (CharacterDef::body): the character passes through it, and
// leads it. Bodies then lie on that body and are stopped by it, and sensors of dynamic bodies see it; for other sensors
// ask world.overlap(shape, character.pose(), {.sensors = true}). It still pushes with a bounded force only, because the
// character stops for what is in its way, and its body with it.

#include <bankshot/mover/fwd.hpp>
#include <bankshot/world/world.hpp>

#include <memory>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
struct CharacterLimits;
}

/// What a character is like. Lengths are in the world's unit.
struct CharacterDef {
  /// A convex shape with an area, drawn with `up` along y. It turns only when `up` does.
  Shape shape;
  Vec2 up = Vec2::UnitY();  ///< unit vector, away from the ground; taken to unit length
  /// Distance that it keeps from everything; 0: a 64th of its smallest extent. It must be well above the rounding of
  /// its position, touching_band(). It may not get into gaps that are less than two skins wider.
  Real skin = 0;
  Real step_height = 0;        ///< of steps that it walks up, >= 0; steps higher by up to a skin may be climbed as well
  Real max_slope = Real(0.8);  ///< of ground to stand on, radians from level, 0 to 1.5; it slides down steeper ground
  Real snap = 0;               ///< how far below its feet it looks for the ground that it walks on, >= 0
  Real push_force = 0;         ///< the most with which it pushes dynamic bodies, mass x length / s^2, >= 0
  Filter filter = {};          ///< what is in its way: the shapes that a shape with this filter would meet
  BodyId body = {};            ///< its own body, if it has one: kinematic, with its origin where the character's is
};

/// All that changes of a character, in plain numbers: store it with a copy of the world, and go back to both.
struct CharacterState {
  Vec2 position = Vec2::Zero();  ///< of the origin of its shape
  /// Length / s. In the air: as the world sees it. On the ground: how fast it walks along the ground, as a vector
  /// across `up`, relative to the surface that it stands on.
  Vec2 velocity = Vec2::Zero();
  bool grounded = false;  ///< stands on ground that is not too steep, on an edge of such ground, or is wedged in a gap
  // What it stands on; no meaning unless it is grounded.
  Vec2 ground_normal = Vec2::UnitY();   ///< unit, from the ground to the character
  Vec2 ground_velocity = Vec2::Zero();  ///< of the surface under its feet, that of a conveyor belt included
  BodyId ground = {};                   ///< the body; it may have been removed since
  ShapeId ground_shape = {};
  Vec2 ground_local = Vec2::Zero();  ///< where it stands, in the body's coordinates
  Vec2 ground_place = Vec2::Zero();  ///< the same point when it was last seen, world
  /// True if all bits are equal: 0 and -0 differ.
  friend BANKSHOT_API bool operator==(const CharacterState& a, const CharacterState& b) noexcept;
};
/// Hashes all bits of a state but the ids.
BANKSHOT_API std::uint64_t hash(const CharacterState& state) noexcept;

/// Something that stopped a character, or turned it.
struct CharacterHit {
  BodyId body = {};
  ShapeId shape = {};
  Vec2 point = Vec2::Zero();    ///< world
  Vec2 normal = Vec2::UnitY();  ///< unit, from the body to the character
  Real impulse = 0;  ///< with which it pushes the body in the next step, against the normal, mass x length / s
};

/// What happened in a move.
struct CharacterMove {
  Vec2 translation = Vec2::Zero();  ///< from where it was to where it is
  bool landed = false;              ///< was in the air, and is on the ground
  bool left_ground = false;         ///< was on the ground, and is in the air
  bool stepped = false;             ///< went up a step
  bool crushed = false;             ///< is deeper in something than its skin: no way out was found
  std::vector<CharacterHit> hits;   ///< in the order of the move; one thing may be there several times
};

/// A character: a value that can be copied, with copies of worlds.
///
/// The game calls move() once per step of the world, after it. The character then catches up: it goes where the ground
/// took it in the step, gives way to what came into it, and moves with the velocity of the game:
///
///     world.step(dt);
///     Vec2 v(speed, hero.state().velocity.y() - gravity * dt);   // gravity is the game's
///     if (jump && hero.state().grounded) v.y() = jump_speed;
///     hero.move(world, v, dt);
///
/// On the ground the velocity is relative to the ground, and the part across `up` is the speed along the ground, up
/// and down slopes alike. A part against `up` has no effect, and any along `up` is a jump: the character leaves the
/// ground with that added to the velocity of walking and of the ground. In the air it slides along what it meets, and
/// keeps the part of its velocity along it. No ground that is too steep turns it upwards.
///
/// It stands on faces that are not too steep, and on their edges: something round may lean over an edge until that is
/// a step above its feet, or at the side of the shape. Up a step it goes without losing speed.
///
/// One-way platforms stop it when it comes from the front. What moves and turns takes it along while it stands on it.
/// Kinematic bodies push it ahead of them: give them their velocities before the step, and not between it and move().
/// A kinematic body passes over the character if a step takes it farther beyond than twice the character's thickness.
/// Out of anything else that moves into it, the character goes the shortest way. Bodies do not feel its weight. If
/// the ground is moved by set_pose(), that takes it along, too; set `grounded` to false to prevent this.
///
/// Equal calls on equal worlds give equal bits. A refusal throws std::invalid_argument, as those of World do.
class BANKSHOT_API Character {
 public:
  explicit Character(const CharacterDef& def, const Vec2& position = Vec2::Zero());

  const CharacterDef& definition() const noexcept { return def_; }
  /// Its state is kept. Use it to duck, to turn `up`, or to drop through a platform that the filter leaves out.
  void set_definition(const CharacterDef& def);
  const CharacterState& state() const noexcept { return state_; }
  void set_state(const CharacterState& state);  ///< refused unless all numbers of it are finite
  Pose pose() const noexcept;                   ///< of its shape

  /// Moves it for `dt` seconds (as in World::step()). Changes nothing in the world, except that it applies forces to
  /// the dynamic bodies that it pushes, which act in the next step, and gives its own body the velocity that leads it
  /// here if the next step takes `dt`.
  CharacterMove move(World& world, const Vec2& velocity, Real dt);

 private:
  CharacterDef def_;
  CharacterState state_;
  std::shared_ptr<const detail::CharacterLimits> limits_;  ///< follows from the definition
};

}  // namespace bankshot::BANKSHOT_ABI
