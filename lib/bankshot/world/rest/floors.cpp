#include <bankshot/world/rest/floors.hpp>

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/contacts/warm_start.hpp>
#include <bankshot/world/rest/supporting_contacts.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool is_dynamic(const WorldState& world, Rank rank) { return world.bodies.flags[rank].type == BodyType::dynamic; }

/// Returns the dynamic body of a pair of which the other is not.
Rank body_of(const WorldState& world, const ContactPair& pair) {
  return is_dynamic(world, pair.body_a) ? pair.body_a : pair.body_b;
}

/// True if two bodies that are not dynamic move as one.
bool move_alike(const WorldState& world, Rank one, Rank two) {
  const BodyVelocity &a = world.bodies.velocity[one], &b = world.bodies.velocity[two];
  return one == two || (a.linear == b.linear && a.angular == 0 && b.angular == 0);
}

bool same_material(const ContactPair& a, const ContactPair& b) {
  return a.friction == b.friction && a.surface_speed == b.surface_speed && a.restitution == b.restitution;
}

/// The end of a body's side that a point is at, from its key: 0 or 1, along the floor.
std::uint32_t end_of(std::uint32_t key, bool first) { return (key & 1u) ^ (first ? 0u : 1u); }

/// Removes all points but one from a contact, or all.
void keep_point(ContactGeometry& contact, int kept) {
  const ContactGeometry all = contact;
  contact.points[0] = contact.points[1] = {};
  contact.normal_impulse[0] = contact.normal_impulse[1] = 0;
  contact.count = 0, contact.corners = 0;
  if (kept < 0) return;
  contact.points[0] = all.points[kept], contact.normal_impulse[0] = all.normal_impulse[kept];
  contact.corners = static_cast<std::uint16_t>((all.corners >> (4 * kept)) & 0xfu);
  contact.count = 1;
}

}  // namespace

void Floors::find_treads(const WorldState& world, const ContactPairs& pairs) {
  treads_.clear();
  for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
    const ContactPair& pair = pairs.near[i];
    if (pair.passes || !(pair.solve || pair.old != none)) continue;
    if (is_dynamic(world, pair.body_a) != is_dynamic(world, pair.body_b)) append(treads_) = i;
  }
  const auto less = [&](std::uint32_t l, std::uint32_t r) {
    const Rank a = body_of(world, pairs.near[l]), b = body_of(world, pairs.near[r]);
    return a != b ? a < b : l < r;
  };
  if (!std::is_sorted(treads_.begin(), treads_.end(), less)) std::sort(treads_.begin(), treads_.end(), less);
}

/// Finds the piece that a body rests on: the one that it is deepest in. The normal is that of the piece's face, not of
/// the body's.
bool Floors::find_floor(const WorldState& world, const ContactPairs& pairs, std::span<const std::uint32_t> treads,
                        Floor& floor) const {
  for (const std::uint32_t i : treads) {
    const ContactPair& pair = pairs.near[i];
    const ContactGeometry& contact = pairs.geometry[i];
    const Rank body = body_of(world, pair);
    Real separation;
    if (!pair.solve || !may_continue(world, pair.key) || !bears(world, pairs, i, separation) ||
        !loaded(world, pair, contact, body) || (floor.pair != none && !(separation < floor.separation))) {
      continue;
    }
    const bool first = body == pair.body_a;
    V2 face;
    const V2 up = first ? contact.normal : -contact.normal;
    if (!face_along(world, pair.key, pair_input(world, pairs, pair), !first, up, face)) continue;
    floor = {i, face, separation};
  }
  return floor.pair != none;
}

/// Finds the pieces of a floor. Returns true if the contact of any of the solver's pairs changes along its normal.
bool Floors::lay(const WorldState& world, Real dt, const ContactPairs& pairs, std::span<const std::uint32_t> treads,
                 const Floor& floor) {
  pieces_.clear();
  bool changed = false;
  const ContactPair& main = pairs.near[floor.pair];
  const Rank body = body_of(world, main);
  const auto other = [&](const ContactPair& pair) { return pair.body_a == body ? pair.body_b : pair.body_a; };
  for (const std::uint32_t i : treads) {
    const ContactPair& pair = pairs.near[i];
    const bool first = body == pair.body_a;
    if (!may_continue(world, pair.key) || !has_faces(world, first ? pair.key.b : pair.key.a)) continue;
    if (!same_material(pair, main) || !move_alike(world, other(pair), other(main))) continue;
    const V2 n = first ? floor.normal : -floor.normal, own = pairs.geometry[i].normal;
    const PairInput in = pair_input(world, pairs, pair);
    if (i != floor.pair) {
      if (same_normal(n, own) && way_along(world, dt, pair, in, n) >= least_way(pair)) continue;
      if (!(floor.separation - gap_along(world, pair.key, in, n) <= pair.slop)) continue;
      if (climbs(world, pair.key, in, !first, own, n, floor.separation)) continue;
    }
    pieces_.push_back({i, first, pair.solve, pairs.geometry[i]});
    if (!pair.solve || own == n) continue;
    ContactGeometry& contact = pieces_.back().contact;
    contact = contact_along(world, pair.key, in, n);
    warm_start(world, pair, contact);
    changed = true;
  }
  return changed;
}

void Floors::find_points(const Floor& floor) {
  points_.clear();
  const V2 along = perp(floor.normal);
  for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
    const ContactGeometry& contact = pieces_[i].contact;
    for (int k = 0; pieces_[i].solve && k < contact.count; ++k) {
      const V2 arm = pieces_[i].first ? contact.points[k].anchor : contact.points[k].anchor + contact.d;
      points_.push_back({i, k, dot(along, arm), contact.points[k].separation});
    }
  }
  std::sort(points_.begin(), points_.end(), [](const Point& l, const Point& r) {
    return l.place != r.place             ? l.place < r.place
           : l.separation != r.separation ? l.separation < r.separation
                                          : l.piece < r.piece;
  });
}

/// Keeps only the outermost points unless another one is higher. Returns true if it removed any.
bool Floors::keep_ends(Real hair) {
  if (points_.size() < 2) return false;
  const Point &low = points_.front(), &high = points_.back();
  const Real wide = high.place - low.place;
  for (const Point& point : points_) {
    const Real share = wide > 0 ? (point.place - low.place) / wide : Real(0);
    const Real line = low.separation + share * (high.separation - low.separation);
    if (!(point.separation >= line - hair)) return false;
  }
  if (points_.size() == 2 && wide > 0) return false;
  if (wide > 0) points_[1] = high;
  points_.resize(wide > 0 ? 2 : 1);
  for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
    int kept[2], count = 0;
    for (Point& point : points_) {
      if (point.piece == i) kept[count++] = point.index, point.index = 0;
    }
    if (count < 2) keep_point(pieces_[i].contact, count > 0 ? kept[0] : -1);
    if (count == 2 && kept[0] != kept[1]) {  // unchanged
      for (Point& point : points_) point.index = &point == &points_[0] ? kept[0] : kept[1];
    }
  }
  return true;
}

/// The speeds of these contacts are not updated: nothing reads them any more.
void Floors::write(ContactPairs& pairs) const {
  for (const Piece& piece : pieces_) {
    if (!piece.solve) continue;
    ContactPair& pair = pairs.near[piece.pair];
    pairs.geometry[piece.pair] = piece.contact;
    if (piece.contact.count == 0) pair.solve = false, pair.continued = true;
  }
}

/// Moves the loads of the body's ends, on whatever piece, to the pieces under them now.
void Floors::pass_on(const WorldState& world, ContactPairs& pairs) const {
  if (points_.empty() || points_.size() > 2) return;
  Real ends[2] = {}, friction = 0;
  for (const Piece& piece : pieces_) {
    const ContactPair& pair = pairs.near[piece.pair];
    if (pair.old == none) continue;
    const CachedContact& record = world.contacts[pair.old];
    for (int k = 0; k < record.count; ++k) ends[end_of(record.feature[k], piece.first)] += record.normal_impulse[k];
    friction += record.friction_impulse;
  }
  const bool one = points_.size() == 1;
  for (const Piece& piece : pieces_) {
    if (piece.solve) pairs.geometry[piece.pair].friction_impulse = 0;
  }
  for (std::size_t end = 0; end < points_.size(); ++end) {
    const Piece& piece = pieces_[points_[end].piece];
    ContactGeometry& contact = pairs.geometry[piece.pair];
    contact.normal_impulse[points_[end].index] = one ? ends[0] + ends[1] : ends[end];
    contact.friction_impulse += friction / static_cast<Real>(points_.size());
    if (one) continue;
    std::uint32_t& key = contact.points[points_[end].index].key;
    key = (key & ~1u) | (static_cast<std::uint32_t>(end) ^ (piece.first ? 0u : 1u));
  }
}

bool Floors::unite(const WorldState& world, Real dt, ContactPairs& pairs) {
  find_treads(world, pairs);
  bool any = false;
  for (std::size_t i = 0, j = 0; i < treads_.size(); i = j) {
    const Rank body = body_of(world, pairs.near[treads_[i]]);
    while (j < treads_.size() && body_of(world, pairs.near[treads_[j]]) == body) ++j;
    const auto treads = std::span<const std::uint32_t>(treads_).subspan(i, j - i);
    Floor floor;
    if (treads.size() < 2 || !find_floor(world, pairs, treads, floor)) continue;
    bool changed = lay(world, dt, pairs, treads, floor);
    if (pieces_.size() < 2) continue;
    find_points(floor);
    changed |= keep_ends(least_way(pairs.near[floor.pair]));
    if (changed) write(pairs);
    pass_on(world, pairs);
    any |= changed;
  }
  return any;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
