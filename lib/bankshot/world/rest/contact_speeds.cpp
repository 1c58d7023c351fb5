#include <bankshot/world/rest/contact_speeds.hpp>

#include <bankshot/simd/width.hpp>
#include <bankshot/tolerance.hpp>

#define BANKSHOT_KERNEL <bankshot/world/rest/contact_speeds_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void find_contact_speeds(const WorldState& world, const ContactPairs& pairs, std::size_t begin, std::size_t count,
                         ContactSpeeds* speeds, Real dt, PairAnswers* answers) noexcept {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(speeds_of_pairs);
  if (count == 0) return;
  const Width width = width_for(count, active_width());
  kernel[width](pairs.near.data() + begin, pairs.geometry.data() + begin, world.bodies.velocity.data(),
                world.bodies.mass.data(), count, speeds, dt, answers);
}

ContactSpeeds speeds_of(const WorldState& world, const ContactPairs& pairs, std::size_t i) noexcept {
  if (pairs.bounces) return pairs.speeds[i];
  ContactSpeeds speeds;
  find_contact_speeds(world, pairs, i, 1, &speeds, 0, nullptr);
  return speeds;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
