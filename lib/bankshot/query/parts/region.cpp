// Outlines of rounded convex polygons, cut by one another.
//
// A rounded polygon is a convex core grown by a disc. Its outline consists of the core's edges, moved out by the
// radius, and of arcs about the core's corners; arcs are cut at quarter turns. A point of an arc has the tangent of
// half the angle from the arc's start as its parameter: it runs from 0 to 1, and converting between parameter and point
// loses no accuracy anywhere (the sine would lose half of the digits at the end of a quarter turn). A line meets a
// convex set in one interval. An arc may meet it in several: the crossings with the outline are collected, and the
// middle between two neighbours decides.

#include <bankshot/query/parts/region.hpp>

#include <algorithm>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

P2 unit(P2 v) {
  const double size = length(v);
  return size > 0 ? (1 / size) * v : P2{};
}

std::size_t after(const RoundedPolygon& blob, std::size_t i) { return i + 1 < blob.corners.size() ? i + 1 : 0; }

/// Parameter of the unit vector u on an arc that begins at the unit vector `from`, at most half a turn before u.
double half_tangent(P2 from, P2 u) { return cross(from, u) / (1 + dot(from, u)); }

/// Adds the arc about a convex corner, from unit vector `from` counter-clockwise to `to`, half a turn at most, in
/// quarter turns. A corner on a straight side, where some part ends, is rotated with its shape, and rounding may bend
/// it to either side: a slightly negative angle means no arc, not nearly a whole turn.
void add_arcs(P2 centre, double radius, P2 from, P2 to, std::uint32_t blob, std::int32_t index,
              std::vector<Curve>& curves) {
  if (cross(from, to) <= 0 && dot(from, to) > 0) return;
  for (int quarter = 0; quarter < 2; ++quarter) {
    const P2 next{-from.y, from.x};
    if (dot(from, to) >= 0 && cross(from, to) >= 0) break;
    curves.push_back({from, next, centre, radius, blob, index});
    from = next;
  }
  if (cross(from, to) > 0) curves.push_back({from, to, centre, radius, blob, index});
}

/// A parameter interval of a line, cut by one limit after the other.
struct Interval {
  double from = -endless, to = endless;
  bool empty() const { return !(from <= to); }
};

/// Keeps the part of the line p + s e that lies left of (or on) the line through `a` along the unit vector `along`,
/// moved out by `out`.
void keep_left(Interval& interval, P2 p, P2 e, P2 a, P2 along, double out) {
  const double side = cross(along, p - a) + out, rate = cross(along, e);
  if (rate == 0) {
    if (side < 0) interval = {endless, -endless};
  } else if (rate > 0) {
    interval.from = std::max(interval.from, -side / rate);
  } else {
    interval.to = std::min(interval.to, -side / rate);
  }
}

Interval line_in_disc(P2 p, P2 e, P2 centre, double radius) {
  const P2 w = p - centre;
  const double middle = -dot(w, e), aside = cross(e, w);
  const double square = (radius - aside) * (radius + aside);
  if (square < 0) return {endless, -endless};
  const double half = std::sqrt(square);
  return {middle - half, middle + half};
}

void join(Interval& whole, const Interval& part) {
  if (part.empty()) return;
  if (whole.empty()) {
    whole = part;
    return;
  }
  whole.from = std::min(whole.from, part.from);
  whole.to = std::max(whole.to, part.to);
}

/// The part of the line p + s e, e of unit length, inside a convex polygon: between its crossings with the edges. Each
/// crossing lies between two corners and is as exact as they are; extended lines through short edges are not.
Interval line_in_polygon(P2 p, P2 e, const RoundedPolygon& blob) {
  Interval inside{endless, -endless};
  for (std::size_t i = 0; i < blob.corners.size(); ++i) {
    const P2 a = blob.corners[i] - p, b = blob.corners[after(blob, i)] - p;
    const double one = cross(e, a), two = cross(e, b);
    if ((one > 0 && two > 0) || (one < 0 && two < 0)) continue;
    const double share = one == two ? 0 : one / (one - two);
    const double at = dot(e, a) + share * dot(e, b - a);
    join(inside, {at, at});
  }
  return inside;
}

/// The same for the polygon inset by `inset` on every side.
Interval line_in_inset(P2 p, P2 e, const RoundedPolygon& blob, double inset) {
  Interval inside;
  for (std::size_t i = 0; i < blob.corners.size() && !inside.empty(); ++i) {
    const P2 a = blob.corners[i];
    keep_left(inside, p, e, a, unit(blob.corners[after(blob, i)] - a), -inset);
  }
  return inside;
}

/// The part of the line p + s e, e of unit length, inside the rounded polygon with the given radius, which may be
/// negative for a polygon.
Interval line_in_blob(P2 p, P2 e, const RoundedPolygon& blob, double radius) {
  const std::size_t n = blob.corners.size();
  Interval whole{endless, -endless};
  if (n > 2) whole = radius < 0 ? line_in_inset(p, e, blob, -radius) : line_in_polygon(p, e, blob);
  if (!(radius > 0)) return whole;
  for (std::size_t i = 0; i < n; ++i) {
    const P2 a = blob.corners[i], b = blob.corners[after(blob, i)];
    join(whole, line_in_disc(p, e, a, radius));
    if (n < 2) continue;
    const P2 along = unit(b - a);
    Interval side;
    keep_left(side, p, e, a, along, radius);
    keep_left(side, p, e, b, -along, 0);
    keep_left(side, p, e, a, right_of(along), 0);
    keep_left(side, p, e, b, -right_of(along), 0);
    join(whole, side);
  }
  return whole;
}

/// Crossings of the circle of an arc with the outline of a rounded polygon of that radius, as parameters of the arc.
class Crossings {
 public:
  Crossings(const Curve& arc, double radius, std::vector<double>& out) : arc_(arc), radius_(radius), out_(out) {}

  void with_line(P2 a, P2 along) {
    const P2 w = a - arc_.centre;
    const double aside = cross(along, w), middle = -dot(w, along);
    const double square = (radius_ - aside) * (radius_ + aside);
    if (square < 0) return;
    const double half = std::sqrt(square);
    take(w + (middle - half) * along), take(w + (middle + half) * along);
  }

  void with_circle(P2 centre, double other) {
    const P2 w = centre - arc_.centre;
    const double square = dot(w, w);
    if (!(square > 0)) return;
    const double share = (square + (radius_ - other) * (radius_ + other)) / (2 * square);
    const double high = radius_ * radius_ / square - share * share;
    if (high < 0) return;
    const double across = std::sqrt(high);
    take(share * w + across * right_of(w)), take(share * w - across * right_of(w));
  }

 private:
  void take(P2 from_centre) {
    const P2 u = unit(from_centre);
    if (dot(arc_.from, u) < 0) return;
    const double s = half_tangent(arc_.from, u);
    if (s > 0 && s < arc_.end()) out_.push_back(s);
  }

  const Curve& arc_;
  double radius_;
  std::vector<double>& out_;
};

void arc_in_blob(const Curve& arc, double hair, const RoundedPolygon& blob, double grow, std::vector<Span>& spans) {
  Curve moved = arc;
  moved.radius = arc.radius + hair;
  const double radius = blob.radius + grow;
  std::vector<double> cuts{0};
  Crossings crossings(moved, moved.radius, cuts);
  const std::size_t n = blob.corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const P2 a = blob.corners[i];
    if (n > 1) {
      const P2 along = unit(blob.corners[after(blob, i)] - a);
      crossings.with_line(a + radius * right_of(along), along);
    }
    if (radius > 0) crossings.with_circle(a, radius);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.push_back(moved.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (!(cuts[i] < cuts[i + 1])) continue;
    const P2 middle = moved.at((cuts[i] + cuts[i + 1]) / 2);
    if (distance(blob, middle) < grow) spans.push_back({cuts[i], cuts[i + 1]});
  }
}

}  // namespace

double Curve::end() const { return arc() ? std::min(half_tangent(from, to), 1.0) : length(to - from); }

P2 Curve::at(double s) const {
  if (!arc()) return from + s * unit(to - from);
  const double square = s * s;
  return centre + (radius / (1 + square)) * ((1 - square) * from + (2 * s) * P2{-from.y, from.x});
}

double Curve::parameter_of(P2 u) const { return half_tangent(from, u); }

// An angle is twice the arc tangent of s, so its derivative by s is 2 / (1 + s^2).
double Curve::parameter_change(double s, double way) const { return arc() ? way / radius * (1 + s * s) / 2 : way; }

double nearest_on(const Curve& curve, const Span& span, double loose) {
  double foot = -1;
  if (!curve.arc()) {
    foot = curve.end() > 0 ? -dot(curve.from, curve.to - curve.from) / curve.end() : 0;
  } else if (const double far = length(curve.centre); far > 0) {
    const P2 u = (-1 / far) * curve.centre;  // a circle is nearest where its radius points to the origin
    if (dot(curve.from, u) >= 0) foot = curve.parameter_of(u);
  }
  const bool on_curve = foot >= 0 && foot <= curve.end();
  if (on_curve && foot >= span.from - curve.parameter_change(span.from, loose) &&
      foot <= span.to + curve.parameter_change(span.to, loose)) {
    return foot;
  }
  return length(curve.at(span.from)) <= length(curve.at(span.to)) ? span.from : span.to;
}

P2 outward_at(const Curve& curve, double s) {
  if (curve.arc()) {
    const P2 u = curve.at(s) - curve.centre;
    return (1 / length(u)) * u;
  }
  return (1 / curve.end()) * right_of(curve.to - curve.from);
}

void outline(const RoundedPolygon& blob, std::uint32_t number, std::vector<Curve>& curves) {
  const std::size_t n = blob.corners.size();
  if (n == 1) {
    P2 from{1, 0};
    for (int quarter = 0; quarter < 4; ++quarter) {
      const P2 to{-from.y, from.x};
      curves.push_back({from, to, blob.corners[0], blob.radius, number, 0});
      from = to;
    }
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const P2 a = blob.corners[i], b = blob.corners[after(blob, i)], c = blob.corners[after(blob, after(blob, i))];
    const P2 out = right_of(unit(b - a));
    const auto index = static_cast<std::int32_t>(i);
    curves.push_back({a + blob.radius * out, b + blob.radius * out, {}, -1, number, index});
    if (blob.radius > 0) {
      add_arcs(b, blob.radius, out, right_of(unit(c - b)), number, static_cast<std::int32_t>(after(blob, i)), curves);
    }
  }
}

double distance(const RoundedPolygon& blob, P2 point) {
  const std::size_t n = blob.corners.size();
  double nearest = endless;
  bool inside = n > 2;
  for (std::size_t i = 0; i < n; ++i) {
    const P2 a = blob.corners[i], edge = blob.corners[after(blob, i)] - a, w = point - a;
    const double square = dot(edge, edge);
    const double share = square > 0 ? std::clamp(dot(w, edge) / square, 0.0, 1.0) : 0;
    nearest = std::min(nearest, length(w - share * edge));
    inside = inside && !(cross(edge, w) < 0);
  }
  return (inside ? -nearest : nearest) - blob.radius;
}

void covered(const Curve& curve, double hair, const RoundedPolygon& blob, double grow, std::vector<Span>& spans) {
  if (curve.arc()) {
    arc_in_blob(curve, hair, blob, grow, spans);
    return;
  }
  const P2 e = unit(curve.to - curve.from);
  const Interval inside = line_in_blob(curve.from + hair * right_of(e), e, blob, blob.radius + grow);
  const Span span{std::max(inside.from, 0.0), std::min(inside.to, curve.end())};
  if (span.from <= span.to) spans.push_back(span);
}

void uncovered(const Curve& curve, std::vector<Span>& spans, std::vector<Span>& left) {
  std::sort(spans.begin(), spans.end(),
            [](Span l, Span r) { return l.from != r.from ? l.from < r.from : l.to < r.to; });
  double reached = 0;
  for (const Span& span : spans) {
    if (span.from > reached) left.push_back({reached, span.from});
    reached = std::max(reached, span.to);
  }
  if (reached < curve.end()) left.push_back({reached, curve.end()});
}

Sides reach_across(const RoundedPolygon& blob, P2 from, P2 along) {
  Sides reach{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const P2 corner : blob.corners) {
    const double left = cross(along, corner - from);
    reach.left = std::max(reach.left, left + blob.radius);
    reach.right = std::max(reach.right, blob.radius - left);
  }
  return reach;
}

bool line_inside(const RoundedPolygon& blob, double grow, P2 from, P2 along, Span* inside) {
  const Interval interval = line_in_blob(from, along, blob, blob.radius + grow);
  *inside = {interval.from, interval.to};
  return !interval.empty();
}

}  // namespace bankshot::BANKSHOT_ABI::detail
