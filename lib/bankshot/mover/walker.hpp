#pragma once
// A move of a character, in parts. Not part of the public interface.

#include <bankshot/mover/surroundings.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The velocity of a surface, length / s: that of its body where the two meet, and that of a conveyor belt.
V2 surface_velocity(const World& world, const Meeting& met, V2 normal);

/// Carries out one move of a character, and keeps its state.
class Walker {
 public:
  Walker(World& world, const CharacterDef& def, const CharacterLimits& limits, const CharacterState& state);

  CharacterMove move(V2 velocity, Real dt);
  const CharacterState& state() const noexcept { return state_; }

 private:
  void ride();
  bool leaves_ground(V2 velocity) const noexcept { return dot(velocity, limits_.up) > 0; }
  V2 tangent(const Footing& footing) const noexcept;  ///< unit, in which it walks to the right
  void walk(Footing footing, Real speed, Real seconds);
  bool step_up(Footing& footing, bool to_right, Real& left);
  void fly(V2 velocity, Real seconds);
  void land(const Footing& footing, V2 velocity, Real seconds);
  void stand(const Footing& footing, Real speed);
  V2 turned_by(V2 motion, V2 normal) const noexcept;
  void meet(const Meeting& met, V2 velocity);
  Real push(const Meeting& met, V2 velocity);

  World& world_;
  const CharacterDef& def_;
  const CharacterLimits& limits_;
  Surroundings around_;
  CharacterState state_;
  V2 position_;
  Real seconds_ = 0;    ///< of the move
  Real push_left_ = 0;  ///< impulse that it may still give in this move
  CharacterMove done_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
