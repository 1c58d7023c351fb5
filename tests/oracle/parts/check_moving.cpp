// Rays and sweeps.
//
// A moving shape may get no deeper than the band before its reported hit. It must touch what it is reported to hit. If
// it touched from the beginning, it must get deeper into that.

#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>

#include "oracle/parts/check.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

using bankshot::InsideRays;
using bankshot::Motion;
using bankshot::RayHit;
using bankshot::SweepHit;
using bankshot::SweepStatus;
using oracle::Number;
using oracle::Point;

namespace {

constexpr Number unit_roundoff = std::numeric_limits<Real>::epsilon();

/// Names of the checks of a straight path.
struct Straight {
  const char *passes, *not_met, *no_stop;
};

/// Depth of the path from there until its end, or until it leaves what it meets there. Sampled in the middle, which is
/// at least half as deep as any other place.
Number deepest_after(const Forbidden& ways, Point way, Number from, Number until, Number level) {
  Number most = 0;
  for (const Span& span : ways.along(way, level)) {
    if (span.to < from || span.from > until) continue;
    const Number middle = (std::max(span.from, from) + std::min(span.to, until)) / 2;
    most = std::max(most, ways.depth_at(middle * way));
  }
  return most;
}

/// True if the path leads along a seam into the whole, from there on: sampled halfway between neighbouring ends of
/// spans.
bool goes_into_seam(const Forbidden& ways, Point way, Number from, Number band) {
  std::vector<Number> ends{from};
  for (const Span& span : ways.along(way, -band)) ends.push_back(span.from), ends.push_back(span.to);
  std::sort(ends.begin(), ends.end());
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const Number middle = (ends[i] + ends[i + 1]) / 2;
    if (ends[i] >= from && ends[i + 1] > ends[i] && ways.thick_at(middle * way, band)) return true;
  }
  return false;
}

/// True if the whole has no interior.
bool is_line(const Whole& whole) {
  return !whole.inside_out() && std::all_of(whole.solids.begin(), whole.solids.end(), [](const Solid& solid) {
    return solid.core.size() <= 2 && solid.radius == 0;
  });
}

void check_straight(Trial& trial, const Forbidden& ways, Point way, bool hit, Number fraction, Number band,
                    const Straight& names) {
  const Number tolerance = 2 * band + 8 * unit_roundoff * oracle::length(way);
  const Number deep = first_in(ways.along(way, tolerance), 1);
  const bool passes = deep < (hit ? fraction : endless);
  if (passes) trial.expect(false, names.passes, deepest_after(ways, way, deep, fraction, tolerance));
  if (!hit) return;
  trial.expect(ways.depth_at(fraction * way) >= -tolerance, names.not_met, ways.depth_at(fraction * way));
  const Number start = ways.depth_at({0, 0});
  if (start < -band / 2) return;  // shapes apart at the start may graze
  // A line is stopped on its path through another one, although neither has an interior: it must come nearer. If it
  // lies on the other one except for rounding, it may be on either side.
  const bool lines = is_line(trial.data.a) && is_line(trial.data.b);
  if (lines && start > -band / 8) return;
  const std::vector<Span> ahead = ways.along(way, lines ? start + band / 16 : band / 2);
  const bool goes_in = std::any_of(ahead.begin(), ahead.end(), [&](Span span) { return span.to > fraction; });
  trial.expect(goes_in || goes_into_seam(ways, way, fraction, band), names.no_stop);
}

void check_ray(Trial& trial) {
  const PartsCase& data = trial.data;
  if (!data.b.faces.empty() || data.ray == Vec2(0, 0)) return;
  const Forbidden ways = forbidden(oracle::point(data.origin), data.b, data.pose_b);
  const Point way = oracle::point(data.ray);
  const Number band =
      trial.band +
      16 * unit_roundoff * (oracle::length(way) + oracle::length(oracle::point(data.origin - data.pose_b.position)));
  const auto cast = [&](InsideRays rays) { return ray_cast(data.b.shape, data.pose_b, data.origin, data.ray, rays); };
  trial.asked("ray_cast");
  const std::optional<RayHit> hit = cast(InsideRays::hit_at_start), exit = cast(InsideRays::hit_exit),
                              skipped = cast(InsideRays::skip);
  const Number inside = ways.depth_at({0, 0});
  if (inside > band) {
    trial.expect(hit && hit->fraction == 0, "ray_cast: inside, but not hit at the start");
    trial.expect(!skipped, "ray_cast: inside and skipped, but hit");
    const Number least = first_out(ways.along(way, 2 * band)), most = first_out(ways.along(way, -2 * band));
    const Number said = exit ? Number(exit->fraction) : endless;
    trial.expect(said >= least - unit_roundoff || said > 1, "ray_cast: leaves too early", least - said);
    trial.expect(said <= most + unit_roundoff || most > 1 - 8 * unit_roundoff, "ray_cast: leaves too late",
                 said - most);
    return;
  }
  if (inside > -band) return;
  check_straight(trial, ways, way, hit.has_value(), hit ? Number(hit->fraction) : 1, band,
                 {"ray_cast: passes through", "ray_cast: hits before it is met", "ray_cast: stops at nothing"});
  trial.expect(hit.has_value() == skipped.has_value() && hit.has_value() == exit.has_value(),
               "ray_cast: from outside inside does not matter");
  if (hit) trial.expect(std::fabs(Number(hit->normal.norm()) - 1) < 8 * unit_roundoff, "ray_cast: normal");
}

void check_sweep(Trial& trial) {
  const PartsCase& data = trial.data;
  if (trial.both_inside_out() || data.motion == Vec2(0, 0)) return;
  SweepHit hit = sweep(data.a.shape, data.pose_a, data.motion, data.b.shape, data.pose_b);
  if (trial.fault == Fault::late_sweep && data.b.kind == Kind::grid && hit.status == SweepStatus::hit) {
    hit.fraction += Real(0.01);
  }
  trial.asked("sweep");
  trial.expect(hit.status != SweepStatus::out_of_steps, "sweep: not decided");
  const Number start = trial.ways.depth_at({0, 0});
  if (trial.one_way()) return;
  if (hit.status == SweepStatus::initial_overlap) {
    // Half a band deep: in a solid, or in the whole, whose seams are closed where they are narrower than rounding.
    const bool deep_in_whole = trial.ways.thick_at({0, 0}, trial.band / 2) || trial.ways.thick_at({0, 0}, trial.band);
    trial.expect(start > trial.band / 2 || deep_in_whole, "sweep: starts in no overlap", start);
    return;
  }
  trial.expect(start <= Number(1.25) * trial.band, "sweep: starts in an overlap", start);
  if (start > trial.band / 2) return;  // any further depth is rounding
  check_straight(trial, trial.ways, oracle::point(data.motion), hit.status == SweepStatus::hit, Number(hit.fraction),
                 trial.band, {"sweep: passes through", "sweep: hits before they meet", "sweep: stops at nothing"});
  if (hit) trial.expect(std::fabs(Number(hit.normal.norm()) - 1) < 8 * unit_roundoff, "sweep: normal");
}

/// Checks a point beside one-way faces only: it is stopped by faces that it crosses from the left.
void check_one_way_ray(Trial& trial) {
  const PartsCase& data = trial.data;
  if (data.b.faces.empty() || data.ray == Vec2(0, 0)) return;
  trial.asked("ray_cast");
  const std::optional<RayHit> hit = ray_cast(data.b.shape, data.pose_b, data.origin, data.ray);
  const Point from = oracle::point(data.origin), way = oracle::point(data.ray);
  const Number margin =
      4 * trial.band +
      16 * unit_roundoff * (oracle::length(way) + oracle::length(oracle::point(data.origin - data.pose_b.position)));
  Number first = endless;  // to the margin across the face, which may be far along a path that leads along it
  bool near = false;
  for (const Face& face : data.b.faces_at(data.pose_b)) {
    const Point along = face.to - face.from;
    const Number size = oracle::length(along);
    const Number before = cross(along, from - face.from) / size, rate = cross(along, way) / size;
    const Number s = -before / rate;
    if (before > margin && before + rate < -margin) {
      const Number place = dot(from + s * way - face.from, along) / size;
      const Number blur = margin * oracle::length(way) / std::fabs(rate);
      if (place > blur && place < size - blur) first = std::min(first, s + unit_roundoff + margin / std::fabs(rate));
    }
    if (hit)
      near = near || oracle::distance_to_segment(from + Number(hit->fraction) * way, face.from, face.to) <= margin;
  }
  trial.expect(first == endless || (hit && Number(hit->fraction) <= first),
               "ray_cast: passes a one-way face from its front");
  trial.expect(!hit || near, "ray_cast: stopped beside one-way faces");
  trial.expect(!hit || dot(oracle::point(hit->normal), way) <= margin, "ray_cast: stopped from behind");
}

/// Returns A at a fraction of its motion.
std::vector<Solid> placed_at(const Whole& whole, const Motion& motion, Number part) {
  const Number angle = Number(motion.turn) * part, c = std::cos(angle), s = std::sin(angle);
  const Point pivot = placed_point(oracle::point(motion.pivot), motion.start);
  std::vector<Solid> placed = whole.at(motion.start);
  for (Solid& solid : placed) {
    for (Point& p : solid.core) {
      const Point arm = p - pivot;
      p = pivot + part * oracle::point(motion.translation) + Point{c * arm.x - s * arm.y, s * arm.x + c * arm.y};
    }
  }
  return placed;
}

/// Returns how deep A is in B, at a fraction of its motion.
Number depth_on_the_way(const PartsCase& data, const Motion& motion, Number part) {
  return oracle::depth_in(oracle::obstacles(placed_at(data.a, motion, part), data.b.at(data.pose_b)), {0, 0});
}

Number reach_of(const Whole& whole, Point from) {
  Number reach = 0;
  for (const Solid& solid : whole.solids) {
    for (const Point& p : solid.core) reach = std::max(reach, oracle::length(p - from) + solid.radius);
  }
  return reach;
}

void check_turning_sweep(Trial& trial) {
  const PartsCase& data = trial.data;
  if (data.a.inside_out() || data.b.inside_out() || trial.one_way()) return;
  Motion moving, resting;
  moving.start = data.pose_a, moving.translation = data.motion, moving.turn = data.turn, moving.pivot = data.pivot;
  resting.start = data.pose_b;
  const SweepHit hit = sweep(data.a.shape, moving, data.b.shape, resting);
  trial.asked("turning sweep");
  trial.expect(hit.status != SweepStatus::initial_overlap || trial.ways.depth_at({0, 0}) > -trial.band,
               "turning sweep: starts in no overlap");
  // A start up to three bands deep counts as touching: a shape that slid here can go on.
  trial.expect(hit.status == SweepStatus::initial_overlap || trial.ways.depth_at({0, 0}) <= Number(3.25) * trial.band,
               "turning sweep: starts in an overlap");
  if (hit.status == SweepStatus::initial_overlap || trial.ways.depth_at({0, 0}) > trial.band / 2) return;
  const Number size = reach_of(data.a, oracle::point(data.pivot)) * (1 + std::fabs(Number(data.turn))) +
                      reach_of(data.b, {0, 0}) + oracle::length(oracle::point(data.pivot)) +
                      oracle::length(oracle::point(data.motion)) +
                      oracle::length(oracle::point(data.pose_a.position - data.pose_b.position));
  const Number tolerance = 32 * unit_roundoff * size, until = Number(hit.fraction);
  constexpr int samples = 12;
  for (int k = 1; k <= samples; ++k) {
    const Number depth = depth_on_the_way(data, moving, until * k / samples);
    trial.expect(depth <= tolerance, "turning sweep: passes through", depth);
    if (depth > tolerance) return;
    if (k == samples && hit.status == SweepStatus::hit) {
      trial.expect(depth >= -tolerance, "turning sweep: hits before they meet", depth);
    }
  }
}

/// The centre of a disc that turns about it moves on a straight path.
void check_rolling(Trial& trial) {
  const PartsCase& data = trial.data;
  if (data.a.kind != Kind::circle || trial.one_way() || data.b.inside_out()) return;
  if (data.motion == Vec2(0, 0)) return;
  if (oracle::length(oracle::point(data.pivot) - data.a.solids.front().core.front()) > 0) return;
  const Number start = trial.ways.depth_at({0, 0});
  if (start > trial.band / 2) return;  // any further depth is rounding
  const Motion moving{data.pose_a, data.motion, data.turn, data.pivot}, resting{data.pose_b};
  const SweepHit hit = sweep(data.a.shape, moving, data.b.shape, resting);
  trial.asked("rolling sweep");
  if (hit.status == SweepStatus::initial_overlap) return;
  check_straight(
      trial, trial.ways, oracle::point(data.motion), hit.status == SweepStatus::hit, Number(hit.fraction), trial.band,
      {"rolling sweep: passes through", "rolling sweep: hits before they meet", "rolling sweep: stops at nothing"});
}

}  // namespace

void check_sweeps(Trial& trial) {
  check_sweep(trial);
  check_turning_sweep(trial);
  check_rolling(trial);
}

void check_moving(Trial& trial) {
  check_ray(trial);
  check_one_way_ray(trial);
  check_sweeps(trial);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
