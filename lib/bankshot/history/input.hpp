#pragma once
#include <bankshot/world/world.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI {

/// An action of a user on a body between two steps.
enum class BodyInputKind : std::uint8_t {
  velocity,          ///< World::set_velocity(body, vector)
  angular_velocity,  ///< World::set_angular_velocity(body, number)
  pose,              ///< World::set_pose(body, {vector, rotation})
  force,             ///< World::apply_force(body, vector): at the centre of mass
  force_at,          ///< World::apply_force(body, vector, point)
  torque,            ///< World::apply_torque(body, number)
  impulse,           ///< World::apply_impulse(body, vector): at the centre of mass
  impulse_at,        ///< World::apply_impulse(body, vector, point)
  angular_impulse,   ///< World::apply_angular_impulse(body, number)
  awake              ///< World::set_awake(body, number != 0)
};

/// One input. Fields that its kind does not name have no meaning.
struct BodyInput {
  std::uint64_t tick = 0;  ///< World::tick() before the step that this input is for
  BodyInputKind kind = BodyInputKind::velocity;
  BodyId body;
  /// A velocity, length / s; a position of the body's origin, world; a force, mass x length / s^2; or an impulse,
  /// mass x length / s.
  Vec2 vector = Vec2::Zero();
  Vec2 point = Vec2::Zero();  ///< where a force or an impulse acts, world
  Rotation rotation = {};     ///< of a pose, as cosine and sine
  /// An angular velocity, rad / s; a torque, mass x length^2 / s^2; an angular impulse, mass x length^2 / s; or, for
  /// `awake`, 0 to put the body to sleep.
  Real number = 0;
};

/// Applies the input to the world, whatever its tick. Throws what the function of World throws.
BANKSHOT_API void apply(World& world, const BodyInput& input);

/// Applies all inputs for the world's tick. `log` is in the order of ticks; those of one tick are applied in their
/// order. Throws what apply() throws: std::invalid_argument at the first input that is refused. Those before it are
/// applied.
BANKSHOT_API void apply_inputs(World& world, std::span<const BodyInput> log);

}  // namespace bankshot::BANKSHOT_ABI
