#include "oracle/kit/transform.hpp"

#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

/// Applies `change` to all points and vectors of the world in the case.
template <class Change>
void change_world(Case& data, const Change& change) {
  for (Vec2* v : {&data.motion, &data.origin, &data.ray, &data.a.pose.position, &data.b.pose.position}) *v = change(*v);
}

struct WorldPoint {
  double x = 0, y = 0;
};

/// Returns the core's points relative to `origin`.
std::vector<WorldPoint> world_points(const Shape& shape, const Pose& pose, const Vec2& origin) {
  const double c = double(pose.rotation.c), s = double(pose.rotation.s);
  const double x = double(pose.position[0]) - double(origin[0]), y = double(pose.position[1]) - double(origin[1]);
  std::vector<WorldPoint> points;
  for (int i = 0; i < shape.corner_count(); ++i) {
    const double px = double(shape.corner(i)[0]), py = double(shape.corner(i)[1]);
    points.push_back({x + (c * px - s * py), y + (s * px + c * py)});
  }
  return points;
}

double size_of(const std::vector<WorldPoint>& points) {
  double size = 0;
  for (const WorldPoint& p : points) size = std::max(size, std::fabs(p.x) + std::fabs(p.y));
  return size;
}

WorldPoint mean(const std::vector<WorldPoint>& points) {
  WorldPoint sum;
  for (const WorldPoint& p : points) sum = {sum.x + p.x, sum.y + p.y};
  return {sum.x / double(points.size()), sum.y / double(points.size())};
}

bool same_set(const std::vector<WorldPoint>& one, const std::vector<WorldPoint>& two, double slack) {
  return one.size() == two.size() && std::all_of(one.begin(), one.end(), [&](const WorldPoint& p) {
           return std::any_of(two.begin(), two.end(), [&](const WorldPoint& q) {
             return std::fabs(p.x - q.x) <= slack && std::fabs(p.y - q.y) <= slack;
           });
         });
}

/// Returns the points turned, or reflected, about `centre` such that `from` becomes `to`, then moved to `goal`.
std::vector<WorldPoint> image_of(const std::vector<WorldPoint>& points, const Vec2& from, const Vec2& to, bool reflect,
                                 WorldPoint centre, WorldPoint goal) {
  const double fx = double(from[0]), fy = double(from[1]), tx = double(to[0]), ty = double(to[1]);
  std::vector<WorldPoint> image;
  for (const WorldPoint& p : points) {
    const double x = p.x - centre.x, y = p.y - centre.y;
    const double along = fx * x + fy * y, across = (fx * y - fy * x) * (reflect ? -1 : 1);
    image.push_back({goal.x + tx * along - ty * across, goal.y + ty * along + tx * across});
  }
  return image;
}

}  // namespace

Image swapped(const Case& data) {
  Image image;
  image.name = "swap";
  image.data = data;
  std::swap(image.data.a, image.data.b);
  image.data.motion = -data.motion;
  image.x = Vec2(-1, 0);
  image.y = Vec2(0, -1);
  image.swapped = image.exempt = true;
  return image;
}

Image quarter_turned(const Case& data) {
  Image image;
  image.name = "quarter turn";
  image.data = data;
  change_world(image.data, [](const Vec2& v) { return Vec2(-v[1], v[0]); });
  for (Piece* piece : {&image.data.a, &image.data.b}) {
    piece->pose.rotation = {-piece->pose.rotation.s, piece->pose.rotation.c};
  }
  image.x = Vec2(0, 1);
  image.y = Vec2(-1, 0);
  return image;
}

Image mirrored(const Case& data) {
  const auto mirror = [](const Vec2& v) { return Vec2(-v[0], v[1]); };
  Image image;
  image.name = "mirror image";
  image.data = data;
  change_world(image.data, mirror);
  for (Piece* piece : {&image.data.a, &image.data.b}) {
    piece->pose.rotation.s = -piece->pose.rotation.s;
    for (Vec2& p : piece->points) p = mirror(p);
  }
  image.x = Vec2(-1, 0);
  image.mirrored = image.exempt = true;
  return image;
}

std::optional<Image> scaled(const Case& data, int exponent) {
  Image image;
  image.name = "scaling by a power of two";
  image.data = data;
  image.length = std::ldexp(Real(1), exponent);
  bool in_range = true;
  const auto scale = [&](Real& length) {
    constexpr Real least = Real(1) / (1 << 24), most = 1 << 24;
    const Real result = length * image.length;
    for (const Real size : {std::fabs(length), std::fabs(result)}) {
      in_range = in_range && (size == 0 || (size >= least && size <= most));
    }
    length = result;
  };
  change_world(image.data, [&scale](Vec2 v) {
    scale(v[0]);
    scale(v[1]);
    return v;
  });
  for (Piece* piece : {&image.data.a, &image.data.b}) {
    scale(piece->radius);
    for (Vec2& p : piece->points) {
      scale(p[0]);
      scale(p[1]);
    }
  }
  if (!in_range) return std::nullopt;
  return image;
}

namespace {

/// p - q as an exact sum of two numbers: the rounded difference and the rest (Knuth's two-sum).
std::pair<Real, Real> exact_difference(Real p, Real q) {
  const Real difference = p - q, of_p = difference + q, of_q = of_p - difference;
  return {difference, (p - of_p) + (of_q - q)};
}

}  // namespace

std::optional<Image> translated(const Case& data) {
  Image image;
  image.name = "moving both";
  image.data = data;
  Real largest = 1;
  for (const Vec2& v : {data.a.pose.position, data.b.pose.position, data.origin}) {
    largest = std::max({largest, std::fabs(v[0]), std::fabs(v[1])});
  }
  const Real step = std::ldexp(Real(1), std::ilogb(largest));
  const Vec2 offset(step, -step / 2);
  for (Vec2* v : {&image.data.origin, &image.data.a.pose.position, &image.data.b.pose.position}) *v += offset;
  // Exact equality: the library judges positions as they are stored, not their rounded difference.
  const auto same_difference = [&](const Vec2& p, const Vec2& q, const Vec2& moved_p, const Vec2& moved_q) {
    return exact_difference(p[0], q[0]) == exact_difference(moved_p[0], moved_q[0]) &&
           exact_difference(p[1], q[1]) == exact_difference(moved_p[1], moved_q[1]);
  };
  const Case& there = image.data;
  if (!same_difference(data.a.pose.position, data.b.pose.position, there.a.pose.position, there.b.pose.position) ||
      !same_difference(data.origin, data.a.pose.position, there.origin, there.a.pose.position)) {
    return std::nullopt;
  }
  return image;
}

std::optional<Piece> with_corner_on_edge(const Piece& piece) {
  if (piece.kind != ShapeKind::polygon) return std::nullopt;
  const std::size_t n = piece.points.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 p = piece.points[i], q = piece.points[(i + 1) % n];
    const Vec2 middle = (p + q) / 2;
    bool exact = true;
    for (int k = 0; k < 2; ++k) {
      exact = exact && middle[k] - p[k] == q[k] - middle[k] && p[k] + (middle[k] - p[k]) == middle[k] &&
              middle[k] * 2 - p[k] == q[k] && middle[k] * 2 - q[k] == p[k];
    }
    if (!exact) continue;
    Piece more = piece;
    more.points.insert(more.points.begin() + std::ptrdiff_t(i) + 1, middle);
    if (more.build()) return more;
  }
  return std::nullopt;
}

std::optional<std::pair<Piece, Piece>> split(const Piece& piece) {
  const std::size_t n = piece.points.size();
  if (piece.kind != ShapeKind::polygon || n < 4) return std::nullopt;
  const auto half = static_cast<std::ptrdiff_t>(n / 2);
  std::pair<Piece, Piece> parts = {piece, piece};
  parts.first.points.assign(piece.points.begin(), piece.points.begin() + half + 1);
  parts.second.points.assign(piece.points.begin() + half, piece.points.end());
  parts.second.points.push_back(piece.points[0]);
  if (!parts.first.build() || !parts.second.build()) return std::nullopt;
  return parts;
}

bool own_image(const Question& question, const Vec2& from, const Vec2& to, bool exchange) {
  const Vec2& origin = question.data.b.pose.position;
  const std::vector<WorldPoint> a = world_points(question.a, question.data.a.pose, origin);
  const std::vector<WorldPoint> b = world_points(question.b, question.data.b.pose, origin);
  if (exchange && question.a.radius() != question.b.radius()) return false;
  const std::vector<WorldPoint>& image_of_a = exchange ? b : a;
  const std::vector<WorldPoint>& image_of_b = exchange ? a : b;
  const double slack = 64 * (size_of(a) + size_of(b)) * double(bankshot::tolerance::eps);
  for (const bool reflect : {false, true}) {
    const WorldPoint centre = mean(b), goal = mean(image_of_b);
    if (same_set(image_of(a, from, to, reflect, centre, goal), image_of_a, slack) &&
        same_set(image_of(b, from, to, reflect, centre, goal), image_of_b, slack)) {
      return true;
    }
  }
  return false;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
