#include <bankshot/world/step/move_bodies.hpp>

#include <bankshot/math/trig.hpp>
#include <bankshot/math/trig_series.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

/// Bodies that are moved together. Lanes without one repeat the last: they write the same bits to the same place.
struct MovingBodies {
  static constexpr int most = 16;

  int count = 0;
  Real* pose[most];            ///< from BodyPose::centre on
  const Real* motion[most];    ///< from Motion::displacement on
  const Real* velocity[most];  ///< from BodyVelocity::linear on
};

}  // namespace bankshot::BANKSHOT_ABI::detail

#define BANKSHOT_KERNEL <bankshot/world/step/move_bodies_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Freezes a body with non-finite numbers for ever.
void freeze(WorldState& world, Rank rank) {
  Bodies& bodies = world.bodies;
  bodies.velocity[rank] = {};
  bodies.velocity_remainder[rank] = {};
  bodies.forces[rank].force = {};
  bodies.forces[rank].torque = 0;
  bodies.flags[rank].type = BodyType::fixed;
  set_awake(world, rank, false);
  update_mass(world, rank);
  update_leaves(world, rank);
  world.structure_changed = true;
}

/// Moves the collected bodies, and clears the collection. Bit i of the result: the path of the body in place i is not
/// finite.
unsigned move_added(MovingBodies& some) {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(move_to_ends);
  const int last = some.count - 1;
  const auto count = static_cast<std::size_t>(some.count);
  const Width width = width_for(count, active_width());
  const std::size_t filled = std::min<std::size_t>(whole_vectors(count, width), MovingBodies::most);
  for (std::size_t i = count; i < filled; ++i) {
    some.pose[i] = some.pose[last], some.motion[i] = some.motion[last], some.velocity[i] = some.velocity[last];
  }
  const unsigned lost = kernel[width](&some) & ((2u << last) - 1);
  some.count = 0;
  return lost;
}

/// Moves the bodies of a range. Returns true if any path is not finite; marks these bodies.
bool move_range(WorldState& world, const Range& range, std::vector<Motion>& motion) {
  Bodies& bodies = world.bodies;
  MovingBodies some;
  Rank ranks[MovingBodies::most];
  bool any_lost = false;
  const auto move = [&] {
    for (unsigned lost = move_added(some), i = 0; lost != 0; lost >>= 1, ++i) {
      if ((lost & 1u) != 0) motion[ranks[i]].lost = any_lost = true;
    }
  };
  for (auto rank = static_cast<Rank>(range.begin); rank < range.end; ++rank) {
    const BodyFlags& flags = bodies.flags[rank];
    if (!may_move(flags)) continue;
    const int i = some.count++;
    ranks[i] = rank;
    some.pose[i] = &bodies.pose[rank].centre.x;
    some.motion[i] = &motion[rank].displacement.x;
    some.velocity[i] = &bodies.velocity[rank].linear.x;
    bodies.forces[rank].force = {};
    bodies.forces[rank].torque = 0;
    if (some.count == MovingBodies::most) move();
  }
  if (some.count > 0) move();
  return any_lost;
}

}  // namespace

StepStatus move_bodies(WorldState& world, std::vector<Motion>& motion, EnergyRecorder* books) {
  const bool lost = world.active.any_range(world.team, least_bodies,
                                           [&](const Range& range) { return move_range(world, range, motion); });
  for (Rank rank = 0; lost && rank < world.bodies.size(); ++rank) {
    if (!motion[rank].lost) continue;
    freeze(world, rank);
    if (books != nullptr) books->froze(rank);
  }
  world.moving.fresh = false;
  return lost ? StepStatus::body_frozen : StepStatus::ok;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
