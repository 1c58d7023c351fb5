#include <bankshot/world/step/step.hpp>

#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/structure.hpp>
#include <bankshot/world/contacts/contact_events.hpp>
#include <bankshot/world/islands/contracts.hpp>
#include <bankshot/world/islands/sleep.hpp>
#include <bankshot/world/pairs/contracts.hpp>
#include <bankshot/world/rest/classify.hpp>
#include <bankshot/world/step/broken_joints.hpp>
#include <bankshot/world/step/move_bodies.hpp>
#include <bankshot/world/step/scratch.hpp>
#include <bankshot/world/threads/float_environment.hpp>
#include <bankshot/world/timeline/free_flight.hpp>
#include <bankshot/world/timeline/wake_ahead.hpp>

#include <algorithm>
#include <array>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

StepScratch& scratch_of(WorldState& world) {
  if (!world.scratch) world.scratch.reset(new StepScratch);
  return *world.scratch;
}

void sort_impacts(WorldState& world) {
  const auto order = [&world](const Impact& l, const Impact& r) {
    if (l.time != r.time) return l.time < r.time;
    const auto proxy = [&world](ShapeId shape) { return world.shape_slots[shape.slot].proxy; };
    if (proxy(l.shape_a) != proxy(r.shape_a)) return proxy(l.shape_a) < proxy(r.shape_a);
    if (proxy(l.shape_b) != proxy(r.shape_b)) return proxy(l.shape_b) < proxy(r.shape_b);
    const auto place = [](const Impact& impact) {  // for a container, the limit of its room
      return std::array{impact.feature_a.piece, impact.feature_b.piece, impact.feature_a.index, impact.feature_b.index};
    };
    return place(l) < place(r);
  };
  std::sort(world.impacts.begin(), world.impacts.end(), order);
}

StepStatus depth_status(const WorldState& world) {
  return world.penetrations.empty() ? StepStatus::ok : StepStatus::penetration;
}

void count(WorldState& world, const ContactPairs& pairs, const Islands& islands) {
  world.counts.bodies = static_cast<int>(world.bodies.size());
  world.counts.awake_bodies = world.still_movers = 0;
  world.active.for_each([&](Rank rank) {
    const BodyFlags& flags = world.bodies.flags[rank];
    world.counts.awake_bodies += may_move(flags) ? 1 : 0;
    world.still_movers += may_move(flags) && flags.type == BodyType::kinematic && !moving(world.bodies.velocity[rank]);
  });
  world.counts.pairs = static_cast<int>(pairs.near.size());
  world.counts.islands = islands.count();
  world.counts.impacts = static_cast<int>(world.impacts.size());
}

/// True if nothing can happen: no body moves, none did in the last step, so that all is counted and reported, and
/// nothing has been edited since. Saves a pass over all bodies.
bool nothing_moves(const WorldState& world) {
  return world.counts.awake_bodies == 0 && world.counts.pairs == 0 && !world.structure_changed &&
         world.wake_islands.empty() && (world.seers.empty() || !world.sight_changed) && !world.settings.energy_ledger &&
         world.penetrations_known && std::none_of(world.bodies.flags.begin(), world.bodies.flags.end(), may_move);
}

/// Finds all paths, without impacts, and predicts the first impacts. If a crowd is thrown at its neighbours, the solver
/// gets these impacts as well, and everything is solved again.
void find_paths(WorldState& world, Real dt, StepScratch& s, EnergyRecorder* books) {
  s.speculation.begin();
  for (bool done = false; !done;) {
    if (books != nullptr) books->begin(world, dt);
    s.flight.begin(world, s.tied, s.motion, dt, books);
    s.islands.build(world, s.work, s.tied.pairs());
    s.solver.solve(world, s.pairs, s.work, s.islands, s.tied, dt, s.motion, books);  // held bodies
    s.free_islands.keep_momentum(world, s.pairs, s.work, s.islands, s.motion, dt, books);
    s.flight.fly();                                      // tied bodies
    const bool stops = fly(world, dt, s.motion, books);  // all others
    BANKSHOT_ASSERT_KEPT(fault_of_paths(world, s.islands.roots(), s.work.bodies, s.motion));
    s.timeline.predict_all(stops);
    done = !s.speculation.add(world, s.islands, s.timeline, s.pairs, s.work, s.toi);
    if (!done) take_back(world, s.motion);
  }
}

}  // namespace

namespace {

StepStatus take_step(WorldState& world, Real dt) {
  const FloatEnvironment standard;
  StepScratch& s = scratch_of(world);
  settle_contacts(world);
  forget_edited_contacts(world);
  world.by_body.forget_awake();

  const bool nothing_to_do = nothing_moves(world);
  update_structure(world);  // ranks
  begin_events(world);
  ++world.tick;
  if (nothing_to_do) return depth_status(world);
  s.tied.update(world);
  while (wake_tied(world, s.tied) || !world.wake_islands.empty()) wake_queued_islands(world);
  world.active.begin(world.bodies.flags, world.structure_changed.stamp());
  s.broad.pushed.clear();
  s.tied.bound_ways(world, dt, s.broad.tied_ways);
  find_pairs(world, dt, s.search, s.broad, s.pairs, s.toi);  // pairs that could meet
  if (wake_ahead(world, dt, s.broad, s.is_pushed)) find_pairs(world, dt, s.search, s.broad, s.pairs, s.toi);
  see_resting(world, s.sensors);
  // Narrow phase; resting pairs to the solver, the rest to the timeline.
  collide_and_classify(world, dt, s.pairs, s.classify, s.work, s.toi);
  BANKSHOT_ASSERT_KEPT(fault_of_contacts(world, s.pairs, s.work, s.toi));
  wake_touched(world, s.pairs);

  EnergyRecorder* const books = world.settings.energy_ledger ? &s.books : nullptr;
  begin_motion(world, s.motion);
  s.timeline.begin(
      {&world, &s.broad, &s.broad.reach, &s.pairs, &s.work, &s.toi, &s.search.finder, &s.motion, books, dt, &s.flight});
  find_paths(world, dt, s, books);
  StepStatus status = s.timeline.run();  // impacts, by time
  s.flight.land();
  world.active.update(world.bodies.flags);  // bodies that were hit are awake

  if (books != nullptr) books->settle(s.motion);
  s.free_islands.keep_momentum_of_hit(world, s.pairs, s.work, s.islands, s.timeline, s.motion, dt, books);
  status = status | move_bodies(world, s.motion, books);
  record_contacts(world, s.pairs, s.timeline.met(), {s.timeline.lengths().ways(), s.timeline.lengths().longest()},
                  s.records);
  if (has(status, StepStatus::body_frozen)) forget_lost_impulses(world);
  BANKSHOT_ASSERT_KEPT(fault_of_records(world));
  find_penetrations(world, s.pairs, s.toi, s.timeline, s.motion, s.records, s.penetrations);
  record_sensors(world, s.pairs, s.broad.active, s.sensors);
  sort_impacts(world);
  break_joints(world, s.tied, books);
  update_sleep(world, s.pairs, s.work, s.motion, s.islands, dt, s.sleep, books);
  if (books != nullptr) world.energy_ledger = books->close(world);
  count(world, s.pairs, s.islands);
  return status | depth_status(world);
}

}  // namespace

StepStatus step(WorldState& world, Real dt) {
  const std::uint64_t tick = world.tick;
  try {
    return take_step(world, dt);
  } catch (...) {
    world.tick = tick;
    world.structure_changed.renew();  // partial state: it must be replaced as a whole
    throw;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
