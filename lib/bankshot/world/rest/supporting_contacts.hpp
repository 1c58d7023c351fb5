#pragma once
// What bodies rest on, and which surfaces go on from there. Not part of the public interface.
//
// A body that slides over two boxes laid edge to edge rests on the first one a little deep, as every load on a soft
// contact is, and by that its leading corner meets the side of the second. To bodies as they are there is no side
// there: it would be met above the line on which the body rests, and all of the second one is below. So of whoever
// rests on something along a normal n, s being the gap there (negative: how deep it is), and of what else it meets:
//
//   what reaches no higher along n than the slop above that line, so that the gap along n is at least s - slop,
//   is met along n.
//
// A disc that comes to a joint meets the next box with its corner, hardly aside of n: as a hit or as a contact that
// would lift it by u sin(tilt), and it would roll on with hops. So what has nearly the normal n is met along it as
// well, unless it really comes along n.
//
// A face that climbs is no such surface, however short it is: a chain that bends up by 2 degrees every 3 cm rises by 1
// mm from one joint to the next. Past each joint the body would be let in, and pushed out and up again by the next
// segment, for nothing. So what is met at a face that bends away from n, by less than 45 degrees, and whose middle is
// above that line, is met along its own normal; steeper than that it is a step.
//
// Whose bodies these are, how they move and whether they touch does not matter. A step that is higher than the slop
// stops what comes, and so does everything that reaches higher anywhere; what hits without resting on anything is hit.

#include <bankshot/world/bodies/state.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct ContactPair;
struct PairInput;
struct PairSet;

/// What a body rests on when the step begins.
struct SupportingContact {
  std::uint32_t pair = none;  ///< place in PairSet::near
  Rank other = 0;             ///< who bears it
  V2 normal;                  ///< towards the body
  Real separation = 0;        ///< smallest of the contact
};

/// Those of all bodies. Few bodies are asked for, so what each of them rests on is looked at only then.
class SupportingContacts {
 public:
  void clear() noexcept { begun_ = false; }
  /// Lists the pairs that may be bearings: those that the solver has; `bodies`: of whom, per body; null: of all.
  void begin(const WorldState& world, const PairSet& pairs, const std::uint8_t* bodies);
  bool begun() const noexcept { return begun_; }
  /// Those of a body, by pair, as they are when it is first asked for.
  std::span<const SupportingContact> of(const WorldState& world, const PairSet& pairs, Rank rank);

 private:
  static constexpr std::uint32_t unknown = none;

  bool begun_ = false;
  std::vector<std::uint32_t> first_;     ///< per body, in list_; and the end
  std::vector<std::uint32_t> count_;     ///< per body, how many of those are bearings, in front; unknown: not asked for
  std::vector<SupportingContact> list_;  ///< until its body is asked for, only `pair` is known
};

/// Whether a pair may be met as above at all, by its shapes: sensors and rooms are not, and round things on neither
/// side have a face that could go on.
bool may_continue(const WorldState& world, const PairKey& key) noexcept;

/// Whether a shape has faces, which go on: round ones have none.
bool has_faces(const WorldState& world, std::uint32_t proxy) noexcept;

/// Whether a body's own weight presses it against what is behind that normal, of a contact of these two.
bool weighs_on(const WorldState& world, Rank rank, Rank other, V2 normal) noexcept;

/// Whether a body is pressed against what it rests on by a pair: by its weight, or as the solver had to bear in the
/// last step.
bool loaded(const WorldState& world, const ContactPair& pair, const ContactGeometry& contact, Rank rank);

/// Whether something rests on something by this pair of the solver's; its smallest separation, if so.
bool bears(const WorldState& world, const PairSet& pairs, std::uint32_t i, Real& separation);

/// What closes by less than that in a step does so within the gap that counts as touching.
Real least_way(const ContactPair& pair) noexcept;

/// How far a near pair would come together along some normal, of a contact along that.
Real way_along(const WorldState& world, Real dt, const ContactPair& pair, const PairInput& in, V2 normal);

/// Gives near pairs with bodies that rest on something the contact along that normal, as above, and the solver the
/// pair; those that do not meet that way it leaves without. `pieces`: of PairSet::ending. Whether there were any.
bool continue_faces(const WorldState& world, Real dt, std::size_t pieces, SupportingContacts& bearings, PairSet& pairs);

}  // namespace bankshot::BANKSHOT_ABI::detail
