#include <bankshot/world/predict/sub_world.hpp>

#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/tied_bodies.hpp>
#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/step/scratch.hpp>
#include <bankshot/world/step/step.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Number of steps ahead for which resting shapes are added, once any has to be: adding costs about a step.
constexpr Real look_ahead = 4;

}  // namespace

SubWorld::SubWorld(const WorldState& whole, Rank body) : whole_(whole) {
  settle_contacts(whole);
  place_of_.assign(whole.bodies.size(), none);
  proxy_of_.assign(whole.proxies.size(), none);
  begin(body);
  rebuild();
}

// ---- members ----------------------------------------------------------------------------------------------------

void SubWorld::begin(Rank body) {
  std::vector<std::uint32_t> queued = whole_.wake_islands;
  std::sort(queued.begin(), queued.end());
  add(body);
  for (Rank rank = 0; rank < whole_.bodies.size(); ++rank) {
    const std::uint32_t label = whole_.bodies.sleep_island[rank];
    const bool wakes = label != 0 && std::binary_search(queued.begin(), queued.end(), label);
    if (whole_.bodies.flags[rank].awake || wakes) add(rank);
  }
  for (const CachedContact& contact : whole_.contacts) add_proxy(contact.key.a), add_proxy(contact.key.b);
  complete();
  moment_.contacts = whole_.contacts;
  moment_.wake_islands = whole_.wake_islands;
  moment_.joint_turns = whole_.joint_turns;
  moment_.broken.assign(whole_.joint_slots.size(), false);
  moment_.last_sleep_island = whole_.last_sleep_island;
}

/// Adds the body with all its shapes; a fixed one without any.
void SubWorld::add(Rank rank) {
  if (place_of_[rank] != none) return;
  place_of_[rank] = 0;  // until the next rebuild
  new_ranks_.push_back(rank);
  if (whole_.bodies.flags[rank].type == BodyType::fixed) return;
  for (std::uint32_t p = whole_.proxy_begin[rank]; p < whole_.proxy_begin[rank + 1]; ++p) add_proxy(p);
}

/// Adds the shape with its body.
void SubWorld::add_proxy(std::uint32_t proxy) {
  if (proxy_of_[proxy] != none) return;
  proxy_of_[proxy] = 0;
  new_proxies_.push_back(proxy);
  add(whole_.proxies[proxy].body);
}

/// Adds the bodies that new ones sleep with, those that they touched when they fell asleep, and those that joints tie
/// to them.
void SubWorld::complete() {
  std::vector<std::uint32_t> labels;
  for (std::size_t done = 0; done < new_ranks_.size();) {
    labels.clear();
    for (; done < new_ranks_.size(); ++done) {
      const Rank rank = new_ranks_[done];
      if (whole_.bodies.flags[rank].type == BodyType::fixed) continue;
      if (whole_.bodies.sleep_island[rank] != 0) labels.push_back(whole_.bodies.sleep_island[rank]);
      for_each_joint(whole_, whole_.bodies.slot[rank],
                     [this](std::uint32_t, std::uint32_t other) { add(whole_.body_slots[other].rank); });
      for (const std::uint32_t contact : sleeping_contacts_of(rank)) {
        add_proxy(whole_.sleeping_contacts[contact].key.a), add_proxy(whole_.sleeping_contacts[contact].key.b);
        new_contacts_.push_back(contact);
      }
    }
    add_islands(labels);
  }
}

/// The first time by a pass over all bodies, which is usually the only time; after that by an index.
void SubWorld::add_islands(std::vector<std::uint32_t>& labels) {
  if (labels.empty()) return;
  std::sort(labels.begin(), labels.end());
  if (!islands_added_) {
    islands_added_ = true;
    for (Rank rank = 0; rank < whole_.bodies.size(); ++rank) {
      const std::uint32_t label = whole_.bodies.sleep_island[rank];
      if (label != 0 && std::binary_search(labels.begin(), labels.end(), label)) add(rank);
    }
    return;
  }
  const std::vector<std::pair<std::uint32_t, Rank>>& sleepers = sleepers_by_label();
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  for (const std::uint32_t label : labels) {
    auto sleeper = std::lower_bound(sleepers.begin(), sleepers.end(), std::pair{label, Rank(0)});
    for (; sleeper != sleepers.end() && sleeper->first == label; ++sleeper) add(sleeper->second);
  }
}

const std::vector<std::pair<std::uint32_t, Rank>>& SubWorld::sleepers_by_label() {
  if (!by_label_.empty()) return by_label_;
  for (Rank rank = 0; rank < whole_.bodies.size(); ++rank) {
    if (whole_.bodies.sleep_island[rank] != 0) by_label_.push_back({whole_.bodies.sleep_island[rank], rank});
  }
  std::sort(by_label_.begin(), by_label_.end());
  return by_label_;
}

/// Places of the body's contacts among the sleeping ones; the body is not fixed.
std::span<const std::uint32_t> SubWorld::sleeping_contacts_of(Rank rank) {
  // An awake body has none, unless it was woken since the last step.
  if (whole_.bodies.flags[rank].awake && whole_.wake_islands.empty()) return {};
  const std::vector<CachedContact>& contacts = whole_.sleeping_contacts;
  if (by_body_.empty()) {
    const auto body = [this](std::uint32_t proxy) { return whole_.proxies[proxy].body; };
    by_body_.build(whole_.bodies.size(), [&](const auto& add) {
      for (std::uint32_t i = 0; i < contacts.size(); ++i)
        add(body(contacts[i].key.a), i), add(body(contacts[i].key.b), i);
    });
  }
  return by_body_.of(rank);
}

// ---- the step ---------------------------------------------------------------------------------------------------

StepStatus SubWorld::step(Real dt) {
  keep();
  for (std::size_t taken = 0;;) {
    const StepStatus status = detail::step(*part_, dt);
    if (left_out(0).proxies.empty()) return status;
    const LeftOut found = left_out(look_ahead);
    for (const std::uint32_t proxy : found.proxies) take_in(proxy);
    take_further(found.margin, taken);
    complete();
    taken += new_ranks_.size();
    rebuild();
  }
}

/// Finds resting shapes that are not in the sub-world, but within the reach of the moving ones in the last step, grown
/// by `times` the possible displacement of the body.
SubWorld::LeftOut SubWorld::left_out(Real times) const {
  LeftOut found;
  const BroadPairs& broad = part_->scratch->broad;
  for (std::size_t i = 0; i < broad.active.size(); ++i) {
    const V2 more = (times * broad.mobility[broad.shapes[i].body()].slack) * V2{1, 1};
    look(broad.active[i], broad.tight[i], {broad.reach[i].lower - more, broad.reach[i].upper + more}, found);
  }
  for (const WokenShape& woken : part_->scratch->timeline.woken()) {
    const Proxy& proxy = part_->proxies[woken.proxy];
    const Box now = shape_box(part_->baked[proxy.geometry], part_->bodies.pose[proxy.body]);
    look(woken.proxy, now, woken.reach, found);
  }
  return found;
}

/// Adds the shapes that the given one, a proxy of the part, might meet in its reach.
void SubWorld::look(std::uint32_t proxy, const Box& now, const Box& reach, LeftOut& found) const {
  const Proxy& moving = whole_.proxies[proxies_[proxy]];
  if (moving.sensor) return;
  const std::size_t before = found.proxies.size();
  whole_.resting.query(reach, [&](std::uint32_t slot) {
    const std::uint32_t resting = whole_.shape_slots[slot].proxy;
    const bool left_out = proxy_of_[resting] == none && !whole_.proxies[resting].sensor;
    if (left_out && may_meet(whole_, moving, whole_.proxies[resting])) found.proxies.push_back(resting);
    return true;
  });
  if (found.proxies.size() == before) return;
  const V2 below = now.lower - reach.lower, above = reach.upper - now.upper;
  found.margin = max(found.margin, max(max(below.x, below.y), max(above.x, above.y)));
}

/// Adds a resting shape; of a sleeping body all shapes.
void SubWorld::take_in(std::uint32_t resting) {
  const Rank rank = whole_.proxies[resting].body;
  whole_.bodies.flags[rank].type == BodyType::fixed ? add_proxy(resting) : add(rank);
}

/// Adds resting shapes around the new sleeping bodies, and around those in turn, as if their reach were that of the
/// shapes that found them, until `least` bodies are new.
void SubWorld::take_further(Real margin, std::size_t least) {
  const V2 more = margin * V2{1, 1};
  for (std::size_t done = 0; done < new_ranks_.size() && new_ranks_.size() < least; ++done) {
    const Rank rank = new_ranks_[done];
    if (whole_.bodies.flags[rank].type == BodyType::fixed) continue;
    for (std::uint32_t p = whole_.proxy_begin[rank]; p < whole_.proxy_begin[rank + 1]; ++p) {
      const Proxy& proxy = whole_.proxies[p];
      const DynamicTree::Proxy leaf = whole_.shape_slots[proxy.shape.slot].leaf;
      if (proxy.sensor || leaf == DynamicTree::null) continue;
      const Box& box = whole_.resting.box(leaf);
      whole_.resting.query({box.lower - more, box.upper + more}, [&](std::uint32_t slot) {
        const std::uint32_t resting = whole_.shape_slots[slot].proxy;
        const Proxy& other = whole_.proxies[resting];
        if (!other.sensor && may_meet(whole_, proxy, other)) take_in(resting);
        return new_ranks_.size() < least;
      });
    }
  }
}

// ---- handles ----------------------------------------------------------------------------------------------------

BodyId SubWorld::whole_body(BodyId body) const { return body_id(whole_, ranks_[body.slot]); }
ShapeId SubWorld::whole_shape(ShapeId shape) const { return whole_.proxies[proxies_[shape.slot]].shape; }

}  // namespace bankshot::BANKSHOT_ABI::detail
