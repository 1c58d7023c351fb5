// Builds a sub-world: its arrays are the whole's, reduced to its members, so that everything keeps its order.

#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/structure.hpp>
#include <bankshot/world/bodies/tied_bodies.hpp>
#include <bankshot/world/predict/sub_world.hpp>
#include <bankshot/world/step/scratch.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

// ---- hooks: users know the handles of the whole -----------------------------------------------------------------

/// The sub-world in the context of the part's hooks.
const SubWorld& excerpt_of(const void* context) { return *static_cast<const SubWorld*>(context); }

ForceOutput force(const void* context, const ForceInput& body) noexcept {
  const SubWorld& excerpt = excerpt_of(context);
  ForceInput input = body;
  input.body = excerpt.whole_body(body.body);
  const ForceHook& hook = excerpt.whole().settings.force_hook;
  return hook.function(hook.context, input);
}

PairMaterial answer(const void* context, const ContactInput& contact) noexcept {
  const SubWorld& excerpt = excerpt_of(context);
  ContactInput input = contact;
  input.body_a = excerpt.whole_body(contact.body_a), input.body_b = excerpt.whole_body(contact.body_b);
  input.shape_a = excerpt.whole_shape(contact.shape_a), input.shape_b = excerpt.whole_shape(contact.shape_b);
  const ContactHook& hook = excerpt.whole().settings.contact_hook;
  return hook.function(hook.context, input);
}

// ---- arrays -----------------------------------------------------------------------------------------------------

void append_body(const Bodies& from, Rank rank, Bodies& to) {
  to.pose.push_back(from.pose[rank]);
  to.velocity.push_back(from.velocity[rank]);
  to.velocity_remainder.push_back(from.velocity_remainder[rank]);
  to.mass.push_back(from.mass[rank]);
  to.forces.push_back(from.forces[rank]);
  to.flags.push_back(from.flags[rank]);
  to.still_time.push_back(from.still_time[rank]);
  to.calm.push_back(from.calm[rank]);
  to.sleep_island.push_back(from.sleep_island[rank]);
  to.slot.push_back(static_cast<std::uint32_t>(to.slot.size()));
}

/// Merges `more` into an ordered list; `place` gets the position of each number in it.
void merge(std::vector<std::uint32_t>& numbers, std::vector<std::uint32_t>& more, std::vector<std::uint32_t>& place) {
  numbers.insert(numbers.end(), more.begin(), more.end());
  std::sort(numbers.begin(), numbers.end());
  for (std::uint32_t i = 0; i < numbers.size(); ++i) place[numbers[i]] = i;
  more.clear();
}

void renumber(std::vector<CachedContact>& contacts, const std::vector<std::uint32_t>& numbers) {
  for (CachedContact& contact : contacts)
    contact.key.a = numbers[contact.key.a], contact.key.b = numbers[contact.key.b];
}

}  // namespace

/// Stores the state of the part.
void SubWorld::keep() {
  moment_.bodies = part_->bodies;
  moment_.contacts = part_->contacts;
  moment_.sleeping_contacts = part_->sleeping_contacts;
  renumber(moment_.contacts, proxies_), renumber(moment_.sleeping_contacts, proxies_);
  moment_.wake_islands = part_->wake_islands;
  for (std::size_t i = 0; i < joint_slots_.size(); ++i) {
    moment_.joint_turns[joint_slots_[i]] = part_->joint_turns[i];
    moment_.broken[joint_slots_[i]] = part_->joint_slots[i].body[0] == none;
  }
  moment_.last_sleep_island = part_->last_sleep_island;
}

/// Rebuilds the part: its previous members in the stored state, new ones in the state of the whole, where they have
/// been resting since.
void SubWorld::rebuild() {
  std::unique_ptr<StepScratch, FreeScratch> scratch = part_ ? std::move(part_->scratch) : nullptr;
  part_ = std::make_unique<WorldState>();
  part_->scratch = std::move(scratch);
  part_->settings = whole_.settings;
  part_->settings.energy_ledger = false;
  if (whole_.settings.force_hook.function != nullptr) part_->settings.force_hook = {force, this};
  if (whole_.settings.contact_hook.function != nullptr) part_->settings.contact_hook = {answer, this};
  fill_bodies();
  fill_shapes();
  fill_joints();
  update_structure(*part_);
  fill_leaves();
  fill_contacts();
  part_->wake_islands = moment_.wake_islands;
  part_->last_sleep_island = moment_.last_sleep_island;
  keep();
}

void SubWorld::fill_bodies() {
  const std::vector<Rank> old = ranks_;
  merge(ranks_, new_ranks_, place_of_);
  Rank next_old = 0;
  for (const Rank rank : ranks_) {
    if (next_old < old.size() && old[next_old] == rank) {
      append_body(moment_.bodies, next_old++, part_->bodies);
    } else {
      append_body(whole_.bodies, rank, part_->bodies);
    }
  }
  part_->bodies.ranked = ranks_.size();
}

/// Slots are in the order of bodies and proxies, so that a handle's slot is also its rank, or proxy.
void SubWorld::fill_shapes() {
  merge(proxies_, new_proxies_, proxy_of_);
  part_->body_slots.resize(ranks_.size());
  for (Rank rank = 0; rank < ranks_.size(); ++rank) part_->body_slots[rank].rank = rank;
  part_->shape_slots.reserve(proxies_.size());
  for (std::uint32_t i = 0; i < proxies_.size(); ++i) {
    const Proxy& proxy = whole_.proxies[proxies_[i]];
    ShapeSlot slot = whole_.shape_slots[proxy.shape.slot];
    slot.generation = 0;
    slot.body = place_of_[proxy.body];
    slot.next = none;
    slot.leaf = DynamicTree::null;
    part_->shape_slots.push_back(std::move(slot));
    BodySlot& body = part_->body_slots[place_of_[proxy.body]];
    (body.last_shape == none ? body.first_shape : part_->shape_slots[body.last_shape].next) = i;
    body.last_shape = i;
  }
  part_->structure_changed = true;
}

/// Adds the joints whose bodies are both members, in the order of the whole's slots and lists.
void SubWorld::fill_joints() {
  std::vector<std::uint32_t> place(whole_.joint_slots.size(), none);
  joint_slots_.clear();
  for (std::uint32_t i = 0; i < place.size(); ++i) {
    JointSlot joint = whole_.joint_slots[i];
    if (joint.body[0] == none || moment_.broken[i]) continue;
    for (std::uint32_t& body : joint.body) body = place_of_[whole_.body_slots[body].rank];
    if (joint.body[0] == none || joint.body[1] == none) continue;
    joint.generation = 0;
    joint.next[0] = joint.next[1] = none;
    place[i] = static_cast<std::uint32_t>(part_->joint_slots.size());
    part_->joint_slots.push_back(joint);
    part_->joint_turns.push_back(moment_.joint_turns[i]);
    joint_slots_.push_back(i);
  }
  if (part_->joint_slots.empty()) return;
  for (Rank rank = 0; rank < ranks_.size(); ++rank) {
    std::uint32_t* link = &part_->body_slots[rank].first_joint;
    for_each_joint(whole_, whole_.bodies.slot[ranks_[rank]], [&](std::uint32_t i, std::uint32_t) {
      if (place[i] == none) return;
      JointSlot& joint = part_->joint_slots[place[i]];
      *link = place[i];
      link = &joint.next[side_of(joint, rank)];
    });
  }
}

/// Boxes of resting shapes only; the tree of moving ones is for queries.
void SubWorld::fill_leaves() {
  for (std::uint32_t i = 0; i < proxies_.size(); ++i) {
    if (!part_->bodies.flags[part_->proxies[i].body].awake) update_leaf(*part_, i);
  }
}

void SubWorld::fill_contacts() {
  std::sort(new_contacts_.begin(), new_contacts_.end());
  new_contacts_.erase(std::unique(new_contacts_.begin(), new_contacts_.end()), new_contacts_.end());
  for (const std::uint32_t i : new_contacts_) moment_.sleeping_contacts.push_back(whole_.sleeping_contacts[i]);
  new_contacts_.clear();
  part_->contacts = moment_.contacts;
  part_->sleeping_contacts = moment_.sleeping_contacts;
  renumber(part_->contacts, proxy_of_), renumber(part_->sleeping_contacts, proxy_of_);
  std::sort(part_->sleeping_contacts.begin(), part_->sleeping_contacts.end(), before);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
