#pragma once
// Which pairs of shapes a step looks at. Not part of the public interface.

#include <bankshot/world/bodies/filters.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>
#include <bankshot/world/pairs/persistent_pairs.hpp>
#include <bankshot/world/pairs/static_support.hpp>

#include <array>
#include <cstddef>

namespace bankshot::BANKSHOT_ABI::detail {

/// A pair whose boxes come within the speculative margin: the narrow phase decides.
/// One cache line in float: several passes go over all of them.
struct alignas(16 * sizeof(Real)) ContactPair {
  PairKey key;
  Rank body_a = 0, body_b = 0;
  Real restitution = 0;
  Real extent = 0;  ///< the smaller one's smallest extent, whatever its type
  Real slop = 0;    ///< of the pair, length; the solver reads from here on
  Real friction = 0;
  Real surface_speed = 0;      ///< wanted tangential speed of A relative to B
  Real margin = 0;             ///< gap up to which the narrow phase looks at it
  std::uint32_t old = none;    ///< its record in WorldState::contacts
  std::uint32_t parts = none;  ///< place in PartStore; none: both shapes are convex
  bool sensor = false;
  bool solve = false;             ///< for the solver: resting, or coming to rest
  bool both_movable = false;      ///< both give way to one another
  bool speculative = false;       ///< for the solver because of where that sends the two, see SpeculativeContact
  bool continued = false;         ///< met along what one of the two rests on, see supporting_contacts.hpp
  bool touching = false;          ///< until it is classified: in the last step
  std::uint8_t age = 0;           ///< of its record
  std::uint8_t before = unknown;  ///< what its record says if that is the only one of the two shapes
  static constexpr std::uint8_t apart = 0, touched = 1, unknown = 2;
};

static_assert(sizeof(ContactPair) == 16 * sizeof(Real));
static_assert(offsetof(ContactPair, slop) ==
              offsetof(ContactPair, restitution) + 2 * sizeof(Real));  // read as one record

/// How fast the points of a near pair move along its normal; all but `spin` zero of one that has none.
struct alignas(4 * sizeof(Real)) ContactSpeeds {
  Real gap = 0;      ///< smallest separation
  Real closing = 0;  ///< largest closing speed; 0: all part
  Real largest = 0;  ///< largest speed, either way
  Real spin = 0;     ///< sum over both bodies of how fast turning moves their farthest points
};

/// The bodies of a pair.
struct RankPair {
  Rank a = 0, b = 0;
  friend bool operator==(const RankPair&, const RankPair&) = default;
};

/// A pair that could meet within the step, or after a change of course, but is not near now.
struct ToiCandidate {
  PairKey key;
  RankPair bodies;
  Real gap = 0;  ///< lower bound of the distance now
};

/// A moving shape and one at rest, in the order of proxies.
struct RestingPair {
  IndexPair pair;            ///< proxies, a < b
  std::uint32_t moving = 0;  ///< place in PairSet::active
  bool moving_first = true;  ///< whether `a` is the moving one
};

/// What sorting pairs asks of a body. 32 bytes in float.
struct alignas(8 * sizeof(Real)) MotionBounds {
  Real way = 0;           ///< how far it can get within the step; 0: it rests
  Real inverse_mass = 0;  ///< 0 unless it gives way: unless it is awake and dynamic
  V2 velocity;
  V2 acceleration;  ///< of a body that nothing holds
  Real spin = 0;    ///< speed that turning gives its farthest point
  Real slack = 0;   ///< how far points of its shapes may get in all, whichever way that is
};
static_assert(sizeof(MotionBounds) == 8 * sizeof(Real) && offsetof(MotionBounds, acceleration) == 4 * sizeof(Real));

/// What sorting pairs asks of a shape that may move.
struct MovingShape {
  std::uint32_t body_and_kind = 0;
  Real extent = 0;  ///< smallest

  Rank body() const noexcept { return body_and_kind / Proxy::kinds; }
  std::uint32_t kind() const noexcept { return body_and_kind % Proxy::kinds; }  ///< Proxy::kind
};

/// What the narrow phase looks up of a shape.
struct ShapePlace {
  std::uint32_t geometry_and_box = 0;

  std::uint32_t geometry() const noexcept { return geometry_and_box / 2; }  ///< place in WorldState::geometry
  std::uint32_t is_box() const noexcept { return geometry_and_box % 2; }    ///< 1: sharp, and no part of anything
};

/// A body that something runs into, and how far that may push it within the step.
struct PushedBody {
  Rank rank = 0;
  V2 way;
};

/// Mixes the materials of pairs; most have the same two as the pair before.
class Mixer {
 public:
  struct Mixed {
    PairMaterial pair;
    Real surface_speed = 0;
  };
  void clear() noexcept { known_ = false; }
  const Mixed& mix(const WorldState& world, const PairKey& key) noexcept;

 private:
  bool known_ = false;
  Material a_, b_;
  Mixed mixed_;
};

/// What the kinds of two shapes say of a pair of them, see Proxy::kind.
struct PairRule {
  bool known = false;
  bool by_hand = false;  ///< nothing
  bool meets = false;    ///< unless they are of one body
  bool bounces = false;  ///< has restitution, or a contact hook may give it some
  Mixer::Mixed mixed;
};

/// Whoever sorts a range of the candidates into near, far and neither. In the list of near pairs it has the places of
/// the last step's that come where its candidates do; what there is no room for waits in `more`.
struct alignas(128) PairSorter {
  std::size_t begin = 0, place = 0, end = 0;  ///< in PairSet::near: its first place, the next and the end
  bool alone = false;                         ///< whether nobody else has places there: then there is room for all
  std::vector<ContactPair> more;              ///< behind those
  std::vector<ToiCandidate> own_far;
  std::vector<ToiCandidate>* far = nullptr;  ///< its own, or the list of all
  StaticSupport own_backing;
  StaticSupport* backing = nullptr;  ///< its own, or that of all
  Mixer mixer;
  std::array<PairRule, Proxy::kinds * Proxy::kinds> rules;
  std::array<std::uint8_t, Proxy::kinds * Proxy::kinds> known_rules;  ///< places of those that are known, in front
  std::size_t known_rule_count = 0;
  std::vector<IndexPair> buried;                            ///< see PairSet
  std::vector<RestingPair> with_resting;                    ///< of its range of moving shapes
  PartCandidates part_candidates;                           ///< of the pair being sorted
  bool sensors = false, sleepers = false, bounces = false;  ///< see PairSet
  bool parts = false;                                       ///< whether any near pair has some
  bool crowded = false;                                     ///< whether it gave up, see pair_limit.hpp

  std::size_t found() const noexcept { return place - begin + more.size(); }
  void clear_rules() noexcept {
    mixer.clear();
    for (; known_rule_count > 0; --known_rule_count) rules[known_rules[known_rule_count - 1]].known = false;
  }
};

/// A contact that the solver's own impulses bring about within the step: the two are sent into one another by what they
/// touch elsewhere. It is described by where they would meet, and by how far they are from that.
struct SpeculativeContact {
  ContactPair pair;
  ContactGeometry geometry;  ///< as they meet; separations along that normal, when the step begins
};

/// How fast, at the ends of the step, the path of a contact whose normal turns leaves the straight line that the solver
/// knows, see round_contact.hpp: by as much away from it first as back to it then, and by as much at both ends.
struct TurningContact {
  Real chord = 0, bow = 0;
};

struct PairSet {
  std::vector<PairSorter> sorters;
  std::vector<PushedBody> pushed;      ///< slept until now, see wake_ahead(); in rank order
  std::vector<std::uint32_t> active;   ///< proxies of bodies that may move, in rank order
  std::vector<Box> tight;              ///< of active[i], now
  std::vector<Box> reach;              ///< of active[i], all it gets to within the step unless something hits it
  std::vector<MovingShape> shapes;     ///< of active[i]
  std::vector<MotionBounds> mobility;  ///< of each body
  PersistentPairs known;               ///< of the near ones those that need not be found
  std::vector<IndexPair> found;        ///< places in `active`, by (a, b)
  std::vector<RestingPair> with_resting;
  /// By key; while they are being found, those of the last step behind them. What classifying says of them, and from
  /// which records, is not known before.
  std::vector<ContactPair> near;
  std::vector<ShapePlace> shape_of;             ///< of each proxy
  std::uint64_t shape_of_stamp = 0;             ///< of the structure that this is of
  bool any_round = false;                       ///< whether any shape is a circle, or a round room
  bool any_rounded = false;                     ///< whether any shape is rounded, or has parts, which may be
  bool any_parts = false;                       ///< whether any shape has parts, or a room
  Real thinnest = 0;                            ///< smallest extent of all shapes that are no sensors
  std::vector<ContactGeometry> geometry;        ///< of near[i]; impulses: the warm start, then what the solver makes
  std::vector<ContactSpeeds> speeds;            ///< of near[i] if any pair bounces; see speeds_of()
  bool bounces = false;                         ///< whether any has restitution, or a contact hook may give it some
  std::vector<ToiCandidate> far;                ///< by key
  std::vector<IndexPair> buried;                ///< shapes of which a part may lie in one that has no surface
  std::vector<SpeculativeContact> speculative;  ///< by key; each of them a near pair as well
  std::vector<std::vector<std::uint32_t>> doubtful;  ///< of each range of near pairs those whose company may matter
  std::vector<std::vector<std::uint32_t>> open;      ///< of each range those that may rest, if anything presses them
  std::vector<std::vector<std::uint32_t>> ending;    ///< of each range those that meet at the end of a face, perhaps
  std::vector<std::uint8_t> ends;                    ///< per body: whether any pair of its is among `ending`
  std::vector<std::uint32_t> solver_pairs;           ///< places in `near` of what the solver has
  std::vector<RankPair> solver_pair_bodies;          ///< of solver_pairs[i]
  std::vector<std::uint32_t> toi_pairs;              ///< places in `near` of what it has not
  std::vector<std::uint8_t> young;      ///< of solver_pairs[i]: whether the solver has had it for a few steps only
  std::vector<TurningContact> turning;  ///< of near[i]; empty where no normal turns
  bool any_unsettled = false;           ///< whether there may be a young contact of two bodies that have no others
  std::vector<std::uint8_t> has_old;    ///< if so, of each body: whether the solver has had a contact of it for longer
  bool sensors = false;                 ///< whether there are any among `near`
  bool sleepers = false;                ///< whether any shape of a sleeping body is
  PartStore parts;
  StaticSupport backing;  ///< before the step
};

/// Whether both bodies can be pushed out of the other's way. One that is as firm as a wall to the other pushes it
/// along, unless the lighter one stands against something firm itself.
bool both_movable(const WorldState& world, Rank a, Rank b, StaticSupport& backing);

/// Slop of a pair: a fraction of the smallest extent of its dynamic shapes.
Real pair_slop(const WorldState& world, const Proxy& a, const Proxy& b) noexcept;

/// The smallest extent of those shapes of a pair whose bodies are not fixed.
Real moving_extent(const WorldState& world, const Proxy& a, const Proxy& b) noexcept;

/// How far the corners of a body's shape may be from its centre: the rounding about a core is the same all round, and
/// turning brings nothing there.
Real reach_of_corners(const WorldState& world, const Proxy& proxy) noexcept;

/// How far, or how fast, the normals of a shape turn whose body does by `turn`; not negative. A disc's do not.
Real turning_of_normals(const WorldState& world, std::uint32_t proxy, std::uint32_t part, Real turn) noexcept;
/// The same as reach_of_corners() of one part alone, where that is a disc: a wheel is round, whatever is in it.
Real reach_of_corners(const WorldState& world, const Proxy& proxy, std::uint32_t part) noexcept;

/// Restitution and friction of a pair by the world's rule.
PairMaterial pair_material(const WorldState& world, const PairKey& key) noexcept;

/// What the user's contact hook makes of it, if there is one. `velocity`: of A's surface relative to B's.
PairMaterial hooked(const WorldState& world, const PairKey& key, V2 normal, V2 velocity,
                    const PairMaterial& mixed) noexcept;

/// The material of a part of a shape that is not convex.
const Material& material_of_part(const WorldState& world, const Proxy& shape, std::uint32_t part) noexcept;

/// The material of a part: that of its shape, or one of the shape's palette.
inline const Material& material_of(const WorldState& world, std::uint32_t proxy, std::uint32_t part) noexcept {
  const Proxy& own = world.proxies[proxy];
  return own.convex ? own.material : material_of_part(world, own, part);
}

/// Fills `pairs` with everything that could meet within `dt`.
void find_pairs(const WorldState& world, PairCache& finder, Real dt, PairSet& pairs);

/// Its second half: sorts what it found.
void sort_pairs(const WorldState& world, Real dt, PairSet& pairs);

/// The narrow phase's view of a pair at the bodies' current poses.
PairInput pair_input(const WorldState& world, const Proxy& a, const Proxy& b, Real margin) noexcept;

/// Centre of A minus centre of B, both in two numbers.
BANKSHOT_INLINE V2 centre_difference(const BodyPose& a, const BodyPose& b) noexcept {
  return (a.centre - b.centre) + (a.remainder - b.remainder);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
