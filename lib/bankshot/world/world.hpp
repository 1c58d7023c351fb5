#pragma once
#include <bankshot/query/manifold.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mass.hpp>
#include <bankshot/world/definition.hpp>
#include <bankshot/world/energy.hpp>
#include <bankshot/world/events.hpp>
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
  std::array<Real, 2> normal_impulse = {};  ///< of the last step, mass x length / s; none of a press that moves nothing
  Real friction_impulse = 0;
};

/// Figures of the last step.
struct StepCounts {
  int bodies = 0;
  int awake_bodies = 0;  ///< dynamic ones that do not sleep, and kinematic ones that have a velocity
  int pairs = 0;         ///< candidates that reached the narrow phase
  int contacts = 0;      ///< touching pairs, asleep ones included
  int islands = 0;       ///< awake ones
  int impacts = 0;
};

/// A world of rigid bodies: a value that can be copied, compared and hashed.
///
/// Errors. Functions that take a body or shape throw std::invalid_argument when the handle is stale, naming it, in
/// every build. Setters, definitions and queries refuse numbers that are out of range, not finite or too large to be
/// squared (beyond 2^60 in float, 2^508 in double) the same way; a refusal changes nothing. Rotations are taken
/// literally, and refused when c^2 + s^2 is more than 1/1024 off 1. step() refuses a bad dt before it changes anything
/// and otherwise never throws, but for running out of memory: std::bad_alloc, on whichever thread it happened, and a
/// world in the midst of a step, which may be assigned to, restored from a History or destroyed, nothing else.
///
/// Threads. Any number of threads may call const functions of one world at the same time, queries and copying included,
/// while none calls a non-const one; different worlds, copies included, are independent.
///
/// Events. Spans stay valid until the next step or until the world is assigned to or destroyed, whatever is added,
/// changed or removed meanwhile.
///
/// Sleep. Whatever changes how a body moves or what it touches wakes it, and with it those it fell asleep with; what is
/// moved, removed or put near a sleeping body wakes that one.
///
/// A world that was moved from may be assigned to or destroyed, nothing else.
class BANKSHOT_API World {
  enum class Nothing {};

 public:
  explicit World(const WorldDef& def = {});
  explicit World(Nothing) : World() {}  ///< World({}) is World(), and not the copy of one
  World(const World& other);
  World(World&& other) noexcept;
  World& operator=(const World& other);
  World& operator=(World&& other) noexcept;
  ~World();

  // ---- the step ----
  /// Moves the world on by `dt` seconds (finite, > 0, at most 1). Returns which limits were met, and whether anything
  /// is deep in something else.
  ///
  /// Throws std::length_error if more pairs are near one another than WorldDef::pair_limit allows: so many bodies in
  /// one place, or so many parts, are hardly meant, and would take all memory. Nothing has moved then, and no time
  /// passed; events are gone, and what was to wake is awake. Remove or move some, and go on.
  StepStatus step(Real dt);
  std::uint64_t tick() const noexcept;  ///< steps taken so far

  std::span<const Impact> impacts() const noexcept;               ///< of the last step, by time
  std::span<const Penetration> penetrations() const noexcept;     ///< that the last step left, by body
  std::span<const ContactEvent> contact_begins() const noexcept;  ///< of the last step
  std::span<const ContactEvent> contact_ends() const noexcept;    ///< and of what was destroyed since the step before
  std::span<const ContactEvent> sensor_begins() const noexcept;   ///< shape_a is the sensor
  std::span<const ContactEvent> sensor_ends() const noexcept;
  StepCounts counts() const noexcept;
  std::vector<Contact> contacts() const;  ///< every touching pair
  Real deepest_penetration() const;       ///< over all contacts at the current poses, >= 0, length
  Energy energy() const noexcept;
  /// Of the last step; zeros unless WorldDef::energy_ledger is on.
  const EnergyLedger& energy_ledger() const noexcept;

  // ---- settings ----
  const WorldDef& settings() const noexcept;
  // Those that change what acts on bodies wake all of them.
  void set_gravity(const Vec2& gravity);
  void set_substeps(int substeps);
  /// See WorldDef::threads. Throws std::invalid_argument when it is not in 1 to 256, std::system_error when the system
  /// has no more threads; the world then has those that it had.
  void set_threads(int threads, const Executor& executor = {});
  void set_impact_limits(const ImpactLimits& limits);
  void set_pair_limit(int limit);  ///< see WorldDef::pair_limit; changes no bit
  void set_mix_rule(MixRule rule) noexcept;
  void set_force_hook(const ForceHook& hook) noexcept;
  void set_contact_hook(const ContactHook& hook) noexcept;

  // ---- bodies ----
  /// A body without shapes: if dynamic, a point of mass 1 that does not turn, as it is with nothing but sensors. Bodies
  /// that are not dynamic turn about their origin, dynamic ones about their centre of mass.
  BodyId add_body(const BodyDef& def);
  /// With its first shape, whose handle is shapes(body)[0]; add_shape() adds more, and gives theirs.
  BodyId add_body(const BodyDef& def, const Shape& shape, const Material& material = {});
  void remove_body(BodyId body);  ///< and its shapes
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
  std::uint64_t user_data(BodyId body) const;
  BodyDef definition(BodyId body) const;  ///< what would make this body again as it is now, shapes and mass aside
  std::vector<ShapeId> shapes(BodyId body) const;  ///< in the order they were added
  /// Poses of many bodies at once: out[i] is that of bodies[i]; the spans must be of one length.
  void read_poses(std::span<const BodyId> bodies, std::span<Pose> out) const;

  void set_pose(BodyId body, const Pose& pose);  ///< teleport: no sweep, contacts are found anew
  /// Of the centre of mass. Locked directions are left out; a fixed body takes 0 only.
  void set_velocity(BodyId body, const Vec2& velocity);
  void set_angular_velocity(BodyId body, Real angular_velocity);
  /// What stops being dynamic forgets the forces on it and a mass of the user's own; what becomes fixed stops.
  void set_type(BodyId body, BodyType type);
  /// Instead of those of its shapes, whatever they become. For dynamic bodies only; inertia 0: it does not turn. The
  /// origin stays put and so does the motion of the material: when the centre of mass of a turning body shifts, then
  /// velocity() changes with it, except before the body's first step.
  void set_mass_properties(BodyId body, const MassProperties& properties);
  void reset_mass_properties(BodyId body);  ///< those of its shapes again
  void set_damping(BodyId body, Real linear, Real angular);
  void set_gravity_scale(BodyId body, Real scale);
  void set_locks(BodyId body, const Locks& locks);  ///< the velocity in a locked direction is gone
  void set_can_sleep(BodyId body, bool can_sleep);
  void set_awake(BodyId body, bool awake);  ///< false: stops, and sleeps until something wakes it
  void set_user_data(BodyId body, std::uint64_t user_data);

  // Bodies that are not dynamic feel neither.
  /// Acts over the whole next step, then is forgotten. `point` in world coordinates.
  void apply_force(BodyId body, const Vec2& force, const Vec2& point);
  void apply_force(BodyId body, const Vec2& force);  ///< at the centre of mass
  void apply_torque(BodyId body, Real torque);
  /// Acts at once on the velocities.
  void apply_impulse(BodyId body, const Vec2& impulse, const Vec2& point);
  void apply_impulse(BodyId body, const Vec2& impulse);
  void apply_angular_impulse(BodyId body, Real impulse);

  // ---- shapes ----  unless the mass was set by hand, the body's mass and centre of mass follow
  ShapeId add_shape(BodyId body, const Shape& shape, const ShapeDef& def = {});
  void remove_shape(ShapeId shape);
  bool contains(ShapeId shape) const noexcept;
  BodyId body_of(ShapeId shape) const;
  const Shape& shape(ShapeId shape) const;
  Material material(ShapeId shape) const;
  std::vector<Material> palette(ShapeId grid) const;  ///< what its tiles are made of, see ShapeDef
  Filter filter(ShapeId shape) const;
  bool sensor(ShapeId shape) const;
  Aabb aabb(ShapeId shape) const;                           ///< Shape::aabb() at the current pose
  void set_shape(ShapeId shape, const Shape& replacement);  ///< the handle stays
  void set_material(ShapeId shape, const Material& material);
  void set_palette(ShapeId grid, std::span<const Material> palette);
  void set_filter(ShapeId shape, const Filter& filter);
  /// Changes one cell of a grid and wakes what is near it. Takes the same time whatever the size of the grid, unless a
  /// copy of this world still shares its cells: the first change after a copy copies them once.
  void set_tile(ShapeId grid, int column, int row, const Tile& tile);

  // ---- queries ----  multi-hits are sorted by distance, then by id; sets by id. Touching counts, within the band of
  // tolerance.hpp. All see the world as it is now, bodies that were not stepped yet included.
  std::vector<ShapeId> overlap(const Shape& shape, const Pose& pose, const QueryOptions& options = {}) const;
  std::vector<ShapeId> overlap(const Aabb& box, const QueryOptions& options = {}) const;  ///< by their aabb()
  std::vector<ShapeId> pick(const Vec2& point, const QueryOptions& options = {}) const;   ///< what holds the point
  std::optional<WorldRayHit> ray_cast(const Vec2& origin, const Vec2& translation,
                                      const QueryOptions& options = {}) const;
  std::vector<WorldRayHit> ray_cast_all(const Vec2& origin, const Vec2& translation,
                                        const QueryOptions& options = {}) const;
  // A sweep along shapes that lie edge to edge stops at the side of the next one, since it touches that; a grid, a
  // chain or a compound has no such sides. A character keeps a small distance from the floor.
  std::optional<WorldSweepHit> sweep(const Shape& shape, const Pose& pose, const Vec2& translation,
                                     const QueryOptions& options = {}) const;
  std::vector<WorldSweepHit> sweep_all(const Shape& shape, const Pose& pose, const Vec2& translation,
                                       const QueryOptions& options = {}) const;

  // ---- what if ----
  /// What becomes of the body in the next `steps` steps of `dt` seconds, at most 100,000, if it is given this velocity
  /// (of the centre of mass) now. The world is left as it is, hooks are called as in a step; a fixed body is refused.
  ///
  /// The answer is what set_velocity() and as many steps give, bit for bit, if nobody else interferes in between: adds,
  /// moves or pushes anything. Whatever is awake now takes part, however far off; so a fast body that gets in the way
  /// does so here, too. What rests takes part from where something comes near it. A call costs about as much as steps
  /// of a world with nothing but these, and one look at each body; if something was added, removed or built otherwise
  /// since the last step, a copy of the world on top.
  Prediction predict(BodyId body, const Vec2& velocity, Real dt, int steps,
                     const PredictionOptions& options = {}) const;

  // ---- as a value ----
  /// Equal bit for bit in everything that can change the future, ids included: not events of the past, user data, or
  /// the context of a force hook.
  friend BANKSHOT_API bool operator==(const World& a, const World& b) noexcept;
  /// Of the same, ids left out: two worlds built in different orders and otherwise alike have one hash.
  std::uint64_t hash() const noexcept;

 private:
  friend struct detail::WorldAccess;
  std::unique_ptr<detail::WorldState> state_;
};

}  // namespace bankshot::BANKSHOT_ABI
