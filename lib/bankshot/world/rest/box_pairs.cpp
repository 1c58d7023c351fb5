#include <bankshot/world/rest/box_pairs.hpp>

#include <bankshot/simd/width.hpp>
#include <bankshot/tolerance.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The arrays of shapes and bodies that the kernel reads.
struct BoxSources {
  const Proxy* proxies;
  const Geometry* geometry;
  const BodyPose* pose;
  const BodyVelocity* velocity;
  const BodyMass* mass;
};

}  // namespace bankshot::BANKSHOT_ABI::detail

#define BANKSHOT_KERNEL <bankshot/world/rest/box_pairs.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

std::size_t meet_leading_boxes(const WorldState& world, ContactPairs& pairs, std::size_t begin, std::size_t count,
                               ContactSpeeds* speeds, Real dt, PairAnswers* answers) noexcept {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(leading_boxes);
  if (world.settings.contact_hook.function != nullptr) return 0;
  const BoxSources from{world.proxies.data(), world.geometry.data(), world.bodies.pose.data(),
                        world.bodies.velocity.data(), world.bodies.mass.data()};
  const auto meet = [&](std::size_t first, std::size_t some) {
    return static_cast<std::size_t>(kernel[width_for(some, active_width())](
        pairs.near.data() + begin + first, static_cast<int>(some), &from, dt, pairs.geometry.data() + begin + first,
        speeds + first, answers + first));
  };
  // A remainder that does not fill the widest vector uses a narrower one.
  const std::size_t lanes = static_cast<std::size_t>(width_lanes(active_width())), full = count / lanes * lanes;
  const std::size_t met = full > 0 ? meet(0, full) : 0;
  return met == full && full < count ? full + meet(full, count - full) : met;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
