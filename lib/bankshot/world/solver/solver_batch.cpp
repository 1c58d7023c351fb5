#include <bankshot/world/solver/solver_batch.hpp>

#include <bankshot/math/decay.hpp>
#include <bankshot/simd/width.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/force_hook.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/pairs/contracts.hpp>

#include <algorithm>

#define BANKSHOT_KERNEL <bankshot/world/solver/solver_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The acceleration of a solver body, including the force hook's, in the solver's units. The hook is not called for an
/// immovable body.
SolverBodies::Drive hooked(const WorldState& world, const SolverBodies& bodies, Rank rank, std::size_t i, Real h) {
  SolverBodies::Drive drive = bodies.drive[i];
  const SolverBodies::Velocity& v = bodies.velocity[i];
  if (v.inverse_mass == 0) return drive;
  const SolverBodies::Position& p = bodies.position[i];
  const BodyForces& forces = world.bodies.forces[rank];
  Drift other;
  other.linear = acceleration(world.bodies.mass[rank], forces, world.bodies.flags[rank], plain(world.settings.gravity),
                              other.angular);
  const Drift pull = ask_force_hook(world, rank, world.bodies.pose[rank].centre + V2{p.x, p.y},
                                    {{v.x, v.y}, v.turn / bodies.gyration[i]}, other, h);
  const Decay linear = decay_of(forces.linear_damping, h), angular = decay_of(forces.angular_damping, h);
  drive.x += linear.share * pull.linear.x;
  drive.y += linear.share * pull.linear.y;
  drive.turn += angular.share * pull.angular * bodies.gyration[i];
  return drive;
}

/// This many times block_size bodies fit into the nearest cache, with all data that moves them.
constexpr std::size_t bodies_at_once = 16;

/// The bodies from begin to end, in units of block_size.
BodyArrays part_of(const BodyArrays& all, std::size_t begin, std::size_t end) {
  const std::size_t from = 4 * block_size * begin;
  return {std::min(block_size * end, all.count) - block_size * begin,
          all.velocity + from,
          all.base + from,
          all.start + from,
          all.position + from,
          all.drive + from,
          all.keep + from,
          all.curve != nullptr ? all.curve + block_size * begin : nullptr};
}

/// Calls work(some) for parts of all bodies.
template <class Work>
void each_body(const BodyArrays& all, const ThreadTeam& team, Work&& work) {
  if (team.size() == 1 && all.count <= block_size * bodies_at_once) return work(all);
  team.ranges(filled_up(all.count) / block_size, least_bodies / block_size, [&](const Range& range) {
    for (std::size_t i = range.begin; i < range.end; i += bodies_at_once) {
      work(part_of(all, i, std::min(i + bodies_at_once, range.end)));
    }
  });
}

/// Sets how far contacts with turning normals are along their arcs after `done` of `count` sub-steps of length `h`, and
/// their target speed after `then`. Both passes solve for the velocity at the end of the sub-step. A body moves by the
/// mean of that and the previous one, but only once both passes are done: in the second one, contacts are where the
/// last velocity alone took them, ahead by half of the change by turning.
void set_turned(int done, int then, int count, Real h, SolverArrays& arrays) {
  const Real share = static_cast<Real>(done) / static_cast<Real>(count);
  arrays.turn_way = share * (1 - share) * (static_cast<Real>(count) * h);
  if (done == then) arrays.turn_way -= h / static_cast<Real>(count);
  const auto at = [&](int substep) { return 2 * static_cast<Real>(substep) / static_cast<Real>(count) - 1; };
  arrays.turn_share = at(then), arrays.bow_share = at(then) * at(then);
  arrays.bow_way = (1 + at(done) * at(done) * at(done)) * (static_cast<Real>(count) * h) / 6;
  if (done == then) arrays.bow_way += h / 2 * (arrays.bow_share - at(then - 1) * at(then - 1));
}

/// Coefficients of a damped spring that an implicit step of length h integrates without gaining energy.
Spring soft(Real hertz, Real damping_ratio, Real h) {
  const Real omega = 2 * Real(3.14159265358979323846L) * hertz;
  const Real a1 = 2 * damping_ratio + h * omega;
  const Real a2 = h * omega * a1;
  const Real a3 = 1 / (1 + a2);
  return {omega / a1, a2 * a3, a3};
}

/// Calls work(begin, end, width) for ranges of the blocks before `end`: group after group, and within one by all
/// threads of a team at the same time. Contacts without a colour come one after another, so in one lane.
template <class Work>
void colour_by_colour(const GroupTable& groups, std::size_t end, Width width, const ThreadTeam& team, Work&& work) {
  if (team.size() == 1) {
    std::size_t from = 0;
    for (const int group : {uncoloured(0), uncoloured(1)}) {
      const std::size_t count = blocks_of(groups, group), begin = groups.begin[group];
      if (count == 0 || begin >= end) continue;
      if (from < begin) work(from, begin, width);
      work(begin, begin + count, Width::scalar);
      from = begin + count;
    }
    if (from < end) work(from, end, width);
    return;
  }
  for (int group = 0; group < group_count; ++group) {
    const std::size_t first = groups.begin[group], count = blocks_of(groups, group);
    if (count == 0) continue;
    if (first >= end) break;
    const int chunks = side_by_side(group) ? team.chunks(count, least_blocks) : 1;
    team.each(chunks, [&](int chunk) {
      const Range range = range_of(count, chunk, chunks);
      work(first + range.begin, first + range.end, side_by_side(group) ? width : Width::scalar);
    });
  }
}

}  // namespace

void SolverBatch::prepare(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                          const SolverPlan::Batch& plan, TiedGroups& tied, const ThreadTeam& team, Real h) {
  const std::size_t count = plan.bodies.size() + 1;
  width_ = team.size() == 1 ? width_for(count, active_width()) : active_width();
  bodies_.load(world, plan.bodies, team, h);
  joints_.prepare(world, tied, plan, h, bodies_);
  table_.prepare(world, pairs, plan.bodies, bodies_, h);
  if (team.size() > 1) copies_.make(count, team, bodies_);
  const bool unsettled = unsettled_.find(pairs, work, plan, bodies_, h, team);
  unsettled_.find_shoved(pairs, work, plan, bodies_, h);
  stiff_groups_.find(pairs, work, plan, bodies_);
  const bool plain = !unsettled && !stiff_groups_.any() && !joints_.any();
  if (!plain || !plan.groups.plain) {
    colours_.choose(plan, bodies_, stiff_groups_, unsettled_.marks());
    plan.groups.plain = plain;
  }
  BANKSHOT_ASSERT_KEPT(colours_.fault(plan, bodies_));
  blocks_.fill(pairs, work, plan, bodies_, copies_, team);
  rolling_.prepare(world, pairs, work, plan, bodies_);
  tied_contacts_.prepare(plan, unsettled_.marks(), bodies_, joints_, blocks_);
  blocks_.find_curves(static_cast<Real>(world.settings.substeps) * h, bodies_);
  sag_ = tolerance::thinnest_falls * (h * h) * length(detail::plain(world.settings.gravity));
  const Real hertz = tolerance::contact_frequency / h;
  springs_ = {soft(hertz, tolerance::contact_damping_ratio, h), soft(2 * hertz, tolerance::contact_damping_ratio, h)};
  find_deep(plan);
  stiff_groups_.build(plan.groups.begin[stiff_group], blocks_.blocks(), springs_, arrays());
}

void SolverBatch::find_deep(const SolverPlan::Batch& plan) {
  static constexpr auto kernel = BANKSHOT_PER_WIDTH(find_deep);
  const SolverArrays all = arrays();
  // How far tied bodies give way to a load is known with their answers, later than this: so any of their depth may be
  // deep here.
  SpringPair unloaded = springs_;
  unloaded.between.impulse_scale = unloaded.against_fixed.impulse_scale = 0;
  const std::size_t tied = plan.groups.begin[tied_group];
  const auto find = [&](const ConstraintBlock* blocks, BlockTraits* traits, std::size_t count, Real* marks) {
    const bool any = kernel[blocks_.width()](blocks, traits, tied, all, springs_, marks);
    return kernel[blocks_.width()](blocks + tied, traits + tied, count - tied, all, unloaded,
                                   marks + 2 * block_size * tied) ||
           any;
  };
  if (blocks_.mark_deep(plan.groups.begin[stiff_group], find)) bodies_.push.resize(bodies_.padded());
}

SolverArrays SolverBatch::arrays() {
  return {&bodies_.velocity[0].x,     &bodies_.position[0].x, bodies_.push.empty() ? nullptr : &bodies_.push[0].x,
          &bodies_.frame[0].gyration, bodies_.locks,          sag_};
}

/// Computes the accelerations of the bodies in this sub-step, including the force hook's.
void SolverBatch::ask_hook(const WorldState& world, std::span<const Rank> ranks, const ThreadTeam& team, Real h) {
  team.ranges(ranks.size(), least_bodies, [&](const Range& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) {
      bodies_.hooked[i + 1] = hooked(world, bodies_, ranks[i], i + 1, h);
    }
  });
}

/// Moves deep bodies apart, for a sub-step.
void SolverBatch::push_apart(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays,
                             const BodyArrays& all, Real h) {
  static constexpr auto push_kernel = BANKSHOT_PER_WIDTH(push_blocks);
  static constexpr auto move_kernel = BANKSHOT_PER_WIDTH(move_bodies);
  team.ranges(bodies_.push.size(), least_bodies, [&](const Range& range) {
    for (std::size_t i = range.begin; i < range.end; ++i) bodies_.push[i] = {0, 0, 0, bodies_.velocity[i].inverse_mass};
  });
  tied_contacts_.begin_push();
  const auto push = [&](bool firm) {
    colour_by_colour(plan.groups, plan.groups.begin[tied_group], blocks_.width(), team,
                     [&](std::size_t from, std::size_t to, Width lanes) {
                       push_kernel[lanes](blocks_.blocks().data() + from, blocks_.traits().data() + from, to - from,
                                          blocks_.from(arrays, from), springs_, 1 / h, firm);
                     });
    push_tied(arrays, 1 / h, firm);
  };
  // Starts from zero, like unsettled contacts.
  for (int pass = 0; pass < tolerance::settling_passes; ++pass) push(false);
  if (stiff_groups_.any()) stiff_groups_.push_apart(blocks_.blocks(), arrays, 1 / h);
  // The push of many bodies goes through firm ones before those passes converge; so contacts with firm bodies come
  // last.
  push(true);
  BodyArrays pushed = all;
  pushed.velocity = arrays.push;
  each_body(pushed, team, [&](const BodyArrays& some) { move_kernel[width_](some, h); });
}

void SolverBatch::start_warm(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays,
                             EnergyRecorder* books) {
  static constexpr auto warm_start_kernel = BANKSHOT_PER_WIDTH(warm_start_blocks);
  colour_by_colour(plan.groups, plan.groups.begin[tied_group], blocks_.width(), team,
                   [&](std::size_t from, std::size_t to, Width lanes) {
                     warm_start_kernel[lanes](blocks_.blocks().data() + from, blocks_.traits().data() + from, to - from,
                                              arrays);
                   });
  stiff_groups_.warm_start(blocks_.blocks(), arrays);
  const std::size_t tied = plan.groups.begin[tied_group], stiff = plan.groups.begin[stiff_group];
  if (tied < stiff) {
    warm_start_kernel[Width::scalar](blocks_.blocks().data() + tied, blocks_.traits().data() + tied, stiff - tied,
                                     arrays);
  }
  if (books != nullptr) records_.note_warm_start(plan.bodies.size(), bodies_);
}

/// Solves the contacts of the blocks before `end`.
void SolverBatch::solve_some(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays,
                             std::size_t end, const Pass& pass) {
  static constexpr auto solve_kernel = BANKSHOT_PER_WIDTH(solve_blocks);
  colour_by_colour(plan.groups, end, blocks_.width(), team, [&](std::size_t from, std::size_t to, Width lanes) {
    solve_kernel[lanes](blocks_.blocks().data() + from, blocks_.traits().data() + from, to - from,
                        blocks_.from(arrays, from), springs_, pass.inverse_h, pass.bias, pass.under_way);
  });
}

/// Solves the contacts of tied bodies together.
void SolverBatch::solve_tied(const SolverArrays& arrays, TiedContacts::Which which, const Pass& pass) {
  static constexpr auto solve_kernel = BANKSHOT_PER_WIDTH(solve_one);
  tied_contacts_.settle(which, joints_, blocks_, bodies_.velocity, [&](std::uint32_t block, std::uint32_t lane) {
    ConstraintBlock& c = blocks_.blocks()[block];
    const std::array<Real, 3> before = {c.impulse1[lane], c.impulse2[lane], c.impulse_t[lane]};
    solve_kernel[Width::scalar](c, blocks_.traits()[block], static_cast<int>(lane), blocks_.from(arrays, block),
                                springs_, pass.inverse_h, pass.bias, pass.under_way);
    return std::array<Real, 3>{c.impulse1[lane] - before[0], c.impulse2[lane] - before[1],
                               c.impulse_t[lane] - before[2]};
  });
}

/// A pass of the push-out of deep contacts of tied bodies.
void SolverBatch::push_tied(const SolverArrays& arrays, Real inverse_h, bool firm) {
  static constexpr auto push_kernel = BANKSHOT_PER_WIDTH(push_one);
  tied_contacts_.push(joints_, blocks_, bodies_.push, [&](std::uint32_t block, std::uint32_t lane) {
    return push_kernel[Width::scalar](blocks_.blocks()[block], blocks_.traits()[block], static_cast<int>(lane),
                                      blocks_.from(arrays, block), springs_, inverse_h, firm);
  });
}

/// Further passes of the unsettled contacts.
void SolverBatch::settle(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays,
                         const Pass& pass) {
  for (int i = 0; i < tolerance::settling_passes && plan.groups.unsettled_blocks > 0; ++i) {
    solve_some(plan, team, arrays, plan.groups.unsettled_blocks, pass);
  }
  for (int i = 0; i < tolerance::settling_passes && tied_contacts_.any(); ++i) {
    solve_tied(arrays, TiedContacts::Which::unsettled, pass);
  }
}

/// Solves all contacts. Groups of tied bodies that are left to passes take turns with these.
void SolverBatch::solve_all(const SolverPlan::Batch& plan, const ThreadTeam& team, const SolverArrays& arrays,
                            const Pass& pass) {
  for (int turns = joints_.any_passes() ? tolerance::joint_turns : 0; turns >= 0; --turns) {
    solve_some(plan, team, arrays, plan.groups.begin[tied_group], pass);
    if (stiff_groups_.any()) stiff_groups_.solve(blocks_.blocks(), arrays, pass.inverse_h, pass.bias);
    solve_tied(arrays, TiedContacts::Which::all, pass);
    if (turns > 0) joints_.project(bodies_);
  }
}

void SolverBatch::solve(const WorldState& world, const SolverPlan::Batch& plan, const ThreadTeam& team, Real h,
                        EnergyRecorder* books) {
  static constexpr auto accelerate_kernel = BANKSHOT_PER_WIDTH(accelerate_bodies);
  static constexpr auto move_kernel = BANKSHOT_PER_WIDTH(move_bodies);
  static constexpr auto straighten_kernel = BANKSHOT_PER_WIDTH(straighten_paths);
  const Width width = width_;
  const bool hook = world.settings.force_hook.function != nullptr;
  const bool driven = hook || table_.any();                            // anew in each sub-step
  const bool looked_at = driven || books != nullptr || joints_.any();  // between two sub-steps
  bodies_.hooked.clear();
  if (driven) bodies_.hooked = bodies_.drive;
  SolverArrays arrays = this->arrays();
  const BodyArrays all{bodies_.padded(),       arrays.velocity,
                       &bodies_.base[0].x,     &bodies_.start[0].x,
                       &bodies_.position[0].x, driven ? &bodies_.hooked[0].x : &bodies_.drive[0].x,
                       &bodies_.keep[0].x,     bodies_.curve.empty() ? nullptr : bodies_.curve.data()};
  bool under_way = false;
  const auto settle = [&](bool bias) { this->settle(plan, team, arrays, {1 / h, bias, under_way}); };
  const auto solve_all = [&](bool bias) { this->solve_all(plan, team, arrays, {1 / h, bias, under_way}); };
  for (const Rank rank : plan.bodies) {
    if (books != nullptr) books->begin_substeps(rank, true);
  }
  for (int substep = 0; substep < world.settings.substeps; ++substep) {
    if (hook) ask_hook(world, plan.bodies, team, h);
    table_.begin_substep(hook, bodies_);
    if (substep == 0 || looked_at) {
      each_body(all, team, [&](const BodyArrays& some) { accelerate_kernel[width](some, h, substep == 0); });
    }
    if (substep == 0) start_warm(plan, team, arrays, books);
    if (joints_.any()) {
      joints_.begin_substep(tied_contacts_.own_changes(blocks_, bodies_), bodies_, substep == 0);
      tied_contacts_.begin_substep(bodies_, joints_, blocks_, to_double(h));
    }
    set_turned(substep, substep + 1, world.settings.substeps, h, arrays);
    table_.solve(bodies_), rolling_.solve(blocks_, bodies_);
    settle(true);
    solve_all(true);
    if (blocks_.any_deep()) push_apart(plan, team, arrays, all, h);
    each_body(all, team, [&](const BodyArrays& some) { move_kernel[width](some, h); });
    if (joints_.any()) joints_.note_way(bodies_);
    under_way = true;
    set_turned(substep + 1, substep + 1, world.settings.substeps, h, arrays);
    table_.solve(bodies_), rolling_.solve(blocks_, bodies_);
    solve_all(false);
    settle(false);
    if (substep == 0) unsettled_.exchange_starts(bodies_);
    const bool go_on = !looked_at && substep + 1 < world.settings.substeps;
    each_body(all, team, [&](const BodyArrays& some) {
      straighten_kernel[width](some, h);
      if (go_on) accelerate_kernel[width](some, h, false);  // begins the next sub-step
    });
    if (substep == 0 && books != nullptr) unsettled_.exchange_starts(bodies_);  // the recorder gets the real ones
    if (joints_.any()) joints_.advance(tied_contacts_.own_changes(blocks_, bodies_), bodies_);
    if (books != nullptr) book_substep(world, plan.bodies, h, *books);
  }
}

void SolverBatch::book_substep(const WorldState& world, std::span<const Rank> ranks, Real h, EnergyRecorder& books) {
  table_.exchange(bodies_);  // friction on a table is booked as such
  records_.book_substep(world, ranks, bodies_, blocks_, joints_, table_, rolling_, h, books);
  table_.exchange(bodies_);
}

void SolverBatch::write(WorldState& world, const SolverWork& work, const SolverPlan::Batch& plan,
                        const ThreadTeam& team, std::vector<Motion>& motion, ContactPairs& pairs) const {
  joints_.note_joints(world);
  team.ranges(plan.bodies.size(), least_bodies, [&](const Range& range) {
    for (std::size_t i = range.begin + 1; i <= range.end; ++i) {
      if (!bodies_.is(static_cast<std::uint32_t>(i), SolverBodies::moved)) continue;
      const Rank rank = plan.bodies[i - 1];
      const Real gyration = bodies_.gyration[i];
      const SolverBodies::Velocity& v = bodies_.velocity[i];
      const SolverBodies::Position& p = bodies_.position[i];
      world.bodies.velocity[rank].linear = {v.x, v.y};
      world.bodies.velocity[rank].angular = v.turn / gyration;
      world.bodies.velocity_remainder[rank] = {};
      motion[rank].displacement = {p.x, p.y};
      motion[rank].turn = p.turn / gyration;
      const auto pushes = [](const SolverBodies::Velocity& w) { return w.x != 0 || w.y != 0 || w.turn != 0; };
      motion[rank].pushed = blocks_.any_deep() && pushes(bodies_.push[i]);
    }
  });
  blocks_.write(work, plan, team, pairs);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
