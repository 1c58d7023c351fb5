#include <bankshot/world/timeline/group_supports.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/rest/press.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// True if the last sub-step of a contact pressed more than a tilt of one slop would explain.
bool bears_load(const WorldState& world, const CachedContact& record, Real dt) {
  const Rank a = world.proxies[record.key.a].body, b = world.proxies[record.key.b].body;
  const Real h = dt / static_cast<Real>(world.settings.substeps);
  const Real impulse = record.normal_impulse[0] + record.normal_impulse[1];
  const Real inverse_mass = world.bodies.mass[a].inverse_mass + world.bodies.mass[b].inverse_mass;
  return impulse * inverse_mass > least_press(world, a, b) * h;
}

}  // namespace

PairMaterial set_surface(const WorldState& world, GroupContact& contact, V2 velocity) {
  ImpactSettings& settings = contact.settings;
  const PairKey& key = contact.key;
  const PairMaterial material = hooked(world, key, settings.normal, velocity, pair_material(world, key));
  settings.friction = material.friction;
  settings.surface_speed =
      material_of(world, key.a, key.part_a).surface_speed + material_of(world, key.b, key.part_b).surface_speed;
  return material;
}

/// Notes that two bodies held by the solver may have a resting contact.
void GroupSupports::consider(const ImpactGroup& group, const PairKey& key, std::uint32_t near) {
  const Proxy &a = world().proxies[key.a], &b = world().proxies[key.b];
  // Each neighbour gets a path here, whether it is examined or not, since the timeline removes the negative zeros of
  // all bodies with a path.
  paths_.of(a.body), paths_.of(b.body);
  if (paths_.stands(a.body) && paths_.stands(b.body) && !group.has(key)) keys_.push_back({key, near});
}

/// Adds the resting contact of such a pair as a support, if there is one. Returns its number of points.
int GroupSupports::add(const SupportKey& of, PairInput& in, ContactGeometry& found, Real time) {
  const PairKey& key = of.key;
  const Proxy &proxy_a = world().proxies[key.a], &proxy_b = world().proxies[key.b];
  if (!proxy_a.convex || !proxy_b.convex) find_contact(world(), key, in, found);
  V2 along;
  if (found.count > 0 && may_continue(world(), key) &&
      surface_.continues(key, of.near, in, time, found.normal, along)) {
    found = contact_along(world(), key, in, along);
  }
  if (found.count == 0) return 0;
  GroupContact contact;
  contact.key = key;
  contact.support = true;
  contact.settings.points = 0;
  contact.settings.normal = found.normal;
  // A separating point supports nothing: stopping it would add energy.
  const Trajectory &a = paths_[proxy_a.body], &b = paths_[proxy_b.body];
  const Trajectories::Hidden hidden_a = paths_.hidden_at(proxy_a.body, time);
  const Trajectories::Hidden hidden_b = paths_.hidden_at(proxy_b.body, time);
  for (int i = 0; i < found.count; ++i) {
    const V2 ra = found.points[i].anchor, rb = ra + in.d;
    const V2 relative = (a.velocity_at(time) + hidden_a.linear + cross(a.spin + hidden_a.spin, ra)) -
                        (b.velocity_at(time) + hidden_b.linear + cross(b.spin + hidden_b.spin, rb));
    if (dot(relative, found.normal) * dt() > tolerance::impact_gap_slops * in.margin) continue;
    const int point = contact.settings.points++;
    contact.arm[0][point] = ra, contact.arm[1][point] = rb;
    if (point == 0 && set_surface(world(), contact, relative).ignore) return 0;
  }
  if (contact.settings.points == 0) return 0;
  found_.push_back(contact);
  return contact.settings.points;
}

bool GroupSupports::find(const ImpactGroup& group, std::span<const std::uint32_t> around, Rank rank, Real time) {
  found_.clear(), keys_.clear();
  if (world().bodies.flags[rank].awake) {
    for (const std::uint32_t place : around) {
      if (candidates_[place].rests) consider(group, candidates_[place].key, candidates_[place].near);
    }
  } else {
    for (const CachedContact& record : world().sleeping_contacts) {
      const bool own = world().proxies[record.key.a].body == rank || world().proxies[record.key.b].body == rank;
      // A bouncing contact without a load passes impacts on like any touching pair.
      if (own && (bears_load(world(), record, dt()) || pair_material(world(), record.key).restitution == 0)) {
        consider(group, record.key, none);
      }
    }
  }
  return rows_with_supports(group.rows(), time) <= ImpactGroup::most_rows;
}

/// Collects the resting contacts among `keys_`, as far as there is room for them. Works on a few at a time, since in
/// company most bodies have too many. Returns the number of rows of the group with them.
int GroupSupports::rows_with_supports(int rows, Real time) {
  constexpr std::size_t fewest = 4;  // at a time: the number of lanes of a vector
  for (std::size_t begin = 0; begin < keys_.size() && rows <= ImpactGroup::most_rows;) {
    const std::size_t room = static_cast<std::size_t>(ImpactGroup::most_rows - rows) / 2 + 1;
    const std::size_t end = std::min(begin + std::max(room, fewest), keys_.size());
    batch_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const PairKey& key = keys_[i].key;
      const Real slop = pair_slop(world(), world().proxies[key.a], world().proxies[key.b]);
      batch_.inputs.push_back(paths_.input_at(key, slop, time));
    }
    batch_.find();
    for (std::size_t i = begin; i < end && rows <= ImpactGroup::most_rows; ++i) {
      rows += add(keys_[i], batch_.inputs[i - begin], batch_.contacts[i - begin], time);
    }
    begin = end;
  }
  return rows;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
