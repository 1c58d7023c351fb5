// The minimum translation vector of shapes made of parts.
//
// A, moved by t, overlaps B if and only if t lies in the interior of one of the obstacles K_ij = B_j - A_i, one for
// each pair of parts. The MTV leads to the point nearest to the origin on the boundary of their union: it is neither
// the sum, nor the largest, nor the smallest of the pairs' own vectors, since the exit from one obstacle may lead into
// the next. The boundary is what remains of the outlines K_ij outside of all other obstacles; holes and pockets have a
// boundary too.
//
// So have slots. A character that fits its corridor exactly touches floor and ceiling, and is out of both: the
// obstacles of the two share a line. So an obstacle takes nothing from a straight outline over which it reaches by no
// more than the band: moved aside by that much, A would be out of it. A part without width is different: in a seam,
// with parts of one solid on either side, it touches each of them and lies within the union. Its obstacles first take
// the outlines that they touch. A line that they only touch is examined again where it would be the shortest exit: A
// may fit there, and held_at_one_place() decides (interlock.cpp). As A moves along such a line, the answer changes only
// where an obstacle begins or ends on it: two parts that adjoin do so all along, and two that do not never do, since
// intervals of one line that meet pairwise all share a point. So one place of each stretch in between is tested, the
// nearest one.
//
// Outlines are tested from the nearest on; once one is farther than the best point so far, no later one can be nearer.
// Obstacles farther away than the best point cannot matter either: parts are collected out to a margin, which grows
// until it contains the exit.
//
// Source: the configuration-space obstacle (Lozano-Perez 1983); decomposition into convex parts and union of their
// Minkowski differences (de Berg et al., Computational Geometry, chapter on motion planning).

#include <bankshot/query/parts/union_exit.hpp>

#include <bankshot/query/parts/interlock.hpp>
#include <bankshot/query/parts/rect_index.hpp>
#include <bankshot/query/parts/rounded_polygons.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

struct Obstacles {
  std::vector<RoundedPolygon> blobs;
  std::vector<Rect> rects;
  std::vector<std::uint32_t> a, b;  ///< numbers of the parts
  std::vector<bool> wide;           ///< true if both parts have a width
};

Obstacles collect(const Shape& a, const Shape& b, const Placement& at, Real margin, Real band) {
  Obstacles all;
  for_each_pair(a, b, at, margin, [&](const Part& part_a, const Part& part_b) {
    if (has_one_way(part_a, part_b)) return true;
    all.blobs.push_back(obstacle(part_a, part_b, at));
    all.rects.push_back(rect_of(all.blobs.back()));
    all.a.push_back(static_cast<std::uint32_t>(part_a.number));
    all.b.push_back(static_cast<std::uint32_t>(part_b.number));
    all.wide.push_back(part_a.view.extent > band && part_b.view.extent > band);
    return true;
  });
  return all;
}

struct NearCurve {
  std::size_t curve = 0;
  double bound = 0;  ///< no point of the curve is nearer
};

struct BestExit {
  P2 point, outward;
  double square = endless;
  std::uint32_t blob = 0;
  bool corner = false;  ///< where outlines meet
};

/// Breaks ties between exits of one length: prefers the one that points more from B towards A, then the one to its
/// left. Geometry only, so that the answer follows a swap and a quarter turn.
bool prefer(P2 candidate, P2 held, P2 between) {
  const double one = dot(candidate, between), two = dot(held, between);
  if (one != two) return one > two;
  return cross(between, candidate) > cross(between, held);
}

/// Rounding at a seam may end a stretch of boundary just short of the point nearest to the origin. If that point is
/// free, it is the answer.
void straighten(BestExit& best, const Curve& curve, const Obstacles& all, double hair) {
  const Span whole{0, curve.end()};
  const double s = nearest_on(curve, whole, 0);
  const P2 point = curve.at(s);
  if (length(point - best.point) > 64 * hair) return;
  for (const RoundedPolygon& blob : all.blobs) {
    if (distance(blob, point) < -hair) return;
  }
  best.point = point;
  best.square = dot(point, point);
  best.corner = s <= whole.from || s >= whole.to;
}

/// A stretch of a curve that an obstacle takes.
struct Taken {
  Span span;
  bool wide = false;   ///< the obstacle's parts have a width
  bool aside = false;  ///< it reaches no more than the band over the curve
};

/// Finds whether A, moved, fits between parts.
struct Fitting {
  const Shape &a, &b;
  const Placement& at;
  Real band;

  bool fits_at(P2 way) const {
    Placement there = at;
    there.d += narrow(way);
    return !held_at_one_place(a, b, there, band);
  }
};

/// True if a line is deeper in an obstacle than the band: since the obstacle is convex, the ends decide.
bool deep_at_ends(const Curve& curve, const RoundedPolygon& blob, double band) {
  return !curve.arc() && distance(blob, curve.from) < -band && distance(blob, curve.to) < -band;
}

/// The stretches of the curve that obstacles take, in order. An obstacle outside of a straight curve takes nothing of
/// it, unless it belongs to a part without width.
void taken_of(const Curve& curve, const Obstacles& all, const RectIndex& index, double hair, double band,
              std::vector<Taken>& taken) {
  const Rect rect = rect_of(curve);
  const P2 along = curve.arc() ? P2{} : (1 / curve.end()) * (curve.to - curve.from);
  std::vector<Span> spans;
  bool whole = false;  // one obstacle takes all of the curve deeply, so no point of it is an exit
  index.visit(rect, hair, [&](std::uint32_t i) {
    if (i == curve.blob) return true;
    spans.clear();
    covered(curve, hair, all.blobs[i], 0, spans);
    if (spans.empty()) return true;
    // If both have a width, rounding must not understate how far the obstacle reaches.
    const double most = all.wide[i] ? band - hair : band;
    const bool aside = !curve.arc() && reach_across(all.blobs[i], curve.from, along).left <= most;
    if (all.wide[i] && aside) return true;
    for (const Span& span : spans) {
      whole = span.from <= 0 && span.to >= curve.end() && deep_at_ends(curve, all.blobs[i], band);
      if (whole) taken.clear();
      taken.push_back({span, all.wide[i], aside});
    }
    return !whole;
  });
  std::sort(taken.begin(), taken.end(), [](const Taken& l, const Taken& r) {
    return l.span.from != r.span.from ? l.span.from < r.span.from : l.span.to < r.span.to;
  });
}

/// True if A, moved there, is out of all obstacles: no more than the band deep, and it fits between the parts that it
/// touches. If `fitting` is null, A must not touch obstacles of parts without width.
bool out_of_all(P2 point, const Obstacles& all, const RectIndex& index, double hair, double band,
                const Fitting* fitting) {
  bool touches = false, deep = false;
  index.visit({point, point}, hair, [&](std::uint32_t i) {
    const double away = distance(all.blobs[i], point);
    deep = away < -band;
    touches = touches || (away < hair && (fitting != nullptr || !all.wide[i]));
    return !deep;
  });
  if (deep) return false;
  return !touches || (fitting != nullptr && fitting->fits_at(point));
}

/// The spans of the curve that no obstacle takes, and the points (spans without length) where two obstacles may leave
/// exactly the room that A needs.
void exits_on(const Curve& curve, const std::vector<Taken>& taken, double band, std::vector<Span>& left) {
  double reached = 0;
  bool wide = false;
  for (const Taken& next : taken) {
    const double overlap = reached - next.span.from;
    if (overlap < 0) {
      left.push_back({reached, next.span.from});
    } else if (wide && next.wide && next.span.to > reached &&
               overlap <= curve.parameter_change(next.span.from, 2 * band)) {
      const double middle = next.span.from + overlap / 2;
      left.push_back({middle, middle});
    }
    if (next.span.to > reached) reached = next.span.to, wide = next.wide;
  }
  if (reached < curve.end()) left.push_back({reached, curve.end()});
}

/// The middle of each place where one span ends and the next begins, with no more than twice the band in common.
void slits_of(const Curve& curve, std::vector<Span>& spans, double band, std::vector<Span>& slits) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& l, const Span& r) { return l.from != r.from ? l.from < r.from : l.to < r.to; });
  double reached = -endless;
  for (const Span& next : spans) {
    const double overlap = reached - next.from;
    if (overlap >= 0 && next.to > reached && overlap <= curve.parameter_change(next.from, 2 * band)) {
      slits.push_back({next.from + overlap / 2, next.from + overlap / 2});
    }
    reached = std::max(reached, next.to);
  }
}

/// Adds the places where A may fit on the curve although parts without width touch it there: the stretches that only
/// obstacles beside the curve take, cut wherever one of these begins or ends, and the points between other obstacles.
void slots_on(const Curve& curve, const std::vector<Taken>& taken, double band, std::vector<Span>& slots) {
  if (std::all_of(taken.begin(), taken.end(), [](const Taken& one) { return one.wide; })) return;
  std::vector<double> cuts;
  std::vector<Span> others, free;
  for (const Taken& next : taken) {
    if (!next.aside) others.push_back(next.span);
    if (next.aside) cuts.push_back(next.span.from), cuts.push_back(next.span.to);
  }
  slits_of(curve, others, band, slots);
  std::sort(cuts.begin(), cuts.end());
  uncovered(curve, others, free);
  for (const Span& span : free) {
    double from = span.from;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
      const double to = i < cuts.size() ? std::min(cuts[i], span.to) : span.to, middle = from / 2 + to / 2;
      if (!(from < to)) continue;
      const bool aside = std::any_of(taken.begin(), taken.end(), [middle](const Taken& one) {
        return one.aside && one.span.from <= middle && middle <= one.span.to;
      });
      if (aside) slots.push_back({from, to});
      from = to;
    }
  }
}

/// The boundary of the union, as far as it was examined.
struct Boundary {
  const Obstacles& all;
  const RectIndex& index;  ///< of their boxes
  const Fitting* fitting;  ///< null: A does not fit anywhere
  P2 between;
  double hair, tie, band;
  BestExit best;
  double reached = endless;
  std::size_t taken = 0;

  std::map<std::int64_t, std::vector<P2>> refused{};  ///< by x in units of the epsilon offset

  /// Each line is the outline of at least two obstacles: a place is tested once.
  bool is_out(P2 point) {
    const auto same = [&](P2 other) { return length(point - other) <= hair; };
    const auto hairs = static_cast<std::int64_t>(hair > 0 ? std::floor(point.x / hair) : 0);
    for (const std::int64_t beside : {hairs - 1, hairs, hairs + 1}) {
      const auto found = refused.find(beside);
      if (found != refused.end() && std::any_of(found->second.begin(), found->second.end(), same)) return false;
    }
    const bool out = out_of_all(point, all, index, hair, band, fitting);
    if (!out) refused[hairs].push_back(point);
    return out;
  }

  void offer(const Curve& curve, std::size_t number, const Span& span, bool judged) {
    // Rounding leaves tiny spans where outlines of several parts meet in one place.
    const double size = span.to - span.from;
    if (size > 0 && size <= curve.parameter_change(span.from, 4 * hair)) return;
    const double s = nearest_on(curve, span, std::min(2 * hair, band / 16));  // for double the epsilon offset is large
    const P2 point = curve.at(s);
    // A point between two obstacles may overlap both by the band: its exit must be shorter by more than that.
    const double away = length(point) + (size > 0 ? 0 : 2 * band);
    if (away > reached + tie || (away >= reached - tie && !prefer(point, best.point, between))) return;
    if (judged && !is_out(point)) return;
    best = {point, outward_at(curve, s), dot(point, point), curve.blob, s <= span.from || s >= span.to};
    reached = away;
    taken = number;
  }
};

BestExit nearest_boundary(const Obstacles& all, P2 between, double band, const Fitting* fitting) {
  std::vector<Curve> curves;
  for (std::uint32_t i = 0; i < all.blobs.size(); ++i) outline(all.blobs[i], i, curves);
  std::vector<NearCurve> order;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (!(curves[i].end() > 0)) continue;
    order.push_back({i, length(curves[i].at(nearest_on(curves[i], {0, curves[i].end()}, 0)))});
  }
  std::sort(order.begin(), order.end(), [](const NearCurve& l, const NearCurve& r) {
    return l.bound != r.bound ? l.bound < r.bound : l.curve < r.curve;
  });
  const double hair = hair_of(all.blobs), tie = std::min(0x1p-44 * size_of(all.blobs), hair / 2);
  const RectIndex index(all.rects);
  Boundary boundary{all, index, fitting, between, hair, tie, band, {}};
  std::vector<Taken> taken;
  std::vector<Span> left, slots;
  for (const NearCurve& candidate : order) {
    if (candidate.bound > boundary.reached + tie) break;
    const Curve& curve = curves[candidate.curve];
    taken.clear(), left.clear(), slots.clear();
    taken_of(curve, all, index, hair, band, taken);
    exits_on(curve, taken, band, left);
    if (fitting != nullptr) slots_on(curve, taken, band, slots);
    for (const Span& span : left) boundary.offer(curve, candidate.curve, span, !(span.to > span.from));
    for (const Span& span : slots) boundary.offer(curve, candidate.curve, span, true);
  }
  if (boundary.best.corner) straighten(boundary.best, curves[boundary.taken], all, hair);
  return boundary.best;
}

}  // namespace

bool surrounded(std::vector<RoundedPolygon> blobs, std::vector<bool> wide, double band) {
  Obstacles all;
  for (const RoundedPolygon& blob : blobs) all.rects.push_back(rect_of(blob));
  all.blobs = std::move(blobs), all.wide = std::move(wide);
  return nearest_boundary(all, {}, band, nullptr).square > band * band;
}

Exit shortest_exit(const Shape& a, const Shape& b, const Placement& at, Real band) {
  const Box box_a = bounds_of(a), box_b = bounds_of(b);
  const P2 between = wide((rotate(at.qa, middle_of(box_a)) - rotate(at.qb, middle_of(box_b))) + at.d);
  const V2 size_a = box_a.upper - box_a.lower, size_b = box_b.upper - box_b.lower;
  Real margin = min(max(size_a.x, size_a.y), max(size_b.x, size_b.y)) + band;
  const Fitting fitting{a, b, at, band};
  Exit exit;
  for (;;) {
    const Obstacles all = collect(a, b, at, margin, band);
    if (all.blobs.empty()) return exit;
    double inside = endless;
    for (const RoundedPolygon& blob : all.blobs) inside = std::min(inside, distance(blob, {}));
    const BestExit best = nearest_boundary(all, between, double(band), &fitting);
    const double way = std::sqrt(best.square);
    if (finite(static_cast<Real>(way)) && way > margin) {
      margin = static_cast<Real>(way) * (1 + Real(1) / 64) + band;
      continue;
    }
    exit.a = all.a[best.blob], exit.b = all.b[best.blob];
    // Where outlines cross, the normal is the direction to the crossing; along an outline both agree up to rounding. In
    // a slot, A moves away from the nearer side.
    const double hair = hair_of(all.blobs);
    const bool held = inside < 0 || (inside <= hair && way > double(band));  // in a seam, in none of the obstacles
    const bool along_way = held && best.corner && way > hair;
    const P2 outward = held && dot(best.outward, best.point) < 0 ? -1 * best.outward : best.outward;
    exit.normal = narrow(along_way ? (1 / way) * best.point : outward);
    if (!held && (inside > hair || way <= double(band))) return exit;
    exit.depth = static_cast<Real>(way);
    exit.translation = narrow(best.point);
    return exit;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
