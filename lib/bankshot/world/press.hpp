#pragma once
// What presses two touching bodies together. Not part of the public interface.

#include <bankshot/world/pairs.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Finds which pairs with restitution are pressed together, and how hard. See press.cpp for the derivation.
class Press {
 public:
  /// Begins a step: reads the loads that the last step's contacts bear. `dt` is the length of the step that begins.
  void begin(const WorldState& world, const PairSet& pairs, Real dt);

  /// Acceleration, length / s^2, with which everything but their own contact presses the bodies of near pair `i`
  /// together along its normal, as far as loads tell; 0 if nothing does.
  Real by_loads(const WorldState& world, const PairSet& pairs, std::size_t i) const;

  /// The same by gravity and forces alone, given which bodies are known to be supported; `supported` is per body.
  static Real by_weight(const WorldState& world, const NearPair& pair, V2 normal,
                        const std::vector<std::uint8_t>& supported);

 private:
  std::vector<V2> acceleration_;  ///< per body: of gravity, forces and loads
  Real rate_ = 0;                 ///< sub-steps per second
};

/// Acceleration of one body towards another, length / s^2, up to which nothing presses: what rests on something sits
/// within the slop there, so a normal is known to slop / extent, and side by side on a floor there is no more than
/// that.
Real least_press(const WorldState& world, Rank a, Rank b) noexcept;

}  // namespace bankshot::inline BANKSHOT_ABI::detail
