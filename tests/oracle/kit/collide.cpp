#include "oracle/kit/collide.hpp"

#include <algorithm>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

b2Sweep sweep_of(const b2Transform& at, const b2Vec2& motion) {
  b2Sweep sweep;
  sweep.localCenter.SetZero();
  sweep.c0 = at.p;
  sweep.c = at.p + motion;
  sweep.a0 = sweep.a = at.q.GetAngle();
  sweep.alpha0 = 0;
  return sweep;
}

}  // namespace

bool collide(const Twin& twin, Manifold& answer) {
  b2Manifold manifold;
  manifold.pointCount = 0;
  const b2Shape *a = twin.a.theirs.get(), *b = twin.b.theirs.get();
  const b2Transform *at_a = &twin.at_a, *at_b = &twin.at_b;
  double sign = -1;  // Box2D's normals point from the first to the second
  if (a->GetType() == b2Shape::e_circle || (a->GetType() == b2Shape::e_edge && b->GetType() != b2Shape::e_circle)) {
    std::swap(a, b);
    std::swap(at_a, at_b);
    sign = 1;
  }
  const b2Shape::Type first = a->GetType(), second = b->GetType();
  if (second == b2Shape::e_edge) return false;
  if (first == b2Shape::e_circle) {
    b2CollideCircles(&manifold, static_cast<const b2CircleShape*>(a), *at_a, static_cast<const b2CircleShape*>(b),
                     *at_b);
  } else if (first == b2Shape::e_edge) {
    b2CollideEdgeAndCircle(&manifold, static_cast<const b2EdgeShape*>(a), *at_a, static_cast<const b2CircleShape*>(b),
                           *at_b);
  } else if (second == b2Shape::e_circle) {
    b2CollidePolygonAndCircle(&manifold, static_cast<const b2PolygonShape*>(a), *at_a,
                              static_cast<const b2CircleShape*>(b), *at_b);
  } else {
    b2CollidePolygons(&manifold, static_cast<const b2PolygonShape*>(a), *at_a, static_cast<const b2PolygonShape*>(b),
                      *at_b);
  }
  answer.found = manifold.pointCount > 0;
  if (!answer.found) return true;
  b2WorldManifold world;
  world.Initialize(&manifold, *at_a, a->m_radius, *at_b, b->m_radius);
  answer.normal = static_cast<float>(sign) * world.normal;
  answer.depth = -double(world.separations[0]);
  if (manifold.pointCount > 1) answer.depth = std::max(answer.depth, -double(world.separations[1]));
  return true;
}

bool ray_cast(const Twin& twin, b2RayCastOutput& output) {
  const Case& data = twin.data;
  b2RayCastInput input;
  input.p1 = {static_cast<float>(data.origin[0]), static_cast<float>(data.origin[1])};
  input.p2 = input.p1 + b2Vec2(static_cast<float>(data.ray[0]), static_cast<float>(data.ray[1]));
  input.maxFraction = 1;
  return twin.a.theirs->RayCast(&output, input, twin.at_a, 0);
}

b2TOIOutput time_of_impact(const Twin& twin) {
  b2TOIInput input;
  input.proxyA.Set(twin.a.theirs.get(), 0);
  input.proxyB.Set(twin.b.theirs.get(), 0);
  const Vec2& motion = twin.data.motion;
  input.sweepA = sweep_of(twin.at_a, {static_cast<float>(motion[0]), static_cast<float>(motion[1])});
  input.sweepB = sweep_of(twin.at_b, b2Vec2_zero);
  input.tMax = 1;
  b2TOIOutput output;
  b2TimeOfImpact(&output, &input);
  return output;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
