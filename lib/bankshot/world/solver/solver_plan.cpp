#include <bankshot/math/vector_growth.hpp>
#include <bankshot/world/solver/solver_plan.hpp>
#include <bankshot/world/solver/stiff_groups.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Contacts of a batch, if islands are small enough: their blocks, 100 bytes a contact, and bodies fit into the
/// second-level cache.
constexpr std::uint32_t batch_size = 1024;

}  // namespace

void SolverPlan::update(const WorldState& world, const SolverWork& work, const Islands& islands, TiedGroups& tied) {
  const bool as_before = islands.as_before() && members_.size() == work.pairs.size();
  if (as_before && firm_stamp_ == world.structure_changed.stamp()) return;
  if (as_before) return find_firm(world, work);
  make_batches(work, islands);
  collect_bodies(world, work, tied);
  find_firm(world, work);
  order_.resize(members_.size());
  groups_.resize(begin_.size() - 1);
  for (GroupTable& groups : groups_) groups.plain = false;
}

SolverPlan::Batch SolverPlan::batch(std::size_t i) {
  const std::size_t begin = begin_[i], count = begin_[i + 1] - begin;
  return {std::span(members_).subspan(begin, count),
          std::span(ends_).subspan(begin, count),
          std::span(firm_).subspan(firm_begin_[i], firm_begin_[i + 1] - firm_begin_[i]),
          std::span(bodies_).subspan(body_begin_[i], body_begin_[i + 1] - body_begin_[i]),
          std::span(order_).subspan(begin, count),
          groups_[i]};
}

// Islands in the order of their roots, each batch filled with as many as fit; then a counting sort of the contacts by
// batch, which keeps their order.
void SolverPlan::make_batches(const SolverWork& work, const Islands& islands) {
  const std::size_t count = work.bodies.size();
  members_.resize(count);
  begin_.assign(1, 0);
  batch_of_.assign(islands.bodies(), 0);
  // Contacts per island.
  for (const RankPair& bodies : work.bodies) ++batch_of_[islands.root_of(bodies)];
  std::uint32_t filled = 0;
  for (std::uint32_t& island : batch_of_) {
    if (island == 0) continue;
    if (filled != 0 && filled + island > batch_size) {
      begin_.push_back(begin_.back() + filled);
      filled = 0;
    }
    filled += island;
    island = static_cast<std::uint32_t>(begin_.size() - 1);
  }
  begin_.push_back(begin_.back() + filled);
  next_.assign(begin_.begin(), begin_.end() - 1);
  for (std::uint32_t i = 0; i < count; ++i) members_[next_[batch_of_[islands.root_of(work.bodies[i])]]++] = i;
}

/// The body's place among the solver bodies of the latest batch.
std::uint32_t SolverPlan::place_of(const WorldState& world, Rank rank, std::uint32_t batch) {
  if (world.bodies.flags[rank].type == BodyType::fixed) return 0;
  if (seen_[rank] != batch + 1) {
    seen_[rank] = batch + 1;
    bodies_.push_back(rank);
    solver_body_[rank] = static_cast<std::uint32_t>(bodies_.size()) - body_begin_.back();
  }
  return solver_body_[rank];
}

/// Adds the bodies that joints tie to those of the batch.
void SolverPlan::add_tied(const WorldState& world, std::uint32_t batch, TiedGroups& tied) {
  if (tied.empty()) return;
  const std::size_t end = bodies_.size();
  for (std::size_t i = body_begin_.back(); i < end; ++i) {
    const std::uint32_t group = tied.group_of(bodies_[i]);
    if (group == none) continue;
    const TiedGroup& of = tied.groups()[group];
    for (std::size_t k = 0; k < of.ranks.size(); ++k) {
      if (of.dynamic[k]) place_of(world, of.ranks[k], batch);
    }
  }
}

void SolverPlan::collect_bodies(const WorldState& world, const SolverWork& work, TiedGroups& tied) {
  ends_.resize(members_.size());
  bodies_.clear(), body_begin_.clear();
  seen_.assign(world.bodies.size(), 0);
  solver_body_.resize(world.bodies.size());
  for (std::uint32_t batch = 0; batch + 1 < begin_.size(); ++batch) {
    body_begin_.push_back(static_cast<std::uint32_t>(bodies_.size()));
    for (std::uint32_t i = begin_[batch]; i < begin_[batch + 1]; ++i) {
      const RankPair& bodies = work.bodies[members_[i]];
      const std::uint32_t a = place_of(world, bodies.a, batch);
      ends_[i] = {a, place_of(world, bodies.b, batch)};
    }
    add_tied(world, batch, tied);
  }
  body_begin_.push_back(static_cast<std::uint32_t>(bodies_.size()));
}

/// Depends on which bodies touch and on masses.
void SolverPlan::find_firm(const WorldState& world, const SolverWork& work) {
  const auto inverse_mass = [&](Rank rank) {
    return gives_way(world.bodies.flags[rank]) ? world.bodies.mass[rank].inverse_mass : Real(0);
  };
  firm_stamp_ = world.structure_changed.stamp();
  firm_.clear(), firm_begin_.clear();
  std::vector<std::uint32_t>& count = seen_;  // of such contacts, per body; its earlier contents are no longer needed
  count.assign(world.bodies.size(), 0);
  for (std::size_t batch = 0; batch + 1 < begin_.size(); ++batch) {
    firm_begin_.push_back(static_cast<std::uint32_t>(firm_.size()));
    // Calls use(i, body) for each contact and each of its bodies to which the other one is firm.
    const auto for_each_firm = [&](auto&& use) {
      for (std::uint32_t i = begin_[batch]; i < begin_[batch + 1]; ++i) {
        const RankPair& bodies = work.bodies[members_[i]];
        const Real a = inverse_mass(bodies.a), b = inverse_mass(bodies.b);
        if (StiffGroups::is_firm(a, b)) use(i - begin_[batch], bodies.a);
        if (StiffGroups::is_firm(b, a)) use(i - begin_[batch], bodies.b);
      }
    };
    for_each_firm([&](std::uint32_t, Rank body) { ++count[body]; });
    for_each_firm([&](std::uint32_t i, Rank body) {
      if (count[body] > 1) append(firm_) = i;
    });
  }
  firm_begin_.push_back(static_cast<std::uint32_t>(firm_.size()));
}

const char* fault_of_groups(const SolverPlan::Batch& plan, std::span<const std::uint8_t> marks, std::uint8_t moved,
                            std::vector<std::uint8_t>& memory) {
  memory.assign(plan.order.size(), 0);
  for (const std::uint32_t contact : plan.order) {
    if (contact >= plan.ends.size() || memory[contact]++ != 0) return "each contact has one place";
  }
  memory.assign(marks.size(), group_count);  // the last group of a body
  std::size_t next = 0, blocks = 0;
  for (int group = 0; group < group_count; ++group) {
    if (plan.groups.begin[group] != blocks) return "blocks of groups follow one another";
    blocks += blocks_of(plan.groups, group);
    for (const std::size_t end = next + plan.groups.size[group]; next < end; ++next) {
      if (next >= plan.order.size()) return "groups have all contacts";
      const ContactBodies ends = plan.ends[plan.order[next]];
      if (ends.a >= marks.size() || ends.b >= marks.size()) return "contacts are of solver bodies";
      for (const std::uint32_t body : {ends.a, ends.b}) {
        if (!side_by_side(group) || group >= tied_group || (marks[body] & moved) == 0) continue;
        if (memory[body] == group) return "contacts of one colour share no moving body";
        memory[body] = static_cast<std::uint8_t>(group);
      }
    }
  }
  return next == plan.order.size() && blocks == plan.groups.blocks ? nullptr : "groups have all contacts";
}

}  // namespace bankshot::BANKSHOT_ABI::detail
