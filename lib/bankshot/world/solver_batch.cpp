#include <bankshot/tolerance.hpp>
#include <bankshot/world/solver_batch.hpp>

#include <bankshot/simd/width.hpp>
#include <bankshot/world/energy_books.hpp>

#include <algorithm>
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

void fill_frame(const Bodies& bodies, Rank rank, SolverBodies::Frame& frame) {
  const BodyMass& mass = bodies.mass[rank];
  const Locks& locks = bodies.flags[rank].locks;
  if (moves(bodies.flags[rank])) frame.gyration = mass.inverse_inertia > 0 ? mass.gyration : Real(0);
  frame.free_x = locks.x ? Real(0) : Real(1);
  frame.free_y = locks.y ? Real(0) : Real(1);
}

}  // namespace

void BodyPlaces::begin(std::size_t bodies) {
  if (stamp_of_.size() != bodies || ++stamp_ == 0) {
    stamp_of_.assign(bodies, 0);
    place_.resize(bodies);
    stamp_ = 1;
  }
}

/// Makes a solver body of a body that is not fixed.
std::uint32_t SolverBatch::add_body(const WorldState& world, Rank rank, Real h) {
  const Bodies& all = world.bodies;
  const BodyFlags& flags = all.flags[rank];
  const auto place = static_cast<std::uint32_t>(bodies_.rank.size());
  const BodyMass& mass = all.mass[rank];
  const BodyForces& forces = all.forces[rank];
  const BodyVelocity& v = all.velocity[rank];
  const bool pushed = moves(flags);
  SolverBodies::Drive& drive = bodies_.drive.emplace_back();
  drive.gyration = pushed && mass.gyration > 0 ? mass.gyration : Real(1);
  if (pushed) {
    Real angular = 0;
    const V2 a = acceleration(mass, forces, flags, plain(world.settings.gravity), angular);
    drive.x = a.x, drive.y = a.y, drive.turn = angular * drive.gyration;
    drive.linear_keep = 1 / (1 + h * forces.linear_damping);
    drive.angular_keep = 1 / (1 + h * forces.angular_damping);
  }
  const Real inverse_mass = pushed ? mass.inverse_mass : Real(0);
  const bool pulled = world.settings.force_hook.function != nullptr || drive.x != 0 || drive.y != 0;
  bodies_.rank.push_back(rank);
  SolverBodies::Velocity& velocity = bodies_.velocity.emplace_back();
  velocity.x = v.linear.x, velocity.y = v.linear.y;
  velocity.turn = v.angular * drive.gyration, velocity.inverse_mass = inverse_mass;
  fill_frame(all, rank, bodies_.frame.emplace_back());
  marks_.push_back(static_cast<std::uint8_t>((pushed ? moved : 0) | (inverse_mass > 0 && pulled ? driven : 0)));
  locks_ |= flags.locks.x || flags.locks.y;
  return place;
}

void SolverBatch::collect_bodies(const WorldState& world, const PairSet& pairs, Real h, BodyPlaces& places) {
  places.begin(world.bodies.size());
  bodies_.rank.assign(1, none);
  bodies_.velocity.assign(1, {});
  bodies_.drive.assign(1, {});
  bodies_.frame.assign(1, {});
  marks_.assign(1, 0);
  locks_ = false;
  contact_.clear(), ends_.clear();
  const auto place_of = [&](Rank rank) {
    std::uint32_t& place = places.of(rank);
    if (place == 0 && world.bodies.flags[rank].type != BodyType::fixed) place = add_body(world, rank, h);
    return place;
  };
  for (const std::uint32_t member : members_) {
    const RankPair& ranks = pairs.solved_bodies[member];
    contact_.push_back(pairs.solved[member]);
    const std::uint32_t a = place_of(ranks.a);
    ends_.push_back({a, place_of(ranks.b)});
  }
  bodies_.position.assign(bodies_.size(), {});
  bodies_.base.assign(bodies_.size(), {});
}

// The impulses of a pile that was set up at once, or that just came down, are not known from the step before. Where
// every contact of a body is new, the load that it bears is, too; a body in an older pile passes on what that bears
// already. What no force drives bears no load. All this is known of a contact from its own two bodies: what is
// elsewhere in the world has no part in it.
void SolverBatch::find_unsettled(const PairSet& pairs) {
  for (std::size_t i = 0; i < contact_.size(); ++i) {
    if (pairs.near[contact_[i]].age < tolerance::settling_steps) continue;
    for (const std::uint32_t body : {ends_[i].a, ends_[i].b}) {
      if (bodies_.velocity[body].inverse_mass > 0) marks_[body] |= settled;
    }
  }
  unsettled_.clear();
  for (const ContactBodies& ends : ends_) {
    const int marks = marks_[ends.a] | marks_[ends.b];
    unsettled_.push_back((marks & settled) == 0 && (marks & driven) != 0);
  }
}

// Greedy colours in the order of the contacts, that is of (rank, rank): each contact takes the first colour that
// neither of its moving bodies has. Which one depends on the contacts it is connected with and on nothing else in the
// world.
void SolverBatch::colour_contacts() {
  colours_of_.assign(bodies_.size(), 0);
  group_.clear();
  std::fill(std::begin(group_size_), std::end(group_size_), std::size_t{0});
  for (std::size_t k = 0; k < ends_.size(); ++k) {
    const auto [a, b] = ends_[k];
    const bool moves_a = (marks_[a] & moved) != 0, moves_b = (marks_[b] & moved) != 0;
    const std::uint64_t used = (moves_a ? colours_of_[a] : 0) | (moves_b ? colours_of_[b] : 0);
    const int colour = std::countr_one(used | (std::uint64_t{1} << colour_count)) > colour_count
                           ? colour_count
                           : std::countr_one(used);
    if (pinches_.has(k)) {
      group_.push_back(pinch_group);
      ++group_size_[pinch_group];
      continue;
    }
    if (colour < colour_count) {
      if (moves_a) colours_of_[a] |= std::uint64_t{1} << colour;
      if (moves_b) colours_of_[b] |= std::uint64_t{1} << colour;
    }
    const int group = unsettled_[k] ? colour : layer_size + colour;
    group_.push_back(static_cast<std::uint8_t>(group));
    ++group_size_[group];
  }
  std::size_t blocks = 0;
  for (int group = 0; group < group_count; ++group) {
    if (group == layer_size) unsettled_blocks_ = blocks;
    group_begin_[group] = blocks;
    const std::size_t size = group_size_[group];
    blocks += shares_blocks(group) ? (size + block_size - 1) / block_size : size;
  }
  blocks_.resize(blocks);
}

namespace {

/// Coefficients of a damped spring that an implicit step of length h integrates without gaining energy.
Spring soft(Real hertz, Real damping_ratio, Real h) {
  const Real omega = 2 * Real(3.14159265358979323846L) * hertz;
  const Real a1 = 2 * damping_ratio + h * omega;
  const Real a2 = h * omega * a1;
  const Real a3 = 1 / (1 + a2);
  return {omega / a1, a2 * a3, a3};
}

/// Writes what there is to know of one contact's geometry into lane `i` of a block; see prepare_blocks.
void write_geometry(ConstraintBlock& c, int i, const ContactGeometry& contact, V2 d) {
  const ContactPoint &first = contact.points[0], &last = contact.points[contact.count - 1];
  c.nx[i] = contact.normal.x, c.ny[i] = contact.normal.y;
  c.arm_a1[i] = first.anchor.x, c.arm_b1[i] = first.anchor.y;
  c.arm_a2[i] = last.anchor.x, c.arm_b2[i] = last.anchor.y;
  c.arm_at[i] = d.x, c.arm_bt[i] = d.y;
  const bool two = contact.count == 2;
  c.mass2[i] = two ? Real(1) : Real(0);
  c.separation1[i] = first.separation;
  c.separation2[i] = two ? last.separation : Real(0);
}

/// The last step's impulses, point by point where the features are the same. `old` may be null.
void write_warm_start(ConstraintBlock& c, int i, const ContactGeometry& contact, const ContactRecord* old) {
  Real impulse[2] = {};
  for (int p = 0; old != nullptr && p < contact.count; ++p) {
    for (int q = 0; q < old->count; ++q) {
      if (old->feature[q] == contact.points[p].key) impulse[p] = old->normal_impulse[q];
    }
  }
  c.impulse1[i] = impulse[0], c.impulse2[i] = impulse[1];
  c.impulse_t[i] = old != nullptr ? old->friction_impulse : Real(0);
}

}  // namespace

// Places that hold no contact name body 0 and hold zeros; all others are written over.
void SolverBatch::clear_unused() {
  for (int group = 0; group < group_count; ++group) {
    if (group_size_[group] == 0) continue;
    if (!shares_blocks(group)) {
      for (std::size_t i = 0; i < group_size_[group]; ++i) blocks_[group_begin_[group] + i] = {};
    } else if (group_size_[group] % block_size != 0) {
      blocks_[group_begin_[group] + group_size_[group] / block_size] = {};
    }
  }
}

void SolverBatch::fill_blocks(const WorldState& world, const PairSet& pairs, Real h) {
  static constexpr auto prepare_kernel = BANKSHOT_PER_WIDTH(prepare_blocks);
  clear_unused();
  std::size_t next[group_count];
  for (int group = 0; group < group_count; ++group) next[group] = group_begin_[group] * block_size;
  place_.resize(contact_.size());
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const NearPair& pair = pairs.near[contact_[k]];
    const ContactGeometry& contact = pairs.geometry[contact_[k]];
    const std::size_t place = next[group_[k]];
    next[group_[k]] += shares_blocks(group_[k]) ? 1 : block_size;
    place_[k] = static_cast<std::uint32_t>(place);
    ConstraintBlock& c = blocks_[place / block_size];
    const int i = static_cast<int>(place % block_size);
    c.used = i + 1;
    c.locks = locks_;
    c.a[i] = ends_[k].a, c.b[i] = ends_[k].b;
    write_geometry(c, i, contact, pairs.input[contact_[k]].d);
    c.friction[i] = pair.friction;
    c.push_speed[i] = tolerance::push_out_extents_per_second * pair.slop / tolerance::slop_fraction;
    c.surface_speed[i] = pair.surface_speed;
    write_warm_start(c, i, contact, pair.old != none ? &world.contacts[pair.old] : nullptr);
  }
  const Real hertz = tolerance::contact_frequency / h;
  const SpringPair springs{soft(hertz, tolerance::contact_damping_ratio, h),
                           soft(2 * hertz, tolerance::contact_damping_ratio, h)};
  prepare_kernel[active_width()](blocks_.data(), blocks_.size(), &bodies_.velocity[0].x, &bodies_.frame[0].gyration,
                                 springs);
}

void SolverBatch::prepare(const WorldState& world, const PairSet& pairs, std::span<const std::uint32_t> members, Real h,
                          BodyPlaces& places) {
  members_.assign(members.begin(), members.end());
  collect_bodies(world, pairs, h, places);
  find_unsettled(pairs);
  pinches_.find(pairs, contact_, ends_, &bodies_.velocity[0].x);
  colour_contacts();
  fill_blocks(world, pairs, h);
  pinches_.build(place_, blocks_, &bodies_.velocity[0].x);
}

// Let b be a body's velocity in a sub-step before any contact acted, and v the one the sub-step ended with. Then v - b
// is what all accumulated impulses of its contacts make of it, which is just what a warm start of the next sub-step
// would apply: no pass over the contacts is needed for that.
void SolverBatch::integrate_velocities(const WorldState& world, Real h, bool first) {
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
void SolverBatch::integrate_positions(Real h) {
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
void SolverBatch::straighten(Real h) {
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

void SolverBatch::solve(const WorldState& world, Real h, EnergyBooks* books) {
  static constexpr auto solve_kernel = BANKSHOT_PER_WIDTH(solve_blocks);
  static constexpr auto warm_start_kernel = BANKSHOT_PER_WIDTH(warm_start_blocks);
  const Width width = active_width();
  const int substeps = world.settings.substeps;
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
      if (books != nullptr) note_shaken();
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
}

void SolverBatch::write(WorldState& world, std::vector<Motion>& motion, std::vector<ContactImpulses>& impulses) const {
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    if ((marks_[i] & moved) == 0) continue;
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
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const ConstraintBlock& c = blocks_[place_[k] / block_size];
    const std::size_t i = place_[k] % block_size;
    impulses[members_[k]] = {c.impulse1[i], c.impulse2[i], c.impulse_t[i]};
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
