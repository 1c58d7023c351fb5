#include <bankshot/mover/limits.hpp>

#include <bankshot/math/text.hpp>
#include <bankshot/math/trig.hpp>
#include <bankshot/world/bodies/checks.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr Place character_place{"Character"};

/// The shape with all that is within `skin` of it.
Shape grown_by(const Shape& shape, Real skin) {
  const Real radius = shape.radius() + skin;
  if (shape.corner_count() == 1) return circle(radius, shape.corner(0));
  if (shape.corner_count() == 2) return capsule(shape.corner(0), shape.corner(1), radius);
  std::vector<Vec2> corners;
  for (int i = 0; i < shape.corner_count(); ++i) corners.push_back(shape.corner(i));
  return polygon(corners, radius);
}

void check_definition(const CharacterDef& def) {
  if (!def.shape.convex() || def.shape.kind() == ShapeKind::segment) {
    refuse(character_place, "shape", "of another kind", "must be a circle, a capsule or a convex polygon");
  }
  check(character_place, "up", def.up);
  const Real square = length_squared(plain(def.up));
  if (!(absolute(square - 1) <= rotation_slack)) {
    refuse(character_place, "up", text(plain(def.up)), "must have unit length");
  }
  check_not_negative(character_place, "skin", def.skin);
  check_not_negative(character_place, "step_height", def.step_height);
  check_not_negative(character_place, "max_slope", def.max_slope);
  if (def.max_slope > Real(1.5)) refuse(character_place, "max_slope", text(def.max_slope), "must be at most 1.5");
  check_not_negative(character_place, "snap", def.snap);
  check_not_negative(character_place, "push_force", def.push_force);
}

}  // namespace

CharacterLimits character_limits(const CharacterDef& def) {
  check_definition(def);
  const V2 given = plain(def.up), up = Real(1) / length(given) * given;
  const Aabb box = def.shape.aabb();
  const V2 size = plain(box.upper) - plain(box.lower);
  const Real thickness = min(size.x, size.y), skin = def.skin > 0 ? def.skin : thickness / 64;
  Real feet = plain(def.shape.corner(0)).y;
  for (int i = 1; i < def.shape.corner_count(); ++i) feet = min(feet, plain(def.shape.corner(i)).y);
  const Q2 slope = rotation_of(def.max_slope);
  return {.up = up,
          .right = {up.y, -up.x},
          .rotation = {up.y, -up.x},
          .skin = skin,
          .thickness = thickness,
          .feet = feet - def.shape.radius(),
          .least_up = slope.c,
          .slope_rise = slope.s / slope.c,
          .swept = grown_by(def.shape, bare_skin * skin),
          .grown = grown_by(def.shape, skin)};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
