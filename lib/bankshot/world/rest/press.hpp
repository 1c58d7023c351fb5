#pragma once
// What presses two touching bodies together. Not part of the public interface.

#include <bankshot/world/rest/footing.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Finds which pairs with restitution are pressed together, and how hard. See press.cpp for the derivation. All results
/// are accelerations, length / s^2, along the normal of near pair `i`; 0 if nothing presses.
class Press {
 public:
  /// Begins a step of length `dt`.
  void begin(const WorldState& world, Real dt);

  /// What presses a pair less than that does not press it: least_press() of its bodies.
  Real least(const WorldState& world, const ContactPair& pair) const;

  /// The least that presses a pair whose own contact bore this load, given how fast its points move along the normal.
  Real by_own_load(const WorldState& world, const PairSet& pairs, std::size_t i, Real load, Real speed) const;

  /// Reads the loads that the last step's contacts bear, as far as these near pairs are concerned. To be called before
  /// what follows.
  void find_loads(const WorldState& world, const PairSet& pairs, const std::vector<std::uint32_t>& concerned);

  /// What everything but their own contact does to the two bodies, as far as loads tell.
  Real by_loads(const WorldState& world, const PairSet& pairs, std::size_t i) const;

  /// Whether loads tell that both bodies of a pair are supported; what weight and grip do to the two then.
  bool are_borne(const WorldState& world, const ContactPair& pair) const;
  Real by_borne_weight(const WorldState& world, const PairSet& pairs, std::size_t i) const;

  /// From now on what is found by weight counts: at first nobody stands on anything.
  void begin_weights(const WorldState& world);

  /// A contact turns out to bear the weight of one of its bodies.
  void stand_by_weight(const WorldState& world, const PairSet& pairs, std::size_t i);

  /// What gravity, forces and the footing of both bodies do, given which bodies are known to be supported; `supported`
  /// is per body.
  Real by_weight(const WorldState& world, const PairSet& pairs, std::size_t i,
                 const std::vector<std::uint8_t>& supported) const;

  /// By gravity and forces alone.
  static Real by_weight(const WorldState& world, const ContactPair& pair, V2 normal,
                        const std::vector<std::uint8_t>& supported);

 private:
  struct OfBody {
    V2 free;          ///< its acceleration by gravity and forces
    V2 loaded;        ///< the same with all loads
    Real least = 0;   ///< its part of least_press()
    Footing footing;  ///< by loads
  };

  void look_up(const WorldState& world, Rank rank);
  Real spare(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real pressed,
             Real given) const;
  void stand(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact);
  template <class FootingOf>
  Real grip(const WorldState& world, const ContactPair& pair, V2 n, FootingOf&& footing_of) const;
  V2 free_of(const WorldState& world, Rank rank) const;
  V2 loaded(const WorldState& world, Rank rank) const;
  Real above_least(const WorldState& world, const ContactPair& pair, Real press) const;

  std::vector<OfBody> bodies_;           ///< valid of those that may move
  std::vector<Footing> by_weight_;       ///< per body
  std::vector<std::uint8_t> concerned_;  ///< per body: whether its loads are read
  Real dt_ = 0;                          ///< length of the step, s
  Real rate_ = 0;                        ///< sub-steps per second
};

/// Acceleration of one body towards another, length / s^2, up to which nothing presses: what rests on something sits
/// within the slop there, so a normal is known to slop / extent, and side by side on a floor there is no more than
/// that.
Real least_press(const WorldState& world, Rank a, Rank b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
