#include <bankshot/query/batch/overlap_lanes.hpp>

#define BANKSHOT_KERNEL <bankshot/query/batch/overlap_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr std::uint32_t overlap_most_lanes = 16;

/// The others of one kind, with room to fill the last vector.
struct OverlapQueue {
  std::uint32_t count = 0;
  std::uint32_t index[overlap_chunk + overlap_most_lanes];

  void push(std::uint32_t i) { index[count++] = i; }
  /// Idle lanes repeat the last shape and write the same value to the same place.
  void fill_up() {
    for (std::uint32_t i = 0; i < overlap_most_lanes; ++i) index[count + i] = index[count - 1];
  }
};

using OverlapKernel = void (*)(const OverlapOne&, const OverlapOther*, const std::uint32_t*, std::uint32_t, Verdict*);

void run(const WidthTable<OverlapKernel>& kernel, const OverlapOne& one, const OverlapOther* others,
         OverlapQueue& queue, Verdict* verdicts) {
  if (queue.count == 0) return;
  queue.fill_up();
  kernel[active_width()](one, others, queue.index, queue.count, verdicts);
}

/// The number of the core's corners; for a composite, which lanes do not support, more than they take.
int lane_corners(const ConvexData& shape) {
  return shape.parts ? overlap_corners + 1 : static_cast<int>(shape.points.size());
}

}  // namespace

OverlapOne overlap_one(const ConvexData& shape, const Pose& pose) noexcept {
  OverlapOne one;
  one.position = plain(pose.position);
  one.turn = {pose.rotation.c, pose.rotation.s};
  one.local_centre = shape.centre;
  one.centre = rotate(one.turn, shape.centre);
  one.reach = shape.reach;
  one.radius = shape.radius;
  one.axis = rotate(one.turn, shape.axis);
  one.half_along = shape.half_along;
  one.half_across = shape.half_across;
  one.points = shape.points.data();
  one.normals = shape.normals.data();
  one.count = lane_corners(shape);
  one.unit = absolute((one.turn.c * one.turn.c + one.turn.s * one.turn.s) - 1) <= 8 * tolerance::eps;
  return one;
}

void set_other(const ConvexData& shape, const Pose& pose, OverlapOther& other) noexcept {
  static_assert(sizeof(Pose) == 4 * sizeof(Real));
  other.bounds = &shape.centre.x;
  other.pose = pose.position.data();
  other.points = shape.points.data();
  other.normals = shape.normals.data();
  other.count = lane_corners(shape);
  other.radius = shape.radius;
}

std::uint32_t meeting_circles(const OverlapOne& one, const Real* const* bounds, const Real* poses, std::uint32_t count,
                              std::uint32_t* places) noexcept {
  static constexpr auto kernels = BANKSHOT_PER_WIDTH(circles_meet);
  return kernels[active_width()](one, bounds, poses, count, places);
}

void overlap_verdicts(const OverlapOne& one, const OverlapOther* others, std::uint32_t count,
                      Verdict* verdicts) noexcept {
  static constexpr WidthTable<OverlapKernel> rectangles = BANKSHOT_PER_WIDTH(overlap_rectangles);
  static constexpr WidthTable<OverlapKernel> rounds = BANKSHOT_PER_WIDTH(overlap_rounds);
  static constexpr WidthTable<OverlapKernel> polygons = BANKSHOT_PER_WIDTH(overlap_polygons);
  OverlapQueue rectangle_queue, round_queue, polygon_queue;
  const bool one_rectangle = one.half_along > 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    verdicts[i] = Verdict::unclear;
    const OverlapOther& other = others[i];
    if (!one.unit || one.count > overlap_corners || other.count > overlap_corners) continue;
    if (one_rectangle && other.bounds[6] > 0) {
      rectangle_queue.push(i);
    } else if (one.count == 1 || other.count == 1) {
      round_queue.push(i);
    } else {
      polygon_queue.push(i);
    }
  }
  run(rectangles, one, others, rectangle_queue, verdicts);
  run(rounds, one, others, round_queue, verdicts);
  run(polygons, one, others, polygon_queue, verdicts);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
