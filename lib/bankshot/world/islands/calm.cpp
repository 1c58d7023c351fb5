#include <bankshot/world/islands/calm.hpp>

#include <bankshot/math/cpp20.hpp>
#include <bankshot/math/trig.hpp>
#include <bankshot/math/vec2d.hpp>
#include <bankshot/tolerance.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr double whole_turn = 6.283185307179586;

/// The lower 16 bits of the integer nearest to a number below 2^51 in size: after the addition the last bit of the sum
/// is worth 1.
std::uint16_t lower_bits(double number) {
  return static_cast<std::uint16_t>(bit_cast<std::uint64_t>(number + 0x1.8p52) & 0xffff);
}

/// Returns false if the body is too many grains from the origin to count them.
bool find_place(const BodyPose& pose, Real grain, CalmPlace& place) {
  const double per_length = 1 / static_cast<double>(grain);
  const double x = (to_double(pose.centre.x) + to_double(pose.remainder.x)) * per_length;
  const double y = (to_double(pose.centre.y) + to_double(pose.remainder.y)) * per_length;
  const double turn = angle_of(to_double(pose.rotation.s), to_double(pose.rotation.c)) * (0x1p16 / whole_turn);
  if (!(std::abs(x) < 0x1p51 && std::abs(y) < 0x1p51 && std::abs(turn) < 0x1p51)) return false;
  place = {lower_bits(x), lower_bits(y), lower_bits(turn)};
  return true;
}

/// Signed distance between two places, modulo 2^16, the shorter way round.
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
  const Real farthest = max(static_cast<Real>(before.farthest), length(way) + turned * mass.reach / grain);
  // A body that has just become calm starts here, as does one that has moved so far that it is elsewhere.
  if (before.time == 0 || !(farthest < far)) {
    calm = {dt, now, 0};
    return false;
  }
  calm = {before.time + dt, before.place, static_cast<std::uint16_t>(farthest)};  // loses less than a grain
  const Real near = min(tolerance::sleep_extents_per_second * mass.extent, std::sqrt(2 * lift) / 4) / 2;
  return farthest * grain < near * calm.time;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
