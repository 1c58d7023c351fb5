#pragma once
#include <bankshot/query/manifold.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>
#include <bankshot/world/definition.hpp>
#include <bankshot/world/energy.hpp>
#include <bankshot/world/events.hpp>
#include <bankshot/world/joint.hpp>
#include <bankshot/world/prediction.hpp>
#include <bankshot/world/query.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

namespace detail {
struct WorldState;
struct WorldAccess;
}  // namespace detail

/// A touching pair as the last step left it.
struct Contact {
  BodyId body_a, body_b;
  ShapeId shape_a, shape_b;
  Manifold manifold;                        ///< at the current poses
  std::array<Real, 2> normal_impulse = {};  ///< of the last step, mass x length / s; none if pressure moves nothing
  Real friction_impulse = 0;
};

/// Figures of the last step.
struct StepCounts {
  int bodies = 0;
  int awake_bodies = 0;  ///< dynamic ones that do not sleep, and kinematic ones with a velocity
  int pairs = 0;         ///< candidates that reached the narrow phase
  int contacts = 0;      ///< touching pairs, including those asleep
  int islands = 0;       ///< awake ones
  int impacts = 0;
};

/// A world of rigid bodies: a value that can be copied, compared and hashed.
///
/// Errors. Functions that take a body, shape or joint throw std::invalid_argument, naming the handle, if it is stale,
/// in every build. Setters, definitions and queries refuse numbers in the same way if they are out of range, not finite
/// or too large to be squared (beyond 2^60 in float, 2^508 in double). A refusal changes nothing. Rotations are taken
/// literally, and refused if c^2 + s^2 differs from 1 by more than 1/1024. step() refuses a bad dt before it changes
/// anything. Apart from the pair limit, it otherwise throws only std::bad_alloc, on whichever thread memory ran out;
/// the world may then only be assigned to, restored from a History or destroyed.
///
/// Threads. Any number of threads may call const functions of one world at the same time, including queries and
/// copying, while no thread calls a non-const function. Different worlds, including copies, are independent.
///
/// Events. Spans stay valid until the next step or until the world is assigned to or destroyed, whatever is added,
/// changed or removed meanwhile.
///
/// Sleep. A change to how a body moves or to what it touches wakes the body and the island it fell asleep with; but a
/// velocity of 0 and a damping change nothing about a sleeping body. Moving, changing or removing something near a
/// sleeping body wakes that body, and so does adding it, if it is fixed or kinematic; a dynamic one wakes what it
/// meets. A body that was made or put to sleep before its first step has no contacts, and reports none, until it wakes.
/// Adding, changing or removing a joint wakes its two bodies; but two that have not taken part in a step yet stay as
/// they were defined. Moving, changing or removing a body wakes those that joints tie to it.
///
/// A world that was moved from may only be assigned to or destroyed.
class BANKSHOT_API World {
  enum class Nothing {};

 public:
  explicit World(const WorldDef& def = {});
  explicit World(Nothing) : World() {}  ///< makes World({}) mean World(), not the copy of one
  World(const World& other);
  World(World&& other) noexcept;
  World& operator=(const World& other);
  World& operator=(World&& other) noexcept;
  ~World();

  // ---- the step ----
  /// Advances the world by `dt` seconds (finite, > 0, at most 1). Returns which limits were met, and whether anything
  /// is deep in something else.
  ///
  /// Throws std::length_error if there are more contact pairs than WorldDef::pair_limit allows: so many bodies or parts
  /// in one place are hardly intended, and would take all memory. Then nothing has moved and no time has passed, but
  /// events are gone and the bodies to be woken are awake. Remove or move some bodies, and continue.
  StepStatus step(Real dt);
  std::uint64_t tick() const noexcept;  ///< steps taken so far

  std::span<const Impact> impacts() const noexcept;               ///< of the last step, by time
  std::span<const Penetration> penetrations() const noexcept;     ///< left by the last step, by body
  std::span<const ContactEvent> contact_begins() const noexcept;  ///< of the last step
  std::span<const ContactEvent> contact_ends() const noexcept;    ///< of the last step and of removals just before it
  /// shape_a is the sensor; two sensors that see one another have an event for each. An overlap of two that both rest,
  /// fixed or asleep, stays as it is until one of them wakes, or an edit ends it. But a sensor that sees all (see
  /// ShapeDef) begins and ceases to see what rests, too: in the step after an edit, or after the two came to rest so.
  std::span<const ContactEvent> sensor_begins() const noexcept;
  std::span<const ContactEvent> sensor_ends() const noexcept;
  /// Joints that went since the step before the last: because one of their bodies was removed, and then those that
  /// broke in the last step.
  std::span<const JointEvent> joint_ends() const noexcept;
  StepCounts counts() const noexcept;
  std::vector<Contact> contacts() const;  ///< every touching pair
  /// Every touching pair of one body, in the order of contacts(). Takes time for the contacts of this body. The first
  /// call after a step also sorts the contacts of the bodies that were awake in that step; and those of the others, if
  /// any fell asleep or woke, or if bodies or shapes came, went or changed.
  std::vector<Contact> contacts(BodyId body) const;
  Real deepest_penetration() const;  ///< over all contacts at the current poses, >= 0, length
  Energy energy() const noexcept;
  /// Returns the ledger of the last step; zeros unless WorldDef::energy_ledger is on.
  const EnergyLedger& energy_ledger() const noexcept;

  // ---- settings ----
  const WorldDef& settings() const noexcept;
  // Settings that change what acts on bodies wake all of them.
  void set_gravity(const Vec2& gravity);
  void set_substeps(int substeps);
  /// See WorldDef::threads. Throws std::invalid_argument if `threads` is not in 1 to 256, and std::system_error if the
  /// system has no more threads; the world then keeps those that it had.
  void set_threads(int threads, const Executor& executor = {});
  void set_impact_limits(const ImpactLimits& limits);
  void set_pair_limit(int limit);  ///< see WorldDef::pair_limit; changes no bit
  void set_mix_rule(MixRule rule) noexcept;
  void set_force_hook(const ForceHook& hook) noexcept;
  void set_contact_hook(const ContactHook& hook) noexcept;

  // ---- bodies ----
  /// Adds a body without shapes. If dynamic, it is a point of mass 1 that does not turn; so is a dynamic body that has
  /// only sensors. Dynamic bodies turn about their centre of mass, all others about their origin.
  BodyId add_body(const BodyDef& def);
  /// Adds a body with its first shape. The handle of that shape is shapes(body)[0]; add_shape() adds more, and returns
  /// their handles.
  BodyId add_body(const BodyDef& def, const Shape& shape, const Material& material = {});
  void remove_body(BodyId body);  ///< and its shapes and joints
  bool contains(BodyId body) const noexcept;
  std::size_t body_count() const noexcept;
  std::vector<BodyId> bodies() const;  ///< in slot order

  BodyType type(BodyId body) const;
  Vec2 position(BodyId body) const;  ///< of the body's origin
  Rotation rotation(BodyId body) const;
  Pose pose(BodyId body) const;
  Vec2 centre_of_mass(BodyId body) const;  ///< world
  Vec2 velocity(BodyId body) const;        ///< of the centre of mass
  Real angular_velocity(BodyId body) const;
  MassProperties mass_properties(BodyId body) const;  ///< centre in body coordinates; zero mass unless dynamic
  bool awake(BodyId body) const;                      ///< fixed bodies never are; kinematic ones are until set_awake()
  TableFriction table_friction(BodyId body) const;
  std::uint64_t user_data(BodyId body) const;
  BodyDef definition(BodyId body) const;           ///< makes this body again as it is now, shapes and mass aside
  std::vector<ShapeId> shapes(BodyId body) const;  ///< in the order they were added
  /// Reads the poses of many bodies at once: out[i] is that of bodies[i]. The spans must have the same length.
  void read_poses(std::span<const BodyId> bodies, std::span<Pose> out) const;

  void set_pose(BodyId body, const Pose& pose);  ///< teleports: no sweep, contacts are found anew
  /// Sets the velocity of the centre of mass. Locked directions are ignored; a fixed body accepts 0 only.
  void set_velocity(BodyId body, const Vec2& velocity);
  void set_angular_velocity(BodyId body, Real angular_velocity);
  /// Gives a kinematic body the velocity and the angular velocity with which the next step, if it takes `dt` seconds,
  /// ends with its origin and rotation at `goal`, up to rounding. Whatever is in its way is swept aside as by any
  /// kinematic body; set_pose() would jump over it. It turns the shorter way round, half a turn counter-clockwise, and
  /// so never by more than that. Only the direction of goal.rotation counts. Afterwards it goes on at that velocity: it
  /// needs a new goal for each step, its own pose to stop. Locked directions are ignored. A body that is not kinematic
  /// is refused, and so are a `dt` that step() refuses and a goal too far away for a velocity to be accepted.
  void move_to(BodyId kinematic, const Pose& goal, Real dt);
  /// A body that stops being dynamic loses the forces on it and a mass set by the user. A body that becomes fixed
  /// stops. A joint without a dynamic body does nothing until one of its bodies becomes dynamic.
  void set_type(BodyId body, BodyType type);
  /// Replaces the mass properties of its shapes, even if these change later. For dynamic bodies only; with inertia 0
  /// the body does not turn. The origin stays in place, and so does the motion of the material: if the centre of mass
  /// of a turning body shifts, velocity() changes with it, except before the body's first step.
  void set_mass_properties(BodyId body, const MassProperties& properties);
  void reset_mass_properties(BodyId body);  ///< restores those of its shapes
  void set_damping(BodyId body, Real linear, Real angular);
  void set_table_friction(BodyId body, const TableFriction& friction);  ///< wakes it if that changes anything
  void set_gravity_scale(BodyId body, Real scale);
  void set_locks(BodyId body, const Locks& locks);  ///< sets the velocity in locked directions to 0
  void set_can_sleep(BodyId body, bool can_sleep);
  void set_awake(BodyId body, bool awake);  ///< false: stops the body, which sleeps until something wakes it
  void set_user_data(BodyId body, std::uint64_t user_data);

  // Bodies that are not dynamic ignore forces and impulses.
  /// Acts over the whole next step, and is then forgotten. `point` is in world coordinates.
  void apply_force(BodyId body, const Vec2& force, const Vec2& point);
  void apply_force(BodyId body, const Vec2& force);  ///< at the centre of mass
  void apply_torque(BodyId body, Real torque);
  /// Acts at once on the velocities.
  void apply_impulse(BodyId body, const Vec2& impulse, const Vec2& point);
  void apply_impulse(BodyId body, const Vec2& impulse);
  void apply_angular_impulse(BodyId body, Real impulse);

  // ---- shapes ----  changes update the body's mass and centre of mass, unless the mass was set by the user
  ShapeId add_shape(BodyId body, const Shape& shape, const ShapeDef& def = {});
  void remove_shape(ShapeId shape);
  bool contains(ShapeId shape) const noexcept;
  BodyId body_of(ShapeId shape) const;
  const Shape& shape(ShapeId shape) const;
  Material material(ShapeId shape) const;
  std::vector<Material> palette(ShapeId grid) const;  ///< materials of its tiles, see ShapeDef
  Filter filter(ShapeId shape) const;
  bool sensor(ShapeId shape) const;
  bool sees_all(ShapeId sensor) const;                      ///< see ShapeDef; false if it is no sensor
  Aabb aabb(ShapeId shape) const;                           ///< Shape::aabb() at the current pose
  void set_shape(ShapeId shape, const Shape& replacement);  ///< the handle stays
  void set_material(ShapeId shape, const Material& material);
  void set_palette(ShapeId grid, std::span<const Material> palette);
  void set_filter(ShapeId shape, const Filter& filter);
  /// Changes one cell of a grid and wakes the bodies near it. Takes the same time whatever the size of the grid, unless
  /// a copy of this world still shares its cells: the first change after a copy copies them once.
  void set_tile(ShapeId grid, int column, int row, const Tile& tile);

  // ---- joints ----
  /// Ties two bodies, of which at least one must be dynamic. An anchor is given either in world coordinates or in those
  /// of the bodies, and so is an axis. Their shapes no longer collide with one another, unless collide_connected is
  /// true; sensors still report them.
  JointId add_joint(const RevoluteDef& def);
  JointId add_joint(const PrismaticDef& def);
  JointId add_joint(const WheelDef& def);
  JointId add_joint(const WeldDef& def);
  JointId add_joint(const DistanceDef& def);
  JointId add_joint(const FilterDef& def);
  JointId add_joint(const TargetDef& def);
  JointId add_joint(const MotorDef& def);
  JointId add_joint(const GearDef& def);
  JointId add_joint(const RackDef& def);
  JointId add_joint(const PulleyDef& def);
  void remove_joint(JointId joint);  ///< its bodies may collide again
  bool contains(JointId joint) const noexcept;
  std::size_t joint_count() const noexcept;
  std::vector<JointId> joints() const;             ///< in slot order
  std::vector<JointId> joints(BodyId body) const;  ///< in the order they were added
  Joint joint(JointId joint) const;                ///< as it is now
  /// The definition that makes this joint again as it is now, to the bit: its anchors and axis are those of the bodies.
  JointDef definition(JointId joint) const;
  /// Any joint of two bodies that is false here keeps their shapes from colliding.
  void set_collide_connected(JointId joint, bool collide_connected);
  // Springs, motors and limits may be changed at any time. A joint whose kind has none is refused.
  void set_spring(JointId joint, const JointSpring& spring);
  void set_springs(JointId weld_or_motor, const JointSpring& linear, const JointSpring& angular);
  void set_motor(JointId joint, const JointMotor& motor);
  void set_limits(JointId joint, const std::optional<JointLimits>& limits);
  /// Where a target or motor joint pulls its anchor of B to: a point of the world now, which then moves with A.
  void set_target(JointId joint, const Vec2& point);
  /// The angle of B relative to A, in rad, to which a motor joint turns B, the shorter way round.
  void set_target_angle(JointId motor, Real angle);
  /// The largest force of a target or motor joint, and the largest torque, which must be 0 for a target joint. Both are
  /// >= 0, and may be infinite.
  void set_strength(JointId joint, Real force, Real torque);
  /// The force and the torque, >= 0, above which a joint breaks: see RevoluteDef::break_force. Infinity: it does not.
  void set_break(JointId joint, Real force, Real torque);
  void set_user_data(JointId joint, std::uint64_t user_data);

  // ---- queries ----  multi-hits are sorted by distance, then by id; sets by id. Touching counts, within the band of
  // tolerance.hpp. All see the world as it is now, including bodies added since the last step.
  std::vector<ShapeId> overlap(const Shape& shape, const Pose& pose, const QueryOptions& options = {}) const;
  std::vector<ShapeId> overlap(const Aabb& box, const QueryOptions& options = {}) const;  ///< tests their aabb() only
  std::vector<ShapeId> pick(const Vec2& point, const QueryOptions& options = {}) const;   ///< that contain the point
  std::optional<WorldRayHit> ray_cast(const Vec2& origin, const Vec2& translation,
                                      const QueryOptions& options = {}) const;
  std::vector<WorldRayHit> ray_cast_all(const Vec2& origin, const Vec2& translation,
                                        const QueryOptions& options = {}) const;
  // A sweep along shapes that lie edge to edge stops at the side of the next shape, because it touches that side. A
  // grid, a chain or a compound has no such sides. A character should keep a small distance from the floor.
  std::optional<WorldSweepHit> sweep(const Shape& shape, const Pose& pose, const Vec2& translation,
                                     const QueryOptions& options = {}) const;
  std::vector<WorldSweepHit> sweep_all(const Shape& shape, const Pose& pose, const Vec2& translation,
                                       const QueryOptions& options = {}) const;

  // ---- what if ----
  /// Predicts the body's motion in the next `steps` steps of `dt` seconds, at most 100,000, if it is given this
  /// velocity (of the centre of mass) now. The world is left unchanged, and hooks are called as in a step. A fixed body
  /// is refused.
  ///
  /// The result equals that of set_velocity() and as many steps, bit for bit, if nothing is added, moved or pushed from
  /// outside in between. All bodies that are awake now take part, however far away: a fast body may get in the way in
  /// the prediction, too. A body at rest takes part from the time at which something comes near it. A call costs about
  /// as much as steps of a world with only these bodies, plus one look at each body. If something was added, removed or
  /// rebuilt since the last step, it costs a copy of the world in addition.
  Prediction predict(BodyId body, const Vec2& velocity, Real dt, int steps,
                     const PredictionOptions& options = {}) const;

  // ---- as a value ----
  /// True if the two are equal bit for bit in everything that can change the future, including ids. Past events, user
  /// data and the contexts of hooks do not count.
  friend BANKSHOT_API bool operator==(const World& a, const World& b) noexcept;
  /// Hashes the same, ids and functions left out: two worlds built in different orders but otherwise alike have the
  /// same hash.
  std::uint64_t hash() const noexcept;

 private:
  friend struct detail::WorldAccess;
  std::unique_ptr<detail::WorldState> state_;
};

}  // namespace bankshot::BANKSHOT_ABI
