// Overlaps, manifolds and rays against Box2D 2.4.1. Each comparison is one of
//   - the same answer, to the rounding of Box2D's single precision;
//   - a named class of known differences, whose cause stands beside it: counted, not reported;
//   - unexplained: reported.

#include <bankshot/query/mtv.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include "oracle/kit/check.hpp"
#include "oracle/kit/collide.hpp"
#include "oracle/kit/twin.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

void known(Notes& notes, const char* what) { ++notes.by[std::string("box2d, known: ") + what]; }
void same(Notes& notes, const char* what) { ++notes.by[std::string("box2d, same: ") + what]; }

std::string number(double x) {
  char text[48];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

void unexplained(Findings& findings, const char* what, const std::string& detail) {
  findings.push_back({std::string("box2d, unexplained: ") + what, detail, 0});
}

double gap_between(const Placed& a, const Placed& b) {
  Tally tally;
  return Judge(a, b, Stage::intervals_first, tally).estimate();
}

void compare_overlap(const Twin& twin, double gap, Notes& notes, Findings& findings) {
  const bool theirs = b2TestOverlap(twin.a.theirs.get(), 0, twin.b.theirs.get(), 0, twin.at_a, twin.at_b);
  const bool ours = bankshot::overlap(*twin.a.grown, twin.data.a.pose, *twin.b.grown, twin.data.b.pose);
  if (ours == theirs) return same(notes, "overlap");
  const double band = double(bankshot::touching_band(*twin.a.grown, twin.data.a.pose, *twin.b.grown, twin.data.b.pose));
  if (std::fabs(gap) <= twin.noise() + band) return known(notes, "overlap, touching within its rounding");
  unexplained(findings, "overlap", std::string(ours ? "only ours" : "only theirs") + ", gap " + number(gap));
}

// ---- manifolds ------------------------------------------------------------------------------------------------

/// Returns how far A must go along the unit vector to leave B.
double depth_along(const Placed& a, const Placed& b, double x, double y) {
  const auto shadow = [x, y](const Placed& set, bool highest) {
    const double c = double(set.pose.rotation.c), s = double(set.pose.rotation.s);
    double best = highest ? -1e300 : 1e300;
    for (const Vec2& p : set.corners) {
      const double px = double(p[0]), py = double(p[1]);
      const double at =
          x * (double(set.pose.position[0]) + c * px - s * py) + y * (double(set.pose.position[1]) + s * px + c * py);
      best = highest ? std::max(best, at) : std::min(best, at);
    }
    return best;
  };
  return shadow(b, true) - shadow(a, false) + double(a.radius) + double(b.radius);
}

void compare_manifold(const Twin& twin, const Placed& a, const Placed& b, double gap, Notes& notes,
                      Findings& findings) {
  const double band = double(bankshot::touching_band(*twin.a.grown, twin.data.a.pose, *twin.b.grown, twin.data.b.pose));
  const double slack = twin.noise() + band, depth = -gap;
  if (depth <= slack) return;  // Box2D reports points of polygons that are still apart by its skins
  Manifold theirs;
  if (!collide(twin, theirs)) return known(notes, "manifold, it has none for two edges, or for an edge and a polygon");
  const auto ours = bankshot::mtv(*twin.a.grown, twin.data.a.pose, *twin.b.grown, twin.data.b.pose);
  if (!ours) return;  // a wrong verdict, which the exact judge reports
  const bool polygons = a.corners.size() > 2 && b.corners.size() > 2;
  if (!theirs.found) {
    if (polygons) return known(notes, "manifold, all points of the incident edge clipped away");
    return unexplained(findings, "manifold without points", "depth " + number(depth));
  }
  if (theirs.normal == b2Vec2(0, 0) && std::fabs(-double(a.radius) - double(b.radius) + depth) <= slack) {
    return known(notes, "manifold, a circle's centre on a corner has the normal (0, 0)");
  }
  const double along = depth_along(a, b, double(theirs.normal.x), double(theirs.normal.y));
  const double cores = double(a.radius) + double(b.radius) - depth;  // gap of the cores
  const bool fallback = theirs.normal == b2Vec2(1, 0) || theirs.normal == b2Vec2(-1, 0);
  if (!polygons && a.corners.size() <= 2 && b.corners.size() <= 2 && fallback && cores <= slack) {
    return known(notes, "manifold, coincident centres or a centre on an end take (1, 0)");
  }
  const double preference = polygons ? 0.1 * double(b2_linearSlop) : 0;
  if (along < depth - slack) return unexplained(findings, "manifold with a normal that is no way out", number(along));
  if (along > depth + preference + slack) {
    if (polygons && cores > -slack) return known(notes, "manifold, corner to corner within the skins takes a face");
    return unexplained(findings, "manifold takes a longer way out", number(along) + " instead of " + number(depth));
  }
  if (std::fabs(theirs.depth - along) <= slack) return same(notes, "manifold");
  // Box2D measures only the corners of one edge of a polygon that lie beside the other's edge.
  if (polygons && theirs.depth < along) return known(notes, "manifold, the deepest corner is clipped away");
  unexplained(findings, "manifold with another depth", number(theirs.depth) + " instead of " + number(along));
}

// ---- rays -----------------------------------------------------------------------------------------------------

void compare_ray(const Twin& twin, Notes& notes, Findings& findings) {
  const Case& data = twin.data;
  if (twin.a.rounded) return known(notes, "ray, it knows no radius of polygons and edges");
  const double length = double(data.ray.norm()), away = double((data.origin - data.a.pose.position).norm());
  if (away + length > 1000) return known(notes, "ray, of more than 1 km, where its single precision shows");
  if (!(length > 1e-3)) return known(notes, "ray, shorter than its eps");
  const Placed shape = placed(*twin.a.sharp, data.a.pose), start = point_at(data.origin);
  const double size = 2 * twin.a.reach + away + length + double(data.origin.norm());
  // For each end of the ray: half a rounding of the size for either difference, one and a half for the rotation into
  // the polygon's axes, as much for the product with the normal, two for the normal itself.
  double slack = 12 * 1.1920929e-7 * size;
  // The discriminant of b2CircleShape::RayCast loses the square of the distance to rounding.
  if (shape.corners.size() == 1) slack += 4 * 1.1920929e-7 * size * size / double(shape.radius);
  if (gap_between(start, shape) <= slack) return known(notes, "ray, it sees nothing from inside or from the surface");
  b2RayCastOutput output;
  const bool theirs = ray_cast(twin, output);
  const auto ours = bankshot::ray_cast(*twin.a.sharp, data.a.pose, data.origin, data.ray);
  const double depth = gap_between(swept(start, data.ray, 1), shape);
  if (theirs != ours.has_value()) {
    if (std::fabs(depth) <= slack) return known(notes, "ray, grazing within its rounding");
    return unexplained(findings, "ray",
                       std::string(ours ? "only ours hits" : "only theirs hits") + ", depth " + number(-depth) +
                           ", rounding " + number(slack));
  }
  if (!theirs) return same(notes, "ray");
  const double there = gap_between(moved(start, data.ray, Real(output.fraction)), shape);
  if (std::fabs(there) <= slack) return same(notes, "ray");
  unexplained(findings, "ray that ends elsewhere",
              "gap there " + number(there) + ", fractions " + number(double(output.fraction)) + " and ours " +
                  number(double(ours->fraction)) + ", rounding " + number(slack));
}

}  // namespace

bool box2d_available() noexcept { return true; }

void check_geometry_box2d(const Question& question, const GeometryAnswers&, Notes& notes, Findings& findings) {
  const char* reason = nullptr;
  const auto twin = twin_of(question.data, &reason);
  if (!twin) {
    ++notes.by[reason];
    return;
  }
  const Placed a = placed(*twin->a.grown, twin->data.a.pose), b = placed(*twin->b.grown, twin->data.b.pose);
  const double gap = gap_between(a, b);
  compare_overlap(*twin, gap, notes, findings);
  compare_manifold(*twin, a, b, gap, notes, findings);
  compare_ray(*twin, notes, findings);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
