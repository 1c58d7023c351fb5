#include <bankshot/world/timeline/table_slides.hpp>

#include <bankshot/world/bodies/table_friction.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Turns the share of friction in a path's acceleration against its present velocity. It takes no more than all of the
/// velocity by the end of the step.
void turn_friction(Real deceleration, Real dt, Trajectory& path) {
  const Real rest = dt - path.since;
  if (!(rest > 0)) return;
  const V2 others = path.acceleration - path.friction;
  const V2 end = path.velocity + path.deferred + rest * others;
  path.friction = braking(end, min(deceleration, length(end) / rest));
  path.acceleration = others + path.friction;
}

}  // namespace

// A path may hide a part of its body's velocity. Friction acts against the whole.
void slide_on(const TableFriction& friction, Real dt, Trajectory& path) noexcept {
  const V2 v = path.velocity + path.deferred;
  const Real spin = path.spin - path.pushed_spin(path.since), w = spin + path.deferred_spin;
  const Real stop = time_to_stop(length(v), friction.linear), last_turn = time_to_stop(absolute(w), friction.angular);
  const Real end = path.since + min(stop, last_turn);
  path.leg_ends = end < dt ? end : dt;
  path.leg_stops = end < dt && stop <= last_turn, path.leg_ends_turning = end < dt && last_turn <= stop;
  path.acceleration = braking(v, friction.linear);
  path.spin_rate = w == 0 ? Real(0) : w > 0 ? -friction.angular : friction.angular;
  path.spin = spin + path.spin_rate * (path.leg_ends - path.since) / 2;
  path.push_spin = (path.spin - spin) + path.spin_rate * path.since;
}

void TableSlides::begin(bool any) {
  stops_.clear();
  if (!any) return;
  world().active.for_each([&](Rank rank) {
    const BodyForces& forces = world().bodies.forces[rank];
    if (!rubs(forces) || !may_move(world().bodies.flags[rank]) || motion(rank).held || motion(rank).tied) return;
    const Motion& moved = motion(rank);
    const Real stop = min(time_to_stop(length(moved.velocity), forces.table.linear),
                          time_to_stop(absolute(moved.angular), forces.table.angular));
    if (stop < dt() && world().bodies.flags[rank].type == BodyType::dynamic && slides_alone(world(), rank)) {
      paths_.of(rank);
      await(rank);
    }
  });
}

void TableSlides::await(Rank rank) {
  if (!(paths_[rank].leg_ends < dt())) return;
  stops_.push_back({paths_[rank].leg_ends, rank});
  std::push_heap(stops_.begin(), stops_.end(), is_later);
}

bool TableSlides::stop_next(Rank& rank) {
  std::pop_heap(stops_.begin(), stops_.end(), is_later);
  const Stop stop = stops_.back();
  stops_.pop_back();
  rank = stop.rank;
  Trajectory& path = paths_[rank];
  if (path.slide != Slide::alone || path.leg_ends != stop.time) return false;
  const bool stops = path.leg_stops, ends_turning = path.leg_ends_turning;
  rebase(path, stop.time);
  if (stops) path.velocity = -path.deferred;
  if (ends_turning) path.spin = -path.deferred_spin, path.push_spin = path.spin_rate = 0;
  slide_on(world().bodies.forces[rank].table, dt(), path);
  tell(rank, stop.time);
  await(rank);
  return true;
}

void TableSlides::bend(Rank rank, Real time) {
  if (!rubs(world().bodies.forces[rank]) || world().bodies.flags[rank].type != BodyType::dynamic) return;
  Trajectory& path = paths_[rank];
  const TableFriction& table = world().bodies.forces[rank].table;
  if (path.slide == Slide::alone) {
    slide_on(table, dt(), path);
    await(rank);
  } else if (path.slide == Slide::with_others) {
    turn_friction(table.linear, dt(), path);
  }
  tell(rank, time);
}

void TableSlides::tell(Rank rank, Real time) {
  if (energy() != nullptr) energy()->rubs(rank, paths_[rank], time);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
