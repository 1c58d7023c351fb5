#pragma once
// Contacts on which bodies rest, and surfaces that continue them. Not part of the public interface.
//
// A body that slides over two boxes laid edge to edge rests a little deep on the first one, as every load on a soft
// contact is. So its leading corner meets the side of the second box. Between rigid bodies there is no such side: it
// would be met above the line on which the body rests, and all of the second box is below. So for a body that rests on
// something along a normal n, with the gap s (negative: its depth), and another surface that it meets:
//
//   a surface that reaches no higher along n than the slop above that line, so that the gap along n is at least
//   s - slop, is met along n.
//
// A disc that comes to a seam meets the next box with its corner, hardly aside of n. As an impact or a contact, that
// would lift it by u sin(tilt), and it would roll on with hops. So a surface with nearly the normal n is met along n as
// well, unless it really approaches along n.
//
// A face that climbs is no such surface, however short it is: a chain that bends up by 2 degrees every 3 cm rises by 1
// mm from one seam to the next. Past each seam the body would be let in, and the next segment would push it out and
// up again, for nothing. So a face that bends away from n by less than 45 degrees, and whose middle is above that line,
// is met along its own normal; a steeper one is a step.
//
// It does not matter which bodies these are, how they move and whether they touch. A step that is higher than the slop
// stops a body, and so does any surface that reaches higher anywhere. A body that rests on nothing meets every surface
// along its own normal.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct ContactPair;
struct PairInput;
struct ContactPairs;

/// A contact on which a body rests when the step begins.
struct SupportingContact {
  std::uint32_t pair = none;  ///< place in ContactPairs::near
  Rank other = 0;             ///< the supporting body
  V2 normal;                  ///< towards the body
  Real separation = 0;        ///< smallest one of the contact
};

/// The supporting contacts of all bodies. Few bodies are asked for, so those of each body are found on demand.
class SupportingContacts {
 public:
  void clear() noexcept { begun_ = false; }
  /// Lists the pairs that may be supporting contacts: those of the solver. `bodies`: marks the bodies that matter;
  /// null: all.
  void begin(const WorldState& world, const ContactPairs& pairs, const std::uint8_t* bodies);
  bool begun() const noexcept { return begun_; }
  /// Finds those of the bodies of these pairs, before any contact changes.
  void find(const WorldState& world, const ContactPairs& pairs, std::span<const std::vector<std::uint32_t>> places);
  /// Supporting contacts of a body, by pair, as of the first request for it.
  std::span<const SupportingContact> of(const WorldState& world, const ContactPairs& pairs, Rank rank);

 private:
  static constexpr std::uint32_t unknown = none;

  bool begun_ = false;
  std::vector<std::uint32_t> first_;     ///< per body, its begin in list_; then the end
  std::vector<std::uint32_t> count_;     ///< per body, number of supporting contacts at the front of its range, or
                                         ///< `unknown` before the first request
  std::vector<std::uint8_t> marked_;     ///< see find()
  std::vector<SupportingContact> list_;  ///< until its body is requested, only `pair` is valid
};

/// True if the shapes of a pair allow it to be met as above. Sensors and rooms are not, and two round shapes have no
/// face that could continue.
bool may_continue(const WorldState& world, const PairKey& key) noexcept;

/// True if a shape has faces, which can continue: round ones have none.
bool has_faces(const WorldState& world, std::uint32_t proxy) noexcept;

/// True if a body's own weight presses it against the surface with this normal. `other`: the second body of the
/// contact.
bool weighs_on(const WorldState& world, Rank rank, Rank other, V2 normal) noexcept;

/// True if a pair presses a body against what it rests on: by its weight, or by a load that the solver found in the
/// last step.
bool loaded(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Rank rank);

/// True if a body rests on another one by this pair of the solver; returns the smallest separation in `separation`.
bool bears(const WorldState& world, const ContactPairs& pairs, std::uint32_t i, Real& separation);

/// A closing distance per step below which the pair stays within the gap that counts as touching.
Real least_way(const ContactPair& pair) noexcept;

/// How far a contact pair would close in a step along `normal`, by its contact along that.
Real way_along(const WorldState& world, Real dt, const ContactPair& pair, const PairInput& in, V2 normal);

/// For contact pairs with bodies that rest on something, applies the rule above: gives the pair the contact along that
/// normal, and the solver the pair if it rests; a pair that does not meet that way gets no contact. `ending`: see
/// UndecidedPairs; pairs that need not be looked at leave the lists. Returns true if there were any.
bool continue_faces(const WorldState& world, Real dt, std::span<std::vector<std::uint32_t>> ending,
                    SupportingContacts& bearings, ContactPairs& pairs);

}  // namespace bankshot::BANKSHOT_ABI::detail
