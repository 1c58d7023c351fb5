#pragma once
// The press: the acceleration that presses two touching bodies together. Not part of the public interface.

#include <bankshot/world/rest/footing.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Finds which pairs with restitution are pressed together, and how hard. See press.cpp for the derivation. All results
/// are accelerations, length / s^2, along the normal of contact pair `i`; 0 if nothing presses.
class Press {
 public:
  /// Begins a step of length `dt`.
  void begin(const WorldState& world, Real dt);

  /// A smaller press does not count: least_press() of the pair's bodies.
  Real least(const WorldState& world, const ContactPair& pair) const;

  /// Lower bound of the press of a pair whose own contact bore this load, given the speed of its points along the
  /// normal.
  Real by_own_load(const WorldState& world, const ContactPairs& pairs, std::size_t i, Real load, Real speed) const;

  /// Reads the loads of the last step's contacts, as far as they concern these contact pairs. Must precede the
  /// functions below.
  void find_loads(const WorldState& world, const ContactPairs& pairs, const std::vector<std::uint32_t>& concerned);

  /// Press on the two bodies by everything but their own contact, as far as loads tell.
  Real by_loads(const WorldState& world, const ContactPairs& pairs, std::size_t i) const;

  /// are_borne() is true if loads show that both bodies of a pair are supported. by_borne_weight() is the press by
  /// weight and grip in that case.
  bool are_borne(const WorldState& world, const ContactPair& pair) const;
  Real by_borne_weight(const WorldState& world, const ContactPairs& pairs, std::size_t i) const;

  /// Begins to collect support by weight: no body stands on anything yet.
  void begin_weights(const WorldState& world);

  /// Notes that a contact bears the weight of one of its bodies.
  void stand_by_weight(const WorldState& world, const ContactPairs& pairs, std::size_t i);

  /// Press by gravity, forces and the footing of both bodies, given which bodies are known to be supported; `supported`
  /// is per body.
  Real by_weight(const WorldState& world, const ContactPairs& pairs, std::size_t i,
                 const std::vector<std::uint8_t>& supported) const;

  /// By gravity and forces alone.
  static Real by_weight(const WorldState& world, const ContactPair& pair, V2 normal,
                        const std::vector<std::uint8_t>& supported);

 private:
  struct OfBody {
    V2 free;          ///< acceleration by gravity and forces
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

  std::vector<OfBody> bodies_;           ///< valid for bodies that may move
  std::vector<Footing> by_weight_;       ///< per body
  std::vector<std::uint8_t> concerned_;  ///< per body: 1 if its loads are read
  Real dt_ = 0;                          ///< length of the step, s
  Real rate_ = 0;                        ///< sub-steps per second
};

/// Acceleration of one body towards another, length / s^2, that does not count as a press. A resting body is placed to
/// within the slop, so a normal is known to slop / extent, and that fraction of the weight may appear between two
/// bodies side by side on a floor.
Real least_press(const WorldState& world, Rank a, Rank b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
