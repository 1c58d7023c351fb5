#pragma once
// Decides which pairs rest, and so are the solver's: see docs/step.md for the principle. Not part of the public
// interface.

#include <bankshot/world/rest/press.hpp>
#include <bankshot/world/rest/wedged_pairs.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if a pair is straight: the line or arc that the solver is given when the step begins is true until the step
/// ends.
bool stays_straight(const WorldState& world, const ContactPairs& pairs, std::size_t i, const ContactSpeeds& speeds,
                    Real dt);

/// True if the normal of a pair turns too fast for the sliding along it. The solver keeps the normal fixed for a step,
/// and would leave the two deeper than its push-out takes back in a step.
bool bends(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Real dt) noexcept;

/// True if a point that meets at this speed rebounds by no more than `reach` until the step ends.
inline bool rebounds_within(Real reach, const ContactPair& pair, Real speed, Real dt) noexcept {
  return pair.restitution * speed * dt <= reach;
}

/// True if a pair with restitution is near enough to rest. A body that is about to meet a firm one flies until it does:
/// the solver would take it there in sub-steps.
inline bool may_rest(const ContactPair& pair, const ContactSpeeds& speeds) noexcept {
  return speeds.gap <= (pair.both_movable ? pair.margin : pair.slop);
}

/// Decides which pairs with restitution rest.
class RestFinder {
 public:
  /// Begins a step in which there are such pairs.
  void begin(const WorldState& world, Real dt) { press_.begin(world, dt); }

  /// True if a contact pair that rested in the last step still does, whatever presses it.
  bool still_rests(const WorldState& world, const ContactPair& pair, const ContactSpeeds& speeds) const;

  /// True if a contact pair rests because of the load that it bore itself.
  bool rests_by_own_load(const WorldState& world, Real dt, const ContactPairs& pairs, std::size_t i) const;

  /// Sets `solve` of the pairs in UndecidedPairs::open that rest. Returns true if there are any pairs.
  bool find(const WorldState& world, Real dt, std::span<const std::vector<std::uint32_t>> open, ContactPairs& pairs);

 private:
  void start_support(const WorldState& world);
  bool spread(const WorldState& world, const ContactPair& pair, V2 normal);
  void rest_lodged(const WorldState& world, Real dt, ContactPairs& pairs);
  void rest_by_loads(const WorldState& world, Real dt, ContactPairs& pairs);
  void rest_by_weight(const WorldState& world, Real dt, ContactPairs& pairs);

  Press press_;
  WedgedPairs lodged_;
  std::vector<std::uint32_t> open_;      ///< places in `near` of pairs that may rest, in their order
  std::vector<Real> pressed_;            ///< press of open_[i] by loads
  std::vector<std::uint32_t> bearing_;   ///< pairs that may pass support on
  std::vector<std::uint8_t> supported_;  ///< per body: 1 if something firm bears it
  std::vector<std::uint32_t> told_;      ///< per body: the pass in which its support last grew
};

}  // namespace bankshot::BANKSHOT_ABI::detail
