#include <bankshot/world/calm.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/tolerance.hpp>

#include <cmath>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

constexpr double whole_turn = 6.283185307179586;

/// Grains that a coordinate is from the origin, the upper bits left out. False if there are too many of them to count.
bool count_grains(Real coordinate, Real remainder, Real grain, std::uint16_t& grains) {
  const double count = (static_cast<double>(coordinate) + static_cast<double>(remainder)) / static_cast<double>(grain);
  if (!(std::abs(count) < 0x1p52)) return false;
  grains = static_cast<std::uint16_t>(static_cast<std::int64_t>(std::floor(count + 0.5)));
  return true;
}

bool find_place(const BodyPose& pose, Real grain, CalmPlace& place) {
  const double turns =
      angle_of(static_cast<double>(pose.rotation.s), static_cast<double>(pose.rotation.c)) / whole_turn;
  if (!(std::abs(turns) <= 1)) return false;
  place.turn = static_cast<std::uint16_t>(static_cast<std::int32_t>(std::floor(turns * 0x1p16 + 0.5)));
  return count_grains(pose.centre.x, pose.remainder.x, grain, place.x) &&
         count_grains(pose.centre.y, pose.remainder.y, grain, place.y);
}

/// From one place to another by the shorter way round.
Real hand_way(std::uint16_t to, std::uint16_t from) {
  return static_cast<Real>(static_cast<std::int16_t>(static_cast<std::uint16_t>(to - from)));
}

/// The kinetic energy of a body per mass.
Real liveliness(const BodyMass& mass, V2 linear, Real angular) {
  const Real turning = mass.gyration * angular;
  return (length_squared(linear) + turning * turning) / 2;
}

}  // namespace

bool stays_near(BodyCalm& calm, const BodyPose& pose, const BodyVelocity& velocity, const BodyMass& mass,
                const Motion& motion, Real pull, Real dt) {
  const Real slop = tolerance::slop_fraction * mass.extent, grain = tolerance::calm_grain_slops * slop;
  const Real lift = pull * slop, far = tolerance::calm_farthest_grains;
  const BodyCalm before = calm;
  calm = {};
  const bool driven = motion.changed || motion.pushed;
  if (!motion.held || !(liveliness(mass, velocity.linear, velocity.angular) < lift) ||
      (driven && !(liveliness(mass, (1 / dt) * motion.displacement, motion.turn / dt) < lift)) ||
      !(length(motion.displacement) < far * grain)) {
    return false;
  }
  CalmPlace now;
  if (!(grain > 0) || !find_place(pose, grain, now)) return false;
  const V2 way{hand_way(now.x, before.place.x), hand_way(now.y, before.place.y)};
  const Real turned = absolute(hand_way(now.turn, before.place.turn)) * static_cast<Real>(whole_turn / 0x1p16);
  const Real farthest = max(static_cast<Real>(before.farthest), std::ceil(length(way) + turned * mass.reach / grain));
  // What has just become calm starts here; so does what got so far that it is somewhere else.
  if (before.time == 0 || !(farthest < far)) {
    calm = {dt, now, 0};
    return false;
  }
  calm = {before.time + dt, before.place, static_cast<std::uint16_t>(farthest)};
  const Real near = min(tolerance::sleep_extents_per_second * mass.extent, std::sqrt(2 * lift) / 4) / 2;
  return farthest * grain < near * calm.time;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
