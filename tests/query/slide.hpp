#pragma once
// A shape that moves past another without turning, and the exact gap between the two on the way.

#include <bankshot/query/sweep.hpp>

#include <algorithm>

#include "../property/random_shapes.hpp"
#include "exact_gap.hpp"

namespace bankshot_test {

struct Slide {
  Shape a = bankshot::circle(1), b = bankshot::circle(1);
  Pose pose_a, pose_b;
  Vec2 translation = Vec2::Zero();

  bankshot::SweepHit run() const { return bankshot::sweep(a, pose_a, translation, b, pose_b); }
  Wide gap(Wide t) const {
    return exact_gap(placed(a, wide(pose_a.position) + t * wide(translation), pose_a.rotation.c, pose_a.rotation.s),
                     placed(b, pose_b));
  }
  Wide scale() const {
    Wide reach = length(wide(pose_a.position) - wide(pose_b.position));
    for (const Shape* shape : {&a, &b}) {
      Wide own = 0;
      for (int i = 0; i < shape->corner_count(); ++i) own = std::max(own, length(wide(shape->corner(i))));
      reach += own + shape->radius();
    }
    return reach;
  }
};

inline Slide random_slide(Random& random) {
  Slide s;
  s.a = random_recipe(random).build();
  s.b = random_recipe(random, random.chance(0.2) ? 5 : 1).build();
  s.pose_b = {random.point(5), random.rotation()};
  s.pose_a = {s.pose_b.position + random.point(8), random.chance(0.4) ? s.pose_b.rotation : random.rotation()};
  s.translation = random.uniform(0.3, 3) * (s.pose_b.position + random.point(2) - s.pose_a.position);
  return s;
}

}  // namespace bankshot_test
