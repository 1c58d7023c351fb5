#pragma once
// Far firmer bodies that bodies stand against. Not part of the public interface.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Per body, the bodies that it touched when the last step ended and cannot push away: bodies that are not dynamic or
/// that sleep, or that are so heavy that the lighter body gets nearly all of their relative motion (tolerance::pinch).
class StaticSupport {
 public:
  void clear() noexcept { known_ = false; }

  /// True if a body stands against a firm body other than `except`.
  bool stands_against_another(const WorldState& world, Rank body, Rank except);

 private:
  void look(const WorldState& world);
  void note(Rank body, Rank firm);

  bool known_ = false;
  std::vector<Rank> firm_;             ///< per body, one such neighbour, or `none`
  std::vector<std::uint8_t> several_;  ///< per body, 1 if it has more
};

/// True if, of two awake dynamic bodies, the first is as firm as a wall to the second.
inline bool far_heavier(const WorldState& world, Rank first, Rank second) noexcept {
  const Real inverse_first = world.bodies.mass[first].inverse_mass;
  const Real inverse_second = world.bodies.mass[second].inverse_mass;
  return inverse_second > tolerance::pinch * (inverse_first + inverse_second);
}

/// True if two bodies are dynamic, and neither is as firm as a wall to the other.
inline bool alike(const WorldState& world, Rank a, Rank b) noexcept {
  return world.bodies.flags[a].type == BodyType::dynamic && world.bodies.flags[b].type == BodyType::dynamic &&
         !far_heavier(world, a, b) && !far_heavier(world, b, a);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
