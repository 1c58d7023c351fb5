#pragma once
// A ray towards a convex part: the sweep of a single point. Not part of the public interface.

#include <bankshot/query/convex/core_gap.hpp>
#include <bankshot/query/convex/core_ray.hpp>
#include <bankshot/query/convex/pair_frame.hpp>
#include <bankshot/query/ray.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

inline constexpr V2 no_arm = {};

struct Cast {
  Core point{&no_arm, 1, {}, {}}, core;
  V2 d;     ///< origin of the ray minus position of the shape
  V2 rest;  ///< rounding error of d
  V2 translation, heading;
  Real length = 0;
  Real radius = 0;
  Real band = 0;
};

/// True if the shape's pose is valid: finite numbers, and a rotation of nonzero length.
BANKSHOT_INLINE bool stands(const Placed& placed) { return finite(placed.reach) && placed.scale > 0; }

/// Returns false if a number is not finite.
BANKSHOT_INLINE bool aim(V2 d, V2 translation, Cast* cast) {
  cast->d = d;
  cast->translation = translation;
  if (!finite(d) || !finite(translation)) return false;
  cast->length = safe_length(translation, &cast->heading);
  return true;
}

BANKSHOT_INLINE void set_target(Cast& cast, const ConvexView& view, Q2 q) {
  cast.core = core_of(view, {}, q);
  cast.radius = view.radius;
}

/// A hit at a fraction of the translation; `origin` is that of the ray.
BANKSHOT_INLINE RayHit hit_at(const Cast& cast, Real fraction, const Vec2& origin, V2 normal, Feature feature) {
  RayHit hit;
  hit.fraction = fraction;
  hit.point = vec2(plain(origin) + fraction * cast.translation);
  hit.normal = vec2(normal);
  hit.feature = feature;
  return hit;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
