#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/pairs/contracts.hpp>
#include <bankshot/world/solver/solver_batch.hpp>

#include <bankshot/math/cpp20.hpp>
#include <bankshot/math/decay.hpp>
#include <bankshot/simd/width.hpp>
#include <bankshot/world/bodies/force_hook.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>

#include <algorithm>
#include <bit>
#include <utility>

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

}  // namespace

namespace {

/// Rounds up to whole vectors of lanes, and whole cache lines.
constexpr std::size_t filled_up(std::size_t bodies) { return (bodies + block_size - 1) / block_size * block_size; }

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

template <class T>
void add_copies(std::vector<T>& values, std::span<const std::uint32_t> places) {
  const std::size_t old = values.size();
  values.resize(old + filled_up(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) values[old + i] = values[places[i]];
  for (std::size_t i = old + places.size(); i < values.size(); ++i) values[i] = {};
}

}  // namespace

void SolverBodies::resize(std::size_t count, std::size_t room) {
  frame.resize(room), velocity.resize(room), base.resize(room), start.resize(room);
  drive.resize(room), keep.resize(room), gyration.resize(room);
  position.assign(room, {});
  for (std::size_t i = count; i < room; ++i) velocity[i] = {}, drive[i] = {}, keep[i] = {};
}

std::size_t SolverBodies::add(std::span<const std::uint32_t> bodies) {
  const std::size_t first = padded();
  add_copies(frame, bodies), add_copies(velocity, bodies), add_copies(base, bodies), add_copies(start, bodies);
  add_copies(drive, bodies), add_copies(keep, bodies), add_copies(gyration, bodies), add_copies(position, bodies);
  return first;
}

/// Loads a body that is not fixed as a solver body. Returns true if it has a locked direction.
bool SolverBatch::load_body(const WorldState& world, Rank rank, std::size_t place, Real h) {
  const Bodies& all = world.bodies;
  const BodyFlags& flags = all.flags[rank];
  const BodyMass& mass = all.mass[rank];
  const BodyForces& forces = all.forces[rank];
  const BodyVelocity& v = all.velocity[rank];
  const bool pushed = gives_way(flags);
  const Real gyration = pushed && mass.gyration > 0 ? mass.gyration : Real(1);
  const Real inverse_mass = pushed ? mass.inverse_mass : Real(0);
  Real angular = 0;
  V2 a;
  Decay linear, turning_decay;
  if (pushed) {
    a = acceleration(mass, forces, flags, plain(world.settings.gravity), angular);
    linear = decay_of(forces.linear_damping, h), turning_decay = decay_of(forces.angular_damping, h);
  }
  bodies_.gyration[place] = gyration;
  bodies_.drive[place] = {linear.share * a.x, linear.share * a.y, turning_decay.share * (angular * gyration), 0};
  bodies_.keep[place] = {linear.keep, linear.keep, turning_decay.keep, 1};
  bodies_.velocity[place] = {v.linear.x, v.linear.y, v.angular * gyration, inverse_mass};
  const Real turning = !pushed ? Real(1) : mass.inverse_inertia > 0 ? mass.gyration : Real(0);
  bodies_.frame[place] = {turning, flags.locks.x ? Real(0) : Real(1), flags.locks.y ? Real(0) : Real(1), inverse_mass};
  const bool pulled = world.settings.force_hook.function != nullptr || a.x != 0 || a.y != 0;
  marks_[place] = static_cast<std::uint8_t>((pushed ? moved : 0) | (inverse_mass > 0 && pulled ? driven : 0) |
                                            (!pushed && moving(v) ? mover : 0));
  return flags.locks.x || flags.locks.y;
}

void SolverBatch::load_bodies(const WorldState& world, std::span<const Rank> ranks, const ThreadTeam& team, Real h) {
  const std::size_t count = ranks.size() + 1;
  body_width_ = team.size() == 1 ? width_for(count, active_width()) : active_width();
  bodies_.resize(count, team.size() == 1 ? whole_vectors(count, body_width_) : filled_up(count));
  marks_.resize(bodies_.padded());
  bodies_.gyration[0] = 1;
  bodies_.drive[0] = {}, bodies_.keep[0] = {}, bodies_.velocity[0] = {}, bodies_.frame[0] = {};
  marks_[0] = 0;
  locks_ = team.any_range(ranks.size(), least_bodies, [&](const Range& range) {
    bool locks = false;
    for (std::size_t i = range.begin; i < range.end; ++i) locks |= load_body(world, ranks[i], i + 1, h);
    return locks;
  });
  if (team.size() > 1) copy_unmoved(ranks.size() + 1, team);
}

/// Every contact writes to both its bodies, even if nothing changes: so all pieces but the first get copies.
void SolverBatch::copy_unmoved(std::size_t bodies, const ThreadTeam& team) {
  unmoved_.clear();
  copy_of_.resize(bodies);
  const std::size_t first = bodies_.padded();
  for (std::uint32_t body = 0; body < bodies; ++body) {
    if ((marks_[body] & moved) != 0) continue;
    copy_of_[body] = static_cast<std::uint32_t>(first + unmoved_.size());
    unmoved_.push_back(body);
  }
  copies_ = static_cast<std::uint32_t>(filled_up(unmoved_.size()));
  for (int piece = 1; piece < team.size(); ++piece) bodies_.add(unmoved_);
}

// Greedy colours in the order of the contacts, that is of (rank, rank): each contact takes the first colour that
// neither of its moving bodies has. The colour depends on the connected contacts and on nothing else in the world.
//
// A contact with an immovable body comes after all others of its body. A pass leaves the contact that it solves last
// exact; the others keep a part of the push-out as a velocity. If the contact at the floor kept such a velocity, a
// tower of two or three boxes would sway, ever more, and never come to rest.
void SolverBatch::colour_contacts(const SolverPlan::Batch& plan) {
  colours_of_.assign(plan.bodies.size() + 1, 0);
  group_.resize(plan.ends.size());
  GroupTable& groups = plan.groups;
  groups = {};
  groups.first = group_count;
  const auto is_firm = [this](ContactBodies ends) { return (marks_[ends.a] & marks_[ends.b] & moved) == 0; };
  for (const bool firm : {false, true}) {
    for (std::size_t k = 0; k < plan.ends.size(); ++k) {
      if (is_firm(plan.ends[k]) == firm) choose_group(plan, k, firm);
    }
  }
  for (int group = 0; group < group_count; ++group) {
    if (group == layer_size) groups.unsettled_blocks = groups.blocks;
    groups.begin[group] = groups.blocks;
    groups.blocks += blocks_of(groups, group);
  }
  std::uint32_t next[group_count];
  std::uint32_t first = 0;
  for (int group = 0; group < group_count; ++group) next[group] = std::exchange(first, first + groups.size[group]);
  for (std::uint32_t k = 0; k < plan.ends.size(); ++k) plan.order[next[group_[k]]++] = k;
}

/// `last`: after all colours that its bodies already have.
void SolverBatch::choose_group(const SolverPlan::Batch& plan, std::size_t contact, bool last) {
  const auto [a, b] = plan.ends[contact];
  const bool moves_a = (marks_[a] & moved) != 0, moves_b = (marks_[b] & moved) != 0;
  const std::uint64_t used = (moves_a ? colours_of_[a] : 0) | (moves_b ? colours_of_[b] : 0);
  const int above = 64 - std::countl_zero(used);
  const int colour = last && above < colour_count ? above : std::min(std::countr_one(used), colour_count);
  const int group = pinches_.has(contact) ? pinch_group : unsettled_[contact] ? colour : layer_size + colour;
  if (group != pinch_group && colour < colour_count) {
    if (moves_a) colours_of_[a] |= std::uint64_t{1} << colour;
    if (moves_b) colours_of_[b] |= std::uint64_t{1} << colour;
  }
  group_[contact] = static_cast<std::uint8_t>(group);
  GroupTable& groups = plan.groups;
  ++groups.size[group];
  groups.first = std::min(groups.first, group), groups.end = std::max(groups.end, group + 1);
  groups.largest = std::max(groups.largest, groups.size[group]);
}

namespace {

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

}  // namespace

/// Calls work(begin, end, width) for ranges of the blocks before `end`: group after group, and within one by all
/// threads of a team at the same time. Contacts without a colour come one after another, so in one lane.
template <class Work>
void SolverBatch::colour_by_colour(const GroupTable& groups, std::size_t end, const ThreadTeam& team, Work&& work) {
  if (team.size() == 1) {
    std::size_t from = 0;
    for (const int group : {uncoloured(0), uncoloured(1)}) {
      const std::size_t count = blocks_of(groups, group), begin = groups.begin[group];
      if (count == 0 || begin >= end) continue;
      if (from < begin) work(from, begin, width_);
      work(begin, begin + count, Width::scalar);
      from = begin + count;
    }
    if (from < end) work(from, end, width_);
    return;
  }
  for (int group = 0; group < group_count; ++group) {
    const std::size_t first = groups.begin[group], count = blocks_of(groups, group);
    if (count == 0) continue;
    if (first >= end) break;
    const int pieces = side_by_side(group) ? team.pieces(count, least_blocks) : 1;
    team.each(pieces, [&](int piece) {
      const Range range = range_of(count, piece, pieces);
      work(first + range.begin, first + range.end, side_by_side(group) ? width_ : Width::scalar);
    });
  }
}

void SolverBatch::prepare(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                          const SolverPlan::Batch& plan, const ThreadTeam& team, Real h) {
  load_bodies(world, plan.bodies, team, h);
  const bool unsettled = find_unsettled(pairs, work, plan, h, team);
  find_shoved(pairs, work, plan, h);
  pinches_.find(pairs, work, plan, &bodies_.velocity[0].x);
  const bool plain = !unsettled && !pinches_.any();
  if (!plain || !plan.groups.plain) {
    colour_contacts(plan);
    plan.groups.plain = plain;
  }
  BANKSHOT_ASSERT_KEPT(fault_of_groups(plan, marks_, moved, thrown_));
  fill_blocks(pairs, work, plan, team);
  find_curves(static_cast<Real>(world.settings.substeps) * h);
  sag_ = tolerance::thinnest_falls * (h * h) * length(detail::plain(world.settings.gravity));
  const Real hertz = tolerance::contact_frequency / h;
  springs_ = {soft(hertz, tolerance::contact_damping_ratio, h), soft(2 * hertz, tolerance::contact_damping_ratio, h)};
  find_deep(plan);
  pinches_.build(plan.groups.begin[pinch_group], blocks_, springs_, arrays());
}

/// Finds the contacts to be moved apart. Those that were not deep when the step began wait for the next one.
void SolverBatch::find_deep(const SolverPlan::Batch& plan) {
  static constexpr auto deep_kernel = BANKSHOT_PER_WIDTH(find_deep);
  const auto may_be = [](const BlockTraits& traits) { return traits.deep; };
  deep_ = std::any_of(traits_.begin(), traits_.end(), may_be);
  if (!deep_) return;
  const std::size_t kernel_blocks = plan.groups.begin[pinch_group];
  was_deep_.assign(2 * block_size * traits_.size(), 0);
  deep_ = deep_kernel[width_](blocks_.data(), traits_.data(), kernel_blocks, arrays(), springs_, was_deep_.data());
  deep_ |= std::any_of(traits_.begin() + static_cast<std::ptrdiff_t>(kernel_blocks), traits_.end(), may_be);
  if (deep_) bodies_.push.resize(bodies_.padded());
}

SolverArrays SolverBatch::arrays() {
  return {&bodies_.velocity[0].x,
          &bodies_.position[0].x,
          bodies_.push.empty() ? nullptr : &bodies_.push[0].x,
          &bodies_.frame[0].gyration,
          locks_,
          sag_};
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
  const auto push = [&](bool firm) {
    colour_by_colour(plan.groups, plan.groups.begin[pinch_group], team,
                     [&](std::size_t from, std::size_t to, Width lanes) {
                       push_kernel[lanes](blocks_.data() + from, traits_.data() + from, to - from,
                                          from_block(arrays, from), springs_, 1 / h, firm);
                     });
  };
  // Starts from zero, like unsettled contacts.
  for (int pass = 0; pass < tolerance::settling_passes; ++pass) push(false);
  if (pinches_.any()) pinches_.push_apart(blocks_, arrays, 1 / h);
  // The push of many bodies goes through firm ones before those passes converge; so contacts with firm bodies come
  // last.
  push(true);
  BodyArrays pushed = all;
  pushed.velocity = arrays.push;
  each_body(pushed, team, [&](const BodyArrays& some) { move_kernel[body_width_](some, h); });
}

/// The same for blocks from `block` on.
SolverArrays SolverBatch::from_block(const SolverArrays& arrays, std::size_t block) const {
  SolverArrays own = arrays;
  if (!turning_.empty()) {
    own.turning = turning_.data() + block_size * block;
    own.bow = own.turning + block_size * blocks_.size();
  }
  if (deep_) own.deep = was_deep_.data() + 2 * block_size * block;
  return own;
}

void SolverBatch::solve(const WorldState& world, const SolverPlan::Batch& plan, const ThreadTeam& team, Real h,
                        EnergyRecorder* books) {
  static constexpr auto accelerate_kernel = BANKSHOT_PER_WIDTH(accelerate_bodies);
  static constexpr auto move_kernel = BANKSHOT_PER_WIDTH(move_bodies);
  static constexpr auto straighten_kernel = BANKSHOT_PER_WIDTH(straighten_paths);
  static constexpr auto solve_kernel = BANKSHOT_PER_WIDTH(solve_blocks);
  static constexpr auto warm_start_kernel = BANKSHOT_PER_WIDTH(warm_start_blocks);
  const Width width = body_width_;
  const bool hook = world.settings.force_hook.function != nullptr;
  const bool looked_at = hook || books != nullptr;  // between two sub-steps
  bodies_.hooked.clear();
  if (hook) bodies_.hooked = bodies_.drive;
  SolverArrays arrays = this->arrays();
  const BodyArrays all{bodies_.padded(),       arrays.velocity,
                       &bodies_.base[0].x,     &bodies_.start[0].x,
                       &bodies_.position[0].x, hook ? &bodies_.hooked[0].x : &bodies_.drive[0].x,
                       &bodies_.keep[0].x,     bodies_.curve.empty() ? nullptr : bodies_.curve.data()};
  const std::size_t kernel_blocks = plan.groups.begin[pinch_group];
  bool under_way = false;
  const auto solve_some = [&](std::size_t end, bool bias) {
    colour_by_colour(plan.groups, end, team, [&](std::size_t from, std::size_t to, Width lanes) {
      solve_kernel[lanes](blocks_.data() + from, traits_.data() + from, to - from, from_block(arrays, from), springs_,
                          1 / h, bias, under_way);
    });
  };
  const auto solve_all = [&](bool bias) {
    solve_some(kernel_blocks, bias);
    if (pinches_.any()) pinches_.solve(blocks_, arrays, 1 / h, bias);
  };
  for (const Rank rank : plan.bodies) {
    if (books != nullptr) books->begin_substeps(rank, true);
  }
  for (int substep = 0; substep < world.settings.substeps; ++substep) {
    if (hook) ask_hook(world, plan.bodies, team, h);
    if (substep == 0 || looked_at) {
      each_body(all, team, [&](const BodyArrays& some) { accelerate_kernel[width](some, h, substep == 0); });
    }
    if (substep == 0) {
      colour_by_colour(plan.groups, kernel_blocks, team, [&](std::size_t from, std::size_t to, Width lanes) {
        warm_start_kernel[lanes](blocks_.data() + from, traits_.data() + from, to - from, arrays);
      });
      pinches_.warm_start(blocks_, arrays);
      if (books != nullptr) note_shaken(plan.bodies.size());
    }
    set_turned(substep, substep + 1, world.settings.substeps, h, arrays);
    const std::uint32_t unsettled = plan.groups.unsettled_blocks;
    for (int pass = 0; pass < tolerance::settling_passes && unsettled > 0; ++pass) solve_some(unsettled, true);
    solve_all(true);
    if (deep_) push_apart(plan, team, arrays, all, h);
    each_body(all, team, [&](const BodyArrays& some) { move_kernel[width](some, h); });
    under_way = true;
    set_turned(substep + 1, substep + 1, world.settings.substeps, h, arrays);
    solve_all(false);
    for (int pass = 0; pass < tolerance::settling_passes && unsettled > 0; ++pass) solve_some(unsettled, false);
    if (substep == 0) hide_starts();
    const bool go_on = !looked_at && substep + 1 < world.settings.substeps;
    each_body(all, team, [&](const BodyArrays& some) {
      straighten_kernel[width](some, h);
      if (go_on) accelerate_kernel[width](some, h, false);  // begins the next sub-step
    });
    if (substep == 0 && books != nullptr) hide_starts();  // the recorder gets the real ones
    if (books != nullptr) book_substep(world, plan.bodies, h, *books);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
