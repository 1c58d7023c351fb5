#pragma once
// What the world keeps of a body, in separate arrays in rank order. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/world/definition.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A body's place in the arrays: by when it first took part in a step, then by its own state at that time, ties by
/// creation. Inside a step nothing else names a body, so creation order changes no bit.
using Rank = std::uint32_t;
inline constexpr std::uint32_t none = 0xffffffffu;

/// Where a body is. A position is two numbers, value and remainder, because one float loses a bounce's height a few
/// kilometres from the origin. 32 bytes in float.
struct BodyPose {
  V2 centre;        ///< of mass, world
  V2 remainder;     ///< what `centre` lost to rounding; |remainder| <= half an ulp of centre
  Q2 rotation;      ///< of the body
  V2 local_centre;  ///< centre of mass in body coordinates
};

/// How a body moves. 16 bytes in float: what the solver gathers and scatters.
struct BodyVelocity {
  V2 linear;         ///< of the centre of mass
  Real angular = 0;  ///< rad / s
  Real inverse_mass = 0;
};

/// 28 bytes in float. All zero (but reach and extent) unless dynamic.
struct BodyMass {
  Real mass = 0;
  Real inertia = 0;
  Real inverse_mass = 0;     ///< 0 unless dynamic
  Real inverse_inertia = 0;  ///< 0 unless dynamic, or with locked rotation
  Real gyration = 0;         ///< radius of gyration sqrt(inertia / mass), length
  Real reach = 0;            ///< farthest point of any shape, sensors aside, from the centre of mass, length
  Real extent = 0;           ///< smallest extent of these shapes (a segment: its length), length; 0 without any
};

/// What acts on a body between steps. 24 bytes in float.
struct BodyForces {
  V2 force;         ///< of the user, for the next step
  Real torque = 0;  ///< likewise
  Real gravity_scale = 1;
  Real linear_damping = 0;
  Real angular_damping = 0;
};

struct BodyFlags {
  BodyType type = BodyType::dynamic;
  bool awake = true;
  bool can_sleep = true;
  bool removed = false;      ///< the handle is gone; the arrays are compacted when the next step begins
  bool custom_mass = false;  ///< mass was set by the user
  Locks locks;
};

/// Where a body is, in grains (calm.hpp), of which only the lower bits are kept, as of time by the hand of a clock.
struct CalmPlace {
  std::uint16_t x = 0, y = 0;  ///< of the centre of mass
  std::uint16_t turn = 0;      ///< 2^16 to a whole one
};

/// Since when a body has had too little energy to rise by its slop, and where it was then. 12 bytes in float, zeros
/// while it is not calm.
struct BodyCalm {
  Real time = 0;               ///< seconds
  CalmPlace place;             ///< then
  std::uint16_t farthest = 0;  ///< grains that any point of it has got from there since, at most
};

static_assert(sizeof(BodyCalm) == sizeof(Real) + 8);
static_assert(sizeof(BodyPose) == 8 * sizeof(Real));
static_assert(sizeof(BodyVelocity) == 4 * sizeof(Real));
static_assert(sizeof(BodyMass) == 7 * sizeof(Real));
static_assert(sizeof(BodyForces) == 6 * sizeof(Real));
static_assert(sizeof(BodyFlags) == 8);

/// All bodies in rank order; those added since the last step stand behind `ranked`, in order of creation.
struct Bodies {
  std::vector<BodyPose> pose;
  std::vector<BodyVelocity> velocity;
  std::vector<V2> velocity_remainder;  ///< what the linear velocity lost to rounding in free flight or a free island
  std::vector<BodyMass> mass;
  std::vector<BodyForces> forces;
  std::vector<BodyFlags> flags;
  std::vector<Real> still_time;             ///< seconds it has been still enough to sleep
  std::vector<BodyCalm> calm;               ///< zeros while it sleeps
  std::vector<std::uint32_t> sleep_island;  ///< bodies asleep with one label wake together; 0: awake
  std::vector<std::uint32_t> slot;          ///< of its handle
  std::size_t ranked = 0;

  std::size_t size() const { return pose.size(); }
};

/// Behind a BodyId.
struct BodySlot {
  std::uint32_t generation = 0;
  Rank rank = none;                  ///< none: free
  std::uint32_t first_shape = none;  ///< slot of its first shape, in the order they were added
  std::uint32_t last_shape = none;
  std::uint64_t user_data = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
