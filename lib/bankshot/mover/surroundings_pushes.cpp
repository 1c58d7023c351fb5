#include <bankshot/mover/surroundings.hpp>
#include <bankshot/query/sweep.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// How many shapes push the character in one step.
constexpr int most_pushes = 8;

/// How far from the character movers are looked for, in its smallest extents. Smaller: fast ones pass over it. Larger:
/// more shapes are looked at.
constexpr Real pushers_reach = 2;

/// The same in whatever order the shapes have.
bool pushes_before(const Push& a, const Push& b) noexcept {
  if (a.fraction != b.fraction) return a.fraction < b.fraction;
  if (a.length != b.length) return a.length > b.length;
  return a.normal.x != b.normal.x ? a.normal.x < b.normal.x : a.normal.y < b.normal.y;
}

}  // namespace

std::optional<Push> Surroundings::push_by(ShapeId id, V2 from, Real seconds) const {
  const BodyId body = world_.body_of(id);
  const V2 velocity = plain(world_.velocity(body)), centre = plain(world_.centre_of_mass(body));
  const Real spin = world_.angular_velocity(body), turn = seconds * spin;
  if (velocity == V2{} && spin == 0) return {};
  // Back to where it was when the step began.
  const Pose now = world_.pose(body);
  const Vec2 pivot = now.to_local(vec2(centre));
  const Rotation rotation = turn == 0 ? now.rotation : now.rotation * Rotation::from_angle(-turn);
  const Pose start = Pose::pinned(pivot, vec2(centre - seconds * velocity), rotation);
  const SweepHit hit = bankshot::sweep(limits_.swept, {.start = pose(from)}, world_.shape(id),
                                       {start, vec2(seconds * velocity), turn, pivot});
  if (!hit || hit.status == SweepStatus::initial_overlap) return {};
  const Real left = (1 - hit.fraction) * seconds;
  const V2 normal = plain(hit.normal), arm = plain(hit.point) - (centre - left * velocity);
  const Real length = left * dot(velocity + cross(spin, arm), normal);
  if (!(length > 0)) return {};
  return Push{hit.fraction, normal, length + (1 - bare_skin) * limits_.skin, body, id};
}

V2 Surroundings::pushed(V2 from, BodyId ground, Real seconds) {
  std::vector<ShapeId> done;
  for (int i = 0; i < most_pushes; ++i) {
    Aabb box = limits_.grown.aabb(pose(from));
    const Vec2 reach = pushers_reach * limits_.thickness * Vec2(1, 1);
    box.lower -= reach, box.upper += reach;
    std::optional<Push> first;
    for (const ShapeId id : world_.overlap(box, options())) {
      const BodyId body = world_.body_of(id);
      if (world_.type(body) != BodyType::kinematic || body == def_.body || body == ground) continue;
      if (std::find(done.begin(), done.end(), id) != done.end()) continue;
      const std::optional<Push> push = push_by(id, from, seconds);
      if (push && (!first || pushes_before(*push, *first))) first = push;
    }
    if (!first) break;
    done.push_back(first->shape);
    from = go_through(first->body, from, first->normal, first->length).position;
  }
  return from;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
