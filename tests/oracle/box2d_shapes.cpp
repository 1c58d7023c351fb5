// One shape alone: its box, its mass, and rays against it, by Bankshot and by Box2D.

#include "oracle/box2d_twins.hpp"

#include <bankshot/query/ray.hpp>
#include <bankshot/shape/mass.hpp>

#include <gtest/gtest.h>

#include <iostream>

namespace box2d_oracle {
namespace {

class Box2dShapes : public testing::TestWithParam<Kind> {
 protected:
  Random random_{2000 + std::uint64_t(GetParam())};
};

/// Box2D's box includes the skin: ours of the grown shape is the same, that of the sharp one is smaller by the skin.
TEST_P(Box2dShapes, aabb) {
  double worst = 0;
  for (int i = 0; i < cases; ++i) {
    const Twin shape = twin(random_, GetParam());
    const TwinPose pose = twin_pose(random_, 5);
    b2AABB theirs;
    shape.box2d->ComputeAABB(&theirs, pose.box2d, 0);
    const bankshot::Aabb grown = shape.grown.aabb(pose.ours), sharp = shape.sharp.aabb(pose.ours);
    const double skin = GetParam() == Kind::circle ? 0.0 : double(b2_polygonRadius);
    const double tolerance = noise(shape.reach + double(pose.box2d.p.Length()));
    for (int axis = 0; axis < 2; ++axis) {
      const double lower = double(theirs.lowerBound(axis)), upper = double(theirs.upperBound(axis));
      const double off =
          std::max({std::fabs(double(grown.lower[axis]) - lower), std::fabs(double(grown.upper[axis]) - upper),
                    std::fabs(double(sharp.lower[axis]) - (lower + skin)),
                    std::fabs(double(sharp.upper[axis]) - (upper - skin))});
      ASSERT_LE(off, tolerance) << "case " << i << ", axis " << axis;
      worst = std::max(worst, off / tolerance);
    }
  }
  std::cout << cases << " shapes; largest difference " << worst << " of the tolerance\n";
}

/// Box2D's mass is that of the sharp shape. Its inertia is about the shape's origin, ours about the centre of mass. Its
/// sums run in single precision over fewer than eight triangles of sides up to twice the reach R: 16 eps of R^2 for the
/// area, of R^3 for the moments and of R^4 for the inertia. Its edges have no mass, only a centre.
TEST_P(Box2dShapes, mass) {
  double worst = 0;
  for (int i = 0; i < cases; ++i) {
    const Twin shape = twin(random_, GetParam());
    const float density = number(random_, 0.1, 10);
    b2MassData theirs;
    shape.box2d->ComputeMass(&theirs, density);
    const bankshot::MassProperties ours = bankshot::mass_properties(shape.sharp, Real(density));
    const double reach = shape.reach, unit = 4 * noise(1), rho = double(density);
    const double mass = double(ours.mass), x = double(ours.centre[0]), y = double(ours.centre[1]);
    const double centre_off = std::hypot(x - double(theirs.center.x), y - double(theirs.center.y));
    const double area = GetParam() == Kind::segment ? reach * reach : mass / rho;
    const double centre_tolerance = unit * reach * reach * reach / area;
    ASSERT_LE(centre_off, centre_tolerance) << "case " << i;
    worst = std::max(worst, centre_off / centre_tolerance);
    if (GetParam() == Kind::segment) {
      ASSERT_EQ(theirs.mass, 0.0f);
      continue;
    }
    const double mass_off = std::fabs(mass - double(theirs.mass));
    ASSERT_LE(mass_off, unit * rho * reach * reach) << "case " << i;
    const double about_origin = double(ours.inertia) + mass * (x * x + y * y);
    const double inertia_off = std::fabs(about_origin - double(theirs.I));
    const double inertia_tolerance = unit * rho * reach * reach * reach * reach;
    ASSERT_LE(inertia_off, inertia_tolerance) << "case " << i << ", " << about_origin << " and " << theirs.I;
    worst = std::max({worst, mass_off / (unit * rho * reach * reach), inertia_off / inertia_tolerance});
  }
  std::cout << cases << " shapes; largest difference " << worst << " of the tolerance\n";
}

struct Ray {
  b2RayCastInput box2d;
  Vec2 origin, translation;
};

/// From outside or inside, past the shape, through it, at a corner or past the rim, or short of it. Coordinates are
/// multiples of 2^-16: their differences are exact, and both libraries get the same ray.
Ray random_ray(Random& random, const Twin& shape, const TwinPose& pose) {
  const auto grid = [](double x) { return static_cast<float>(std::round(x * 65536) / 65536); };
  const double reach = shape.reach, from_range = random.chance(0.2) ? reach : 4 * reach;
  const auto near = [&](double range, double centre) { return centre + range * (2 * random.unit() - 1); };
  const b2Vec2 p = pose.box2d.p;
  b2Vec2 from(grid(near(from_range, p.x)), grid(near(from_range, p.y)));
  b2Vec2 to(grid(near(reach, p.x)), grid(near(reach, p.y)));
  if (random.chance(0.2)) {
    Vec2 corner = pose.ours * shape.sharp.corner(random.integer(0, shape.sharp.corner_count() - 1));
    const Vec2 across = corner - vec(from);
    if (shape.kind == Kind::circle) corner += shape.sharp.radius() / across.norm() * Vec2(-across[1], across[0]);
    to.Set(grid(double(corner[0])), grid(double(corner[1])));
  }
  const double stretch = 0.3 + 2 * random.unit();
  to.Set(grid(double(from.x) + stretch * double(to.x - from.x)),
         grid(double(from.y) + stretch * double(to.y - from.y)));
  return {{from, to, 1.0f}, vec(from), vec(to - from)};
}

/// Tolerated difference between two answers for one ray.
struct RayTolerance {
  double band = 0;      ///< clearance within which hit or miss is decided by rounding, length
  double fraction = 0;  ///< of the hit's fraction
  double normal = 0;
};

/// A straight side is hit at (distance to its line) / (speed towards it). On a circle the fraction is (-c -
/// sqrt(sigma)) / rr, with sigma = c^2 - rr (s^2 - radius^2). This is the small difference of numbers up to rr R^2,
/// each with an error of a few eps: dsigma = noise(rr R^2). It moves the edge of the circle as the ray sees it by
/// dsigma / (2 rr radius), and the fraction by dsigma / (2 rr sqrt(sigma)).
RayTolerance ray_tolerance(const Twin& shape, const TwinPose& pose, const Ray& ray, const b2Vec2* normal) {
  using oracle::Number;
  const oracle::Point move = oracle::point(ray.translation), from = oracle::point(ray.origin);
  const double length = static_cast<double>(oracle::length(move));
  const double size = shape.reach + double(pose.box2d.p.Length()) + double(ray.box2d.p1.Length()) + length;
  RayTolerance tolerance;
  if (shape.kind != Kind::circle) {
    tolerance.band = noise(size);
    if (normal) {
      const double towards = std::fabs(static_cast<double>(oracle::dot(point(*normal), move)));
      tolerance.fraction = noise(size) / towards + 4 * double(FLT_EPSILON);
    }
    tolerance.normal = noise(1) + noise(shape.reach) / shortest_side(shape.sharp);  // a side between rounded corners
    return tolerance;
  }
  const double radius = double(shape.sharp.radius());
  const oracle::Point start = from - oracle::place(shape.sharp, pose.ours).core[0];
  const Number rr = oracle::dot(move, move), c = oracle::dot(start, move);
  const Number sigma = c * c - rr * (oracle::dot(start, start) - Number(radius) * Number(radius));
  const double half = noise(size) * size / 2;  // dsigma / (2 rr)
  tolerance.band = noise(size) + half / radius;
  tolerance.fraction = noise(size) / length + half / std::sqrt(std::max(1e-30, static_cast<double>(sigma)));
  tolerance.normal = (tolerance.fraction * length + noise(size)) / radius;
  return tolerance;
}

/// True if rounding decides between hit and miss: the ray only grazes the shape, ends at its surface, or starts there.
bool borderline(const Twin& shape, const TwinPose& pose, const Ray& ray, double band) {
  const oracle::Placed placed = oracle::place(shape.sharp, pose.ours);
  const oracle::Point from = oracle::point(ray.origin);
  const oracle::Placed track = {{from, from + oracle::point(ray.translation)}, 0};
  const auto start = oracle::signed_distance(from, oracle::convex_hull(placed.core)) - placed.radius;
  return std::fabs(static_cast<double>(oracle::depth(track, placed))) <= band ||
         std::fabs(static_cast<double>(start)) <= band;
}

/// Box2D finds nothing if a ray starts inside (InsideRays::skip), and its rays ignore the skin.
TEST_P(Box2dShapes, ray) {
  int hits = 0, in_band = 0, differ_in_band = 0, glancing = 0, at_corners = 0;
  double worst = 0;
  for (int i = 0; i < cases + in_band; ++i) {
    const Twin shape = twin(random_, GetParam());
    const TwinPose pose = twin_pose(random_, 3);
    const Ray ray = random_ray(random_, shape, pose);
    if (ray.box2d.p1 == ray.box2d.p2) continue;
    b2RayCastOutput out;
    const bool theirs = shape.box2d->RayCast(&out, ray.box2d, pose.box2d, 0);
    const auto ours =
        bankshot::ray_cast(shape.sharp, pose.ours, ray.origin, ray.translation, bankshot::InsideRays::skip);
    const RayTolerance tolerance = ray_tolerance(shape, pose, ray, theirs ? &out.normal : nullptr);
    if (borderline(shape, pose, ray, tolerance.band)) {
      ++in_band;
      differ_in_band += theirs != ours.has_value();
      continue;
    }
    ASSERT_EQ(ours.has_value(), theirs) << "case " << i << ", from " << ray.origin.transpose() << " by "
                                        << ray.translation.transpose();
    if (!theirs) continue;
    ++hits;
    const double off = std::fabs(double(ours->fraction) - double(out.fraction));
    // At a corner the two may return different sides; the one at the smaller angle to the ray has the larger tolerance.
    const b2Vec2 our_normal(static_cast<float>(ours->normal[0]), static_cast<float>(ours->normal[1]));
    const double allowed = std::max(tolerance.fraction, ray_tolerance(shape, pose, ray, &our_normal).fraction);
    ASSERT_LE(off, allowed) << "case " << i << ", fractions " << ours->fraction << " and " << out.fraction;
    worst = std::max(worst, off / allowed);
    glancing += allowed > 1e-3;
    if (double((our_normal - out.normal).Length()) > tolerance.normal) {
      const oracle::Placed placed = oracle::place(shape.sharp, pose.ours);
      const oracle::Point hit =
          oracle::point(ray.origin) + oracle::Number(out.fraction) * oracle::point(ray.translation);
      double corner = 1e30;
      for (const auto& p : placed.core) corner = std::min(corner, static_cast<double>(oracle::length(p - hit)));
      const double reached = allowed * double(ray.translation.norm());
      ASSERT_TRUE(GetParam() == Kind::box || GetParam() == Kind::polygon) << "case " << i;
      ASSERT_LE(corner, 2 * reached + tolerance.band)
          << "case " << i << ", normals " << ours->normal.transpose() << " and " << out.normal.x << " " << out.normal.y;
      ++at_corners;
    }
  }
  std::cout << cases << " rays, " << hits << " hit, " << in_band << " more borderline, " << differ_in_band
            << " of them judged differently, " << glancing << " glancing, " << at_corners
            << " normals differ at a corner; largest difference " << worst << " of the tolerance\n";
  EXPECT_GT(hits, cases / 8);
  EXPECT_LT(in_band, cases / 5);
  EXPECT_LT(glancing, cases / 100);
}

INSTANTIATE_TEST_SUITE_P(kinds, Box2dShapes, testing::Values(Kind::circle, Kind::segment, Kind::box, Kind::polygon),
                         [](const testing::TestParamInfo<Kind>& kind) {
                           return std::string(kind_names[std::size_t(kind.param)]);
                         });

}  // namespace
}  // namespace box2d_oracle
