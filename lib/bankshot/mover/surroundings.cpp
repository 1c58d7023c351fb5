#include <bankshot/mover/surroundings.hpp>

#include <bankshot/mover/way_out.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The inverse of the flattest approach, as the sine of its angle, at which the character keeps all of its skin: it
/// looks beyond the end of its way by so many times the rest of the skin. Smaller: flat approaches take more of the
/// skin. Larger: longer sweeps.
constexpr Real foresight = 32;

/// The flattest approach that counts for what it meets first. Smaller: rounding decides how far it goes back.
constexpr Real flattest = Real(1) / 1024;

/// The steepest edge to stand on, by the cosine of its normal: at most one at the side of a round shape.
constexpr Real steepest_edge = Real(1) / 8;

/// The share of its skin below which the character gives way, until it has all of it. It must be above bare_skin.
constexpr Real least_skin = Real(7) / 8;

/// How many walls it looks down along for ground. Fewer: it hangs on joints of walls.
constexpr int most_walls = 4;

/// How often it gives way, to several things that push it on to one another.
constexpr int most_shifts = 8;

Meeting meeting_of(const WorldSweepHit& hit, Real length) {
  return {.normal = plain(hit.hit.normal),
          .point = plain(hit.hit.point),
          .distance = hit.hit.fraction * length,
          .body = hit.body,
          .shape = hit.shape,
          .piece = hit.hit.feature_b.piece,
          .corner = hit.hit.feature_b.kind == Feature::Kind::corner};
}

Boundary boundary_of(const Manifold& manifold, Real skin, ShapeId shape) {
  Real least = manifold.points[0].separation;
  if (manifold.count > 1) least = min(least, manifold.points[1].separation);
  return {plain(manifold.normal), skin + least, shape};
}

}  // namespace

Surroundings::Surroundings(const World& world, const CharacterDef& def, const CharacterLimits& limits)
    : world_(world), def_(def), limits_(limits) {}

// ---- ways -------------------------------------------------------------------------------------------------------

bool Surroundings::passes(BodyId body, ShapeId shape) const {
  if (body == def_.body || body == through_) return true;
  if (std::find(leaving_.begin(), leaving_.end(), shape) != leaving_.end()) return true;
  return std::any_of(inside_.begin(), inside_.end(), [&](const Boundary& other) { return other.shape == shape; });
}

std::optional<Meeting> Surroundings::barred(V2 from, V2 along) const {
  for (const Boundary& boundary : inside_) {
    if (dot(boundary.normal, along) > -flattest) continue;
    const BodyId body = world_.body_of(boundary.shape);
    return Meeting{.normal = boundary.normal, .point = from, .body = body, .shape = boundary.shape};
  }
  return {};
}

Way Surroundings::go(V2 from, V2 along, Real length) const {
  if (const std::optional<Meeting> met = barred(from, along)) return {from, 0, met};
  const Real spare = (1 - bare_skin) * limits_.skin, sight = length + foresight * spare;
  const Vec2 translation = vec2(sight * along);
  Way way{from + length * along, length, {}};
  bool first = true;
  const auto stop_at = [&](const WorldSweepHit& hit, Real back) {
    const Meeting met = meeting_of(hit, sight);
    // The gap to a convex shape falls ever more slowly on the way to it: so much back along the normal there is at
    // least so much gap.
    const Real closing = -dot(met.normal, along);
    // A later hit at so flat an angle does not stop it sooner.
    if (!first && closing < 1 / foresight) return;
    const Real free = max(0, met.distance - back / max(closing, flattest));
    first = false;
    if (free < way.gone) way = {from + free * along, free, met};
  };
  for (const WorldSweepHit& hit : world_.sweep_all(limits_.swept, pose(from), translation, options())) {
    if (passes(hit.body, hit.shape)) continue;
    if (hit.hit.status != SweepStatus::initial_overlap) {
      stop_at(hit, spare);
      continue;
    }
    // It already is within a skin of this shape.
    const SweepHit bare =
        bankshot::sweep(def_.shape, pose(from), translation, world_.shape(hit.shape), world_.pose(hit.body));
    const bool leaves = bare.status == SweepStatus::initial_overlap && dot(plain(bare.normal), along) >= 0;
    if (bare && !leaves) stop_at({hit.body, hit.shape, bare}, limits_.skin);
  }
  return way;
}

Way Surroundings::go_through(BodyId body, V2 from, V2 along, Real length) {
  through_ = body;
  const Way way = go(from, along, length);
  through_ = {};
  return way;
}

// ---- giving way -------------------------------------------------------------------------------------------------

std::vector<Boundary> Surroundings::boundaries(V2 position) const {
  std::vector<Boundary> found;
  const Pose at = pose(position);
  for (const ShapeId id : world_.overlap(limits_.grown.aabb(at), options())) {
    const BodyId body = world_.body_of(id);
    if (body == def_.body) continue;
    const Shape& shape = world_.shape(id);
    for (const Manifold& manifold : manifolds(limits_.grown, at, shape, world_.pose(body))) {
      if (manifold.count == 0) continue;
      found.push_back(boundary_of(manifold, limits_.skin, id));
    }
  }
  return found;
}

V2 Surroundings::freed(V2 from) {
  V2 position = from;
  std::vector<Boundary> near = boundaries(position);
  const auto too_near = [this](const Boundary& boundary) { return boundary.gap < least_skin * limits_.skin; };
  for (int i = 0; i < most_shifts && std::any_of(near.begin(), near.end(), too_near); ++i) {
    const V2 out = way_out(near, limits_.skin);
    const Real length = detail::length(out);
    if (!(length > 0)) break;
    for (const Boundary& boundary : near) {
      if (boundary.gap < 0) leaving_.push_back(boundary.shape);
    }
    const Way way = go(position, Real(1) / length * out, length);
    leaving_.clear();
    if (!(way.gone > 0)) break;
    position = way.position;
    near = boundaries(position);
  }
  for (const Boundary& boundary : near) {
    if (boundary.gap < 0) inside_.push_back(boundary);
    crushed_ = crushed_ || boundary.gap < -limits_.skin;
  }
  return position;
}

// ---- ground -----------------------------------------------------------------------------------------------------

Real Surroundings::feet_at(V2 position) const noexcept { return dot(position, limits_.up) + limits_.feet; }

bool Surroundings::is_floor(const Meeting& met) const noexcept {
  // As exact as normals are.
  return dot(met.normal, limits_.up) >= limits_.least_up - 16 * tolerance::eps;
}

bool Surroundings::has_floor_beside(const Meeting& met, V2 side) const {
  const Real rise = limits_.skin * (1 + limits_.slope_rise);
  const V2 above = met.point + limits_.skin * side + rise * limits_.up;
  const std::optional<RayHit> face = ray_cast(world_.shape(met.shape), world_.pose(met.body), vec2(above),
                                              vec2(-2 * rise * limits_.up), InsideRays::skip);
  return face && dot(plain(face->normal), limits_.up) >= limits_.least_up - 16 * tolerance::eps;
}

bool Surroundings::is_edge(const Meeting& met, Real feet) const {
  if (dot(met.normal, limits_.up) < steepest_edge || !is_low(met, feet)) return false;
  return has_floor_beside(met, dot(met.normal, limits_.right) > 0 ? -limits_.right : limits_.right);
}

bool Surroundings::is_way_up(const Meeting& met, Real feet) const {
  if (!is_floor(met)) return false;
  if (!met.corner || is_low(met, feet)) return true;
  return has_floor_beside(met, dot(met.normal, limits_.right) > 0 ? limits_.right : -limits_.right);
}

std::optional<Footing> Surroundings::ground(V2 position, Real reach) const {
  V2 along = -limits_.up;
  for (int i = 0; i < most_walls; ++i) {
    const Way down = go(position, along, reach);
    if (!down.met) return {};
    const Meeting& met = *down.met;
    if (is_floor(met)) return Footing{met, met.normal, true, down.position};
    if (is_edge(met, feet_at(down.position))) return Footing{met, met.normal, false, down.position};
    if (dot(met.normal, limits_.up) >= steepest_edge) return wedged(down.position, met);
    // The wall is too steep to stand on: look further down along it.
    position = down.position, reach -= down.gone;
    along = along - dot(along, met.normal) * met.normal;
    const Real length = detail::length(along);
    if (!(length > Real(1) / 2)) return {};
    along = 1 / length * along;
  }
  return {};
}

std::optional<Footing> Surroundings::wedged(V2 position, const Meeting& steep) const {
  if (!(dot(steep.normal, limits_.up) > 0)) return {};
  // Look for a second support while it slides down.
  const bool faces_right = dot(steep.normal, limits_.right) > 0;
  const V2 down = faces_right ? -perp(steep.normal) : perp(steep.normal);
  const Way slide = go(position, down, limits_.skin);
  if (!slide.met || slide.gone > limits_.skin / 2) return {};
  const Meeting& other = *slide.met;
  if (is_floor(other)) return Footing{other, other.normal, true, slide.position};
  const V2 right = faces_right ? steep.normal : other.normal, left = faces_right ? other.normal : steep.normal;
  const bool holds = cross(right, limits_.up) > 0 && cross(limits_.up, left) > 0 && cross(right, left) > 0;
  if (!holds) return {};
  return Footing{steep, limits_.up, false, slide.position};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
