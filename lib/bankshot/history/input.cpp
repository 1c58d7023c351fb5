#include <bankshot/history/input.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI {

void apply(World& world, const BodyInput& input) {
  switch (input.kind) {
    case BodyInputKind::velocity: return world.set_velocity(input.body, input.vector);
    case BodyInputKind::angular_velocity: return world.set_angular_velocity(input.body, input.number);
    case BodyInputKind::pose: return world.set_pose(input.body, {input.vector, input.rotation});
    case BodyInputKind::force: return world.apply_force(input.body, input.vector);
    case BodyInputKind::force_at: return world.apply_force(input.body, input.vector, input.point);
    case BodyInputKind::torque: return world.apply_torque(input.body, input.number);
    case BodyInputKind::impulse: return world.apply_impulse(input.body, input.vector);
    case BodyInputKind::impulse_at: return world.apply_impulse(input.body, input.vector, input.point);
    case BodyInputKind::angular_impulse: return world.apply_angular_impulse(input.body, input.number);
    case BodyInputKind::awake: return world.set_awake(input.body, input.number != 0);
  }
}

void apply_inputs(World& world, std::span<const BodyInput> log) {
  const std::uint64_t tick = world.tick();
  const auto first = std::lower_bound(log.begin(), log.end(), tick,
                                      [](const BodyInput& input, std::uint64_t t) { return input.tick < t; });
  for (auto input = first; input != log.end() && input->tick == tick; ++input) apply(world, *input);
}

}  // namespace bankshot::BANKSHOT_ABI
