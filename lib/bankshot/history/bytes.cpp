// A world as bytes: a head (head.hpp), then the world, section by section (layout.hpp).

#include <bankshot/history/bytes.hpp>
#include <bankshot/history/check_state.hpp>
#include <bankshot/history/head.hpp>
#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>

#include <map>

namespace bankshot::BANKSHOT_ABI {
namespace detail {
namespace {

constexpr BytesKind world_bytes{0x53574b42, world_version, "a world", 7};  // "BKWS"

// ---- taking apart ----------------------------------------------------------------------------------------------

LooseParts take_apart(const WorldState& world) {
  LooseParts parts;
  parts.mix = world.settings.mix != nullptr;
  parts.force_hook = world.settings.force_hook.function != nullptr;
  parts.contact_hook = world.settings.contact_hook.function != nullptr;
  parts.structure_changed = world.structure_changed;
  parts.ranked = world.bodies.ranked;
  for (const BodySlot& slot : world.body_slots) parts.first_joint.push_back(slot.first_joint);
  std::map<const void*, std::uint32_t> places;  // shapes that share their corners are written once
  for (const ShapeSlot& slot : world.shape_slots) {
    if (!slot.shape) {
      parts.shape_of_slot.push_back(none);
      continue;
    }
    const void* const corners = detail_view(*slot.shape).points;
    const auto [place, is_new] = places.emplace(corners, static_cast<std::uint32_t>(parts.shapes.size()));
    if (is_new) parts.shapes.push_back(*slot.shape);
    parts.shape_of_slot.push_back(place->second);
  }
  if (!world.structure_changed) return parts;
  for (const Proxy& proxy : world.proxies) {
    const Sight sight = proxy.sees_all ? Sight::all : proxy.sensor ? Sight::dynamic : Sight::none;
    parts.numbered.push_back({proxy.shape, proxy.body_id, proxy.body, sight});
  }
  return parts;
}

// ---- putting together ------------------------------------------------------------------------------------------

void check_hook(const ByteReader& in, bool had, bool has, const char* name) {
  if (had == has) return;
  in.refuse_section(settings_section, had ? std::string("the world had a ") + name + ", pass it among the hooks"
                                          : std::string("the world had no ") + name + ", and one was passed");
}

void check_settings(const ByteReader& in, WorldState& world, const LooseParts& parts, const WorldHooks& hooks) {
  check_hook(in, parts.mix, hooks.mix != nullptr, "mix rule");
  check_hook(in, parts.force_hook, hooks.force_hook.function != nullptr, "force hook");
  check_hook(in, parts.contact_hook, hooks.contact_hook.function != nullptr, "contact hook");
  try {
    check({"world"}, world.settings);
  } catch (const std::invalid_argument& error) {
    in.refuse_section(settings_section, error.what());
  }
  world.settings.mix = hooks.mix;
  world.settings.force_hook = hooks.force_hook;
  world.settings.contact_hook = hooks.contact_hook;
}

// A shape given before may be copied: it is then charged again.
void give_shapes(ByteReader& in, WorldState& world, const LooseParts& parts) {
  if (parts.shape_of_slot.size() != world.shape_slots.size()) {
    in.refuse_section(slots_section, "not every shape has a geometry");
  }
  std::vector<bool> given(parts.shapes.size(), false);
  for (std::size_t i = 0; i < parts.shape_of_slot.size(); ++i) {
    const std::uint32_t place = parts.shape_of_slot[i];
    if (place == none) continue;
    if (place >= parts.shapes.size()) in.refuse_section(slots_section, "a geometry that does not exist");
    if (given[place]) in.spend_again(parts.asked[place], slots_section);
    given[place] = true;
    world.shape_slots[i].shape = parts.shapes[place];
  }
}

void give_joints(ByteReader& in, WorldState& world, const LooseParts& parts) {
  if (parts.version < 3) return;  // has none
  if (parts.first_joint.size() != world.body_slots.size()) {
    in.refuse_section(joints_section, "not every body has a list");
  }
  for (std::size_t i = 0; i < parts.first_joint.size(); ++i) world.body_slots[i].first_joint = parts.first_joint[i];
}

void read_world(ByteReader& in, std::uint32_t version, WorldState& world, const WorldHooks& hooks) {
  LooseParts parts;
  parts.version = version;
  lay_out(in, world, parts);
  if (version < 4) world.joint_turns.resize(world.joint_slots.size());
  if (version < 2) world.bodies.calm.resize(world.bodies.size());  // version 1 has no calm times
  if (in.left() > 0) in.refuse(std::to_string(in.left()) + " bytes too many");
  if (parts.structure_changed) world.structure_changed = true;
  check_settings(in, world, parts, hooks);
  give_shapes(in, world, parts);
  give_joints(in, world, parts);
  check_bodies(in, world, parts);
  check_joints(in, world);
  world.bodies.ranked = static_cast<std::size_t>(parts.ranked);
  check_numbered(in, world, parts);
  if (world.structure_changed) {
    number_shapes(world, parts.numbered);
  } else {
    number_shapes(world);
  }
  check_contacts(in, world);
  for (std::uint32_t i = 0; i < world.shape_slots.size(); ++i) {
    if (world.shape_slots[i].shape) update_leaf(world, i);
  }
}

}  // namespace
}  // namespace detail

std::vector<std::byte> save(const World& world) {
  const detail::WorldState& state = detail::WorldAccess::state(world);
  detail::finish_masses(state);
  detail::settle_contacts(state);
  const detail::LooseParts parts = detail::take_apart(state);
  detail::ByteWriter out;
  out(detail::Head{});
  detail::lay_out(out, state, parts);
  std::vector<std::byte> bytes = out.take();
  detail::seal(detail::world_bytes, bytes);
  return bytes;
}

Result<World> try_load(std::span<const std::byte> bytes, const WorldHooks& hooks, const LoadLimits& limits) {
  try {
    const std::uint32_t version = detail::check_head(detail::world_bytes, bytes, limits);
    World world;
    detail::ByteReader in(bytes.subspan(detail::head_size), detail::head_size, limits);
    detail::read_world(in, version, detail::WorldAccess::state(world), hooks);
    return world;
  } catch (const detail::BadBytes& error) {
    return Result<World>::refused(std::string("load: ") + error.what());
  }
}

World load(std::span<const std::byte> bytes, const WorldHooks& hooks, const LoadLimits& limits) {
  return try_load(bytes, hooks, limits).value();
}

}  // namespace bankshot::BANKSHOT_ABI
