#include <bankshot/history/input.hpp>

#include <algorithm>

namespace bankshot::inline BANKSHOT_ABI {

void apply(World& world, const Input& input) {
  switch (input.kind) {
    case InputKind::velocity: return world.set_velocity(input.body, input.vector);
    case InputKind::angular_velocity: return world.set_angular_velocity(input.body, input.number);
    case InputKind::pose: return world.set_pose(input.body, {input.vector, input.rotation});
    case InputKind::force: return world.apply_force(input.body, input.vector);
    case InputKind::force_at: return world.apply_force(input.body, input.vector, input.point);
    case InputKind::torque: return world.apply_torque(input.body, input.number);
    case InputKind::impulse: return world.apply_impulse(input.body, input.vector);
    case InputKind::impulse_at: return world.apply_impulse(input.body, input.vector, input.point);
    case InputKind::angular_impulse: return world.apply_angular_impulse(input.body, input.number);
    case InputKind::awake: return world.set_awake(input.body, input.number != 0);
  }
}

void apply_inputs(World& world, std::span<const Input> log) {
  const std::uint64_t tick = world.tick();
  const auto first = std::lower_bound(log.begin(), log.end(), tick,
                                      [](const Input& input, std::uint64_t t) { return input.tick < t; });
  for (auto input = first; input != log.end() && input->tick == tick; ++input) apply(world, *input);
}

}  // namespace bankshot::inline BANKSHOT_ABI
