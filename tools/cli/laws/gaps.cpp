#include "gaps.hpp"

#include <algorithm>
#include <cmath>

namespace bankshot_tool::laws {
namespace {

constexpr double boundless = std::numeric_limits<double>::infinity();

/// A convex core in world coordinates, grown by a radius; for a room the corners of its interior.
struct Placed {
  std::vector<V> corners;
  double radius = 0;
  bool room = false;
};

V turned(const V& p, const State& state) {
  const double c = std::cos(state.angle), s = std::sin(state.angle);
  return state.position + V(c * p.x() - s * p.y(), s * p.x() + c * p.y());
}

std::vector<Placed> placed(const Spec& spec, const State& state) {
  std::vector<Placed> parts;
  for (const Form& form : forms_of(spec)) {
    for (const Form& simple : simple_forms(form)) {
      Placed part{{}, simple.radius, simple.kind == Form::Kind::room};
      for (const V& corner : simple.corners) part.corners.push_back(turned(corner, state));
      if (part.corners.empty()) part.corners.push_back(state.position);  // a disc
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

/// The widest gap along an edge normal of `a`; negative: the depth of the overlap along it.
double widest_gap(const std::vector<V>& a, const std::vector<V>& b) {
  double widest = -boundless;
  for (std::size_t i = 0; i < a.size() && a.size() > 1; ++i) {
    const V edge = a[(i + 1) % a.size()] - a[i];
    const V normal = V(edge.y(), -edge.x()) / edge.norm();
    double nearest = boundless;
    for (const V& corner : b) nearest = std::min(nearest, normal.dot(corner - a[i]));
    widest = std::max(widest, nearest);
  }
  return widest;
}

/// Distance from the corners of `a` to the edges of `b`.
double corner_distance(const std::vector<V>& a, const std::vector<V>& b) {
  double least = boundless;
  for (const V& corner : a) {
    for (std::size_t i = 0; i < b.size(); ++i) {
      const V edge = b[(i + 1) % b.size()] - b[i];
      const double length = edge.squaredNorm();
      const double share = length > 0 ? std::clamp(edge.dot(corner - b[i]) / length, 0.0, 1.0) : 0.0;
      least = std::min(least, (b[i] + share * edge - corner).norm());
    }
  }
  return least;
}

/// Corners are counter-clockwise: the inner side of an edge is on its left.
double gap_in_room(const Placed& room, const Placed& inner) {
  double least = boundless;
  for (std::size_t i = 0; i < room.corners.size(); ++i) {
    const V edge = room.corners[(i + 1) % room.corners.size()] - room.corners[i];
    const V inward = V(-edge.y(), edge.x()) / edge.norm();
    for (const V& corner : inner.corners) least = std::min(least, inward.dot(corner - room.corners[i]) - inner.radius);
  }
  return least;
}

double gap(const Placed& a, const Placed& b) {
  if (a.room || b.room) return a.room ? gap_in_room(a, b) : gap_in_room(b, a);
  const double radii = a.radius + b.radius;
  if (a.corners.size() > 2 || b.corners.size() > 2) {
    const double along = std::max(widest_gap(a.corners, b.corners), widest_gap(b.corners, a.corners));
    if (along <= 0) return along - radii;
  }
  return std::min(corner_distance(a.corners, b.corners), corner_distance(b.corners, a.corners)) - radii;
}

int corners_near(const Placed& of, const Placed& to, double margin) {
  if (of.room) return 0;
  int count = 0;
  for (const V& corner : of.corners) {
    const Placed alone{{corner}, of.radius, false};
    if (!to.room) {
      count += gap(alone, to) < margin;
      continue;
    }
    for (std::size_t i = 0; i < to.corners.size(); ++i) {
      const V edge = to.corners[(i + 1) % to.corners.size()] - to.corners[i];
      count += V(-edge.y(), edge.x()).dot(corner - to.corners[i]) / edge.norm() - of.radius < margin;
    }
  }
  return count;
}

}  // namespace

std::vector<Gap> near_pairs(const Lab& lab, double margin) {
  std::vector<std::vector<Placed>> parts;
  std::vector<V> middles;
  std::vector<double> reach;  // unbounded for bodies that are not dynamic: there are few
  for (std::size_t i = 0; i < lab.size(); ++i) {
    const State state = lab.state(i);
    parts.push_back(placed(lab.spec(i), state));
    middles.push_back(state.position);
    reach.push_back(lab.mass(i).mass > 0 ? circumradius(lab.spec(i).form) : boundless);
  }
  std::vector<Gap> gaps;
  for (std::size_t i = 0; i < lab.size(); ++i) {
    for (std::size_t j = i + 1; j < lab.size(); ++j) {
      const bool moves = lab.mass(i).mass > 0 || lab.mass(j).mass > 0;
      if (!moves || (middles[i] - middles[j]).norm() > reach[i] + reach[j] + margin) continue;
      Gap found{i, j, boundless};
      for (const Placed& a : parts[i]) {
        for (const Placed& b : parts[j]) {
          const double apart = gap(a, b);
          found.gap = std::min(found.gap, apart);
          if (!(apart < margin)) continue;
          found.corners += corners_near(a, b, margin) + corners_near(b, a, margin);
          found.round |= a.radius + b.radius > 0;
        }
      }
      if (!(found.gap >= margin)) gaps.push_back(found);  // NaN too
    }
  }
  return gaps;
}

}  // namespace bankshot_tool::laws
