#pragma once
// Which pairs rest, and so are the solver's: see docs/step.md for the principle. Not part of the public interface.

#include <bankshot/world/rest/press.hpp>
#include <bankshot/world/rest/wedged_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whether a pair is straight: what the solver is told of it when the step begins, a line or an arc, is true until the
/// step ends.
bool stays_straight(const WorldState& world, const PairSet& pairs, std::size_t i, const ContactSpeeds& speeds, Real dt);

/// Whether the normal of a pair turns so fast under what slides along it that the solver, to which it stands still for
/// a step, would leave the two deeper in one another than its push-out takes back in one.
bool bends(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real dt) noexcept;

/// Whether a point that meets at this speed rebounds by no more than `reach` until the step ends.
inline bool rebounds_within(Real reach, const ContactPair& pair, Real speed, Real dt) noexcept {
  return pair.restitution * speed * dt <= reach;
}

/// Whether a pair with restitution is near enough to rest. What is about to meet something firm flies until it does:
/// the solver would take it there in sub-steps.
inline bool may_rest(const ContactPair& pair, const ContactSpeeds& speeds) noexcept {
  return speeds.gap <= (pair.both_movable ? pair.margin : pair.slop);
}

/// Decides of the pairs with restitution which of them rest.
class RestFinder {
 public:
  /// Begins a step in which there are such pairs.
  void begin(const WorldState& world, Real dt) { press_.begin(world, dt); }

  /// Whether a near pair that rested in the last step still does, whatever presses it.
  bool still_rests(const WorldState& world, const ContactPair& pair, const ContactSpeeds& speeds) const;

  /// Whether a near pair rests because of the load that it bore itself.
  bool rests_by_own_load(const WorldState& world, Real dt, const PairSet& pairs, std::size_t i) const;

  /// Sets `solve` of those among `open` that rest. `pieces`: how many ranges these are of. Whether there are any.
  bool find(const WorldState& world, Real dt, PairSet& pairs, std::size_t pieces);

 private:
  void start_support(const WorldState& world);
  bool spread(const WorldState& world, const ContactPair& pair, V2 normal);
  void rest_lodged(const WorldState& world, Real dt, PairSet& pairs);
  void rest_by_loads(const WorldState& world, Real dt, PairSet& pairs);
  void rest_by_weight(const WorldState& world, Real dt, PairSet& pairs);

  Press press_;
  WedgedPairs lodged_;
  std::vector<std::uint32_t> open_;      ///< places in `near` of pairs that may rest, in their order
  std::vector<Real> pressed_;            ///< of open_[i], by loads
  std::vector<std::uint32_t> bearing_;   ///< pairs that may pass support on
  std::vector<std::uint8_t> supported_;  ///< per body: something firm bears it
  std::vector<std::uint32_t> told_;      ///< per body: in which pass its support was last found to be more
};

}  // namespace bankshot::BANKSHOT_ABI::detail
