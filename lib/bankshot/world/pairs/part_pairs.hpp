#pragma once
// Pairs of parts of composites and containers. Not part of the public interface.

#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/world/bodies/state.hpp>

#include <deque>
#include <limits>
#include <optional>

namespace bankshot::BANKSHOT_ABI::detail {

/// The two sides of a pair as the narrow phase needs them. For a container, `part` is its room.
struct PartPair {
  Part a, b;
};

/// The parts of this step's contact pairs. Addresses are stable; memory is reused from step to step.
class PartStore {
 public:
  /// Makes places for `count` pairs.
  void resize(std::size_t count);
  bool empty() const noexcept { return used_ == 0; }
  std::size_t size() const noexcept { return used_; }
  /// Stores the parts that `key` names.
  void set(std::uint32_t place, const WorldState& world, const PairKey& key);
  const PartPair& operator[](std::uint32_t place) const { return slots_[place].pair; }
  const Geometry* geometry_a(std::uint32_t place) const { return &*slots_[place].a; }
  const Geometry* geometry_b(std::uint32_t place) const { return &*slots_[place].b; }

 private:
  struct Slot {
    PartPair pair;
    PieceSpace space_a, space_b;
    std::optional<Geometry> a, b;
  };

  std::deque<Slot> slots_;
  std::size_t used_ = 0;
};

/// One side of a pair: a part of a shape, or a container's room.
Part side_of(const Shape& shape, std::uint32_t number, PieceSpace& space) noexcept;

/// The shape of a proxy, relative to its body's centre of mass.
inline const Shape& shape_of(const WorldState& world, std::uint32_t proxy) noexcept {
  return world.baked[world.proxies[proxy].geometry];
}

/// True if the shapes of a pair, which still exist, have the parts, or the room's limit, that the key names, both as of
/// the last step and now. False if a shape has been changed since so that one is missing.
bool has_parts(const WorldState& world, const PairKey& key) noexcept;

/// Marks the sides of a pair that are containers.
struct Rooms {
  bool a = false, b = false;
  bool any() const { return a || b; }
};
Rooms rooms_of(const WorldState& world, const PairKey& key) noexcept;

/// A pair of parts, and a lower bound of their distance.
struct PartCandidate {
  PairKey key;
  Real gap = 0;
};

/// The part pairs of one pair of shapes, and the memory for finding them.
struct PartCandidates {
  std::vector<PartCandidate> list;
  bool buried = false;   ///< true if the boxes of two parts overlap of which one is hidden
  bool crowded = false;  ///< true if there were more than the limit
  PartNumbers numbers;
};

/// Limits of the number of part pairs: of all, and of those with overlapping boxes.
struct PartLimits {
  std::size_t all = std::numeric_limits<std::size_t>::max(), overlapping = all;
};

/// Lists in `out` all pairs of parts of two proxies whose distance may be less than `reach`, by key, up to `limits`.
/// Omits hidden parts unless one of the shapes is a sensor.
void part_pairs(const WorldState& world, std::uint32_t a, std::uint32_t b, Real reach, const PartLimits& limits,
                PartCandidates& out);

/// Two parts of which one is hidden, and their penetration depth, a length >= 0.
struct BuriedPair {
  PairKey key;
  Real depth = 0;
};

/// Finds the parts of two shapes that are deepest in one another where no surface could have a contact.
BuriedPair deepest_buried(const WorldState& world, const IndexPair& shapes, PartNumbers& numbers);

/// Completes the contact of a contact pair of parts; `contact` is the result of find_manifolds() for their geometries.
void finish_parts(const WorldState& world, const PairKey& key, const PartPair& parts, const PairInput& in,
                  ContactGeometry& contact);

/// Finds the contact of any pair at the poses in `in`, which is complete except for the geometries of parts.
void find_contact(const WorldState& world, const PairKey& key, PairInput& in, ContactGeometry& contact);

/// For a pair without rooms, `in` being complete except for geometries: its gap along `normal`, from B to A.
Real gap_along(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal);
/// Distance of the two parts, negative if they overlap, regardless of the contact of their shapes.
Real gap_of_parts(const WorldState& world, const PairKey& key, const PairInput& in);
bool at_a_face(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal);

/// Finds the face of one side of a pair, the first or the second, that has nearly this outward normal. Returns true if
/// there is one.
bool face_along(const WorldState& world, const PairKey& key, const PairInput& in, bool first, V2 outward, V2& face);

/// True if one side of a pair, the first or the second, is met at a face that climbs. `own`, the normal of the meeting,
/// is that of the face and bends away from `along`; both point from B to A. The middle of the face is above the line on
/// which the other side rests: nearer to it along `along` than `line`.
bool climbs(const WorldState& world, const PairKey& key, const PairInput& in, bool first, V2 own, V2 along, Real line);
ContactGeometry contact_along(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal);

/// The touching features of a contact that find_contact() found.
FeaturePair contact_features(const WorldState& world, const PairKey& key, const ContactGeometry& contact) noexcept;

/// The manifold of a cached contact's parts at the bodies' current poses.
Manifold part_manifold(const WorldState& world, const PairKey& key, Real margin);

/// Time of impact of two parts; `in` is complete except for their views. Omits meetings at seams. `has_met`: parts of
/// these two shapes have met in this step.
ToiResult parts_impact(const WorldState& world, const PairKey& key, bool has_met, ToiInput& in);

/// True if the difference between two normals is too small to affect a sliding body.
bool same_normal(V2 n, V2 m) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
