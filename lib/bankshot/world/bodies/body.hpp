#pragma once
// The state of bodies, in separate arrays in rank order. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/world/definition.hpp>
#include <bankshot/world/joint.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A body's place in the arrays: ordered by its first step, then by its own state at that time, ties by creation.
/// Inside a step this is the only name of a body, so creation order changes no bit.
using Rank = std::uint32_t;
inline constexpr std::uint32_t none = 0xffffffffu;

/// Two bodies.
struct RankPair {
  Rank a = 0, b = 0;
  friend bool operator==(const RankPair&, const RankPair&) = default;
};

/// The pose of a body. A position is two numbers, value and remainder, because a single float loses a bounce's height a
/// few kilometres from the origin. 32 bytes in float.
struct BodyPose {
  V2 centre;        ///< centre of mass, world
  V2 remainder;     ///< rounding error of `centre`; |remainder| <= half an ulp of centre
  Q2 rotation;      ///< of the body
  V2 local_centre;  ///< centre of mass in body coordinates
};

/// The velocity of a body. 16 bytes in float: the solver gathers and scatters it.
struct BodyVelocity {
  V2 linear;         ///< of the centre of mass
  Real angular = 0;  ///< rad / s
  Real inverse_mass = 0;
};

/// 28 bytes in float. All zero (except reach and extent) unless dynamic.
struct BodyMass {
  Real mass = 0;
  Real inertia = 0;
  Real inverse_mass = 0;     ///< 0 unless dynamic
  Real inverse_inertia = 0;  ///< 0 unless dynamic, or with locked rotation
  Real gyration = 0;         ///< radius of gyration sqrt(inertia / mass), length
  Real reach = 0;   ///< distance of the farthest point of any shape, except sensors, from the centre of mass, length
  Real extent = 0;  ///< smallest extent of these shapes (a segment: its length), length; 0 without any
};

/// The actions on a body between steps. 32 bytes in float.
struct BodyForces {
  V2 force;         ///< the user's, for the next step
  Real torque = 0;  ///< likewise
  Real gravity_scale = 1;
  Real linear_damping = 0;
  Real angular_damping = 0;
  TableFriction table;
};

/// True if the body rubs on a table.
inline bool rubs(const BodyForces& forces) { return forces.table.linear > 0 || forces.table.angular > 0; }

struct BodyFlags {
  BodyType type = BodyType::dynamic;
  bool awake = true;
  bool can_sleep = true;
  bool removed = false;      ///< the handle is gone; the arrays are compacted when the next step begins
  bool custom_mass = false;  ///< mass was set by the user
  Locks locks;
};

/// The place of a body, in grains (calm.hpp), of which only the lower bits are kept, like the time on a clock.
struct CalmPlace {
  std::uint16_t x = 0, y = 0;  ///< of the centre of mass
  std::uint16_t turn = 0;      ///< 2^16 per whole turn
};

/// Tracks since when a body has had too little energy to rise by its slop, and its place then. 12 bytes in float, zeros
/// while it is not calm.
struct BodyCalm {
  Real time = 0;               ///< seconds
  CalmPlace place;             ///< at that time
  std::uint16_t farthest = 0;  ///< bound of the displacement of any of its points since, grains
};

static_assert(sizeof(BodyCalm) == sizeof(Real) + 8);
static_assert(sizeof(BodyPose) == 8 * sizeof(Real));
static_assert(sizeof(BodyVelocity) == 4 * sizeof(Real));
static_assert(sizeof(BodyMass) == 7 * sizeof(Real));
static_assert(sizeof(BodyForces) == 8 * sizeof(Real));
static_assert(sizeof(BodyFlags) == 8);

/// All bodies in rank order; those added since the last step follow after `ranked`, in order of creation.
struct Bodies {
  std::vector<BodyPose> pose;
  std::vector<BodyVelocity> velocity;
  std::vector<V2> velocity_remainder;  ///< rounding error of the linear velocity in free flight or a free island
  std::vector<BodyMass> mass;
  std::vector<BodyForces> forces;
  std::vector<BodyFlags> flags;
  std::vector<Real> still_time;             ///< seconds for which it has been still enough to sleep
  std::vector<BodyCalm> calm;               ///< zeros while it sleeps
  std::vector<std::uint32_t> sleep_island;  ///< sleeping bodies with the same label wake together; 0: awake
  std::vector<std::uint32_t> slot;          ///< of its handle
  std::size_t ranked = 0;

  std::size_t size() const { return pose.size(); }
};

/// A number of 64 bits, of which a slot holds two halves: a whole one would make it larger by four bytes.
struct UserData {
  std::uint32_t low = 0, high = 0;

  UserData() = default;
  explicit UserData(std::uint64_t data) noexcept
      : low(static_cast<std::uint32_t>(data)), high(static_cast<std::uint32_t>(data >> 32)) {}
  std::uint64_t whole() const noexcept { return std::uint64_t{high} << 32 | low; }
};

/// The target of a BodyId.
struct BodySlot {
  std::uint32_t generation = 0;
  Rank rank = none;                  ///< none: free
  std::uint32_t first_shape = none;  ///< slot of its first shape, in order of addition
  std::uint32_t last_shape = none;
  std::uint32_t first_joint = none;  ///< slot of its last added joint
  UserData user_data;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
