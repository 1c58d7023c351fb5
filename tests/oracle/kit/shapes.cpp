#include "oracle/kit/shapes.hpp"

#include <algorithm>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

Real narrowed(double x) { return static_cast<Real>(x); }

Piece circle_piece(double radius, const Vec2& centre = Vec2::Zero()) {
  Piece piece;
  piece.points = {centre};
  piece.radius = narrowed(radius);
  return piece;
}

Piece two_ends(ShapeKind kind, const Vec2& from, const Vec2& to, double radius) {
  Piece piece;
  piece.kind = kind;
  piece.points = {from, to};
  piece.radius = kind == ShapeKind::segment ? Real(0) : narrowed(radius);
  return piece;
}

Piece box_piece(double width, double height, const Vec2& centre, double radius) {
  const Real x = narrowed(width / 2), y = narrowed(height / 2);
  Piece piece;
  piece.kind = ShapeKind::polygon;
  piece.points = {centre + Vec2(-x, -y), centre + Vec2(x, -y), centre + Vec2(x, y), centre + Vec2(-x, y)};
  piece.radius = narrowed(radius);
  return piece;
}

/// Returns the piece, or a circle if the library refuses it.
Piece accepted(Piece piece, double size) { return piece.build() ? std::move(piece) : circle_piece(size); }

double rounding_radius(Random& random, double size) { return random.chance(0.3) ? size * random.magnitude(-8, 0) : 0; }

}  // namespace

Piece round_piece(Random& random, double size, int corners) {
  Piece piece;
  piece.kind = ShapeKind::polygon;
  piece.radius = narrowed(rounding_radius(random, size));
  const double squeeze = random.chance(0.5) ? 1.0 : random.between(0.2, 1);
  // Tries fewer corners if two of them come too close to stay convex.
  for (int count = corners; count >= 3; count = count * 3 / 4) {
    const double jitter = count > 24 ? 0.3 : 0.8;
    const double start = random.between(-3.14, 3.14);
    piece.points.clear();
    for (int i = 0; i < count; ++i) {
      const double angle = start + 6.283185307179586 * (i + jitter * random.unit()) / count;
      const Rotation turn = Rotation::from_angle(narrowed(angle));
      piece.points.emplace_back(narrowed(size * double(turn.c)), narrowed(size * squeeze * double(turn.s)));
    }
    if (random.chance(0.3)) {
      const Vec2 offset = random.point(2 * size);
      for (Vec2& p : piece.points) p += offset;
    }
    if (piece.build()) return piece;
  }
  return circle_piece(size);
}

Piece segment_piece(Random& random, double size) {
  const Vec2 from = random.point(size), to = random.point(size);
  return accepted(two_ends(ShapeKind::segment, from, to, 0), size);
}

Piece any_piece(Random& random, double size) {
  const Vec2 offset = random.chance(0.3) ? random.point(size) : Vec2(0, 0);
  switch (random.integer(0, 7)) {
    case 0: return accepted(circle_piece(size * random.between(0.1, 1), offset), size);
    case 1: {
      const Vec2 from = random.point(size), to = random.point(size);
      return accepted(two_ends(ShapeKind::capsule, from, to, size * random.unit()), size);
    }
    case 2: return segment_piece(random, size);
    case 3:
    case 4:
    case 5: {
      const double width = size * random.between(0.2, 2), height = size * random.between(0.2, 2);
      return accepted(box_piece(width, height, offset, rounding_radius(random, size)), size);
    }
    default: return round_piece(random, size, random.integer(3, 8));
  }
}

Piece sliver_piece(Random& random, double size) {
  const double thin = size * random.magnitude(-22, -4);
  const Vec2 offset = random.chance(0.3) ? random.point(size) : Vec2(0, 0);
  switch (random.integer(0, 4)) {
    case 0: return accepted(box_piece(2 * size, thin, offset, 0), size);
    case 1: return accepted(box_piece(thin, 2 * size, offset, random.chance(0.5) ? thin : 0.0), size);
    case 2: {
      const Vec2 from = random.point(size), to = random.point(size);
      return accepted(two_ends(ShapeKind::capsule, from, to, thin), size);
    }
    case 3: return segment_piece(random, size);
    default: break;
  }
  Piece piece;
  piece.kind = ShapeKind::polygon;
  const Vec2 from = random.point(size), to = random.point(size);
  const double share = random.between(0.01, 0.99);
  const Vec2 along = to - from;
  const Vec2 middle = from + narrowed(share) * along;
  const double across = thin / (std::fabs(double(along[0])) + std::fabs(double(along[1])) + 1e-300);
  piece.points = {from, to, Vec2(middle[0] - narrowed(across) * along[1], middle[1] + narrowed(across) * along[0])};
  return accepted(std::move(piece), size);
}

// Uses integer multiples of a power of two: the corners on an edge are then exactly on it.
Piece collinear_piece(Random& random, double size) {
  const double unit = std::ldexp(1.0, std::ilogb(size) - 4);
  Piece piece;
  piece.kind = ShapeKind::polygon;
  piece.radius = narrowed(rounding_radius(random, size));
  std::vector<Vec2> base;
  do {
    base.clear();
    const int count = random.integer(3, 4);
    for (int i = 0; i < count; ++i) {
      const int x = random.integer(-4, 4), y = random.integer(-4, 4);
      base.emplace_back(narrowed(unit * 8 * x), narrowed(unit * 8 * y));
    }
  } while (!bankshot::try_polygon(base));
  for (std::size_t i = 0; i < base.size(); ++i) {
    const Vec2 from = base[i], step = (base[(i + 1) % base.size()] - from) / 8;
    piece.points.push_back(from);
    for (int k = 1; k < 8; ++k) {
      if (random.chance(0.3)) piece.points.push_back(from + Real(k) * step);
    }
  }
  return accepted(std::move(piece), size);
}

Piece grid_piece(Random& random) {
  const auto whole = [&random](int reach) {
    const int x = random.integer(-reach, reach);
    return Vec2(Real(x), Real(random.integer(-reach, reach)));
  };
  switch (random.integer(0, 4)) {
    case 0: {
      const Vec2 centre = whole(1);
      return circle_piece(random.integer(1, 3), centre);
    }
    case 1:
    case 2: {
      const Vec2 from = whole(2);
      Vec2 to = whole(2);
      while (to == from) to = whole(2);
      const ShapeKind kind = random.chance(0.5) ? ShapeKind::capsule : ShapeKind::segment;
      return two_ends(kind, from, to, random.integer(1, 3));
    }
    case 3: {
      const double width = random.integer(1, 4), height = random.integer(1, 4);
      const Vec2 offset = whole(1);
      return box_piece(width, height, offset, random.integer(0, 1));
    }
    default: break;
  }
  Piece piece;
  piece.kind = ShapeKind::polygon;
  piece.radius = Real(random.integer(0, 1));
  do {
    piece.points = {whole(3), whole(3), whole(3)};
    if (random.chance(0.3)) piece.points.push_back(whole(3));
  } while (!piece.build());
  return piece;
}

Piece centred_piece(Random& random, double size) {
  const double half = size * random.between(0.2, 1);
  switch (random.integer(0, 3)) {
    case 0: return circle_piece(half);
    case 1: return accepted(box_piece(2 * half, random.chance(0.5) ? 2 * half : 2 * size, Vec2::Zero(), 0), size);
    case 2: {
      const Vec2 end = random.point(size);
      return accepted(two_ends(ShapeKind::capsule, end, Vec2(-end[0], -end[1]), half), size);
    }
    default: break;
  }
  const Vec2 end = random.point(size);
  return accepted(two_ends(ShapeKind::segment, end, Vec2(-end[0], -end[1]), 0), size);
}

double reach_along(const Piece& piece, double x, double y) {
  const double c = double(piece.pose.rotation.c), s = double(piece.pose.rotation.s);
  double farthest = -1e300;
  for (const Vec2& p : piece.points) {
    const double px = double(p[0]), py = double(p[1]);
    farthest = std::max(farthest, (c * px - s * py) * x + (s * px + c * py) * y);
  }
  return farthest + double(piece.radius);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
