#include <bankshot/world/solver/contact_colours.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

// Greedy colours in the order of the contacts, that is of (rank, rank): each contact takes the first colour that
// neither of its moving bodies has. The colour depends on the connected contacts and on nothing else in the world.
//
// A contact with an immovable body comes after all others of its body. A pass leaves the contact that it solves last
// exact; the others keep a part of the push-out as a velocity. If the contact at the floor kept such a velocity, a
// tower of two or three boxes would sway, ever more, and never come to rest.
void ContactColours::choose(const SolverPlan::Batch& plan, const SolverBodies& bodies, const StiffGroups& stiff_groups,
                            std::span<const std::uint8_t> unsettled) {
  colours_of_.assign(plan.bodies.size() + 1, 0);
  group_.resize(plan.ends.size());
  GroupTable& groups = plan.groups;
  groups = {};
  groups.first = group_count;
  const auto is_firm = [&](ContactBodies ends) {
    return (bodies.marks[ends.a] & bodies.marks[ends.b] & SolverBodies::moved) == 0;
  };
  for (const bool firm : {false, true}) {
    for (std::size_t k = 0; k < plan.ends.size(); ++k) {
      if (is_firm(plan.ends[k]) == firm) choose_group(plan, k, bodies, firm, stiff_groups.has(k), unsettled[k] != 0);
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
void ContactColours::choose_group(const SolverPlan::Batch& plan, std::size_t contact, const SolverBodies& bodies,
                                  bool last, bool stiff, bool unsettled) {
  const auto [a, b] = plan.ends[contact];
  const bool moves_a = bodies.is(a, SolverBodies::moved), moves_b = bodies.is(b, SolverBodies::moved);
  const std::uint64_t used = (moves_a ? colours_of_[a] : 0) | (moves_b ? colours_of_[b] : 0);
  const int above = 64 - std::countl_zero(used);
  const int colour = last && above < colour_count ? above : std::min(std::countr_one(used), colour_count);
  const bool tied = bodies.is(a, SolverBodies::tied) || bodies.is(b, SolverBodies::tied);
  const int group = tied ? tied_group : stiff ? stiff_group : unsettled ? colour : layer_size + colour;
  if (group < tied_group && colour < colour_count) {
    if (moves_a) colours_of_[a] |= std::uint64_t{1} << colour;
    if (moves_b) colours_of_[b] |= std::uint64_t{1} << colour;
  }
  group_[contact] = static_cast<std::uint8_t>(group);
  GroupTable& groups = plan.groups;
  ++groups.size[group];
  groups.first = std::min(groups.first, group), groups.end = std::max(groups.end, group + 1);
  groups.largest = std::max(groups.largest, groups.size[group]);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
