#pragma once
// The contact pairs of a step. Not part of the public interface.

#include <bankshot/world/pairs/part_pairs.hpp>

#include <cstddef>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A pair whose boxes come within its margin: the narrow phase decides. One cache line in float, since
/// several passes go over all pairs.
struct alignas(16 * sizeof(Real)) ContactPair {
  PairKey key;
  Rank body_a = 0, body_b = 0;
  Real restitution = 0;
  Real extent = 0;  ///< smallest extent of the smaller shape, whatever its type
  Real slop = 0;    ///< of the pair, a length; the solver reads from here on
  Real friction = 0;
  Real surface_speed = 0;         ///< target tangential speed of A relative to B
  Real margin = 0;                ///< gap up to which the narrow phase examines it
  std::uint32_t old = none;       ///< its cached contact in WorldState::contacts
  std::uint32_t parts = none;     ///< place in PartStore; none: both shapes are convex
  bool passes = false;            ///< a sensor's, or the contact hook has it ignored: nothing holds the two apart
  bool solve = false;             ///< for the solver: resting, or coming to rest
  bool both_movable = false;      ///< each of the two can push the other aside
  bool speculative = false;       ///< for the solver because of where its impulses send the two, see SpeculativeContact
  bool continued = false;         ///< met along the normal of what one of the two rests on, see supporting_contacts.hpp
  bool touching = false;          ///< before classification: in the last step
  std::uint8_t age = 0;           ///< of its cached contact
  std::uint8_t before = unknown;  ///< state of its cached contact if the two shapes have only one
  static constexpr std::uint8_t apart = 0, touched = 1, unknown = 2;
};

static_assert(sizeof(ContactPair) == 16 * sizeof(Real));
static_assert(offsetof(ContactPair, slop) ==
              offsetof(ContactPair, restitution) + 2 * sizeof(Real));  // read together, extent included

/// Speeds of the points of a contact pair along its normal. Without a contact all but `spin` are zero.
struct alignas(4 * sizeof(Real)) ContactSpeeds {
  Real gap = 0;      ///< smallest separation
  Real closing = 0;  ///< largest closing speed; 0: all separate
  Real largest = 0;  ///< largest speed in either direction
  Real spin = 0;     ///< sum over both bodies of the speed that turning gives their farthest points
};

/// Properties of all shapes and bodies of a world.
struct ShapeTraits {
  std::uint64_t stamp = 0;   ///< of the structure that they belong to
  bool any_rounded = false;  ///< true if any shape is rounded, or is composite, whose parts may be
  bool any_rolls = false;    ///< true if any material has rolling resistance
  bool any_rubs = false;     ///< true if any body rubs on a table
  bool any_parts = false;    ///< true if any shape is composite, or a room
  Real thinnest = 0;         ///< smallest extent of all shapes except sensors
};

/// Result of the filter of pairs and, from `geometry` on, of the narrow phase. Classification sets the last fields of a
/// pair; speculation alone adds pairs after that.
struct ContactPairs {
  std::vector<ContactPair> near;  ///< by key
  PartStore parts;
  bool bounces = false;   ///< true if any has restitution, or a contact hook may set it
  bool sensors = false;   ///< true if there are any in `near`
  bool sleepers = false;  ///< true if any shape belongs to a sleeping body
  ShapeTraits traits;
  std::vector<ContactGeometry> geometry;  ///< of near[i]; impulses: the warm start, then the solver's result
  std::vector<ContactSpeeds> speeds;      ///< of near[i] if any pair bounces; see speeds_of()
};

}  // namespace bankshot::BANKSHOT_ABI::detail
