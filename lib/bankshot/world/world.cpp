#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/contacts/contact_now.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/step/step.hpp>
#include <bankshot/world/world.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI {

using detail::CachedContact;
using detail::Proxy;
using detail::Rank;
using detail::WorldState;

// ---- special members --------------------------------------------------------------------------------------------

World::World(const WorldDef& def) {
  detail::check({"World"}, def);
  state_ = std::make_unique<WorldState>();
  state_->settings = def;
  state_->team = detail::ThreadTeam(def.threads, def.executor);
}

World::World(const World& other) : state_(std::make_unique<WorldState>(*other.state_)) {}
World::World(World&& other) noexcept = default;
World& World::operator=(World&& other) noexcept = default;
World::~World() = default;

World& World::operator=(const World& other) {
  if (this != &other) state_ = std::make_unique<WorldState>(*other.state_);
  return *this;
}

// ---- the step ---------------------------------------------------------------------------------------------------

StepStatus World::step(Real dt) {
  detail::check_step("step", dt);
  return detail::step(*state_, dt);
}

std::uint64_t World::tick() const noexcept { return state_->tick; }
std::span<const Impact> World::impacts() const noexcept { return state_->impacts; }
std::span<const Penetration> World::penetrations() const noexcept { return state_->penetrations; }
std::span<const ContactEvent> World::contact_begins() const noexcept { return state_->contact_begins; }
std::span<const ContactEvent> World::contact_ends() const noexcept { return state_->contact_ends; }
std::span<const ContactEvent> World::sensor_begins() const noexcept { return state_->sensor_begins; }
std::span<const ContactEvent> World::sensor_ends() const noexcept { return state_->sensor_ends; }
std::span<const JointEvent> World::joint_ends() const noexcept { return state_->joint_ends; }
StepCounts World::counts() const noexcept {
  StepCounts counts = state_->counts;
  counts.awake_bodies = std::max(0, counts.awake_bodies - state_->still_movers);
  return counts;
}

// ---- contacts ---------------------------------------------------------------------------------------------------

namespace {

bool is_reported(const WorldState& state, const CachedContact& record) {
  return record.touching && detail::still_collides(state, record);
}

/// Calls visit() for every touching pair that still collides, in the order of the cached contacts.
template <class Visit>
void for_each_contact(const WorldState& state, Visit&& visit) {
  settle_contacts(state);
  const auto each = [&state, &visit](const CachedContact& record) {
    if (is_reported(state, record)) visit(record);
  };
  auto asleep = state.sleeping_contacts.begin();
  for (const CachedContact& record : state.contacts) {
    for (; asleep != state.sleeping_contacts.end() && before(*asleep, record); ++asleep) each(*asleep);
    each(record);
  }
  std::for_each(asleep, state.sleeping_contacts.end(), each);
}

Contact contact_of(const WorldState& state, const CachedContact& record) {
  const Proxy &a = state.proxies[record.key.a], &b = state.proxies[record.key.b];
  const Real substeps = static_cast<Real>(state.settings.substeps);
  Contact contact;
  contact.body_a = a.body_id;
  contact.body_b = b.body_id;
  contact.shape_a = a.shape;
  contact.shape_b = b.shape;
  contact.manifold = detail::manifold_now(state, record);
  // Cached contacts keep the impulse of one sub-step.
  for (std::size_t i = 0; i < record.count && i < contact.normal_impulse.size(); ++i) {
    contact.normal_impulse[i] = substeps * record.normal_impulse[i];
  }
  contact.friction_impulse = substeps * record.friction_impulse;
  return contact;
}

}  // namespace

std::vector<Contact> World::contacts() const {
  std::vector<Contact> result;
  for_each_contact(*state_,
                   [this, &result](const CachedContact& record) { result.push_back(contact_of(*state_, record)); });
  return result;
}

std::vector<Contact> World::contacts(BodyId body) const {
  const Rank rank = rank_of(*state_, body, "contacts");
  settle_contacts(*state_);
  std::vector<Contact> result;
  for (const CachedContact* const record : state_->by_body.find(*state_, rank)) {
    if (is_reported(*state_, *record)) result.push_back(contact_of(*state_, *record));
  }
  return result;
}

Real World::deepest_penetration() const {
  Real deepest = 0;
  for_each_contact(*state_, [this, &deepest](const CachedContact& record) {
    const Manifold manifold = detail::manifold_now(*state_, record);
    for (int i = 0; i < manifold.count; ++i) {
      deepest = detail::max(deepest, -manifold.points[static_cast<std::size_t>(i)].separation);
    }
  });
  return deepest;
}

// ---- energy -----------------------------------------------------------------------------------------------------

Energy World::energy() const noexcept {
  finish_masses(*state_);
  return detail::energy_of(*state_);
}
const EnergyLedger& World::energy_ledger() const noexcept { return state_->energy_ledger; }

// ---- settings ---------------------------------------------------------------------------------------------------

const WorldDef& World::settings() const noexcept { return state_->settings; }

// All sleeping bodies wake, since the forces and supports that act on them may have changed.

void World::set_gravity(const Vec2& gravity) {
  detail::check({"set_gravity"}, "gravity", gravity);
  if (detail::plain(gravity) == detail::plain(state_->settings.gravity)) return;
  state_->settings.gravity = gravity;
  wake_all(*state_);
}

void World::set_substeps(int substeps) {
  detail::check_substeps({"set_substeps"}, substeps);
  state_->settings.substeps = substeps;
  state_->structure_changed.renew();
}

void World::set_threads(int threads, const Executor& executor) {
  detail::check_threads({"set_threads"}, threads);
  state_->team = detail::ThreadTeam(threads, executor);
  state_->settings.threads = threads;
  state_->settings.executor = executor;
}

void World::set_impact_limits(const ImpactLimits& limits) {
  detail::check({"set_impact_limits"}, limits);
  state_->settings.impact_limits = limits;
  state_->structure_changed.renew();
}

void World::set_pair_limit(int limit) {
  detail::check_pair_limit({"set_pair_limit"}, limit);
  state_->settings.pair_limit = limit;
}

void World::set_mix_rule(MixRule rule) noexcept {
  if (state_->settings.mix == rule) return;
  state_->settings.mix = rule;
  state_->structure_changed.renew();
  wake_all(*state_);
}

void World::set_contact_hook(const ContactHook& hook) noexcept {
  const ContactHook old = state_->settings.contact_hook;
  if (old.function == hook.function && old.context == hook.context) return;
  state_->settings.contact_hook = hook;
  state_->structure_changed.renew();
  wake_all(*state_);
}

void World::set_force_hook(const ForceHook& hook) noexcept {
  const ForceHook old = state_->settings.force_hook;
  if (old.function == hook.function && old.context == hook.context) return;
  state_->settings.force_hook = hook;
  state_->structure_changed.renew();
  wake_all(*state_);
}

}  // namespace bankshot::BANKSHOT_ABI
