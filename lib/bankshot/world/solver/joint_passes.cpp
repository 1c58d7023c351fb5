#include <bankshot/world/solver/joint_passes.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>

#include <algorithm>

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

}  // namespace

void JointPasses::prepare(const WorldState& world, TiedGroups& groups, const SolverPlan::Batch& plan, Real h) {
  groups_.clear();
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
  for (const std::uint32_t number : numbers) groups_.push_back({&groups.groups()[number], 0});
  if (equations_.size() < groups_.size()) equations_.resize(groups_.size());
  load_members(world, plan);
}

void JointPasses::load_members(const WorldState& world, const SolverPlan::Batch&) {
  members_.clear();
  for (Group& group : groups_) {
    load(world, *group.tied);
    group.first = members_.size();
    const JointGroup& joints = group.tied->joints;
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      const auto found = std::lower_bound(places_.begin(), places_.end(), group.tied->ranks[i],
                                          [](const RankPair& place, Rank rank) { return place.a < rank; });
      Member& member = members_.emplace_back();
      if (found != places_.end() && found->a == group.tied->ranks[i] && group.tied->dynamic[i]) member.body = found->b;
      member.first = joints.bodies[i].place;
    }
  }
}

void JointPasses::begin_substep(const SolverBodies& bodies) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    JointGroup& joints = groups_[g].tied->joints;
    prepare_projection(joints, equations_[g]);
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      Member& member = members_[groups_[g].first + i];
      if (member.body == 0) continue;
      const Real gyration = bodies.gyration[member.body];
      member.external =
          in_world_units(bodies.base[member.body], gyration) - in_world_units(bodies.start[member.body], gyration);
    }
  }
}

void JointPasses::project(SolverBodies& bodies) {
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    JointGroup& joints = groups_[g].tied->joints;
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      const std::uint32_t body = members_[groups_[g].first + i].body;
      if (body != 0) joints.bodies[i].velocity = in_world_units(bodies.velocity[body], bodies.gyration[body]);
    }
    project_prepared(joints, equations_[g]);
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      Member& member = members_[groups_[g].first + i];
      if (member.body == 0) continue;
      SolverBodies::Velocity& velocity = bodies.velocity[member.body];
      const Real gyration = bodies.gyration[member.body];
      const Triple before = in_world_units(velocity, gyration);
      put_scaled(joints.bodies[i].velocity, gyration, velocity);
      const Triple after = in_world_units(velocity, gyration);
      for (int k = 0; k < 3; ++k) member.by_joints[k] += after[k] - before[k];
    }
  }
}

void JointPasses::note_way(const SolverBodies& bodies) {
  for (const Group& group : groups_) {
    const JointGroup& joints = group.tied->joints;
    for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
      Member& member = members_[group.first + i];
      if (member.body == 0) continue;
      const P2 before = joints.bodies[i].place - member.first;
      member.way = in_world_units(bodies.position[member.body], bodies.gyration[member.body]) -
                   Triple{{before.x, before.y, joints.bodies[i].turn}};
    }
  }
}

void JointPasses::advance(SolverBodies& bodies) {
  for (std::size_t g = 0; g < groups_.size(); ++g) advance(groups_[g], bodies, equations_[g]);
}

void JointPasses::advance(const Group& group, SolverBodies& bodies, JointEquations& equations) {
  JointGroup& joints = group.tied->joints;
  std::vector<Triple> contact(joints.bodies.size()), push(joints.bodies.size());
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    const Member& member = members_[group.first + i];
    if (member.body == 0) continue;
    JointBody& body = joints.bodies[i];
    const Real gyration = bodies.gyration[member.body];
    const Triple end = in_world_units(bodies.velocity[member.body], gyration);
    contact[i] = end - in_world_units(bodies.base[member.body], gyration) - member.by_joints;
    body.velocity = in_world_units(bodies.start[member.body], gyration);
    for (int k = 0; k < 3; ++k) {
      if (!body.moves(k)) continue;
      body.pull[k] = (member.external[k] + contact[i][k]) / h_;
      push[i][k] = member.way[k] - h_ * end[k];
    }
  }
  joints.find_what_holds();
  step_.run(joints, h_);
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    JointMove move;
    move.set(joints.bodies[i], push[i]);
    joints.bodies[i].go(move);
  }
  mend_places(joints, equations, tolerance::joint_mending * joints.extent * h_);
  for (std::size_t i = 0; i < joints.bodies.size(); ++i) {
    Member& member = members_[group.first + i];
    if (member.body == 0) continue;
    const JointBody& body = joints.bodies[i];
    const Real gyration = bodies.gyration[member.body];
    const P2 way = body.place - member.first;
    put_scaled(body.velocity, gyration, bodies.velocity[member.body]);
    put_scaled({{way.x, way.y, body.turn}}, gyration, bodies.position[member.body]);
    const Triple end = in_world_units(bodies.velocity[member.body], gyration);
    member.by_joints = end - in_world_units(bodies.base[member.body], gyration) - contact[i];
  }
}

void JointPasses::book(std::span<const Rank> ranks, EnergyRecorder& books) const {
  for (const Group& group : groups_) {
    for (std::size_t i = 0; i < group.tied->joints.bodies.size(); ++i) {
      const Member& member = members_[group.first + i];
      if (member.body == 0) continue;
      const Triple& mass = group.tied->joints.bodies[i].mass;
      Triple impulse;
      for (int k = 0; k < 3; ++k) impulse[k] = mass[k] < endless ? mass[k] * member.by_joints[k] : 0;
      books.push(ranks[member.body - 1], Entry::joints, {impulse[0], impulse[1], impulse[2]});
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
