#include <bankshot/tolerance.hpp>
#include <bankshot/world/solver.hpp>

#include <bankshot/simd/width.hpp>
#include <bankshot/world/energy_books.hpp>

#include <bit>

#define BANKSHOT_KERNEL <bankshot/world/solver_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

/// How many times what drives a body its velocity may change by for the change to count as smooth: room for friction.
constexpr Real smooth_changes = 4;

/// Whether contacts of a group stand side by side in blocks: not those that found no colour.
constexpr bool shares_blocks(int group) { return group % layer_size < colour_count; }

/// Whether contacts push the body about in this step; a sleeping one stands firm until it wakes with the next.
bool moves(const BodyFlags& flags) { return flags.type == BodyType::dynamic && flags.awake; }

/// What drives a solver body, the force hook's part included, in the solver's units. What does not move is not asked.
SolverBodies::Drive hooked(const WorldState& world, const SolverBodies& bodies, std::size_t i) {
  SolverBodies::Drive drive = bodies.drive[i];
  const Rank rank = bodies.rank[i];
  const BodyPose& pose = world.bodies.pose[rank];
  const BodyMass& mass = world.bodies.mass[rank];
  const SolverBodies::Velocity& v = bodies.velocity[i];
  if (v.inverse_mass == 0) return drive;
  const SolverBodies::Position& p = bodies.position[i];
  const ForceInput input{body_id(world, rank), vec2(pose.centre + V2{p.x, p.y}), Vec2(v.x, v.y),
                         v.turn / drive.gyration, mass.mass};
  const ForceOutput output = world.settings.force_hook.function(world.settings.force_hook.context, input);
  const Locks& locks = world.bodies.flags[rank].locks;
  if (!locks.x) drive.x += mass.inverse_mass * output.force.data()[0];
  if (!locks.y) drive.y += mass.inverse_mass * output.force.data()[1];
  drive.turn += mass.inverse_inertia * output.torque * drive.gyration;
  return drive;
}

}  // namespace

void Solver::collect_bodies(const WorldState& world, const PairSet& pairs, Real h, std::vector<Motion>& motion) {
  const Bodies& all = world.bodies;
  body_of_rank_.assign(all.size(), 0);
  for (std::uint32_t i : contact_) {
    const NearPair& pair = pairs.near[i];
    if (all.flags[pair.body_a].type != BodyType::fixed) body_of_rank_[pair.body_a] = 1;
    if (all.flags[pair.body_b].type != BodyType::fixed) body_of_rank_[pair.body_b] = 1;
  }
  bodies_.rank.assign(1, none);
  bodies_.velocity.assign(1, {});
  bodies_.position.assign(1, {});
  bodies_.drive.assign(1, {});
  for (Rank rank = 0; rank < all.size(); ++rank) {
    if (body_of_rank_[rank] == 0) continue;
    body_of_rank_[rank] = static_cast<std::uint32_t>(bodies_.rank.size());
    motion[rank].held = true;
    const BodyMass& mass = all.mass[rank];
    const BodyForces& forces = all.forces[rank];
    SolverBodies::Drive drive;
    drive.gyration = moves(all.flags[rank]) && mass.gyration > 0 ? mass.gyration : Real(1);
    if (moves(all.flags[rank])) {
      Real angular = 0;
      const V2 a = acceleration(mass, forces, all.flags[rank], plain(world.settings.gravity), angular);
      drive.x = a.x, drive.y = a.y, drive.turn = angular * drive.gyration;
      drive.linear_keep = 1 / (1 + h * forces.linear_damping);
      drive.angular_keep = 1 / (1 + h * forces.angular_damping);
    }
    const BodyVelocity& v = all.velocity[rank];
    bodies_.rank.push_back(rank);
    const Real inverse_mass = moves(all.flags[rank]) ? mass.inverse_mass : Real(0);
    bodies_.velocity.push_back({v.linear.x, v.linear.y, v.angular * drive.gyration, inverse_mass});
    bodies_.position.push_back({});
    bodies_.drive.push_back(drive);
  }
  bodies_.base.assign(bodies_.size(), {});
}

// The impulses of a pile that was set up at once, or that just came down, are not known from the step before. Where
// every contact of a body is new, the load that it bears is, too; a body in an older pile passes on what that bears
// already. What no force drives bears no load. All this is known of a contact from its own two bodies: what is
// elsewhere in the world has no part in it.
void Solver::find_unsettled(const WorldState& world, const PairSet& pairs) {
  settled_.assign(bodies_.size(), 0);
  for (std::uint32_t i : contact_) {
    const NearPair& pair = pairs.near[i];
    const bool old = pair.old != none && world.contacts[pair.old].age >= tolerance::settling_steps;
    if (old) settled_[body_of_rank_[pair.body_a]] = settled_[body_of_rank_[pair.body_b]] = 1;
  }
  const bool hook = world.settings.force_hook.function != nullptr;
  const auto is_settled = [&](std::uint32_t body) { return settled_[body] && bodies_.velocity[body].inverse_mass > 0; };
  const auto driven = [&](std::uint32_t body) {
    const SolverBodies::Drive& drive = bodies_.drive[body];
    return bodies_.velocity[body].inverse_mass > 0 && (hook || drive.x != 0 || drive.y != 0);
  };
  unsettled_.clear();
  for (std::uint32_t i : contact_) {
    const std::uint32_t a = body_of_rank_[pairs.near[i].body_a], b = body_of_rank_[pairs.near[i].body_b];
    unsettled_.push_back(!is_settled(a) && !is_settled(b) && (driven(a) || driven(b)));
  }
}

// Greedy colours in the order of the contacts, that is of (rank, rank): each contact takes the first colour that
// neither of its moving bodies has. Which one depends on the contacts it is connected with and on nothing else in the
// world.
void Solver::colour_contacts(const WorldState& world, const PairSet& pairs) {
  colours_of_.assign(bodies_.size(), 0);
  group_.clear();
  std::size_t count[group_count] = {};
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const NearPair& pair = pairs.near[contact_[k]];
    const std::uint32_t a = body_of_rank_[pair.body_a], b = body_of_rank_[pair.body_b];
    const bool moves_a = moves(world.bodies.flags[pair.body_a]), moves_b = moves(world.bodies.flags[pair.body_b]);
    const std::uint64_t used = (moves_a ? colours_of_[a] : 0) | (moves_b ? colours_of_[b] : 0);
    const int colour = std::countr_one(used | (std::uint64_t{1} << colour_count)) > colour_count
                           ? colour_count
                           : std::countr_one(used);
    if (pinches_.has(k)) {
      group_.push_back(pinch_group);
      ++count[pinch_group];
      continue;
    }
    if (colour < colour_count) {
      if (moves_a) colours_of_[a] |= std::uint64_t{1} << colour;
      if (moves_b) colours_of_[b] |= std::uint64_t{1} << colour;
    }
    const int group = unsettled_[k] ? colour : layer_size + colour;
    group_.push_back(static_cast<std::uint8_t>(group));
    ++count[group];
  }
  std::size_t blocks = 0;
  for (int group = 0; group < group_count; ++group) {
    if (group == layer_size) unsettled_blocks_ = blocks;
    group_begin_[group] = blocks;
    blocks += shares_blocks(group) ? (count[group] + block_size - 1) / block_size : count[group];
  }
  blocks_.resize(blocks);
}

namespace {

struct Side {
  Real inverse_mass = 0, gyration = 1;
  Real free_x = 1, free_y = 1;
  V2 arm;  ///< contact point from the centre of mass

  Real scaled(V2 direction) const { return gyration > 0 ? cross(arm, direction) / gyration : Real(0); }
};

struct Softness {
  Real bias_rate = 0, mass_scale = 1, impulse_scale = 0;
};

/// Coefficients of a damped spring that an implicit step of length h integrates without gaining energy.
Softness soft(Real hertz, Real damping_ratio, Real h) {
  const Real omega = 2 * Real(3.14159265358979323846L) * hertz;
  const Real a1 = 2 * damping_ratio + h * omega;
  const Real a2 = h * omega * a1;
  const Real a3 = 1 / (1 + a2);
  return {omega / a1, a2 * a3, a3};
}

/// Effect of a unit impulse along `i` on the relative velocity along `j`.
Real coupling(const Side& a, const Side& b, V2 i, V2 j, Real arm_ai, Real arm_aj, Real arm_bi, Real arm_bj) {
  const Real along_a = i.x * j.x * a.free_x + i.y * j.y * a.free_y;
  const Real along_b = i.x * j.x * b.free_x + i.y * j.y * b.free_y;
  return a.inverse_mass * (along_a + arm_ai * arm_aj) + b.inverse_mass * (along_b + arm_bi * arm_bj);
}

Real inverse_or_zero(Real k) { return k > 0 ? 1 / k : Real(0); }

/// Writes one contact into lane `i` of a block.
void fill_lane(ConstraintBlock& c, int i, const NearPair& pair, const ContactGeometry& contact, Side a, Side b, V2 d) {
  const V2 n = contact.normal, t = perp(n);
  const int last = contact.count - 1;
  const V2 p1 = contact.points[0].anchor, p2 = contact.points[last].anchor;
  const auto arms = [&](V2 point, V2 direction, Real& arm_a, Real& arm_b) {
    a.arm = point, b.arm = point + d;
    arm_a = a.scaled(direction), arm_b = b.scaled(direction);
  };
  arms(p1, n, c.arm_a1[i], c.arm_b1[i]);
  arms(p2, n, c.arm_a2[i], c.arm_b2[i]);
  arms(Real(0.5) * (p1 + p2), t, c.arm_at[i], c.arm_bt[i]);
  const Real a1 = c.arm_a1[i], b1 = c.arm_b1[i], a2 = c.arm_a2[i], b2 = c.arm_b2[i];
  const Real at = c.arm_at[i], bt = c.arm_bt[i];
  c.nx[i] = n.x, c.ny[i] = n.y;
  c.mass1[i] = inverse_or_zero(coupling(a, b, n, n, a1, a1, b1, b1));
  c.mass_t[i] = inverse_or_zero(coupling(a, b, t, t, at, at, bt, bt));
  c.k1t[i] = coupling(a, b, n, t, a1, at, b1, bt);
  c.separation1[i] = contact.points[0].separation;
  if (contact.count == 2) {
    c.mass2[i] = inverse_or_zero(coupling(a, b, n, n, a2, a2, b2, b2));
    c.k12[i] = coupling(a, b, n, n, a1, a2, b1, b2);
    c.k2t[i] = coupling(a, b, n, t, a2, at, b2, bt);
    c.separation2[i] = contact.points[1].separation;
  }
  c.friction[i] = pair.friction;
  c.free_ax[i] = a.free_x, c.free_ay[i] = a.free_y, c.free_bx[i] = b.free_x, c.free_by[i] = b.free_y;
  c.locks |= a.free_x + a.free_y + b.free_x + b.free_y < 4;
  c.push_speed[i] = tolerance::push_out_extents_per_second * pair.slop / tolerance::slop_fraction;
}

/// The last step's impulses, point by point where the features are the same.
void warm_start(ConstraintBlock& c, int i, const ContactGeometry& contact, const ContactRecord& old) {
  Real* impulse[2] = {&c.impulse1[i], &c.impulse2[i]};
  for (int p = 0; p < contact.count; ++p) {
    for (int q = 0; q < old.count; ++q) {
      if (old.feature[q] == contact.points[p].key) *impulse[p] = old.normal_impulse[q];
    }
  }
  c.impulse_t[i] = old.friction_impulse;
}

Side side(const Bodies& bodies, Rank rank) {
  const BodyMass& mass = bodies.mass[rank];
  const Locks& locks = bodies.flags[rank].locks;
  Side s;
  const bool pushed = moves(bodies.flags[rank]);
  s.inverse_mass = pushed ? mass.inverse_mass : Real(0);
  s.gyration = pushed ? (mass.inverse_inertia > 0 ? mass.gyration : Real(0)) : Real(1);  // 0: cannot turn
  s.free_x = locks.x ? Real(0) : Real(1);
  s.free_y = locks.y ? Real(0) : Real(1);
  return s;
}

}  // namespace

void Solver::fill_blocks(const WorldState& world, const PairSet& pairs, Real h) {
  for (ConstraintBlock& block : blocks_) block = {};
  std::size_t next[group_count];
  for (int group = 0; group < group_count; ++group) next[group] = group_begin_[group] * block_size;
  const Real hertz = tolerance::contact_frequency / h;
  const Softness between = soft(hertz, tolerance::contact_damping_ratio, h);
  const Softness against_fixed = soft(2 * hertz, tolerance::contact_damping_ratio, h);
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const NearPair& pair = pairs.near[contact_[k]];
    const std::size_t place = next[group_[k]];
    next[group_[k]] += shares_blocks(group_[k]) ? 1 : block_size;
    place_[contact_[k]] = static_cast<std::uint32_t>(place);
    ConstraintBlock& c = blocks_[place / block_size];
    const int i = static_cast<int>(place % block_size);
    c.used = i + 1;
    c.a[i] = body_of_rank_[pair.body_a], c.b[i] = body_of_rank_[pair.body_b];
    const Side a = side(world.bodies, pair.body_a), b = side(world.bodies, pair.body_b);
    fill_lane(c, i, pair, pairs.geometry[contact_[k]], a, b, pairs.input[contact_[k]].d);
    c.surface_speed[i] = material_of(world, pair.key.a, pair.key.part_a).surface_speed +
                         material_of(world, pair.key.b, pair.key.part_b).surface_speed;
    const Softness& softness = a.inverse_mass > 0 && b.inverse_mass > 0 ? between : against_fixed;
    c.bias_rate[i] = softness.bias_rate;
    c.mass_scale[i] = softness.mass_scale;
    c.impulse_scale[i] = softness.impulse_scale;
    if (pair.old != none) warm_start(c, i, pairs.geometry[contact_[k]], world.contacts[pair.old]);
  }
}

void Solver::prepare(const WorldState& world, const PairSet& pairs, Real dt, std::vector<Motion>& motion) {
  contact_.clear();
  place_.assign(pairs.near.size(), none);
  for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
    if (pairs.near[i].solve) contact_.push_back(i);
  }
  const Real h = dt / static_cast<Real>(world.settings.substeps);
  collect_bodies(world, pairs, h, motion);
  find_unsettled(world, pairs);
  pinches_.find(pairs, contact_, body_of_rank_, &bodies_.velocity[0].x);
  colour_contacts(world, pairs);
  fill_blocks(world, pairs, h);
  pinches_.build(contact_, place_, blocks_, &bodies_.velocity[0].x);
}

// Let b be a body's velocity in a sub-step before any contact acted, and v the one the sub-step ended with. Then v - b
// is what all accumulated impulses of its contacts make of it, which is just what a warm start of the next sub-step
// would apply: no pass over the contacts is needed for that.
void Solver::integrate_velocities(const WorldState& world, Real h, bool first) {
  bodies_.start.resize(bodies_.size()), bodies_.driven.resize(bodies_.size());
  const bool hook = world.settings.force_hook.function != nullptr;
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    SolverBodies::Velocity& v = bodies_.velocity[i];
    SolverBodies::Velocity& b = bodies_.base[i];
    const SolverBodies::Drive drive = hook ? hooked(world, bodies_, i) : bodies_.drive[i];
    bodies_.start[i] = v, bodies_.driven[i] = drive;
    const SolverBodies::Velocity next{drive.linear_keep * (v.x + h * drive.x), drive.linear_keep * (v.y + h * drive.y),
                                      drive.angular_keep * (v.turn + h * drive.turn), v.inverse_mass};
    if (first) {
      v = next;
    } else {
      v = {next.x + (v.x - b.x), next.y + (v.y - b.y), next.turn + (v.turn - b.turn), v.inverse_mass};
    }
    b = next;
  }
}

// With the velocity that the contacts were solved for.
void Solver::integrate_positions(Real h) {
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const SolverBodies::Velocity& v = bodies_.velocity[i];
    SolverBodies::Position& p = bodies_.position[i];
    p.x += h * v.x;
    p.y += h * v.y;
    p.turn += h * v.turn;
  }
}

// Under constant acceleration it is the mean of the old and the new velocity that moves a body: free fall would
// otherwise come out as much too long as a slide with friction too short, by v h / 2. Velocities that change by far
// more than what drives the body makes of them are being stopped, and the new one is right.
void Solver::straighten(Real h) {
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const SolverBodies::Velocity &v = bodies_.velocity[i], &start = bodies_.start[i];
    const SolverBodies::Drive& drive = bodies_.driven[i];
    const V2 change{start.x - v.x, start.y - v.y};
    const Real most = smooth_changes * h;
    if (length_squared(change) > most * most * (drive.x * drive.x + drive.y * drive.y)) continue;
    SolverBodies::Position& p = bodies_.position[i];
    p.x += (h / 2) * change.x;
    p.y += (h / 2) * change.y;
    p.turn += (h / 2) * (start.turn - v.turn);
  }
}

void Solver::solve(WorldState& world, Real dt, std::vector<Motion>& motion, EnergyBooks* books) {
  if (contact_.empty()) return;
  static constexpr auto solve_kernel = BANKSHOT_PER_WIDTH(solve_blocks);
  static constexpr auto warm_start_kernel = BANKSHOT_PER_WIDTH(warm_start_blocks);
  const Width width = active_width();
  const int substeps = world.settings.substeps;
  const Real h = dt / static_cast<Real>(substeps);
  const SolverArrays arrays{&bodies_.velocity[0].x, &bodies_.position[0].x};
  const std::size_t kernel_blocks = group_begin_[pinch_group];
  const auto solve_all = [&](bool bias) {
    solve_kernel[width](blocks_.data(), kernel_blocks, arrays, 1 / h, bias);
    pinches_.solve(blocks_, arrays, 1 / h, bias);
  };
  for (std::size_t i = 1; books != nullptr && i < bodies_.size(); ++i) books->begin_substeps(bodies_.rank[i], true);
  for (int substep = 0; substep < substeps; ++substep) {
    integrate_velocities(world, h, substep == 0);
    if (substep == 0) {
      warm_start_kernel[width](blocks_.data(), kernel_blocks, arrays);
      pinches_.warm_start(blocks_, arrays);
    }
    for (int pass = 0; pass < tolerance::settling_passes && unsettled_blocks_ > 0; ++pass) {
      solve_kernel[width](blocks_.data(), unsettled_blocks_, arrays, 1 / h, true);
    }
    solve_all(true);
    integrate_positions(h);
    solve_all(false);
    straighten(h);
    if (books != nullptr) book_substep(h, *books);
  }
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const Rank rank = bodies_.rank[i];
    const Real gyration = bodies_.drive[i].gyration;
    const SolverBodies::Velocity& v = bodies_.velocity[i];
    const SolverBodies::Position& p = bodies_.position[i];
    world.bodies.velocity[rank].linear = {v.x, v.y};
    world.bodies.velocity[rank].angular = v.turn / gyration;
    world.bodies.velocity_remainder[rank] = {};
    motion[rank].displacement = {p.x, p.y};
    motion[rank].turn = p.turn / gyration;
  }
}

void Solver::impulses(std::size_t near_pair, ContactRecord& record) const {
  const std::uint32_t place = place_[near_pair];
  if (place == none) return;
  const ConstraintBlock& c = blocks_[place / block_size];
  const std::size_t i = place % block_size;
  record.normal_impulse[0] = c.impulse1[i];
  record.normal_impulse[1] = c.impulse2[i];
  record.friction_impulse = c.impulse_t[i];
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
