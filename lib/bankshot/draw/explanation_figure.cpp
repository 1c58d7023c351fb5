// One figure: the shapes, an axis beside them like a wall, and the shadows that they cast on it.
//
// Beside the wall run three lanes: the shadow of A, the shadow of B, and the way out of A, which goes from the near end
// of A's shadow to the far end of B's. What the shadows share of that way is the overlap; the rest is what containment
// adds.

#include <bankshot/draw/explanation_figure.hpp>
#include <bankshot/draw/explanation_outline.hpp>
#include <bankshot/draw/svg_shape.hpp>
#include <bankshot/draw/svg_text.hpp>
#include <bankshot/math/vec2_math.hpp>
#include <bankshot/query/distance.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Distances from the wall outward, pixels in a small figure.
constexpr double wall_gap = 14, lane_a = 8, lane_b = 18, lane_way = 30, lanes_end = 36, bar = 8;

struct Figure {
  const Explanation& e;
  const ExplainedAxis& axis;
  bool whole;
  double size;  ///< of lanes and strokes; 1 in a small figure
  Outline a, b;
  P ghost;  ///< where A's position goes
  bool has_ghost;
  P n, t;           ///< along the wall, and from the shapes to it
  double wall = 0;  ///< how far the shapes reach towards it, length units
  double scale = 1;
  P origin = {};  ///< of B's position, pixels

  P px(P p) const { return {origin.x + scale * p.x, origin.y - scale * p.y}; }
  /// `along` in length units on the axis, `out` in pixels beyond the wall.
  P on_wall(double along, double out) const {
    const double u = along * scale, v = wall * scale + size * (wall_gap + out);
    return {origin.x + u * n.x + v * t.x, origin.y - (u * n.y + v * t.y)};
  }
};

P turn_of(const Pose& pose) { return {static_cast<double>(pose.rotation.c), static_cast<double>(pose.rotation.s)}; }

double low(const Interval& i) { return static_cast<double>(i.lower); }
double high(const Interval& i) { return static_cast<double>(i.upper); }

/// Below the shapes, or to their left where the wall is upright.
P side_of_wall(P n) {
  const P left = {-n.y, n.x};
  const bool upright = std::fabs(left.y) < 0.02;
  return (upright ? left.x > 0 : left.y > 0) ? -1.0 * left : left;
}

Figure make_figure(const Explanation& e, int index, bool whole) {
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(index)];
  const P d = point(e.pose_a.position) - point(e.pose_b.position);
  const P n = point(axis.normal);
  const bool has_ghost = whole && e.mtv && e.mtv->depth > 0;
  const P ghost = has_ghost ? d + point(e.mtv->translation) : d;
  Figure figure{e,     axis,      whole, whole ? 1.3 : 1.0, {e.a, d, turn_of(e.pose_a)}, {e.b, {}, turn_of(e.pose_b)},
                ghost, has_ghost, n,     side_of_wall(n)};
  figure.wall = std::max(figure.a.reach(figure.t), figure.b.reach(figure.t));
  if (has_ghost) figure.wall = std::max(figure.wall, figure.a.reach(figure.t) + dot(ghost - d, figure.t));
  return figure;
}

/// The pixels that the figure covers at its scale, relative to its origin.
struct Bounds {
  double left = 0, right = 0, top = 0, bottom = 0;
  void add(P p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
};

double lowest_end(const Figure& f) { return std::min(low(f.axis.shadow_a), low(f.axis.shadow_b)); }
double highest_end(const Figure& f) { return std::max(high(f.axis.shadow_a), high(f.axis.shadow_b)); }

P wall_start(const Figure& f, double out) { return f.on_wall(lowest_end(f) - 8 * f.size / f.scale, out); }
P wall_end(const Figure& f, double out) { return f.on_wall(highest_end(f) + 20 * f.size / f.scale, out); }

Bounds bounds_of(const Figure& f) {
  Bounds bounds;
  const P directions[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (const P direction : directions) {
    const double of_b = f.b.reach(direction);
    double most = std::max(of_b, f.a.reach(direction));
    if (f.has_ghost) most = std::max(most, f.a.reach(direction) + dot(f.ghost - f.a.position, direction));
    bounds.add({most * f.scale * direction.x, -most * f.scale * direction.y});
  }
  for (const double out : {-4.0, lanes_end}) {
    bounds.add(wall_start(f, out) - f.origin);
    bounds.add(wall_end(f, out) - f.origin);
  }
  return bounds;
}

void append_placed(std::string& out, const Figure& f, const Outline& outline, P position, const char* css) {
  const P at = f.px(position);
  out += "<g transform=\"matrix(";
  for (const double entry : {outline.turn.x, -outline.turn.y, outline.turn.y, outline.turn.x}) {
    append_number(out, entry, 6);
    out += ' ';
  }
  append_number(out, at.x, 2);
  out += ' ';
  append_number(out, at.y, 2);
  out += ")\">";
  append_shape(out, outline.shape, f.scale, std::string(" class=\"") + css + "\"");
  out += "</g>\n";
}

/// Lines one, two or five times a power of ten apart, about eight to the picture; the numbers are world coordinates.
void append_grid(std::string& out, const Figure& f, const FigureStyle& style) {
  const double across = std::max(style.width, style.height) / f.scale;
  double step = 1;
  while (step * 5 > across) step /= 10;
  while (step * 50 <= across) step *= 10;
  for (const double factor : {2.0, 5.0, 10.0}) {
    if (across / step > 11) step *= factor == 2.0 ? 2 : factor == 5.0 ? 2.5 : 2;
  }
  const P b = point(f.e.pose_b.position);
  const double left = (style.x - f.origin.x) / f.scale + b.x;
  const double bottom = (f.origin.y - style.y - style.height) / f.scale + b.y;
  constexpr int most_grid_lines = 40;
  for (int i = 0; i < most_grid_lines; ++i) {
    const double world = (std::ceil(left / step) + i) * step;
    const double x = f.origin.x + (world - b.x) * f.scale;
    if (!(x < style.x + style.width)) break;
    append_line(out, {x, style.y}, {x, style.y + style.height}, "grid");
    if (x < style.x + style.width - 24)
      append_text(out, {x + 3, style.y + style.height - 4}, short_number(world), "tick");
  }
  for (int i = 0; i < most_grid_lines; ++i) {
    const double world = (std::ceil(bottom / step) + i) * step;
    const double y = f.origin.y - (world - b.y) * f.scale;
    if (!(y > style.y)) break;
    append_line(out, {style.x, y}, {style.x + style.width, y}, "grid");
    if (y < style.y + style.height - 16 && y > style.y + 14)
      append_text(out, {style.x + 3, y - 3}, short_number(world), "tick");
  }
}

/// The light that a shape keeps from the wall: from the side of its outline that faces the wall on.
void append_beam(std::string& out, const Figure& f, const Outline& shape, const Interval& shadow, const char* fill,
                 const char* edge) {
  constexpr int steps = 12;  // of a quarter turn
  std::vector<P> points = {f.on_wall(high(shadow), 0), f.on_wall(low(shadow), 0)};
  const auto add_quarter = [&](P first, P last) {
    for (int i = 0; i <= steps; ++i) {
      const double share = static_cast<double>(i) / steps;
      const P way = (1 - share) * first + share * last;
      points.push_back(f.px(shape.farthest((1 / std::sqrt(dot(way, way))) * way, f.t)));
    }
  };
  add_quarter(-1.0 * f.n, f.t);
  add_quarter(f.t, f.n);
  append_polygon(out, points, fill);
  append_line(out, points[2], points[1], edge);
  append_line(out, points.back(), points[0], edge);
}

void append_bar(std::string& out, const Figure& f, double from, double to, double lane, double width, const char* css) {
  const double half = width / 2;
  append_polygon(out,
                 {f.on_wall(from, lane - half), f.on_wall(to, lane - half), f.on_wall(to, lane + half),
                  f.on_wall(from, lane + half)},
                 css);
}

/// The way out with its parts, or the gap.
void append_way(std::string& out, const Figure& f) {
  const double a0 = low(f.axis.shadow_a), a1 = high(f.axis.shadow_a);
  const double b0 = low(f.axis.shadow_b), b1 = high(f.axis.shadow_b);
  const double shared0 = std::max(a0, b0), shared1 = std::min(a1, b1);
  if (shared1 < shared0) {
    append_line(out, f.on_wall(shared1, lane_a), f.on_wall(shared1, lanes_end), "end");
    append_line(out, f.on_wall(shared0, lane_a), f.on_wall(shared0, lanes_end), "end");
    append_bar(out, f, shared1, shared0, lane_way, 5, "gap");
    return;
  }
  append_line(out, f.on_wall(a0, lane_a), f.on_wall(a0, lanes_end), "end");
  append_line(out, f.on_wall(b1, lane_b), f.on_wall(b1, lanes_end), "end");
  append_bar(out, f, shared0, shared1, lane_way, 5, "overlap");
  if (a0 < shared0) append_bar(out, f, a0, shared0, lane_way, 5, "added");
  if (shared1 < b1) append_bar(out, f, shared1, b1, lane_way, 5, "added");
}

void append_wall(std::string& out, const Figure& f) {
  append_arrow(out, wall_start(f, 0), wall_end(f, 0), 8 * f.size, "wall");
  append_bar(out, f, low(f.axis.shadow_a), high(f.axis.shadow_a), lane_a, bar, "bar fa sa");
  append_bar(out, f, low(f.axis.shadow_b), high(f.axis.shadow_b), lane_b, bar, "bar fb sb");
  append_way(out, f);
}

/// Where the name of a shape stands best: inside it, off the other one, off the arrow.
P place_of_name(const Figure& f, const Outline& own, const Outline& other, P arrow_from, P arrow_to) {
  P centre;
  const int count = own.shape.corner_count();
  for (int i = 0; i < count; ++i) centre = centre + (1.0 / count) * own.at(i);
  std::vector<P> candidates = {centre};
  for (int i = 0; i < count; ++i) candidates.push_back(centre + 0.6 * (own.at(i) - centre));
  constexpr double c = 0.7071067811865476;
  for (const P u : {P{1, 0}, P{c, c}, P{0, 1}, P{-c, c}, P{-1, 0}, P{-c, -c}, P{0, -1}, P{c, -c}}) {
    candidates.push_back(centre + 0.6 * (own.reach(u) - dot(centre, u)) * u);
  }
  P best = centre;
  double best_score = -1e300;
  for (const P p : candidates) {
    const P along = arrow_to - arrow_from;
    const double square = dot(along, along);
    const double share = square > 0 ? std::clamp(dot(p - arrow_from, along) / square, 0.0, 1.0) : 0;
    const P off = p - (arrow_from + share * along);
    const double inside = std::min(-own.outside(p) * f.scale, 14.0);
    const double clear = std::clamp(other.outside(p) * f.scale, -14.0, 20.0);
    const double from_arrow = std::min(std::sqrt(dot(off, off)) * f.scale, 24.0);
    const double score = 2 * inside + 2 * clear + from_arrow - 0.02 * std::sqrt(dot(p - centre, p - centre)) * f.scale;
    if (score > best_score + 1e-9) best = p, best_score = score;
  }
  return best;
}

void append_feature(std::string& out, const Figure& f, const Outline& own, const Feature& feature, P outward,
                    const char* edge, const char* dot_css) {
  if (feature.kind == Feature::Kind::corner) {
    append_circle(out, f.px(own.at(feature.index) + own.radius() * outward), 4.5, dot_css);
    return;
  }
  const int next = feature.index + 1 < own.shape.corner_count() ? feature.index + 1 : 0;
  const P shift = own.radius() * own.normal(feature.index);
  append_line(out, f.px(own.at(feature.index) + shift), f.px(own.at(next) + shift), edge);
}

/// Where a label of this many letters stands best beside an arrow: off the outlines, the arrow and the names.
P place_of_label(const Figure& f, P start, P end, std::size_t letters, const std::vector<P>& names) {
  const P middle = 0.5 * (start + end), way = end - start;
  const double half_length = std::sqrt(dot(way, way)) / 2, half_width = 4.2 * static_cast<double>(letters);
  const auto crowd = [&](P at) {
    double clear = 1e300;
    for (const double share : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
      const P pixel = at + P{share * half_width, 0};
      const P p = (1 / f.scale) * P{pixel.x - f.origin.x, f.origin.y - pixel.y};
      clear = std::min(clear, std::fabs(f.a.outside(p)) * f.scale);
      clear = std::min(clear, std::fabs(f.b.outside(p)) * f.scale);
      clear = std::min(clear, std::fabs(f.a.outside(p - (f.ghost - f.a.position))) * f.scale);
      const double square = dot(way, way);
      const double on = square > 0 ? std::clamp(dot(pixel - start, way) / square, 0.0, 1.0) : 0;
      const P off = pixel - (start + on * way);
      clear = std::min(clear, std::sqrt(dot(off, off)) - 2);
    }
    for (const P name : names) {
      clear = std::min(clear, std::max(std::fabs(name.x - at.x) - half_width, std::fabs(name.y - at.y) - 8));
    }
    return std::min(clear, 13.0);
  };
  P best = middle;
  double best_score = -1e300;
  constexpr double c = 0.7071067811865476;
  for (const P u : {P{0, -1}, P{0, 1}, P{1, 0}, P{-1, 0}, P{c, -c}, P{-c, -c}, P{c, c}, P{-c, c}}) {
    for (const double away : {14.0, 24.0, 36.0, 52.0, 72.0}) {
      const double along = half_length > 0 ? std::fabs(dot(u, way)) / 2 / half_length : 0;
      const P at = middle + (away + along * half_length + std::fabs(u.x) * half_width) * u;
      const double score = crowd(at) - 0.25 * away;
      if (score > best_score + 1e-9) best = at, best_score = score;
    }
  }
  return best;
}

/// From where to where A goes, or the gap; a label beside it.
void append_translation(std::string& out, const Figure& f, P from, P to, bool apart, const std::vector<P>& names) {
  const P start = f.px(from), end = f.px(to);
  if (apart) {
    append_line(out, start, end, "gapline");
  } else {
    append_arrow(out, start, end, 15, "mtv");
  }
  const std::string label = (apart ? "gap " : "MTV ") + short_number(std::fabs(static_cast<double>(f.axis.depth)));
  append_text(out, place_of_label(f, start, end, label.size(), names) + P{0, 5}, label,
              apart ? "halo gapname mid" : "halo mtvname mid");
}

void append_whole(std::string& out, const Figure& f) {
  const Explanation& e = f.e;
  const ClosestPoints points = closest_points(e.a, e.pose_a, e.b, e.pose_b);
  const P b = point(e.pose_b.position);
  const P from = point(points.point_a) - b;
  const bool apart = e.relation == Relation::apart;
  const P to = apart ? point(points.point_b) - b : from + (f.ghost - f.a.position);
  const P n = point(f.axis.normal);
  append_feature(out, f, f.a, e.feature_a, -1.0 * n, "edge ea", "dot da");
  append_feature(out, f, f.b, e.feature_b, n, "edge eb", "dot db");
  const P name_a = f.px(place_of_name(f, f.a, f.b, from, to)), name_b = f.px(place_of_name(f, f.b, f.a, from, to));
  append_text(out, name_a + P{0, 7}, "A", "halo name na");
  append_text(out, name_b + P{0, 7}, "B", "halo name nb");
  if (apart || f.has_ghost) append_translation(out, f, from, to, apart, {name_a, name_b});
  append_text(out, wall_end(f, -12) + P{0, 5}, "n", "halo axis mid");
}

}  // namespace

double figure_scale(const Explanation& e, int axis, const FigureStyle& style) {
  Figure f = make_figure(e, axis, style.whole);
  const auto extent = [&f](P along) {
    return std::max(f.a.reach(along), f.b.reach(along)) + std::max(f.a.reach(-1.0 * along), f.b.reach(-1.0 * along));
  };
  double lower = 0, upper = 2 * (style.width + style.height) / std::max(extent({1, 0}), extent({0, 1}));
  for (int i = 0; i < 60; ++i) {
    f.scale = (lower + upper) / 2;
    const Bounds bounds = bounds_of(f);
    const bool fits = bounds.right - bounds.left <= style.width && bounds.bottom - bounds.top <= style.height;
    (fits ? lower : upper) = f.scale;
  }
  return lower;
}

void append_figure(std::string& out, const Explanation& e, int axis, const FigureStyle& style, double scale) {
  Figure f = make_figure(e, axis, style.whole);
  f.scale = scale;
  const Bounds bounds = bounds_of(f);
  f.origin = {style.x + style.width / 2 - (bounds.left + bounds.right) / 2,
              style.y + style.height / 2 - (bounds.top + bounds.bottom) / 2};
  if (style.whole) append_grid(out, f, {style.x - 16, style.y - 16, style.width + 32, style.height + 32, true});
  append_beam(out, f, f.b, f.axis.shadow_b, "beam fb", "ray sb");
  append_placed(out, f, f.b, f.b.position, "shape fb sb");
  append_beam(out, f, f.a, f.axis.shadow_a, "beam fa", "ray sa");
  append_wall(out, f);
  append_placed(out, f, f.a, f.a.position, "shape fa sa");
  if (f.has_ghost) append_placed(out, f, f.a, f.ghost, "ghost");
  if (style.whole) append_whole(out, f);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
