#include <bankshot/world/rest/corner.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/pairs/part_pairs.hpp>
#include <bankshot/world/rest/supporting_contacts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Calls look(k) for the other contact pairs of the same two shapes, which are all adjacent.
template <class Look>
void each_beside(const ContactPairs& pairs, std::size_t i, Look&& look) {
  const auto same = [&](std::size_t k) {
    return pairs.near[k].key.a == pairs.near[i].key.a && pairs.near[k].key.b == pairs.near[i].key.b;
  };
  for (std::size_t k = i; k > 0 && same(k - 1); --k) look(k - 1);
  for (std::size_t k = i + 1; k < pairs.near.size() && same(k); ++k) look(k);
}

bool is_fixed(const WorldState& world, Rank rank) { return world.bodies.flags[rank].type == BodyType::fixed; }

/// True if the pair is one of a body and a part of a fixed shape, without restitution.
bool at_fixed_part(const WorldState& world, const ContactPair& pair) {
  if (pair.parts == none || pair.restitution > 0) return false;
  return is_fixed(world, pair.body_a) || is_fixed(world, pair.body_b);
}

}  // namespace

// In a round room, parts are numbered by the body's corners: there is only one side, and it is curved.
bool is_other_side(const WorldState& world, const PairKey& one, const PairKey& two) {
  if (one.a != two.a || one.b != two.b) return false;
  const bool a_fixed = is_fixed(world, world.proxies[one.a].body);
  if (!a_fixed && !is_fixed(world, world.proxies[one.b].body)) return false;
  const Shape& wall = shape_of(world, a_fixed ? one.a : one.b);
  if (wall.kind() == ShapeKind::container && detail_view(wall).count == 1) return false;
  return a_fixed ? one.part_a != two.part_a : one.part_b != two.part_b;
}

bool comes_round_corner(const WorldState& world, const ContactPairs& pairs, std::size_t i) {
  const ContactPair& pair = pairs.near[i];
  if (!at_fixed_part(world, pair)) return false;
  const ContactGeometry& contact = pairs.geometry[i];
  for (int k = 0; k < contact.count; ++k) {
    if (!(contact.points[k].separation > 0)) return false;
  }
  const Real hair = 2 * tolerance::impact_gap_slops * pair.slop;  // the gap of a touching pair
  bool found = false;
  each_beside(pairs, i, [&](std::size_t k) {
    const ContactGeometry& other = pairs.geometry[k];
    if (!is_other_side(world, pair.key, pairs.near[k].key)) return;
    found |= other.count > 0 && other.points[0].separation <= hair && !same_normal(other.normal, contact.normal);
  });
  return found;
}

Real depth_beside(const WorldState& world, const ContactPairs& pairs, std::size_t i) {
  const ContactPair& pair = pairs.near[i];
  if (pair.solve || !at_fixed_part(world, pair) || overlap_of(pairs.geometry[i]) > 0) return 0;
  Real deepest = 0;
  each_beside(pairs, i, [&](std::size_t k) {
    if (!is_other_side(world, pair.key, pairs.near[k].key)) return;
    if (pairs.near[k].solve) deepest = max(deepest, overlap_of(pairs.geometry[k]));
  });
  return min(deepest, pair.slop);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
