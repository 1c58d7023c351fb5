#include <bankshot/world/solver/rolling_rows.hpp>

#include <bankshot/world/pairs/pairs.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The rounding radius of a shape, or of its part.
Real rounding_of(const WorldState& world, const Proxy& own, std::uint32_t part) {
  if (own.convex) return world.geometry[own.geometry].radius;
  if (detail_parts(world.baked[own.geometry]) == nullptr) return 0;
  PieceSpace space;
  return part_of(world.baked[own.geometry], part, space).view.radius;
}

/// See Material::rolling_resistance; a length.
Real arm_of(const WorldState& world, const PairKey& key) {
  const Real most = max(material_of(world, key.a, key.part_a).rolling_resistance,
                        material_of(world, key.b, key.part_b).rolling_resistance);
  if (most == 0) return 0;
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  return most * max(rounding_of(world, a, key.part_a), rounding_of(world, b, key.part_b));
}

}  // namespace

void RollingRows::prepare(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                          const SolverPlan::Batch& plan, const SolverBodies& bodies) {
  rows_.clear();
  if (!pairs.traits.any_rolls) return;
  std::size_t first = 0;
  for (int group = plan.groups.first; group < plan.groups.end; first += plan.groups.size[group], ++group) {
    for (std::size_t i = 0; i < plan.groups.size[group]; ++i) {
      Row row;
      row.contact = plan.order[first + i];
      row.arm = arm_of(world, pairs.near[work.pairs[plan.members[row.contact]]].key);
      if (row.arm == 0) continue;
      row.block = plan.groups.begin[group] + static_cast<std::uint32_t>(i / block_size);
      row.lane = static_cast<std::uint32_t>(i % block_size);
      row.a = plan.ends[row.contact].a, row.b = plan.ends[row.contact].b;
      if (bodies.is(row.a, SolverBodies::tied) || bodies.is(row.b, SolverBodies::tied)) continue;
      const SolverBodies::Frame &a = bodies.frame[row.a], &b = bodies.frame[row.b];
      const auto per = [](Real m, Real rho) { return rho > 0 ? m / rho : Real(0); };
      row.effect_a = per(a.inverse_mass, a.gyration), row.effect_b = per(b.inverse_mass, b.gyration);
      row.scale_a = 1 / bodies.gyration[row.a], row.scale_b = 1 / bodies.gyration[row.b];
      const Real turning = row.effect_a * row.scale_a + row.effect_b * row.scale_b;
      if (!(turning > 0)) continue;
      row.mass = 1 / turning;
      rows_.push_back(row);
    }
  }
  std::sort(rows_.begin(), rows_.end(), [](const Row& l, const Row& r) { return l.contact < r.contact; });
}

void RollingRows::solve(const ContactBlocks& blocks, SolverBodies& bodies) {
  for (Row& row : rows_) {
    const ConstraintBlock& c = blocks.blocks()[row.block];
    SolverBodies::Velocity &a = bodies.velocity[row.a], &b = bodies.velocity[row.b];
    const Real most = row.arm * max(c.impulse1[row.lane] + c.impulse2[row.lane], Real(0));
    const Real wanted = row.impulse - row.mass * (row.scale_a * a.turn - row.scale_b * b.turn);
    const Real next = min(max(wanted, -most), most), change = next - row.impulse;
    row.impulse = next;
    a.turn += change * row.effect_a;
    b.turn -= change * row.effect_b;
  }
}

void RollingRows::book(std::span<const Rank> ranks, EnergyRecorder& books) const {
  for (const Row& row : rows_) {
    double work = 0;
    for (const bool second : {false, true}) {
      const std::uint32_t body = second ? row.b : row.a;
      if (body == 0) continue;
      work += books.push(ranks[body - 1], Entry::friction,
                         {0, 0, second ? -to_double(row.impulse) : to_double(row.impulse)});
    }
    const Rank rank = ranks[(row.effect_a > 0 ? row.a : row.b) - 1];
    if (work > 0) books.transfer(rank, Entry::friction, Entry::push_out, work);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
