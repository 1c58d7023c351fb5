#include <bankshot/query/manifold/manifold_batch.hpp>
#include <bankshot/tolerance.hpp>

#include <array>
#include <bit>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

int after(const Geometry& shape, int i) { return i + 1 < shape.count ? i + 1 : 0; }
int before(const Geometry& shape, int i) { return i > 0 ? i - 1 : shape.count - 1; }

/// True if the corner lies on the line of the edge, to the rounding of its coordinates and of normals, which differ by
/// that over the edges' lengths. A side counts as level from one end to the other.
bool on_line(const Geometry& shape, int edge, int corner) {
  const V2 from = shape.points[edge], at = shape.points[corner];
  const Real sizes = (absolute(from.x) + absolute(from.y)) + (absolute(at.x) + absolute(at.y));
  return absolute(dot(shape.normals[edge], at - from)) <= 2 * tolerance::eps * sizes;
}

/// True if two consecutive edges have the same direction.
bool straight(V2 normal, V2 next) {
  return absolute(cross(normal, next)) <= 64 * tolerance::eps && dot(normal, next) > 0;
}

int side_begin(const Geometry& shape, int edge) {
  int begin = edge;
  for (int steps = 1; steps < shape.count; ++steps) {
    const int previous = before(shape, begin);
    if (!straight(shape.normals[previous], shape.normals[begin]) || !on_line(shape, edge, previous)) break;
    begin = previous;
  }
  return begin;
}

}  // namespace

int side_end(const Geometry& shape, int edge) noexcept {
  int end = after(shape, edge);
  if (shape.kind != GeometryKind::large) return end;  // no corner lies on a side
  for (int steps = 1; steps < shape.count; ++steps) {
    const int next = after(shape, end);
    if (!straight(shape.normals[before(shape, end)], shape.normals[end]) || !on_line(shape, edge, next)) break;
    end = next;
  }
  return end;
}

}  // namespace bankshot::BANKSHOT_ABI::detail

#define BANKSHOT_KERNEL <bankshot/query/manifold/manifold_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

bool is_box(const Geometry& shape) {
  const V2 *p = shape.points, *n = shape.normals;
  return shape.count == 4 && shape.radius == 0 && p[2] == -p[0] && p[3] == -p[1] && n[2] == -n[0] && n[3] == -n[1];
}

/// `level`: has a corner on a nearly straight side; called for polygons of few corners only.
template <class Level>
GeometryKind kind_of(const Geometry& shape, const Level& level) {
  if (shape.count == 1) return GeometryKind::circle;
  if (shape.count == 2) return GeometryKind::segment;
  if (shape.count > max_lane_corners || level()) return GeometryKind::large;
  return is_box(shape) ? GeometryKind::box : GeometryKind::small;
}

/// The kernels by purpose.
enum class Task : std::uint8_t { circles, circle_polygons, polygon_circles, segments, boxes, quads, polygons, large };
constexpr std::size_t task_count = 8;

BANKSHOT_INLINE Task task_of(const Geometry& a, const Geometry& b) {
  if (a.kind == GeometryKind::box && b.kind == GeometryKind::box) return Task::boxes;
  if (a.kind == GeometryKind::large || b.kind == GeometryKind::large) return Task::large;
  if (a.kind == GeometryKind::circle) return b.kind == GeometryKind::circle ? Task::circles : Task::circle_polygons;
  if (b.kind == GeometryKind::circle) return Task::polygon_circles;
  if (a.count == 2 && b.count == 2) return Task::segments;
  return a.count <= 4 && b.count <= 4 ? Task::quads : Task::polygons;
}

using Kernel = void (*)(const PairInput*, const std::uint32_t*, int, ContactGeometry*);
constexpr std::array<WidthTable<Kernel>, task_count> kernels = {
    BANKSHOT_PER_WIDTH(circles),
    BANKSHOT_PER_WIDTH(circle_polygons),
    BANKSHOT_PER_WIDTH(polygon_circles),
    BANKSHOT_PER_WIDTH(segments),
    BANKSHOT_PER_WIDTH(boxes),
    BANKSHOT_PER_WIDTH(quads),
    BANKSHOT_PER_WIDTH(polygons),
    WidthTable<Kernel>{&width_scalar::large_pairs, &width_scalar::large_pairs, &width_scalar::large_pairs,
                       &width_scalar::large_pairs}};

constexpr std::uint32_t chunk = 512;
constexpr std::uint32_t most_lanes = 16;

/// The pairs of one task, with room to fill the last vector.
struct Queue {
  std::uint32_t count = 0;
  std::uint32_t index[chunk + most_lanes];
};

void run(Task task, Queue& queue, const PairInput* pairs, ContactGeometry* out) {
  if (queue.count == 0) return;
  // Idle lanes repeat the last pair and write the same bits to the same place.
  const std::uint32_t last = queue.index[queue.count - 1];
  for (std::uint32_t i = 0; i < most_lanes; ++i) queue.index[queue.count + i] = last;
  kernels[static_cast<std::size_t>(task)][width_for(queue.count, active_width())](pairs, queue.index,
                                                                                  static_cast<int>(queue.count), out);
}

}  // namespace

Geometry::Geometry(int corner_count, const V2* corners, const V2* outward_normals, Real rounding) noexcept
    : last_corner(corners[corner_count - 1]),
      first_corner(corners[0]),
      radius(rounding),
      count(corner_count),
      points(corners),
      normals(outward_normals) {
  if (count > 1) last_normal = normals[count - 1], first_normal = normals[0];
  kind = kind_of(*this, [this] { return has_level_corner(normals, count); });
}

Geometry::Geometry(const ConvexData& shape) noexcept
    : last_corner(shape.points.back()),
      first_corner(shape.points.front()),
      radius(shape.radius),
      count(static_cast<std::int32_t>(shape.points.size())),
      points(shape.points.data()),
      normals(shape.normals.data()) {
  if (count > 1) last_normal = normals[count - 1], first_normal = normals[0];
  kind = kind_of(*this, [&shape] { return shape.level_corner; });
}

Reach reach_along(const Geometry& shape, Q2 q, V2 axis) noexcept {
  const V2 local = unrotate(q, axis);
  Reach reach{dot(local, shape.points[0]), dot(local, shape.points[0])};
  for (int i = 1; i < shape.count; ++i) {
    const Real at = dot(local, shape.points[i]);
    reach = {min(reach.low, at), max(reach.high, at)};
  }
  return reach;
}

void find_manifold(const PairInput& pair, ContactGeometry& out) noexcept {
  constexpr std::uint32_t first = 0;
  kernels[static_cast<std::size_t>(task_of(*pair.a, *pair.b))][Width::scalar](&pair, &first, 1, &out);
}

void find_manifolds(std::span<const PairInput> pairs, ContactGeometry* out) noexcept {
  std::array<Queue, task_count> queues;
  for (std::size_t begin = 0; begin < pairs.size(); begin += chunk) {
    const PairInput* in = pairs.data() + begin;
    const std::size_t left = pairs.size() - begin;
    const std::uint32_t size = left < chunk ? static_cast<std::uint32_t>(left) : chunk;
    for (Queue& queue : queues) queue.count = 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      Queue& queue = queues[static_cast<std::size_t>(task_of(*in[i].a, *in[i].b))];
      queue.index[queue.count++] = i;
    }
    for (std::size_t task = 0; task < task_count; ++task) {
      run(static_cast<Task>(task), queues[task], in, out + begin);
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
