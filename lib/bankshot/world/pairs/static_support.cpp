#include <bankshot/tolerance.hpp>
#include <bankshot/world/pairs/static_support.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void StaticSupport::note(Rank body, Rank firm) {
  if (firm_[body] == none) {
    firm_[body] = firm;
  } else if (firm_[body] != firm) {
    several_[body] = 1;
  }
}

void StaticSupport::look(const WorldState& world) {
  firm_.assign(world.bodies.size(), none);
  several_.assign(world.bodies.size(), 0);
  for (const CachedContact& contact : world.contacts) {
    if (!contact.touching) continue;
    const Rank a = world.proxies[contact.key.a].body, b = world.proxies[contact.key.b].body;
    const bool way_a = gives_way(world.bodies.flags[a]), way_b = gives_way(world.bodies.flags[b]);
    if (way_a && (!way_b || far_heavier(world, b, a))) note(a, b);
    if (way_b && (!way_a || far_heavier(world, a, b))) note(b, a);
  }
  known_ = true;
}

bool StaticSupport::stands_against_another(const WorldState& world, Rank body, Rank except) {
  if (!known_) look(world);
  return several_[body] || (firm_[body] != none && firm_[body] != except);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
