#include "oracle/kit/twin.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

float single(Real x) { return static_cast<float>(x); }
b2Vec2 theirs(const Vec2& v) { return {single(v[0]), single(v[1])}; }

/// Half of the diagonal of the bounding box of a piece's own points, radius included.
double size_of(const Piece& piece) {
  Vec2 low = piece.points[0], high = low;
  for (const Vec2& p : piece.points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return std::hypot(double(high[0] - low[0]), double(high[1] - low[1])) / 2 + double(piece.radius);
}

template <class Change>
void change_lengths(Case& data, const Change& change) {
  const auto both = [&change](Vec2& v) { v = Vec2(change(v[0]), change(v[1])); };
  for (Vec2* v : {&data.motion, &data.origin, &data.ray, &data.a.pose.position, &data.b.pose.position}) both(*v);
  for (Piece* piece : {&data.a, &data.b}) {
    piece->radius = change(piece->radius);
    for (Vec2& p : piece->points) both(p);
  }
}

/// True if Box2D's hull keeps this polygon as it is, with a margin to everything that its asserts refuse.
bool sound_polygon(const std::vector<Vec2>& points) {
  const std::size_t n = points.size();
  if (n < 3 || n > std::size_t(b2_maxPolygonVertices)) return false;
  double area = 0, around = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 p = points[i], q = points[(i + 1) % n], r = points[(i + 2) % n];
    const double side = std::hypot(double(q[0] - p[0]), double(q[1] - p[1]));
    if (side < 4 * double(b2_linearSlop)) return false;
    area += double(p[0]) * double(q[1]) - double(p[1]) * double(q[0]);
    around += side;
    const double turn = double(q[0] - p[0]) * double(r[1] - q[1]) - double(q[1] - p[1]) * double(r[0] - q[0]);
    if (std::fabs(turn) < 1e-4 * side) return false;  // nearly collinear: the hull may drop it
  }
  return std::fabs(area) > 0.02 * around;
}

const char* make_polygon(const Piece& piece, TwinShape& twin) {
  if (!sound_polygon(piece.points)) return "box2d was not asked: more than 8 corners, or finer than its slop";
  auto polygon = std::make_shared<b2PolygonShape>();
  std::array<b2Vec2, b2_maxPolygonVertices> corners;
  for (std::size_t i = 0; i < piece.points.size(); ++i) corners[i] = theirs(piece.points[i]);
  polygon->Set(corners.data(), static_cast<int>(piece.points.size()));
  if (polygon->m_count != static_cast<int>(piece.points.size())) return "box2d drops corners of the polygon";
  polygon->m_radius += single(piece.radius);
  twin.grown = [&] {
    Piece grown = piece;
    grown.radius = Real(polygon->m_radius);
    return grown.build();
  }();
  twin.theirs = polygon;
  return nullptr;
}

const char* make_shape(const Piece& piece, TwinShape& twin) {
  twin.sharp = piece.build();
  twin.rounded = piece.kind != ShapeKind::circle && piece.radius > 0;
  if (!twin.sharp) return "box2d was not asked: the shape in single precision is refused by the library";
  if (piece.kind == ShapeKind::polygon) {
    if (const char* reason = make_polygon(piece, twin)) return reason;
  } else if (piece.kind == ShapeKind::circle) {
    auto circle = std::make_shared<b2CircleShape>();
    circle->m_p = theirs(piece.points[0]);
    circle->m_radius = single(piece.radius);
    twin.theirs = circle;
    twin.grown = twin.sharp;
  } else {
    auto edge = std::make_shared<b2EdgeShape>();
    edge->SetTwoSided(theirs(piece.points[0]), theirs(piece.points[1]));
    if (b2Distance(edge->m_vertex1, edge->m_vertex2) < 4 * b2_linearSlop) {
      return "box2d was not asked: an edge finer than its slop";
    }
    edge->m_radius += single(piece.radius);
    auto grown = bankshot::try_capsule(piece.points[0], piece.points[1], Real(edge->m_radius));
    if (grown) twin.grown = *grown;
    twin.theirs = edge;
  }
  if (!twin.grown) return "box2d was not asked: the grown shape is refused by the library";
  for (const Vec2& p : piece.points) twin.reach = std::max(twin.reach, std::hypot(double(p[0]), double(p[1])));
  twin.reach += double(twin.grown->radius());
  return nullptr;
}

b2Transform transform_of(const Pose& pose) {
  b2Transform transform;
  transform.p = theirs(pose.position);
  transform.q.c = single(pose.rotation.c);
  transform.q.s = single(pose.rotation.s);
  return transform;
}

}  // namespace

std::optional<Twin> twin_of(const Case& data, const char** reason) {
  Twin twin;
  twin.data = data;
  const double small = std::min(size_of(data.a), size_of(data.b)), large = std::max(size_of(data.a), size_of(data.b));
  *reason = "box2d was not asked: one shape more than 60 times the other";
  if (!(small > 0) || large > 60 * small) return std::nullopt;
  const int exponent = -std::ilogb(small);
  twin.unit = std::ldexp(1.0, exponent);
  change_lengths(twin.data, [exponent](Real x) { return std::ldexp(x, exponent); });
  // Far from the origin only single precision would be compared: B moves to the origin.
  const Vec2 far = twin.data.b.pose.position;
  if (far.norm() > 64) {
    for (Vec2* v : {&twin.data.origin, &twin.data.a.pose.position, &twin.data.b.pose.position}) *v -= far;
  }
  change_lengths(twin.data, [](Real x) { return Real(single(x)); });
  for (Pose* pose : {&twin.data.a.pose, &twin.data.b.pose}) {
    Rotation& turn = pose->rotation;
    turn = {Real(single(turn.c)), Real(single(turn.s))};
    *reason = "box2d was not asked: a rotation that is not of unit length";
    if (std::fabs(double(turn.c) * double(turn.c) + double(turn.s) * double(turn.s) - 1) > 1e-6) return std::nullopt;
  }
  if ((*reason = make_shape(twin.data.a, twin.a)) != nullptr) return std::nullopt;
  if ((*reason = make_shape(twin.data.b, twin.b)) != nullptr) return std::nullopt;
  twin.at_a = transform_of(twin.data.a.pose);
  twin.at_b = transform_of(twin.data.b.pose);
  twin.size = twin.a.reach + twin.b.reach + double(twin.at_a.p.Length()) + double(twin.at_b.p.Length());
  *reason = "box2d was not asked: more than 200 m apart";
  if (!(twin.size < 200)) return std::nullopt;
  return twin;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
