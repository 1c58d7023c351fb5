#pragma once
// Pairs of shapes that are not convex, as pairs of their parts. Not part of the public interface.

#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/query/toi/time_of_impact.hpp>
#include <bankshot/world/bodies/state.hpp>

#include <deque>
#include <limits>
#include <optional>

namespace bankshot::BANKSHOT_ABI::detail {

/// The two sides of a pair as the narrow phase needs them. Of a container's side `part` is its room.
struct PartPair {
  Part a, b;
};

/// The parts of this step's near pairs. Addresses stay; memory is kept from step to step.
class PartStore {
 public:
  /// From now on there are places for `count` pairs.
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

/// The shape behind a proxy, relative to its body's centre of mass.
inline const Shape& shape_of(const WorldState& world, std::uint32_t proxy) noexcept {
  return world.baked[world.proxies[proxy].geometry];
}

/// Whether the shapes of a pair, which still exist, have the parts, or the limit of a room, that the key names, both as
/// the last step knew them and as they are now: not so where a shape was changed since.
bool has_parts(const WorldState& world, const PairKey& key) noexcept;

/// Which sides of a pair are containers.
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

/// Those of one pair of shapes, and the memory that finding them takes.
struct PartCandidates {
  std::vector<PartCandidate> list;
  bool buried = false;   ///< whether the boxes of two parts overlap of which one is hidden
  bool crowded = false;  ///< whether there were more than had to be found
  PartNumbers numbers;
};

/// How many pairs of parts may be found: in all, and of those whose boxes overlap.
struct PartLimits {
  std::size_t all = std::numeric_limits<std::size_t>::max(), overlapping = all;
};

/// All pairs of parts of two proxies whose distance may be less than `reach`, in the order of keys, into the list of
/// `out`, which takes no more than `limits` say. Hidden parts are left out unless one of the shapes is a sensor.
void part_pairs(const WorldState& world, std::uint32_t a, std::uint32_t b, Real reach, const PartLimits& limits,
                PartCandidates& out);

/// Two parts of which one is hidden, and how deep they lie in one another, length, >= 0.
struct BuriedPair {
  PairKey key;
  Real depth = 0;
};

/// Where two shapes lie deepest in one another without a surface that a contact could be on.
BuriedPair deepest_buried(const WorldState& world, const IndexPair& shapes, PartNumbers& numbers);

/// The contact of a near pair of parts; `contact` is what find_manifolds() made of their geometries.
void finish_parts(const WorldState& world, const PairKey& key, const PartPair& parts, const PairInput& in,
                  ContactGeometry& contact);

/// The contact of any pair at the poses that `in` gives; `in` is complete but for the geometries of parts.
void find_contact(const WorldState& world, const PairKey& key, PairInput& in, ContactGeometry& contact);

/// Of a pair without rooms, `in` being complete but for geometries: its gap along a direction from B to A, whether that
/// is the normal of a face on either side, and its contact that way.
Real gap_along(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal);
/// How far apart the two parts are, below 0 if they overlap, whatever the contact of the wholes is there.
Real gap_of_parts(const WorldState& world, const PairKey& key, const PairInput& in);
bool at_a_face(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal);

/// The face of one side of a pair, the first or the second, that has nearly this outward normal; whether there is one.
bool face_along(const WorldState& world, const PairKey& key, const PairInput& in, bool first, V2 outward, V2& face);

/// Whether one side of a pair, the first or the second, is met at a face that climbs: `own`, the normal of the meeting,
/// is that of the face, which bends away from `along`, both from B to A, and is for the most part higher than the line
/// on which the other side rests, that is, nearer to it along `along` than `line`.
bool climbs(const WorldState& world, const PairKey& key, const PairInput& in, bool first, V2 own, V2 along, Real line);
ContactGeometry contact_along(const WorldState& world, const PairKey& key, const PairInput& in, V2 normal);

/// What touches in a contact that find_contact() found.
FeaturePair contact_features(const WorldState& world, const PairKey& key, const ContactGeometry& contact) noexcept;

/// The manifold of a record's parts where the bodies are now.
Manifold part_manifold(const WorldState& world, const PairKey& key, Real margin);

/// When two parts meet; `in` is complete but for their views. Meetings at seams are left out. `has_met`: parts of these
/// two shapes have met in this step.
ToiResult parts_impact(const WorldState& world, const PairKey& key, bool has_met, ToiInput& in);

/// Whether two normals are one as far as anybody slides over them.
bool same_normal(V2 n, V2 m) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
