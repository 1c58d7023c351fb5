// Fuzz target: shapes in motion, along lines and turning.

#include "input.hpp"
#include "laws.hpp"

#include <bankshot/query/sweep.hpp>

namespace bankshot_fuzz {
namespace {

using namespace bankshot;
using bankshot_test::exact_gap;
using bankshot_test::placed;
using bankshot_test::Wide;
using bankshot_test::wide;
using bankshot_test::WidePoint;
using bankshot_test::WideShape;

constexpr int samples = 40;

struct Moving {
  Shape shape;
  Motion motion;

  WideShape at(Wide t) const {
    const Wide qc = motion.start.rotation.c, qs = motion.start.rotation.s;
    const WidePoint pivot = wide(motion.pivot);
    const WidePoint arm{qc * pivot.x - qs * pivot.y, qs * pivot.x + qc * pivot.y};
    const Wide c = std::cos(motion.turn * t), s = std::sin(motion.turn * t);
    return placed(shape, wide(motion.start.position) + arm + t * wide(motion.translation), c * qc - s * qs,
                  s * qc + c * qs, pivot);
  }
  /// Sum of the lengths whose rounding a query may suffer.
  Wide size() const {
    Wide own = 0;
    for (int i = 0; i < shape.corner_count(); ++i) own = std::max(own, length(wide(shape.corner(i))));
    return (own + length(wide(motion.pivot))) * (1 + std::fabs(Wide(motion.turn))) + shape.radius() +
           length(wide(motion.translation));
  }
};

Wide gap_at(const Moving& a, const Moving& b, Wide t) { return exact_gap(a.at(t), b.at(t)); }

Wide tolerance_of(const Moving& a, const Moving& b) {
  const Wide between = length(wide(a.motion.start.position) - wide(b.motion.start.position));
  const Wide origin = length(wide(a.motion.start.position)) + length(wide(b.motion.start.position));
  return 64 * tolerance::eps * (between + a.size() + b.size() + origin / 16);
}

/// Nothing gets deeper than rounding before the answer, and at a hit the two are in contact.
void check_answer(const Moving& a, const Moving& b, const SweepHit& hit, Wide target) {
  const Wide near = tolerance_of(a, b);
  BANKSHOT_LAW(hit.fraction >= 0 && hit.fraction <= 1);
  BANKSHOT_LAW(unit(hit.normal) && finite(hit.point));
  BANKSHOT_LAW(hit.feature_a.index >= 0 && hit.feature_a.index < a.shape.corner_count());
  BANKSHOT_LAW(hit.feature_b.index >= 0 && hit.feature_b.index < b.shape.corner_count());
  const Wide start = gap_at(a, b, 0);
  if (hit.status == SweepStatus::initial_overlap) BANKSHOT_LAW(hit.fraction == 0 && start < near);
  if (start < -near) BANKSHOT_LAW(hit.status == SweepStatus::initial_overlap);
  if (start < target + near) return;
  for (int i = 0; i <= samples; ++i) {
    BANKSHOT_LAW(gap_at(a, b, hit.fraction * static_cast<Wide>(i) / samples) > -near);
  }
  if (hit.status == SweepStatus::hit) BANKSHOT_LAW(gap_at(a, b, hit.fraction) < target + near);
}

void check_line(const Moving& a, const Moving& b) {
  const Vec2& way = a.motion.translation;
  const SweepHit hit = sweep(a.shape, a.motion.start, way, b.shape, b.motion.start);
  BANKSHOT_LAW(hit.status != SweepStatus::out_of_steps);
  check_answer(a, b, hit, 0);
  const SweepHit other = sweep(b.shape, b.motion.start, Vec2(-way[0], -way[1]), a.shape, a.motion.start);
  const Vec2 between = a.motion.start.position - b.motion.start.position;
  if (between != Vec2(0, 0)) BANKSHOT_LAW(other.status == hit.status && other.fraction == hit.fraction);
}

/// Replaces a pivot so far off that the shape's corners relative to it have rounding errors of the order of the shape.
/// The library promises nothing for it.
Vec2 near_pivot(const Shape& shape, const Vec2& pivot) {
  const Aabb box = shape.aabb();
  const Real size = std::min(box.upper[0] - box.lower[0], box.upper[1] - box.lower[1]);
  const Real far = std::max(std::fabs(pivot[0]), std::fabs(pivot[1]));
  return far < 1024 * size ? pivot : Vec2(0, 0);
}

}  // namespace
}  // namespace bankshot_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankshot_fuzz;
  Input in(data, size);
  Moving a{in.shape(), {}};
  Moving b{in.shape(), {}};
  a.motion.start = in.pose();
  b.motion.start = in.pose();
  a.motion.translation = in.point();
  check_line(a, b);
  for (Moving* moving : {&a, &b}) {
    if (in.chance()) moving->motion.turn = std::fmod(in.number(), bankshot::Real(32));
    if (in.chance()) moving->motion.pivot = near_pivot(moving->shape, in.point());
    if (in.chance()) moving->motion.translation = in.point();
  }
  const bankshot::Real target = in.chance() ? std::fabs(in.number()) / 64 : bankshot::Real(0);
  const bankshot::SweepHit hit = bankshot::sweep(a.shape, a.motion, b.shape, b.motion, target);
  check_answer(a, b, hit, target);
  return 0;
}
