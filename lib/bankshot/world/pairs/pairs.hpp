#pragma once
// Pairs of shapes in a step. Not part of the public interface.

#include <bankshot/world/bodies/filters.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>
#include <bankshot/world/pairs/persistent_pairs.hpp>
#include <bankshot/world/pairs/static_support.hpp>

#include <array>
#include <cstddef>

namespace bankshot::BANKSHOT_ABI::detail {

/// A pair whose boxes come within the speculative margin: the narrow phase decides. One cache line in float, since
/// several passes go over all pairs.
struct alignas(16 * sizeof(Real)) ContactPair {
  PairKey key;
  Rank body_a = 0, body_b = 0;
  Real restitution = 0;
  Real extent = 0;  ///< smallest extent of the smaller shape, whatever its type
  Real slop = 0;    ///< of the pair, a length; the solver reads from here on
  Real friction = 0;
  Real surface_speed = 0;      ///< target tangential speed of A relative to B
  Real margin = 0;             ///< gap up to which the narrow phase examines it
  std::uint32_t old = none;    ///< its cached contact in WorldState::contacts
  std::uint32_t parts = none;  ///< place in PartStore; none: both shapes are convex
  bool sensor = false;
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

/// The bodies of a pair.
struct RankPair {
  Rank a = 0, b = 0;
  friend bool operator==(const RankPair&, const RankPair&) = default;
};

/// A pair that is no contact pair now, but could meet within the step, or after a change of course.
struct ToiCandidate {
  PairKey key;
  RankPair bodies;
  Real gap = 0;  ///< lower bound of the current distance
};

/// A moving shape and a resting one, ordered by proxies.
struct RestingPair {
  IndexPair pair;            ///< proxies, a < b
  std::uint32_t moving = 0;  ///< place in PairSet::active
  bool moving_first = true;  ///< true if `a` is the moving one
};

/// The data of a body that the sorting of pairs needs. 32 bytes in float.
struct alignas(8 * sizeof(Real)) MotionBounds {
  Real way = 0;           ///< upper bound of its displacement within the step; 0: it rests
  Real inverse_mass = 0;  ///< 0 unless it can be pushed, that is, unless it is awake and dynamic
  V2 velocity;
  V2 acceleration;  ///< of a free body
  Real spin = 0;    ///< speed that turning gives its farthest point
  Real slack = 0;   ///< bound of the displacement of its shapes' points in any direction
};
static_assert(sizeof(MotionBounds) == 8 * sizeof(Real) && offsetof(MotionBounds, acceleration) == 4 * sizeof(Real));

/// The data of a shape that may move that the sorting of pairs needs.
struct MovingShape {
  std::uint32_t body_and_kind = 0;
  Real extent = 0;  ///< smallest

  Rank body() const noexcept { return body_and_kind / Proxy::kinds; }
  std::uint32_t kind() const noexcept { return body_and_kind % Proxy::kinds; }  ///< Proxy::kind
};

/// A body that something runs into, and how far that may push it within the step.
struct PushedBody {
  Rank rank = 0;
  V2 way;
};

/// The materials of a pair, mixed.
struct MixedMaterial {
  PairMaterial pair;
  Real surface_speed = 0;
};

/// The properties of a pair that follow from the kinds of its shapes, see Proxy::kind. The table of them saves 4 % of
/// the instructions of large_pyramid; sorting in blocks, which needs it, 23 % of those of washer.
struct PairRule {
  bool known = false;
  bool by_hand = false;  ///< none do
  bool meets = false;    ///< unless both belong to one body
  bool bounces = false;  ///< has restitution, or a contact hook may set it
  MixedMaterial mixed;
};

/// Sorts a range of the candidates into contact pairs, TOI candidates and neither.
struct alignas(128) PairSorter {
  std::vector<ContactPair> own_near;
  std::vector<ContactPair>* near = nullptr;  ///< its own, or the common list
  std::vector<ToiCandidate> own_far;
  std::vector<ToiCandidate>* far = nullptr;  ///< likewise
  StaticSupport own_backing;
  StaticSupport* backing = nullptr;  ///< its own, or the common one
  std::array<PairRule, Proxy::kinds * Proxy::kinds> rules;
  std::array<std::uint8_t, Proxy::kinds * Proxy::kinds> known_rules;  ///< the places of known rules come first
  std::size_t known_rule_count = 0;
  std::vector<IndexPair> buried;                            ///< see PairSet
  std::vector<RestingPair> with_resting;                    ///< of its range of moving shapes
  PartCandidates part_candidates;                           ///< of the current pair
  bool sensors = false, sleepers = false, bounces = false;  ///< see PairSet
  bool parts = false;                                       ///< true if any contact pair has parts
  bool crowded = false;                                     ///< true if it gave up, see pair_limit.hpp

  void clear_rules() noexcept {
    for (; known_rule_count > 0; --known_rule_count) rules[known_rules[known_rule_count - 1]].known = false;
  }
};

/// A contact that the solver's own impulses cause within the step: other contacts send the two bodies into one another.
/// It is described by the placement at which they would meet, and by the distance to that.
struct SpeculativeContact {
  ContactPair pair;
  ContactGeometry geometry;  ///< at the meeting; separations along that normal when the step begins
};

/// The speed at which a contact whose normal turns leaves the straight line that the solver knows, at the ends of the
/// step, see round_contact.hpp. `chord`: away from it at first, and back to it at the end. `bow`: in the same direction
/// at both ends.
struct TurningContact {
  Real chord = 0, bow = 0;
};

struct PairSet {
  std::vector<PairSorter> sorters;
  std::vector<PushedBody> pushed;      ///< slept until now, see wake_ahead(); in rank order
  std::vector<std::uint32_t> active;   ///< proxies of bodies that may move, in rank order
  std::vector<Box> tight;              ///< of active[i], now
  std::vector<Box> reach;              ///< of active[i], swept over the step unless something hits it
  std::vector<MovingShape> shapes;     ///< of active[i]
  std::vector<MotionBounds> mobility;  ///< of each body
  PersistentPairs known;               ///< contact pairs that need not be found again
  std::vector<IndexPair> found;        ///< places in `active`, by (a, b)
  std::vector<RestingPair> with_resting;
  /// By key. The results of classification, and the cached contacts they come from, are not known before that stage.
  std::vector<ContactPair> near;
  std::uint64_t shapes_stamp = 0;               ///< stamp of the structure that the next three belong to
  bool any_rounded = false;                     ///< true if any shape is rounded, or is composite, whose parts may be
  bool any_parts = false;                       ///< true if any shape is composite, or a room
  Real thinnest = 0;                            ///< smallest extent of all shapes except sensors
  std::vector<ContactGeometry> geometry;        ///< of near[i]; impulses: the warm start, then the solver's result
  std::vector<ContactSpeeds> speeds;            ///< of near[i] if any pair bounces; see speeds_of()
  bool bounces = false;                         ///< true if any has restitution, or a contact hook may set it
  std::vector<ToiCandidate> far;                ///< by key
  std::vector<IndexPair> buried;                ///< pairs of shapes with overlapping parts of which one is inside
  std::vector<SpeculativeContact> speculative;  ///< by key; each is also in `near`
  std::vector<std::vector<std::uint32_t>> doubtful;  ///< per range of `near`, those that depend on other contacts
  std::vector<std::vector<std::uint32_t>> open;      ///< per range, those that rest if something presses them
  std::vector<std::vector<std::uint32_t>> ending;    ///< per range, those that may meet at the end of a face
  std::vector<std::uint8_t> ends;                    ///< per body: 1 if any of its pairs is in `ending`
  std::vector<std::uint32_t> solver_pairs;           ///< places in `near` of the solver's pairs
  std::vector<RankPair> solver_pair_bodies;          ///< of solver_pairs[i]
  std::vector<std::uint32_t> toi_pairs;              ///< places in `near` of all other pairs
  std::vector<std::uint8_t> young;      ///< of solver_pairs[i]: 1 if the solver has had it for a few steps only
  std::vector<TurningContact> turning;  ///< of near[i]; empty if no normal turns
  bool any_unsettled = false;           ///< true if a young contact may join two bodies without others
  std::vector<std::uint8_t> has_old;    ///< if so, per body: 1 if the solver has had a contact of it for longer
  bool sensors = false;                 ///< true if there are any in `near`
  bool sleepers = false;                ///< true if any shape belongs to a sleeping body
  PartStore parts;
  StaticSupport backing;  ///< before the step
};

/// True if each body can be pushed out of the other's way. A body that is as firm as a wall to the other pushes it
/// along, unless the lighter one stands against another firm body.
bool both_movable(const WorldState& world, Rank a, Rank b, StaticSupport& backing);

/// Slop of a pair: a fraction of the smallest extent of its dynamic shapes.
Real pair_slop(const WorldState& world, const Proxy& a, const Proxy& b) noexcept;

/// The smallest extent of those shapes of a pair whose bodies are not fixed.
Real moving_extent(const WorldState& world, const Proxy& a, const Proxy& b) noexcept;

/// Upper bound of the distance of the corners of a body's shape from its centre. The rounding about a core does not
/// count: it is the same all round, and turning moves nothing there.
Real reach_of_corners(const WorldState& world, const Proxy& proxy) noexcept;

/// The angle, or the angular speed, by which the normals of a shape turn if its body does by `turn`; not negative. Zero
/// for a disc.
Real turning_of_normals(const WorldState& world, std::uint32_t proxy, std::uint32_t part, Real turn) noexcept;
/// The same as reach_of_corners(), but of one part alone if that is a disc: a wheel is round, whatever is inside it.
Real reach_of_corners(const WorldState& world, const Proxy& proxy, std::uint32_t part) noexcept;

/// The mixed material of a pair.
MixedMaterial mixed_material(const WorldState& world, const PairKey& key) noexcept;

/// Restitution and friction of a pair by the world's rule.
PairMaterial pair_material(const WorldState& world, const PairKey& key) noexcept;

/// Returns the material that the user's contact hook makes of `mixed`, if there is a hook. `velocity`: of A's surface
/// relative to B's.
PairMaterial hooked(const WorldState& world, const PairKey& key, V2 normal, V2 velocity,
                    const PairMaterial& mixed) noexcept;

/// The material of a part of a composite.
const Material& material_of_part(const WorldState& world, const Proxy& shape, std::uint32_t part) noexcept;

/// The material of a part: that of its shape, or one of the shape's palette.
inline const Material& material_of(const WorldState& world, std::uint32_t proxy, std::uint32_t part) noexcept {
  const Proxy& own = world.proxies[proxy];
  return own.convex ? own.material : material_of_part(world, own, part);
}

/// Fills `pairs` with all pairs that could meet within `dt`.
void find_pairs(const WorldState& world, PairCache& finder, Real dt, PairSet& pairs);

/// Second half of find_pairs(): sorts the candidates.
void sort_pairs(const WorldState& world, Real dt, PairSet& pairs);

/// The narrow phase's input for a pair at the bodies' current poses.
PairInput pair_input(const WorldState& world, const Proxy& a, const Proxy& b, Real margin) noexcept;

/// Velocity of A relative to B at a point: `point` from A's centre, `d` A's centre minus B's.
inline V2 velocity_at(const WorldState& world, const ContactPair& pair, V2 point, V2 d) noexcept {
  const BodyVelocity &a = world.bodies.velocity[pair.body_a], &b = world.bodies.velocity[pair.body_b];
  return (a.linear + cross(a.angular, point)) - (b.linear + cross(b.angular, point + d));
}

/// Centre of A minus centre of B, each stored as two numbers.
BANKSHOT_INLINE V2 centre_difference(const BodyPose& a, const BodyPose& b) noexcept {
  return (a.centre - b.centre) + (a.remainder - b.remainder);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
