#include <bankshot/world/solver/joint_passes.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Three numbers of a solver body in the units of the world: there, turning is multiplied by the radius of gyration.
template <class Numbers>
Triple in_world_units(const Numbers& v, Real gyration) {
  return {{to_double(v.x), to_double(v.y), to_double(v.turn) / to_double(gyration)}};
}

template <class Numbers>
void put_scaled(const Triple& v, Real gyration, Numbers& out) {
  out.x = static_cast<Real>(v[0]), out.y = static_cast<Real>(v[1]);
  out.turn = static_cast<Real>(v[2] * to_double(gyration));
}

/// Takes from displacements what would draw out stiff springs: Q^2 of them, with Q as in the header. Contacts push with
/// answers that hold for a sub-step; a displacement that pulls at a spring for longer would store energy in it.
void spare_springs(const JointGroup& joints, JointEquations& equations, double h, std::vector<Triple>& push) {
  if (joints.is_rigid) return;
  equations.fill_taut(joints, h);
  equations.factor();
  for (int times = 0; times < 2; ++times) {
    equations.clear_right();
    for (std::uint32_t i = 0; i < joints.bodies.size(); ++i) {
      const JointBody& body = joints.bodies[i];
      for (int k = 0; k < 3; ++k) equations.right(i)[k] = body.moves(k) ? 2 / h * body.mass[k] * push[i][k] : 0;
    }
    equations.solve_factored();
    for (std::uint32_t i = 0; i < joints.bodies.size(); ++i) {
      for (int k = 0; k < 3; ++k) push[i][k] = joints.bodies[i].moves(k) ? equations.solution(i)[k] : 0;
    }
  }
}

/// Takes from the velocities what the sub-step is too long for.
void smooth(JointGroup& joints, JointEquations& equations, double h) {
  equations.fill_taut(joints, h);
  equations.factor();
  const auto drawn = [&](const std::vector<Triple>& velocity) {
    equations.clear_right();
    equations.ask_driven(joints, h), equations.ask_servos(joints, h);
    std::vector<Triple> result = velocity;
    for (std::uint32_t i = 0; i < joints.bodies.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        if (joints.bodies[i].moves(k)) equations.right(i)[k] = 2 * joints.bodies[i].mass[k] * velocity[i][k];
      }
    }
    equations.solve_factored();
    for (std::uint32_t i = 0; i < joints.bodies.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        if (joints.bodies[i].moves(k)) result[i][k] = equations.solution(i)[k] / h;
      }
    }
    return result;
  };
  std::vector<Triple> velocity;
  for (const JointBody& body : joints.bodies) velocity.push_back(body.velocity);
  const std::vector<Triple> once = drawn(velocity), twice = drawn(once);
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      if (joints.bodies[i].moves(k)) joints.bodies[i].velocity[k] = 2 * once[i][k] - twice[i][k];
    }
  }
}

/// The limits and motors of a group.
std::size_t count_bounded(const JointGroup& joints) {
  std::size_t count = 0;
  for (const JointLink& joint : joints.joints) {
    for (int k = 0; k < rows_of(joint); ++k) {
      const RowRule& rule = joint.rule[k];
      if (is_bounded(rule)) count += (rule.most > 0 ? 1u : 0u) + (rule.has_limits() ? 1u : 0u);
    }
  }
  return count;
}

/// Lets go of the rows that are solved with contacts.
void release_rows(JointGroup& joints) {
  for (std::size_t j = 0; j < joints.joints.size(); ++j) {
    for (int k = 0; k < rows_of(joints.joints[j]); ++k) {
      if (is_bounded(joints.joints[j].rule[k])) joints.mode[j][static_cast<std::size_t>(k)] = RowMode::loose;
    }
  }
}

Triple pose_of(const JointBody& body) { return {{body.place.x, body.place.y, body.turn}}; }

}  // namespace

void JointPasses::prepare(const WorldState& world, TiedGroups& groups, const SolverPlan::Batch& plan, Real h,
                          SolverBodies& bodies) {
  groups_.clear(), group_of_.clear();
  any_passes_ = false;
  if (groups.empty()) return;
  h_ = to_double(h);
  std::vector<std::uint32_t> numbers;
  places_.clear();
  for (std::uint32_t i = 0; i < plan.bodies.size(); ++i) {
    places_.push_back({plan.bodies[i], i + 1});
    if (groups.group_of(plan.bodies[i]) != none) numbers.push_back(groups.group_of(plan.bodies[i]));
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::sort(places_.begin(), places_.end(), [](const RankPair& l, const RankPair& r) { return l.a < r.a; });
  for (const std::uint32_t number : numbers) groups_.emplace_back().tied = &groups.groups()[number];
  if (equations_.size() < groups_.size()) equations_.resize(groups_.size());
  if (groups_.empty()) return;
  group_of_.assign(plan.bodies.size() + 1, none), member_of_.resize(plan.bodies.size() + 1);
  load_members(world, bodies);
}

void JointPasses::load_members(const WorldState& world, SolverBodies& bodies) {
  members_.clear(), body_.clear();
  for (std::uint32_t g = 0; g < groups_.size(); ++g) {
    Group& group = groups_[g];
    load(world, *group.tied);
    group.first = members_.size();
    const JointGroup& joints = group.tied->joints;
    group.bounded = count_bounded(joints);
    for (std::uint32_t i = 0; i < joints.bodies.size(); ++i) {
      const auto found = std::lower_bound(places_.begin(), places_.end(), group.tied->ranks[i],
                                          [](const RankPair& place, Rank rank) { return place.a < rank; });
      members_.emplace_back().first = joints.bodies[i].place;
      std::uint32_t& body = body_.emplace_back(0);
      if (found == places_.end() || found->a != group.tied->ranks[i] || !group.tied->dynamic[i]) continue;
      body = found->b;
      bodies.marks[body] |= SolverBodies::tied;
      group_of_[body] = g, member_of_[body] = i;
    }
  }
}

void JointPasses::answer(std::uint32_t group, std::span<const TiedImpulses> impulses, const SolverBodies& bodies,
                         SolverBodies::Velocity* change) {
  const JointGroup& joints = groups_[group].tied->joints;
  JointEquations& equations = equations_[group];
  equations.clear_rights();
  for (std::size_t at = 0; at < impulses.size(); ++at) {
    for (const TiedImpulse& impulse : std::span(impulses[at].on, impulses[at].count)) {
      const std::uint32_t member = member_of_[impulse.body];
      const double by[3] = {impulse.x, impulse.y, impulse.turn * to_double(bodies.gyration[impulse.body])};
      for (int k = 0; k < 3; ++k) equations.rights(member).of[k][at] += joints.bodies[member].moves(k) ? by[k] : 0;
    }
  }
  equations.solve_several();
  const std::span<const std::uint32_t> own = bodies_of(group);
  for (std::uint32_t i = 0; i < own.size(); ++i) {
    for (std::size_t at = 0; at < impulses.size(); ++at, ++change) {
      *change = {};
      if (own[i] == 0) continue;
      Triple by;
      for (int k = 0; k < 3; ++k) by[k] = joints.bodies[i].moves(k) ? 2 / h_ * equations.rights(i).of[k][at] : 0;
      put_scaled(by, bodies.gyration[own[i]], *change);
    }
  }
}

void JointPasses::begin_substep(Velocities contacts, SolverBodies& bodies, bool first) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (std::size_t i = 0; i < bodies_of(static_cast<std::uint32_t>(g)).size(); ++i) {
      const std::uint32_t body = body_[groups_[g].first + i];
      const Real gyration = bodies.gyration[body];
      members_[groups_[g].first + i].external =
          in_world_units(bodies.base[body], gyration) - in_world_units(bodies.start[body], gyration);
    }
    strike(g, bodies);
    if (first) find_forces(g, contacts, bodies);
    meet_contacts(g, contacts, bodies);
  }
}

/// Rows that run into their limits are stopped there before contacts are solved, which otherwise would meet velocities
/// that the sub-step does not keep.
void JointPasses::strike(std::size_t group, SolverBodies& bodies) {
  groups_[group].struck = 0;
  JointGroup& joints = groups_[group].tied->joints;
  if (joints.is_rigid) return;
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    const std::uint32_t of = body_[groups_[group].first + i];
    if (of != 0) joints.bodies[i].velocity = in_world_units(bodies.start[of], bodies.gyration[of]);
  }
  list_rows(joints, rows_);
  const std::optional<double> work = strike_limits(joints, equations_[group], rows_, h_, true);
  if (!work) return;
  groups_[group].struck = *work;
  list_rows(joints, rows_);
  suppose_modes(joints, rows_, h_);
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    const std::uint32_t of = body_[groups_[group].first + i];
    if (of == 0) continue;
    const Triple& velocity = joints.bodies[i].velocity;
    put_scaled(velocity, bodies.gyration[of], bodies.start[of]);
    put_scaled(velocity + members_[groups_[group].first + i].external, bodies.gyration[of], bodies.base[of]);
  }
}

/// Solves the linear sub-step. Pulls are bounded by what it finds.
void JointPasses::meet_contacts(std::size_t group, Velocities contacts, SolverBodies& bodies) {
  JointGroup& joints = groups_[group].tied->joints;
  JointEquations& equations = equations_[group];
  release_pulls(joints);
  std::vector<Triple> impulse(joints.pulls ? joints.joints.size() : 0);
  for (bool again = true; again;) {
    solve_linear(group, contacts, bodies);
    for (std::size_t j = 0; j < impulse.size(); ++j) impulse[j] = equations.solution(joints.block_of(j));
    again = bound_pulls(joints, impulse, h_);
  }
  for (std::uint32_t i = 0; i < joints.bodies.size(); ++i) {
    const std::uint32_t body = body_[groups_[group].first + i];
    if (body == 0) continue;
    const Real gyration = bodies.gyration[body];
    const Triple start = in_world_units(bodies.start[body], gyration);
    Triple end = start;
    for (int k = 0; k < 3; ++k) {
      if (joints.bodies[i].moves(k)) end[k] = 2 / h_ * equations.solution(i)[k] - start[k];
    }
    put_scaled(end, gyration, bodies.velocity[body]);
  }
}

void JointPasses::solve_linear(std::size_t group, Velocities contacts, const SolverBodies& bodies) {
  JointGroup& joints = groups_[group].tied->joints;
  JointEquations& equations = equations_[group];
  const std::vector<std::array<RowMode, most_joint_rows>> modes = joints.mode;
  if (bounded_rows(static_cast<std::uint32_t>(group)) > 0) release_rows(joints);
  equations.fill_linear(joints, h_);
  joints.mode = modes;
  for (std::uint32_t i = 0; i < joints.bodies.size(); ++i) {
    const std::uint32_t body = body_[groups_[group].first + i];
    if (body == 0) continue;
    const Real gyration = bodies.gyration[body];
    const Triple start = in_world_units(bodies.start[body], gyration);
    const Triple contact = in_world_units(contacts[body], gyration);
    const Triple& external = members_[groups_[group].first + i].external;
    for (int k = 0; k < 3; ++k) {
      if (!joints.bodies[i].moves(k)) continue;
      equations.right(i)[k] = joints.bodies[i].mass[k] * (2 * start[k] + external[k] + contact[k]);
    }
  }
  equations.ask_rows(joints);
  equations.factor();
  equations.solve_factored();
}

void JointPasses::project(SolverBodies& bodies) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (!groups_[g].passes) continue;
    JointGroup& joints = groups_[g].tied->joints;
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      const std::uint32_t body = body_[groups_[g].first + i];
      if (body != 0) joints.bodies[i].velocity = in_world_units(bodies.velocity[body], bodies.gyration[body]);
    }
    project_velocities(joints, equations_[g]);
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      const std::uint32_t body = body_[groups_[g].first + i];
      if (body != 0) put_scaled(joints.bodies[i].velocity, bodies.gyration[body], bodies.velocity[body]);
    }
  }
}

void JointPasses::note_way(const SolverBodies& bodies) {
  for (const Group& group : groups_) {
    const JointGroup& joints = group.tied->joints;
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      Member& member = members_[group.first + i];
      const std::uint32_t body = body_[group.first + i];
      if (body == 0) continue;
      const P2 before = joints.bodies[i].place - member.first;
      member.way = in_world_units(bodies.position[body], bodies.gyration[body]) -
                   Triple{{before.x, before.y, joints.bodies[i].turn}};
    }
  }
}

void JointPasses::advance(Velocities contacts, SolverBodies& bodies) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    for (std::size_t i = 0; i < bodies_of(static_cast<std::uint32_t>(g)).size(); ++i) {
      const std::uint32_t body = body_[groups_[g].first + i];
      members_[groups_[g].first + i].contact = in_world_units(contacts[body], bodies.gyration[body]);
    }
    advance(g, bodies);
  }
}

/// Finds the forces of the joints as the sub-step would have them with the present impulses of the contacts.
void JointPasses::find_forces(std::size_t group, Velocities contacts, const SolverBodies& bodies) {
  JointGroup& joints = groups_[group].tied->joints;
  const std::vector<JointBody> before = joints.bodies;
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    const Member& member = members_[groups_[group].first + i];
    const std::uint32_t of = body_[groups_[group].first + i];
    if (of == 0) continue;
    JointBody& body = joints.bodies[i];
    const Triple contact = in_world_units(contacts[of], bodies.gyration[of]);
    body.velocity = in_world_units(bodies.start[of], bodies.gyration[of]);
    for (int k = 0; k < 3; ++k) {
      if (body.moves(k)) body.pull[k] = (member.external[k] + contact[k]) / h_;
    }
  }
  const std::vector<Triple> given = joints.given;
  step_.run(joints, h_);
  joints.bodies = before, joints.given = given;
}

void JointPasses::advance(std::size_t g, SolverBodies& bodies) {
  Group& group = groups_[g];
  JointGroup& joints = group.tied->joints;
  std::vector<Triple> push(joints.bodies.size());
  double asked = 0;
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    const Member& member = members_[group.first + i];
    const std::uint32_t of = body_[group.first + i];
    if (of == 0) continue;
    JointBody& body = joints.bodies[i];
    const Real gyration = bodies.gyration[of];
    const Triple end = in_world_units(bodies.velocity[of], gyration);
    body.velocity = in_world_units(bodies.start[of], gyration);
    for (int k = 0; k < 3; ++k) {
      if (!body.moves(k)) continue;
      body.pull[k] = (member.external[k] + member.contact[k]) / h_;
      push[i][k] = member.way[k] - h_ * end[k];
      asked += body.mass[k] * member.contact[k] * end[k] / 2;
    }
  }
  joints.find_what_holds();
  const double stored = joints.stored_energy();
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) members_[group.first + i].path = pose_of(joints.bodies[i]);
  groups_[g].work = step_.run(joints, h_).work;
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    members_[group.first + i].path = pose_of(joints.bodies[i]) - members_[group.first + i].path;
  }
  groups_[g].stored = joints.stored_energy() - stored;
  spare_springs(joints, equations_[g], h_, push);
  double pushed = 0;  // how far, at most
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    JointMove move;
    move.set(joints.bodies[i], push[i]);
    joints.bodies[i].go(move);
    pushed = std::max({pushed, std::fabs(push[i][0]), std::fabs(push[i][1]), std::fabs(push[i][2]) * joints.extent});
  }
  // Contacts push with answers that hold for small ways, and do not see limits before they are reached. That is taken
  // back at once: two bodies may have been pushed apart.
  mend(joints, equations_[g], tolerance::joint_mending * joints.extent * h_ + 2 * pushed);
  groups_[g].pushed = joints.stored_energy() - stored - groups_[g].stored;
  smooth(joints, equations_[g], h_);
  take_excess(group, asked);
  write(group, bodies);
}

/// Takes back the energy that contacts gave the group beyond what they were solved for. They were solved as if
/// velocities were linear in the impulses. Large impulses move the group otherwise, and the difference would feed a
/// motion that grows from sub-step to sub-step. `asked`: the work of the contacts on the velocities at the end, as
/// they were solved.
void JointPasses::take_excess(const Group& group, double asked) {
  JointGroup& joints = group.tied->joints;
  if (joints.is_driven) return;
  double given = 0;
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    const JointBody& body = joints.bodies[i];
    for (int k = 0; k < 3; ++k) {
      if (body.moves(k)) given += body.mass[k] * members_[group.first + i].contact[k] * body.velocity[k] / 2;
    }
  }
  const double energy = joints.kinetic_energy();
  if (given > asked && energy > 0) scale_motion(joints, std::max(energy - (given - asked), 0.0), nullptr);
}

void JointPasses::write(Group& group, SolverBodies& bodies) {
  const JointGroup& joints = group.tied->joints;
  group.bent = 0;
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    Member& member = members_[group.first + i];
    const std::uint32_t of = body_[group.first + i];
    if (of == 0) continue;
    const JointBody& body = joints.bodies[i];
    const Real gyration = bodies.gyration[of];
    const P2 way = body.place - member.first;
    put_scaled(body.velocity, gyration, bodies.velocity[of]);
    put_scaled({{way.x, way.y, body.turn}}, gyration, bodies.position[of]);
    const Triple end = in_world_units(bodies.velocity[of], gyration);
    member.by_joints = end - in_world_units(bodies.base[of], gyration) - member.contact;
    const Triple start = in_world_units(bodies.start[of], gyration);
    for (int k = 0; k < 3; ++k) {
      if (!body.moves(k)) continue;
      group.bent += body.mass[k] * member.contact[k] * (member.path[k] / h_ - (start[k] + end[k]) / 2);
    }
  }
}

void JointPasses::note_joints(WorldState& world) const {
  for (const Group& group : groups_) detail::note_joints(world, *group.tied, h_ * world.settings.substeps);
}

void JointPasses::book(std::span<const Rank> ranks, EnergyRecorder& books) const {
  for (const Group& group : groups_) {
    const JointGroup& joints = group.tied->joints;
    double by_joints = 0;
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      const Member& member = members_[group.first + i];
      const std::uint32_t body = body_[group.first + i];
      if (body == 0) continue;
      const Triple& mass = joints.bodies[i].mass;
      Triple impulse;
      for (int k = 0; k < 3; ++k) impulse[k] = mass[k] < endless ? mass[k] * member.by_joints[k] : 0;
      by_joints += books.push(ranks[body - 1], Entry::joints, {impulse[0], impulse[1], impulse[2]});
    }
    // Contacts were given to the joints as constant forces, whose work counts along the paths. Restitution gives none.
    const Rank origin = group.tied->origin;
    books.gain(origin, group.bent > 0 ? Entry::push_out : Entry::restitution, group.bent);
    books.gain(origin, Entry::joints, -group.bent);
    by_joints -= group.bent;
    if (!joints.is_rigid) {
      const RowWork& work = group.work;
      books.gain(origin, Entry::motors, work.motors);
      books.gain(origin, Entry::friction, work.friction);
      books.gain(origin, Entry::damping, work.damping);
      books.gain(origin, Entry::restitution, group.struck + work.restitution);
      const double other = group.stored - (work.motors + work.friction + work.damping + work.restitution);
      books.gain(origin, Entry::joints, other);
      books.gain(origin, Entry::push_out, group.pushed);
      books.stored(group.stored + group.pushed);
      by_joints += other;
    }
    if (!joints.is_driven) continue;
    // As in flight: what moves the other ends of the joints gives and takes that.
    books.gain(origin, Entry::joints, -by_joints);
    books.gain(origin, Entry::movers, by_joints);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
