#pragma once
// The whole state of a world. The files of this folder are functions over this; world.hpp is the public face. Not part
// of the public interface.

#include <bankshot/broad/dynamic_tree.hpp>
#include <bankshot/broad/pair_cache.hpp>
#include <bankshot/query/manifold/manifold_batch.hpp>
#include <bankshot/shape/convex.hpp>
#include <bankshot/world/bodies/active_ranks.hpp>
#include <bankshot/world/bodies/cached_contact.hpp>
#include <bankshot/world/bodies/contacts_by_body.hpp>
#include <bankshot/world/bodies/edited_contacts.hpp>
#include <bankshot/world/bodies/unfinished_mass.hpp>
#include <bankshot/world/threads/thread_team.hpp>
#include <bankshot/world/world.hpp>

#include <memory>
#include <mutex>

namespace bankshot::BANKSHOT_ABI::detail {

struct StepScratch;

/// Destroys the type that is incomplete here (step/scratch.cpp).
struct FreeScratch {
  void operator()(StepScratch* scratch) const noexcept;
};

/// What a shape sees. `dynamic`: a sensor that sees shapes if its body or theirs is dynamic, and no sensors.
enum class Sight : std::uint8_t { none, dynamic, all };

/// The target of a ShapeId: the shape as the user sees it.
struct ShapeSlot {
  std::uint32_t generation = 0;
  std::uint32_t body = none;                    ///< slot of its body; none: free
  std::uint32_t next = none;                    ///< next shape of that body
  std::uint32_t proxy = none;                   ///< place in the shapes' rank order; none until the next step begins
  DynamicTree::Proxy leaf = DynamicTree::null;  ///< in the tree of resting shapes; null: it moves, or is not there
  Sight sight = Sight::none;
  Filter filter;
  Material material;
  std::vector<Material> palette;  ///< of a grid's tiles: material k + 1 is palette[k]
  std::optional<Shape> shape;     ///< body coordinates

  bool sensor() const noexcept { return sight != Sight::none; }
};

/// What drives a number of a joint: a translation, a distance or an angle.
struct RowDrive {
  JointSpring spring;
  JointMotor motor;
  JointLimits limits;
  bool limited = false;  ///< limits are meant
  bool any() const { return spring.hertz > 0 || motor.largest > 0 || limited; }
  friend auto operator<=>(const RowDrive&, const RowDrive&) = default;
};

struct JointDrive {
  RowDrive along, turn;
  friend auto operator<=>(const JointDrive&, const JointDrive&) = default;
};

/// What a joint did to its body B in the last step, on the mean.
struct JointForce {
  V2 force;         ///< at B's anchor, world coordinates
  Real torque = 0;  ///< about it
};

/// The target of a JointId.
struct JointSlot {
  std::uint32_t generation = 0;
  std::uint32_t body[2] = {none, none};  ///< slots of A and B; none: free
  std::uint32_t next[2] = {none, none};  ///< slots of the next joint of that body, see BodySlot::first_joint
  JointKind kind = JointKind::revolute;
  bool collide_connected = false;
  V2 anchor[2];     ///< body coordinates
  V2 axis{1, 0};    ///< of a prismatic joint or a rack: unit, in the coordinates of A; of a gear: the mark of A
  Q2 angle;         ///< the rotation of B relative to A: that a joint keeps, or from which its angle counts; of a gear:
                    ///< the mark of B, in its coordinates
  Real length = 0;  ///< of a distance joint or a pulley
  Real ratio = 1;   ///< of a gear or a pulley; of a rack: the radius
  V2 wheel[2];      ///< of a pulley: world
  JointDrive drive;  ///< of a pulley, turn.limits.lower is the radius of its wheels
  Real break_force = unbreakable, break_torque = unbreakable;
  std::uint64_t user_data = 0;
};

/// True if joints of a kind pull by a spring with a bounded force: RowDrive::motor says how strong it may be.
BANKSHOT_INLINE bool is_pull(JointKind kind) { return kind == JointKind::target || kind == JointKind::motor; }

/// True if a joint keeps a length between two ends: RowDrive::along counts from it.
BANKSHOT_INLINE bool has_length(JointKind kind) { return kind == JointKind::distance || kind == JointKind::pulley; }

/// A shape in rank order (body rank, then order of addition to the body), as a step reads it. Rebuilt when bodies or
/// shapes come, go or change.
struct Proxy {
  Rank body = 0;
  std::uint32_t geometry = 0;  ///< place in WorldState::geometry
  ShapeId shape;
  BodyId body_id;
  bool sensor = false;
  bool sees_all = false;  ///< a sensor, see Sight
  bool convex = true;
  /// For convex shapes of dynamic bodies without joints that are no sensors: equal if filter and material are, as long
  /// as there are numbers; 0: any other shape.
  std::uint8_t kind = 0;
  static constexpr std::uint32_t kinds = 16;
  Real extent = 0;  ///< smallest extent; for a segment its length
  Filter filter;
  Material material;
};

/// Tells if proxies must be rebuilt when the next step begins; and a stamp that identifies the structure. Two worlds
/// with one stamp differ only in what steps, and the users' pushes between them, change: motion, sleep, contacts,
/// gravity. Code that changes anything else assigns or renews.
class StructureMark {
 public:
  StructureMark() { renew(); }
  StructureMark& operator=(bool changed) noexcept {
    changed_ = changed;
    renew();
    return *this;
  }
  operator bool() const noexcept { return changed_; }
  std::uint64_t stamp() const noexcept { return stamp_; }
  /// Called after a change that needs no rebuild of proxies.
  void renew() noexcept;

 private:
  bool changed_ = false;
  std::uint64_t stamp_ = 0;  ///< of this process; not state: not compared, hashed or saved
};

/// A tree of the shapes of awake bodies, user = shape slot. Steps do not use it: it is built by the first query, and
/// has the boxes of the time of the last query.
struct MovingTree {
  DynamicTree tree;
  std::vector<DynamicTree::Proxy> leaf;  ///< of each shape slot as of the last update; null: none
  /// Shape slots of containers, at rest or not, in order: these are solid all around their boxes.
  std::vector<std::uint32_t> containers;
  bool built = false;
  bool fresh = false;  ///< true if it has the current boxes
};

struct WorldState {
  WorldDef settings;
  std::uint64_t tick = 0;

  Bodies bodies;
  std::vector<BodySlot> body_slots;
  std::vector<std::uint32_t> free_body_slots;
  std::vector<ShapeSlot> shape_slots;
  std::vector<std::uint32_t> free_shape_slots;
  std::vector<JointSlot> joint_slots;
  std::vector<std::uint32_t> free_joint_slots;
  std::vector<std::uint32_t> joint_turns;  ///< by slot: quarters of turns in its angle, two's complement

  std::vector<Proxy> proxies;
  std::vector<std::uint32_t> proxy_begin;  ///< of body r: proxy_begin[r] .. proxy_begin[r + 1]
  std::vector<std::uint32_t> seers;        ///< proxies that see all
  std::vector<Shape> baked;                ///< distinct shapes, relative to their body's centre of mass
  std::vector<Geometry> geometry;          ///< views of them
  StructureMark structure_changed;

  std::vector<CachedContact> contacts;           ///< touching, at least one body awake; by (a, b)
  std::vector<CachedContact> sleeping_contacts;  ///< between sleeping (or fixed) bodies; by (a, b)
  std::vector<IndexPair> sensor_pairs;           ///< overlapping now; by (a, b)
  std::uint32_t last_sleep_island = 0;
  std::vector<std::uint32_t> wake_islands;  ///< labels to wake when the next step begins

  // Events of the last step; those of objects destroyed since are pending for the next one.
  std::vector<Impact> impacts;
  std::vector<Penetration> penetrations;
  std::vector<ContactEvent> contact_begins, contact_ends, sensor_begins, sensor_ends;
  std::vector<JointEvent> joint_ends;
  std::vector<JointForce> joint_forces;  ///< by slot; may be too short, then the rest is 0
  StepCounts counts;
  int still_movers = 0;  ///< kinematic bodies that are counted awake and stand still; not visible to users
  EnergyLedger energy_ledger;

  std::vector<ContactEvent> pending_contact_ends, pending_sensor_ends;
  std::vector<JointEvent> pending_joint_ends;

  // Caches: not part of the state that is compared and hashed.
  bool sight_changed = true;          ///< false: what rests is as when sensors that rest and see all last looked
  bool penetrations_known = false;    ///< true if `penetrations` is from the last step
  std::vector<IndexPair> kept_apart;  ///< ranks (lower, higher) of bodies that a joint keeps from colliding; sorted
  DynamicTree resting;                ///< leaves of bodies at rest, user = shape slot; up to date. Marked: what
                                      ///< a body that is not dynamic may meet or be seen by
  mutable MovingTree moving;          ///< leaves of awake bodies; updated by queries
  mutable std::mutex moving_mutex;
  std::unique_ptr<UnfinishedMasses> unfinished;       ///< null: all masses are known
  std::unique_ptr<EditedContacts> edited;             ///< null: no edit has asked for contacts
  mutable ContactsByBody by_body;                     ///< for queries; built by the first one
  std::unique_ptr<StepScratch, FreeScratch> scratch;  ///< memory that steps reuse
  ThreadTeam team;                                    ///< the threads of a step
  ActiveRanks active;                                 ///< bodies that a step examines

  WorldState();
  ~WorldState();
  WorldState(const WorldState& other);
};

/// For layers above that take a world apart and put it together again.
struct WorldAccess {
  static WorldState& state(World& world) { return *world.state_; }
  static const WorldState& state(const World& world) { return *world.state_; }
};

// ---- handles (state.cpp) ----
/// The rank of a handle; throws std::invalid_argument with the public function and the handle if it is stale.
Rank rank_of(const WorldState& state, BodyId body, const char* function);
ShapeSlot& slot_of(WorldState& state, ShapeId shape, const char* function);
const ShapeSlot& slot_of(const WorldState& state, ShapeId shape, const char* function);
JointSlot& slot_of(WorldState& state, JointId joint, const char* function);
const JointSlot& slot_of(const WorldState& state, JointId joint, const char* function);
BodyId body_id(const WorldState& state, Rank rank) noexcept;

// ---- places (state.cpp) ----
/// Position of the body's origin, which users read and write.
V2 origin(const BodyPose& pose) noexcept;
/// Puts the origin at `position`; the centre of mass follows, in two numbers.
void place(BodyPose& pose, V2 position, Q2 rotation) noexcept;
/// Tight box of a baked shape, which is relative to the body's centre of mass, at the body's pose.
BANKSHOT_INLINE Box shape_box(const Shape& shape, const BodyPose& pose) noexcept {
  const ConvexData& data = ConvexData::of(shape);
  return box_around(data.points, data.radius, pose.rotation, pose.centre);
}
/// Adds `delta` to the position in two numbers (Knuth's two-sum), so that nothing is lost.
void advance(BodyPose& pose, V2 delta) noexcept;

// ---- mass (body_mass.cpp) ----
/// Recomputes mass, reach and extent of a body from its shapes, and shifts its centre of mass; the origin stays put.
void update_mass(WorldState& state, Rank rank);

// ---- forces (state.cpp) ----
/// Acceleration of a free body: by gravity and the user's force, length / s^2; zero unless dynamic.
V2 free_acceleration(const WorldState& state, Rank rank) noexcept;

// ---- sleep (sleep.cpp) ----
/// Sets whether a body is awake. All changes of that, or of a body's type, must be noted in WorldState::active.
void set_awake(WorldState& state, Rank rank, bool awake) noexcept;
/// A label for bodies that fall asleep together. Labels wrap after 2^32, without 0, which means none.
std::uint32_t new_sleep_label(WorldState& state) noexcept;
/// Wakes a body at once, and the island that it fell asleep with when the next step begins.
void wake(WorldState& state, Rank rank);

}  // namespace bankshot::BANKSHOT_ABI::detail
