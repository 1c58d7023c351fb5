#pragma once
// An independent judge of shortest translations out of unions: every place where one may end, by brute force in long
// double.
//
// The forbidden translations of A are the inside of the union of all differences of a part of B and a part of A: convex
// polygons grown by radii. The shortest free translation ends at the foot of the perpendicular on a moved-out edge, at
// the point of a round corner that faces the origin, or at a crossing of two such outlines. All of these are computed
// for whole lines and circles, and the nearest one that lies in no obstacle counts. A room forbids translations over
// its walls.

#include "geometry_oracle.hpp"

namespace oracle {

/// A straight wall: forbids translations t with dot(out, t) > offset.
struct Wall {
  Point out;  ///< of unit length
  Number offset = 0;
};

/// A round wall: forbids places farther from the centre than the radius.
struct Ring {
  Point centre;
  Number radius = 0;
};

/// Returns the obstacles to A's translation.
inline std::vector<Placed> obstacles(const std::vector<Placed>& a, const std::vector<Placed>& b) {
  std::vector<Placed> all;
  for (const Placed& p : a) {
    for (const Placed& q : b) {
      std::vector<Point> differences;
      for (const Point& of_a : p.core) {
        for (const Point& of_b : q.core) differences.push_back(of_b - of_a);
      }
      all.push_back({convex_hull(std::move(differences)), p.radius + q.radius});
    }
  }
  return all;
}

/// Returns how deep a translation leads into the obstacles; negative: its distance from all of them.
inline Number depth_in(const std::vector<Placed>& obstacles, Point translation) {
  Number most = -std::numeric_limits<Number>::infinity();
  for (const Placed& o : obstacles) most = std::max(most, o.radius - signed_distance(translation, o.core));
  return most;
}

class UnionExit {
 public:
  /// `grown`: enlarges the obstacles and walls, may be negative.
  UnionExit(std::vector<Placed> obstacles, Number grown, std::vector<Wall> walls = {}, std::vector<Ring> rings = {})
      : obstacles_(std::move(obstacles)), walls_(std::move(walls)), rings_(std::move(rings)) {
    for (Placed& o : obstacles_) o.radius += grown;
    for (Wall& wall : walls_) wall.offset -= grown;
    for (Ring& ring : rings_) ring.radius -= grown;
  }

  /// Returns the length of the shortest translation out of obstacles that hold the origin, to `rounding`; infinite if
  /// none is shorter than `below`.
  Number length(Number rounding, Number below = std::numeric_limits<Number>::infinity()) {
    below_ = below;
    collect(rounding);
    feet();
    crossings();
    std::sort(candidates_.begin(), candidates_.end(), [](Point p, Point q) { return dot(p, p) < dot(q, q); });
    for (const Point& p : candidates_) {
      if (free(p, rounding)) return oracle::length(p);
    }
    return std::numeric_limits<Number>::infinity();
  }

 private:
  struct Line {
    Point at, along;  ///< `along` of unit length
  };
  struct Circle {
    Point centre;
    Number radius = 0;
  };

  /// Tries the obstacle that held the last candidate first: it most likely holds the next one, which is little farther.
  bool free(Point p, Number rounding) {
    for (const Wall& wall : walls_) {
      if (dot(wall.out, p) > wall.offset + rounding) return false;
    }
    for (const Ring& ring : rings_) {
      if (oracle::length(p - ring.centre) > ring.radius + rounding) return false;
    }
    const auto held = [&](const Placed& o) { return signed_distance(p, o.core) < o.radius - rounding; };
    const auto by = std::find_if(obstacles_.begin(), obstacles_.end(), held);
    if (by == obstacles_.end()) return true;
    std::swap(obstacles_.front(), *by);
    return false;
  }
  void offer(Point p) {
    if (dot(p, p) < below_ * below_) candidates_.push_back(p);
  }
  void collect(Number rounding) {
    for (const Wall& wall : walls_) add(Line{wall.offset * wall.out, {-wall.out.y, wall.out.x}}, rounding);
    for (const Ring& ring : rings_) add(Circle{ring.centre, std::max(ring.radius, Number(0))}, rounding);
    for (const Placed& o : obstacles_) {
      const std::size_t n = o.core.size();
      for (std::size_t i = 0; i < n; ++i) {
        add(Circle{o.core[i], std::max(o.radius, Number(0))}, rounding);
        if (n < 2) continue;
        const Point edge = o.core[(i + 1) % n] - o.core[i];
        const Point along = (1 / oracle::length(edge)) * edge;
        add(Line{o.core[i] + o.radius * Point{along.y, -along.x}, along}, rounding);
      }
    }
  }
  void add(const Line& line, Number rounding) {
    for (const Line& known : lines_) {
      if (std::fabs(cross(known.along, line.along)) <= rounding &&
          std::fabs(cross(known.along, line.at - known.at)) <= rounding) {
        return;
      }
    }
    lines_.push_back(line);
  }
  void add(const Circle& circle, Number rounding) {
    for (const Circle& known : circles_) {
      if (oracle::length(known.centre - circle.centre) <= rounding &&
          std::fabs(known.radius - circle.radius) <= rounding) {
        return;
      }
    }
    circles_.push_back(circle);
  }
  void feet() {
    for (const Line& line : lines_) offer(line.at - dot(line.at, line.along) * line.along);
    for (const Circle& circle : circles_) {
      const Number away = oracle::length(circle.centre);
      if (away > 0) offer((1 - circle.radius / away) * circle.centre);
      if (!(away > 0)) offer({circle.radius, 0});
    }
  }
  void crossings() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      for (std::size_t k = i + 1; k < lines_.size(); ++k) cross_lines(lines_[i], lines_[k]);
      for (const Circle& circle : circles_) cross_line(lines_[i], circle);
    }
    for (std::size_t i = 0; i < circles_.size(); ++i) {
      for (std::size_t k = i + 1; k < circles_.size(); ++k) cross_circles(circles_[i], circles_[k]);
    }
  }
  void cross_lines(const Line& one, const Line& two) {
    const Number sine = cross(one.along, two.along);
    if (sine != 0) offer(one.at + (cross(two.at - one.at, two.along) / sine) * one.along);
  }
  void cross_line(const Line& line, const Circle& circle) {
    const Point foot = line.at + dot(circle.centre - line.at, line.along) * line.along;
    const Number aside = oracle::length(foot - circle.centre);
    if (aside > circle.radius) return;
    const Number half = std::sqrt((circle.radius - aside) * (circle.radius + aside));
    offer(foot + half * line.along);
    offer(foot - half * line.along);
  }
  void cross_circles(const Circle& one, const Circle& two) {
    const Point between = two.centre - one.centre;
    const Number square = dot(between, between);
    if (!(square > 0)) return;
    const Number share = (square + (one.radius - two.radius) * (one.radius + two.radius)) / (2 * square);
    const Number high = one.radius * one.radius / square - share * share;
    if (high < 0) return;
    const Point foot = one.centre + share * between, across = std::sqrt(high) * Point{-between.y, between.x};
    offer(foot + across);
    offer(foot - across);
  }

  std::vector<Placed> obstacles_;
  std::vector<Wall> walls_;
  std::vector<Ring> rings_;
  Number below_ = std::numeric_limits<Number>::infinity();
  std::vector<Line> lines_;
  std::vector<Circle> circles_;
  std::vector<Point> candidates_;
};

}  // namespace oracle
