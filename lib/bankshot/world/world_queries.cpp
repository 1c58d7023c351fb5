// Queries of a world: the trees find the candidates, the exact functions of the query layer decide.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/filters.hpp>
#include <bankshot/world/world.hpp>

#include <algorithm>
#include <limits>

namespace bankshot::BANKSHOT_ABI {

using detail::Box;
using detail::DynamicTree;
using detail::plain;
using detail::ShapeSlot;
using detail::V2;
using detail::WorldState;

namespace {

struct Candidate {
  const WorldState& state;
  std::uint32_t slot;

  const ShapeSlot& shape_slot() const { return state.shape_slots[slot]; }
  const Shape& shape() const { return *shape_slot().shape; }
  Pose pose() const { return detail::user_pose(state.bodies.pose[state.body_slots[shape_slot().body].rank]); }
  ShapeId shape_id() const { return {slot, shape_slot().generation}; }
  /// The box in the tree, which contains the whole shape.
  const Box& tree_box() const {
    const DynamicTree::Proxy leaf = shape_slot().leaf;
    return leaf != DynamicTree::null ? state.resting.box(leaf) : state.moving.tree.box(state.moving.leaf[slot]);
  }
  BodyId body_id() const {
    const std::uint32_t body = shape_slot().body;
    return {body, state.body_slots[body].generation};
  }
  bool seen_by(const QueryOptions& options) const {
    if (shape_slot().sensor() && !options.sensors) return false;
    return detail::filters_meet(options.filter, shape_slot().filter);
  }
};

/// Containers are solid beyond any box: queries examine all of them, independent of the trees.
bool in_trees(const WorldState& state, std::uint32_t slot) {
  return state.shape_slots[slot].shape->kind() != ShapeKind::container;
}

/// The shapes for which `accept` holds among those whose boxes overlap `box`, by id.
template <class Accept>
std::vector<ShapeId> collect(const WorldState& state, const Box& box, const QueryOptions& options, Accept&& accept) {
  refresh_moving_tree(state);
  std::vector<std::uint32_t> found;  // slots: ids have their order
  const auto look_at = [&state, &options, &accept, &found](std::uint32_t slot) {
    const Candidate candidate{state, slot};
    if (candidate.seen_by(options) && accept(candidate)) found.push_back(slot);
  };
  for (const std::uint32_t slot : state.moving.containers) look_at(slot);
  const auto visit = [&](std::uint32_t slot) {
    if (in_trees(state, slot)) look_at(slot);
    return true;
  };
  state.resting.query(box, visit);
  state.moving.tree.query(box, visit);
  std::sort(found.begin(), found.end());
  std::vector<ShapeId> result;
  result.reserve(found.size());
  for (const std::uint32_t slot : found) result.push_back(Candidate{state, slot}.shape_id());
  return result;
}

Real size(V2 v) { return detail::max(detail::absolute(v.x), detail::absolute(v.y)); }

Box loose_point(V2 point) {
  const Real margin = 4 * tolerance::eps * size(point);
  return {point - V2{margin, margin}, point + V2{margin, margin}};
}

Real fraction_of(const WorldRayHit& hit) { return hit.fraction; }
Real fraction_of(const WorldSweepHit& hit) { return hit.hit.fraction; }

template <class Hit>
bool earlier(const Hit& l, const Hit& r) {
  return fraction_of(l) != fraction_of(r) ? fraction_of(l) < fraction_of(r) : l.shape < r.shape;
}

/// Contains all that is solid of a shape: a container has no bounds.
Box solid_box(const Shape& shape, const Pose& pose) {
  constexpr Real far = std::numeric_limits<Real>::max() / 8;
  return shape.kind() == ShapeKind::container ? Box{{-far, -far}, {far, far}} : detail::loose_box(shape, pose);
}

/// Hits of a box of half extents `half` that moves along `translation`, each found by test(candidate) -> optional hit;
/// all of them in order, or only the first.
template <class Hit, class Test>
std::vector<Hit> cast(const WorldState& state, V2 origin, V2 translation, V2 half, bool first_only,
                      const QueryOptions& options, Test&& test) {
  refresh_moving_tree(state);
  std::vector<Hit> hits;
  const auto look_at = [&state, &options, &test, &hits, first_only](std::uint32_t slot, Real limit) {
    const Candidate candidate{state, slot};
    if (!candidate.seen_by(options)) return limit;
    const std::optional<Hit> hit = test(candidate);
    if (!hit) return limit;
    if (!first_only) {
      hits.push_back(*hit);
      return limit;
    }
    if (hits.empty()) {
      hits.push_back(*hit);
    } else if (earlier(*hit, hits.front())) {
      hits.front() = *hit;
    }
    // A little beyond the best so far, so that the id, not the tree, decides between several hits at one fraction.
    return detail::min(limit, fraction_of(hits.front()) + 16 * tolerance::eps);
  };
  const Real margin = 8 * tolerance::eps * (size(origin) + size(translation) + size(half));
  const V2 loose_half = half + V2{margin, margin};
  for (const std::uint32_t slot : state.moving.containers) look_at(slot, 1);
  const auto visit = [&](std::uint32_t slot, Real limit) {
    return in_trees(state, slot) ? look_at(slot, limit) : limit;
  };
  state.resting.sweep(origin, translation, loose_half, visit);
  state.moving.tree.sweep(origin, translation, loose_half, visit);
  std::sort(hits.begin(), hits.end(), earlier<Hit>);
  return hits;
}

std::vector<WorldRayHit> cast_ray(const WorldState& state, const char* function, const Vec2& origin,
                                  const Vec2& translation, const QueryOptions& options, bool first_only) {
  detail::check({function}, "origin", origin);
  detail::check({function}, "translation", translation);
  const auto test = [&origin, &translation, &options](const Candidate& candidate) -> std::optional<WorldRayHit> {
    const std::optional<RayHit> hit =
        bankshot::ray_cast(candidate.shape(), candidate.pose(), origin, translation, options.inside);
    if (!hit) return std::nullopt;
    return WorldRayHit{candidate.body_id(), candidate.shape_id(), hit->fraction, hit->point, hit->normal, hit->feature};
  };
  return cast<WorldRayHit>(state, plain(origin), plain(translation), {}, first_only, options, test);
}

std::vector<WorldSweepHit> cast_shape(const WorldState& state, const char* function, const Shape& shape,
                                      const Pose& pose, const Vec2& translation, const QueryOptions& options,
                                      bool first_only) {
  detail::check({function, "pose."}, pose);
  detail::check({function}, "translation", translation);
  const auto test = [&shape, &pose, &translation](const Candidate& candidate) -> std::optional<WorldSweepHit> {
    const SweepHit hit = bankshot::sweep(shape, pose, translation, candidate.shape(), candidate.pose());
    if (!hit) return std::nullopt;
    return WorldSweepHit{candidate.body_id(), candidate.shape_id(), hit};
  };
  const Box box = solid_box(shape, pose);
  const V2 half = Real(0.5) * (box.upper - box.lower);
  return cast<WorldSweepHit>(state, box.lower + half, plain(translation), half, first_only, options, test);
}

template <class Hit>
std::optional<Hit> first_of(const std::vector<Hit>& hits) {
  return hits.empty() ? std::nullopt : std::optional<Hit>(hits.front());
}

}  // namespace

// ---- sets -------------------------------------------------------------------------------------------------------

std::vector<ShapeId> World::overlap(const Shape& shape, const Pose& pose, const QueryOptions& options) const {
  detail::check({"overlap", "pose."}, pose);
  return collect(*state_, solid_box(shape, pose), options, [&shape, &pose](const Candidate& candidate) {
    return bankshot::overlap(shape, pose, candidate.shape(), candidate.pose());
  });
}

std::vector<ShapeId> World::overlap(const Aabb& box, const QueryOptions& options) const {
  detail::check({"overlap"}, "box.lower", box.lower);
  detail::check({"overlap"}, "box.upper", box.upper);
  if (!box.valid()) {
    detail::refuse({"overlap"}, "box.lower", detail::text(plain(box.lower)),
                   "must not exceed box.upper, which is " + detail::text(plain(box.upper)));
  }
  const Box area{plain(box.lower), plain(box.upper)};
  return collect(*state_, area, options, [&box, &area](const Candidate& candidate) {
    return detail::contains(area, candidate.tree_box()) || candidate.shape().aabb(candidate.pose()).overlaps(box);
  });
}

std::vector<ShapeId> World::pick(const Vec2& point, const QueryOptions& options) const {
  detail::check({"pick"}, "point", point);
  return collect(*state_, loose_point(plain(point)), options, [&point](const Candidate& candidate) {
    return bankshot::contains(candidate.shape(), candidate.pose(), point) != PointRelation::outside;
  });
}

// ---- rays and sweeps --------------------------------------------------------------------------------------------

std::optional<WorldRayHit> World::ray_cast(const Vec2& origin, const Vec2& translation,
                                           const QueryOptions& options) const {
  return first_of(cast_ray(*state_, "ray_cast", origin, translation, options, true));
}

std::vector<WorldRayHit> World::ray_cast_all(const Vec2& origin, const Vec2& translation,
                                             const QueryOptions& options) const {
  return cast_ray(*state_, "ray_cast_all", origin, translation, options, false);
}

std::optional<WorldSweepHit> World::sweep(const Shape& shape, const Pose& pose, const Vec2& translation,
                                          const QueryOptions& options) const {
  return first_of(cast_shape(*state_, "sweep", shape, pose, translation, options, true));
}

std::vector<WorldSweepHit> World::sweep_all(const Shape& shape, const Pose& pose, const Vec2& translation,
                                            const QueryOptions& options) const {
  return cast_shape(*state_, "sweep_all", shape, pose, translation, options, false);
}

}  // namespace bankshot::BANKSHOT_ABI
