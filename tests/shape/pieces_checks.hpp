#pragma once
// The promises of every shape made of pieces, checked on all pieces.

#include <bankshot/math/orient.hpp>
#include <bankshot/shape/composite.hpp>
#include <bankshot/shape/composites.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include "hull.hpp"

namespace bankshot_test {

using bankshot::detail::Composite;
using bankshot::detail::ConvexView;
using bankshot::detail::Piece;
using bankshot::detail::PieceSpace;
using bankshot::detail::Seam;
using bankshot::detail::V2;

/// A piece with arrays of its own.
struct Part {
  std::vector<V2> points, normals;
  std::vector<Seam> seams;
  Real radius = 0, extent = 0;
  int one_way = -1;
  std::uint32_t number = 0, material = 0;

  V2 next(std::size_t i) const { return points[(i + 1) % points.size()]; }
  V2 previous(std::size_t i) const { return points[(i + points.size() - 1) % points.size()]; }
};

inline const Composite& parts_of(const bankshot::Shape& shape) { return *bankshot::detail_parts(shape); }

inline std::vector<Part> all_parts(const bankshot::Shape& shape) {
  const Composite& parts = parts_of(shape);
  std::vector<std::uint32_t> numbers;
  parts.find(parts.bounds, numbers);
  std::vector<Part> result;
  for (const std::uint32_t number : numbers) {
    PieceSpace space;
    const Piece piece = parts.piece(number, space);
    const ConvexView& view = piece.view;
    Part part;
    part.points.assign(view.points, view.points + view.count);
    if (view.count > 1) part.normals.assign(view.normals, view.normals + view.count);
    part.seams.assign(piece.seams, piece.seams + view.count);
    for (const V2 p : part.points) {
      const double far = std::hypot(double(p.x) - view.centre.x, double(p.y) - view.centre.y) + view.radius;
      EXPECT_LE(far, view.reach * (1 + 1e-6)) << "piece " << number;
    }
    part.radius = view.radius, part.extent = view.extent;
    part.one_way = piece.one_way, part.number = number, part.material = parts.material(number);
    result.push_back(part);
  }
  return result;
}

/// Signed distance-like number: below 0 inside a sharp convex piece, by its corners alone; the margin is a length.
inline double outside_by(const Part& part, double x, double y) {
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < part.points.size(); ++i) {
    const double ax = part.points[i].x, ay = part.points[i].y, bx = part.next(i).x, by = part.next(i).y;
    most = std::max(most, ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / std::hypot(bx - ax, by - ay));
  }
  return most;
}

inline bool in_any(const std::vector<Part>& parts, double x, double y, double slack = 0) {
  for (const Part& part : parts) {
    if (part.points.size() > 2 && outside_by(part, x, y) <= slack) return true;
  }
  return false;
}

inline double doubled_area(const Part& part) {
  double sum = 0;
  for (std::size_t i = 0; i < part.points.size(); ++i) {
    const V2 o = part.points[0], a = part.points[i], b = part.next(i);
    sum += (double(a.x) - o.x) * (double(b.y) - o.y) - (double(a.y) - o.y) * (double(b.x) - o.x);
  }
  return sum;
}

/// Sharp pieces are convex without exception, with area, unit normals and the circle and extent of their corners.
inline void expect_convex_pieces(const bankshot::Shape& shape) {
  constexpr double eps = std::numeric_limits<Real>::epsilon();
  const Composite& parts = parts_of(shape);
  for (const Part& part : all_parts(shape)) {
    PieceSpace space;
    const ConvexView view = parts.piece(part.number, space).view;
    double size = 0;
    for (const V2 p : part.points) {
      const double distance = std::hypot(double(p.x) - view.centre.x, double(p.y) - view.centre.y);
      ASSERT_LE(distance, double(view.reach));
      size = std::max(size, distance);
      ASSERT_TRUE(parts.bounds.lower.x <= p.x && p.x <= parts.bounds.upper.x);
      ASSERT_TRUE(parts.bounds.lower.y <= p.y && p.y <= parts.bounds.upper.y);
    }
    if (part.points.size() < 3) continue;
    double turns = 0;
    for (std::size_t i = 0; i < part.points.size(); ++i) {
      const double turn = bankshot::detail::orient(part.previous(i), part.points[i], part.next(i));
      ASSERT_GE(turn, 0) << "piece " << part.number << " corner " << i;
      turns += turn;
      ASSERT_NEAR(std::hypot(double(part.normals[i].x), double(part.normals[i].y)), 1, 4 * eps);
    }
    ASSERT_GT(turns, 0);
    ASSERT_GT(doubled_area(part), 0);
    ASSERT_GT(view.extent, 0);
    ASSERT_LE(view.extent, 2 * view.reach);
  }
}

/// find() against a search of all pieces, for boxes of all sizes, and boxes that only touch.
inline void expect_finds(const bankshot::Shape& shape, std::uint64_t seed, int cases) {
  using bankshot::detail::Box;
  const Composite& parts = parts_of(shape);
  const std::vector<Part> all = all_parts(shape);
  Hulls random(seed);
  const auto box_of = [](const Part& part) {
    Box box = {part.points[0], part.points[0]};
    for (const V2 p : part.points) box = bankshot::detail::joined(box, {p, p});
    return Box{box.lower - V2{part.radius, part.radius}, box.upper + V2{part.radius, part.radius}};
  };
  const auto share = [&random] { return static_cast<Real>(random.between(-64, 1088)) / 1024; };
  for (int i = 0; i < cases; ++i) {
    const V2 size = parts.bounds.upper - parts.bounds.lower;
    Box box;
    box.lower = parts.bounds.lower + V2{share() * size.x, share() * size.y};
    box.upper = box.lower;
    if (i % 3 == 0) box = box_of(all[random.index(all.size())]);
    if (i % 3 == 1) box.upper = box.lower + V2{std::fabs(share()) * size.x, std::fabs(share()) * size.y};
    if (i % 6 == 0) box.lower.x = box.upper.x;
    std::vector<std::uint32_t> found = {7}, expected = {7};
    parts.find(box, found);
    for (const Part& part : all) {
      if (overlaps(box_of(part), box)) expected.push_back(part.number);
    }
    ASSERT_EQ(found, expected) << i;
  }
}

/// Settings of a search around corners and edges of the sharp pieces of a composite.
struct Look {
  double hair;           ///< the distance from corners and edges at which it looks: small against all pieces
  double slack = 0;      ///< gaps between pieces as wide as this do not count
  bool partial = false;  ///< edges may be covered in part, and then show
};

inline void expect_edge_seam(const std::vector<Part>& parts, const Part& part, std::size_t i, const Look& look) {
  constexpr int samples = 64;
  const V2 a = part.points[i], b = part.next(i), n = part.normals[i];
  int free = 0;
  for (int k = 0; k < samples; ++k) {
    const double share = 0.1 + 0.8 * (k + 0.5) / samples;  // at its ends another edge may be nearer than a hair
    const double x = a.x + share * (double(b.x) - a.x), y = a.y + share * (double(b.y) - a.y);
    free += !in_any(parts, x + look.hair * n.x, y + look.hair * n.y, look.slack);
  }
  ASSERT_TRUE(look.partial || free == 0 || free == samples) << "piece " << part.number << " edge " << i << " " << free;
  ASSERT_EQ(free > 0, part.seams[i].edge) << "piece " << part.number << " edge " << i;
}

inline void expect_corner_seam(const std::vector<Part>& parts, const Part& part, std::size_t i, const Look& look) {
  constexpr int steps = 720;
  constexpr double step = 2 * 3.14159265358979 / steps;
  const V2 a = part.points[i];
  std::vector<bool> free(steps);
  for (int k = 0; k < steps; ++k) {
    const double angle = (k + 0.25) * step;
    const double x = a.x + look.hair * std::cos(angle), y = a.y + look.hair * std::sin(angle);
    free[static_cast<std::size_t>(k)] = !in_any(parts, x, y, look.slack);
  }
  int longest = 0, run = 0, end = 0;
  for (int k = 0; k < 2 * steps; ++k) {
    run = free[static_cast<std::size_t>(k % steps)] ? std::min(run + 1, steps) : 0;
    if (run > longest) longest = run, end = k % steps;
  }
  if (std::abs(longest - steps / 2) <= 2) return;  // nearly straight: either answer is right
  const Seam& seam = part.seams[i];
  ASSERT_EQ(longest > steps / 2, seam.corner) << "piece " << part.number << " corner " << i << " " << longest;
  if (!seam.corner || longest == steps) return;  // a tip too sharp for this search
  // Counter-clockwise the free run begins at `before` and ends at `after`.
  const double last = end * step, first = (end - longest + 1) * step, tolerance = 0.012 + 2 * look.slack / look.hair;
  EXPECT_NEAR(std::cos(last), double(seam.after.x), tolerance);
  EXPECT_NEAR(std::sin(last), double(seam.after.y), tolerance);
  EXPECT_NEAR(std::cos(first), double(seam.before.x), tolerance);
  EXPECT_NEAR(std::sin(first), double(seam.before.y), tolerance);
  ASSERT_NEAR(std::hypot(double(seam.after.x), double(seam.after.y)), 1, 1e-6);
  ASSERT_NEAR(std::hypot(double(seam.before.x), double(seam.before.y)), 1, 1e-6);
}

/// The boundary of the whole, found by looking in all directions a hair from each corner, and a hair outside each edge.
inline void expect_seams(const bankshot::Shape& shape, const Look& look) {
  const std::vector<Part> parts = all_parts(shape);
  for (const Part& part : parts) {
    if (part.points.size() < 3 || part.radius > 0) continue;
    for (std::size_t i = 0; i < part.points.size(); ++i) {
      expect_edge_seam(parts, part, i, look);
      expect_corner_seam(parts, part, i, look);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

/// Moved exactly except for rounding of the additions: the same pieces, seams and normals.
inline void expect_moves(const bankshot::Shape& shape, V2 by) {
  const Composite& parts = parts_of(shape);
  const std::shared_ptr<const Composite> moved = parts.moved(by);
  EXPECT_EQ(moved->extent, parts.extent);
  std::vector<std::uint32_t> numbers, moved_numbers;
  parts.find(parts.bounds, numbers);
  moved->find(moved->bounds, moved_numbers);
  ASSERT_EQ(numbers, moved_numbers);
  for (const std::uint32_t number : numbers) {
    PieceSpace space, moved_space;
    const Piece p = parts.piece(number, space), q = moved->piece(number, moved_space);
    ASSERT_EQ(p.view.count, q.view.count);
    EXPECT_EQ(p.one_way, q.one_way);
    EXPECT_EQ(p.view.extent, q.view.extent);
    EXPECT_EQ(p.view.reach, q.view.reach);
    EXPECT_EQ(p.view.centre + by, q.view.centre);
    for (int i = 0; i < p.view.count; ++i) {
      ASSERT_EQ(p.view.points[i] + by, q.view.points[i]);
      ASSERT_TRUE(p.view.count == 1 || p.view.normals[i] == q.view.normals[i]);
      ASSERT_EQ(p.seams[i].before, q.seams[i].before);
      ASSERT_EQ(p.seams[i].corner, q.seams[i].corner);
      ASSERT_EQ(p.seams[i].edge, q.seams[i].edge);
    }
  }
  if (parts.moments().area == 0) return;
  EXPECT_NEAR(moved->moments().x, parts.moments().x + by.x, 1e-5 * (1 + std::fabs(by.x)));
  EXPECT_NEAR(moved->moments().inertia, parts.moments().inertia, 1e-5 * parts.moments().inertia);
}

}  // namespace bankshot_test
