#include <bankshot/world/timeline/trajectories.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/table_friction.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/timeline/joint_flight.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void Trajectories::clear() {
  if (path_of_.size() == world().bodies.size()) {
    for (const Rank rank : bodies_) path_of_[rank] = nullptr;
  } else {
    path_of_.clear();
  }
  bodies_.clear();
}

Trajectory& Trajectories::create(Rank rank) {
  if (path_of_.empty()) path_of_.assign(world().bodies.size(), nullptr);
  const std::size_t place = bodies_.size();
  if (place == chunks_.size() * chunk) chunks_.push_back(std::make_unique<Trajectory[]>(chunk));
  bodies_.push_back(rank);
  Trajectory& path = chunks_[place / chunk][place % chunk];
  path = trajectory_of(world(), rank, motion(rank), dt());
  if (rubs(world().bodies.forces[rank])) begin_slide(rank, path);
  path.noted_velocity = path.velocity, path.noted_acceleration = path.acceleration, path.noted_spin = path.spin;
  path_of_[rank] = &path;
  return path;
}

/// A body that slides alone has its path for as long as it moves. That of others is the step's parabola; the part of
/// friction in it is about what it is halfway.
void Trajectories::begin_slide(Rank rank, Trajectory& path) {
  const Motion& moved = motion(rank);
  if (path.is_held() || moved.tied || world().bodies.flags[rank].type != BodyType::dynamic) return;
  const TableFriction& table = world().bodies.forces[rank].table;
  if (slides_alone(world(), rank)) {
    path.slide = Slide::alone;
    path.velocity = moved.velocity, path.spin = moved.angular;
    slide_on(table, dt(), path);
    if (energy() != nullptr) energy()->rubs(rank, path, 0);
  } else {
    path.slide = Slide::with_others;
    const V2 middle = path.velocity_at(dt() / 2);
    path.friction = braking(middle, min(table.linear, 2 * length(middle) / dt()));
  }
}

PairInput Trajectories::input_at(const PairKey& key, Real reach, Real time) {
  const Proxy &a = world().proxies[key.a], &b = world().proxies[key.b];
  Trajectory &path_a = of(a.body), &path_b = of(b.body);
  PairInput input;
  input.a = &world().geometry[a.geometry], input.b = &world().geometry[b.geometry];
  input.d = difference(a.body, path_a, b.body, path_b, time);
  input.qa = placed(path_a, time).turned_to;
  input.qb = placed(path_b, time).turned_to;
  input.margin = reach;
  return input;
}

ContactGeometry Trajectories::geometry_at(const PairKey& key, Real reach, Real time) {
  PairInput input = input_at(key, reach, time);
  ContactGeometry contact;
  find_contact(world(), key, input, contact);
  return contact;
}

ImpactBody Trajectories::state_at(Rank rank, Real time) {
  if (is_tied(rank)) {
    step_.flight->cut(rank, time, *this);
    return step_.flight->impact_body(rank, step_.flight->velocity_of(rank));
  }
  const Trajectory& path = of(rank);
  ImpactBody body;
  const BodyFlags& flags = world().bodies.flags[rank];
  body.velocity = path.velocity_at(time) + path.hidden();
  body.angular = path.spin + path.hidden_spin(time);
  if (flags.type != BodyType::dynamic) return body;
  if (is_of_group(rank)) {
    // The path of a held body leads straight to where it ends. Only the velocities that it ends with agree with the
    // joints: others could have a contact that these nearly hold close at a speed that takes endless energy to stop.
    if (path.is_held()) {
      const BodyVelocity& solved = world().bodies.velocity[rank];
      body.velocity = solved.linear + path.correction + path.deferred;
      body.angular = solved.angular + path.spin_correction + path.deferred_spin;
    }
    return step_.flight->impact_body(
        rank, {{to_double(body.velocity.x), to_double(body.velocity.y), to_double(body.angular)}});
  }
  const BodyMass& mass = world().bodies.mass[rank];
  body.inverse_mass = {flags.locks.x ? Real(0) : mass.inverse_mass, flags.locks.y ? Real(0) : mass.inverse_mass};
  body.inverse_inertia = mass.inverse_inertia;
  return body;
}

Trajectories::Hidden Trajectories::hidden_at(Rank rank, Real time) const {
  const Trajectory& path = (*this)[rank];
  if (!is_of_group(rank) || !path.is_held()) return {path.hidden(), path.hidden_spin(time)};
  const BodyVelocity& solved = world().bodies.velocity[rank];  // as state_at() has it
  return {solved.linear + path.correction + path.deferred - path.velocity_at(time),
          solved.angular + path.spin_correction + path.deferred_spin - path.spin};
}

bool Trajectories::may_overlap(Rank a, Rank b) { return alike(world(), a, b) && !of(a).slept && !of(b).slept; }

bool Trajectories::stands(Rank rank) const {
  return world().bodies.flags[rank].type != BodyType::dynamic || (*this)[rank].is_held();
}

bool Trajectories::is_held(Rank rank) const {
  return world().bodies.flags[rank].type == BodyType::dynamic && (*this)[rank].is_held();
}

bool Trajectories::is_movable(Rank rank) const {
  return world().bodies.flags[rank].type == BodyType::dynamic && !(*this)[rank].is_stopped();
}

Real Trajectories::closing_speed_at(const Candidate& candidate, V2 normal, V2 arm_a, V2 arm_b, Real time) const {
  const Trajectory &a = (*this)[candidate.body_a], &b = (*this)[candidate.body_b];
  const V2 relative = (a.velocity_at(time) + cross(a.spin, arm_a)) - (b.velocity_at(time) + cross(b.spin, arm_b));
  return -dot(relative, normal);
}

Real Trajectories::turning_normal(const Candidate& candidate) const {
  const auto turns = [&](std::uint32_t proxy, std::uint32_t part, Rank rank) {
    return turning_of_normals(world(), proxy, part, (*this)[rank].spin);
  };
  const PairKey& key = candidate.key;
  return max(turns(key.a, key.part_a, candidate.body_a), turns(key.b, key.part_b, candidate.body_b));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
