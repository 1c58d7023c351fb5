#include "oracle/parts/ways.hpp"

#include <algorithm>

namespace bankshot_oracle::inline BANKSHOT_ABI {

using oracle::Number;
using oracle::Point;

namespace {

constexpr Span nowhere{endless, -endless};

Span joined(Span one, Span two) { return {std::min(one.from, two.from), std::max(one.to, two.to)}; }

/// Cuts off the part with dot(out, s way) > offset.
void cut(Span& span, Point out, Point way, Number offset) {
  const Number rate = dot(out, way);
  if (rate > 0) span.to = std::min(span.to, offset / rate);
  if (rate < 0) span.from = std::max(span.from, offset / rate);
  if (rate == 0 && offset < 0) span = nowhere;
}

Span kept(Span span) { return span.from <= span.to ? span : nowhere; }

Point out_of(Point from, Point to) {
  const Point along = to - from;
  return (1 / length(along)) * Point{along.y, -along.x};
}

/// The core with its sides moved outwards by `shift`, or inwards.
Span in_core(const Solid& solid, Point way, Number shift) {
  Span span{-endless, endless};
  const std::size_t n = solid.core.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Point from = solid.core[i], out = out_of(from, solid.core[(i + 1) % n]);
    cut(span, out, way, dot(out, from) + shift);
  }
  return kept(span);
}

Span in_disc(Point centre, Number radius, Point way) {
  const Number square = dot(way, way), middle = dot(centre, way) / square;
  const Point aside = centre - middle * way;
  const Number half = radius * radius - dot(aside, aside);
  if (half < 0) return nowhere;
  const Number reach = std::sqrt(half / square);
  return {middle - reach, middle + reach};
}

/// The area between an edge and its copy moved outwards by the radius.
Span beside_edge(Point from, Point to, Number radius, Point way) {
  const Point out = out_of(from, to), along{-out.y, out.x};
  Span span{-endless, endless};
  cut(span, out, way, dot(out, from) + radius);
  cut(span, -1 * out, way, -dot(out, from));
  cut(span, along, way, dot(along, to));
  cut(span, -1 * along, way, -dot(along, from));
  return kept(span);
}

/// A line meets a convex core with a radius on one stretch: the union of those on which it meets its parts.
Span within(const Solid& solid, Point way, Number level) {
  const Number radius = solid.radius - level;
  const std::size_t n = solid.core.size();
  if (radius < 0) return n > 2 ? in_core(solid, way, radius) : nowhere;
  Span span = n > 2 ? in_core(solid, way, 0) : nowhere;
  for (std::size_t i = 0; i < n; ++i) {
    span = joined(span, in_disc(solid.core[i], radius, way));
    if (n > 1) span = joined(span, beside_edge(solid.core[i], solid.core[(i + 1) % n], radius, way));
  }
  return span;
}

/// Adds what keeps a solid in a room; `sign` is -1 if the room moves.
void keep_in(Forbidden& all, const Solid& room, const Solid& solid, Number sign) {
  for (const Point& p : solid.core) {
    if (room.core.size() < 3) {
      all.rings.push_back({sign * (room.core.front() - p), room.radius - solid.radius});
      continue;
    }
    for (std::size_t i = 0; i < room.core.size(); ++i) {
      const Point from = room.core[i], out = out_of(from, room.core[(i + 1) % room.core.size()]);
      all.walls.push_back({sign * out, dot(out, from) - dot(out, p) - solid.radius});
    }
  }
}

}  // namespace

Number Forbidden::depth_at(Point translation) const {
  Number most = solids.empty() ? -endless : oracle::depth_in(solids, translation);
  for (const oracle::Wall& wall : walls) most = std::max(most, dot(wall.out, translation) - wall.offset);
  for (const oracle::Ring& ring : rings) most = std::max(most, length(translation - ring.centre) - ring.radius);
  return most;
}

Number Forbidden::way_out(Number grown, Number rounding, Number below) const {
  return oracle::UnionExit(solids, grown, walls, rings).length(rounding, below);
}

Forbidden Forbidden::moved(Point translation) const {
  Forbidden all = *this;
  for (Solid& solid : all.solids) {
    for (Point& p : solid.core) p = p - translation;
  }
  for (oracle::Wall& wall : all.walls) wall.offset -= dot(wall.out, translation);
  for (oracle::Ring& ring : all.rings) ring.centre = ring.centre - translation;
  return all;
}

bool Forbidden::thick_at(Point translation, Number band) const {
  return moved(translation).way_out(band, band / 1024, 2 * band) == endless;
}

std::vector<Span> Forbidden::along(Point way, Number level) const {
  std::vector<Span> spans;
  const auto add = [&spans](Span span) {
    if (span.from < span.to) spans.push_back(span);
  };
  for (const Solid& solid : solids) add(within(solid, way, level));
  for (const oracle::Wall& wall : walls) {
    Span beyond{-endless, endless};
    cut(beyond, -1 * wall.out, way, -(wall.offset + level));
    add(beyond);
  }
  for (const oracle::Ring& ring : rings) {
    const Span inside = in_disc(ring.centre, std::max(ring.radius + level, Number(0)), way);
    const bool empty = inside.from > inside.to;
    add({-endless, empty ? endless : inside.from});
    if (!empty) add({inside.to, endless});
  }
  std::sort(spans.begin(), spans.end(), [](Span one, Span two) { return one.from < two.from; });
  return spans;
}

Forbidden forbidden(const Whole& a, const Pose& pose_a, const Whole& b, const Pose& pose_b) {
  Forbidden all;
  const Point origin = oracle::point(pose_b.position);
  const std::vector<Solid> of_a = a.at(pose_a, origin), of_b = b.at(pose_b, origin);
  if (!a.inside_out() && !b.inside_out()) {
    all.solids = oracle::obstacles(of_a, of_b);
    return all;
  }
  const std::vector<Solid>& held = a.inside_out() ? of_b : of_a;
  for (const Solid& solid : held) keep_in(all, (a.inside_out() ? of_a : of_b).front(), solid, a.inside_out() ? -1 : 1);
  return all;
}

Forbidden forbidden(Point point, const Whole& b, const Pose& pose_b) {
  Forbidden all;
  const Solid single{{{0, 0}}, 0};
  if (b.inside_out()) {
    keep_in(all, b.at(pose_b, point).front(), single, 1);
  } else {
    all.solids = oracle::obstacles({single}, b.at(pose_b, point));
  }
  return all;
}

Number first_out(const std::vector<Span>& spans) {
  Number reached = 0;
  for (const Span& span : spans) {
    if (span.from > reached) break;
    reached = std::max(reached, span.to);
  }
  return reached;
}

Number first_in(const std::vector<Span>& spans, Number end) {
  for (const Span& span : spans) {
    if (span.to >= 0) return span.from <= end ? std::max(span.from, Number(0)) : endless;
  }
  return endless;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
