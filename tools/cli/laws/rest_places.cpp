#include "rest_places.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bankshot_tool::laws {
namespace {

using bankshot_oracle::Random;

enum class Kind { discs, boxes, capsules, polygons, mixed };
constexpr const char* kind_names[] = {"discs", "boxes", "capsules", "polygons", "mixed"};

/// Draws the loss at a bounce, 1 - e, from a twentieth to 1, every magnitude equally likely.
double random_restitution(Random& random) {
  if (random.chance(0.1)) return 0;
  return 1 - std::pow(20.0, -random.unit());
}

/// Draws a number of bodies, every magnitude equally likely.
int random_count(Random& random, int least, int most) {
  return static_cast<int>(std::lround(least * std::pow(static_cast<double>(most) / least, random.unit())));
}

/// Draws a form that reaches no farther than `reach` from its middle, and is no thinner than a quarter of that.
Form random_form(Random& random, Kind kind, double reach) {
  switch (kind) {
    case Kind::discs: return disc(reach);
    case Kind::boxes: {
      const double angle = random.between(0.15, 0.5) * std::numbers::pi / 2;
      return box(2 * reach * std::cos(angle), 2 * reach * std::sin(angle));
    }
    case Kind::capsules: {
      const double radius = reach * random.between(0.25, 0.5);  // a shorter one rolls nearly as a disc does
      return capsule(2 * (reach - radius), radius);
    }
    case Kind::polygons: return regular_polygon(static_cast<int>(random.integer(3, 8)), reach);
    case Kind::mixed: break;
  }
  return random_form(random, static_cast<Kind>(random.integer(0, 3)), reach);
}

Spec fixed(Form form, const V& position) {
  Spec spec{.form = std::move(form), .position = position};
  spec.motion = Motion::fixed;
  return spec;
}

/// Draws the contents of a place: all sizes are of the order of `unit`.
struct Thrower {
  Random& random;
  RestPlace& place;
  double unit;

  /// Adds `count` bodies of a kind in cells of `cell`, `columns` side by side from `corner` upwards, none overlapping.
  void fill(Kind kind, int count, int columns, double cell, const V& corner) {
    for (int i = 0; i < count; ++i) {
      const double reach = unit * random.between(0.25, 0.5);
      Spec spec{.form = random_form(random, kind, reach)};
      const double spare = cell / 2 - reach, x = random.between(-spare, spare), y = random.between(-spare, spare);
      spec.position = corner + cell * V(i % columns + 0.5, i / columns + 0.5) + V(x, y);
      spec.angle = random.between(-std::numbers::pi, std::numbers::pi);
      const double speed = std::sqrt(standard_gravity * unit) * 2;
      spec.velocity = V(random.between(-speed, speed), random.between(-speed, speed));
      spec.spin = random.between(-speed, speed) / unit;
      spec.density = random.between(0.5, 2);
      place.bodies.push_back(std::move(spec));
    }
    place.name += ", " + std::to_string(count) + " " + kind_names[static_cast<int>(kind)];
  }
};

RestPlace begin(Random& random, const char* name) {
  RestPlace place{name};
  place.restitution = random_restitution(random);
  place.friction = random.between(0.3, 0.9);
  return place;
}

RestPlace finish(RestPlace place) {
  for (Spec& spec : place.bodies) spec.restitution = place.restitution, spec.friction = place.friction;
  place.name += ", e " + number(place.restitution, 3);
  return place;
}

struct Hall {
  int count = 1, columns = 1, rows = 1;
  double cell = 1, width = 1, height = 1;

  Hall(Random& random, double unit, int most) {
    count = random_count(random, 1, most);
    cell = unit * random.between(1.05, 1.6);
    columns = std::max(1, static_cast<int>(std::lround(std::sqrt(count) * random.between(0.6, 1.7))));
    rows = (count + columns - 1) / columns;
    width = cell * columns, height = cell * (rows + random.integer(0, 2));
  }
  V corner() const { return {-width / 2, 0}; }
};

void add_walls(RestPlace& place, const Hall& hall, double thick, bool lid) {
  const double x = (hall.width + thick) / 2, high = hall.height + 2 * thick;
  for (const double side : {-1.0, 1.0}) place.bodies.push_back(fixed(box(thick, high), V(side * x, hall.height / 2)));
  if (lid) place.bodies.push_back(fixed(box(hall.width, thick), V(0, hall.height + thick / 2)));
}

void add_floor(RestPlace& place, const Hall& hall, double thick) {
  place.bodies.push_back(fixed(box(hall.width + 2 * thick, thick), V(0, -thick / 2)));
}

/// Adds two slopes that meet at the origin, at these angles from upright; bodies that fall in stay between them.
void add_slopes(RestPlace& place, double left, double right, double length) {
  const V up(length * std::sin(right), length * std::cos(right)),
      down(-length * std::sin(left), length * std::cos(left));
  place.bodies.push_back(fixed(segment(V(0, 0), up), V(0, 0)));
  place.bodies.push_back(fixed(segment(down, V(0, 0)), V(0, 0)));
}

RestPlace slopes(Random& random, double unit, bool narrow) {
  RestPlace place = begin(random, narrow ? "wedge" : "V");
  const double least = narrow ? 5 : 30, most = narrow ? 30 : 60, degree = std::numbers::pi / 180;
  const double left = random.between(least, most) * degree, right = random.between(least, most) * degree;
  const int count = narrow ? static_cast<int>(random.integer(1, 3)) : random_count(random, 1, 20);
  const int columns = narrow ? 1 : static_cast<int>(std::ceil(std::sqrt(count)));
  // The lowest row has room between the slopes.
  const double bottom = unit * columns / (std::tan(left) + std::tan(right)) + unit;
  const double middle = bottom * (std::tan(right) - std::tan(left)) / 2;
  // The slopes are long enough for a body that bounces off one of them at the speed of its fall.
  const double rows = std::ceil(static_cast<double>(count) / columns);
  add_slopes(place, left, right, 20 * (bottom + rows * unit));
  Thrower{random, place, unit}.fill(narrow ? Kind::discs : static_cast<Kind>(random.integer(0, 4)), count, columns,
                                    unit, V(middle - unit * columns / 2, bottom));
  return finish(std::move(place));
}

// Balls of one size that cannot pass one another: they wedge themselves in a zigzag.
RestPlace shaft(Random& random, double unit) {
  RestPlace place = begin(random, "shaft");
  const double radius = unit / 2, width = unit * random.between(1.1, 1.95);
  const int count = static_cast<int>(random.integer(2, 8));
  const double height = 2 * unit * (count + 2);
  place.bodies.push_back(fixed(room(width, height), V(0, height / 2)));
  for (int i = 0; i < count; ++i) {
    Spec spec{.form = disc(radius)};
    const double spare = width / 2 - radius;
    spec.position = V(random.between(-spare, spare), unit * (1 + 1.1 * i));
    spec.velocity = V(random.between(-1, 1), random.between(-1, 1)) * std::sqrt(standard_gravity * unit);
    place.bodies.push_back(spec);
  }
  place.name += ", " + std::to_string(count) + " discs";
  return finish(std::move(place));
}

RestPlace tiled(Random& random, const Hall& hall) {
  RestPlace place = begin(random, "tiles");
  const double cell = hall.cell / 2;
  const int columns = 2 * hall.columns + 2, rows = static_cast<int>(std::lround(hall.height / cell)) + 2;
  std::vector<std::uint8_t> solid;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      solid.push_back(row == 0 || row == rows - 1 || column == 0 || column == columns - 1 ? 1 : 0);
    }
  }
  place.bodies.push_back(fixed(tiles(cell, columns, std::move(solid), hall.corner() - V(cell, cell)), V(0, 0)));
  return place;
}

}  // namespace

RestPlace rest_room(const Trial& trial, std::uint64_t index, int most_bodies) {
  Random random(trial.seed, index, 43);
  const double unit = random.magnitude(-2, 1);
  const Hall hall(random, unit, most_bodies);
  RestPlace place = begin(random, "room");
  add_floor(place, hall, unit);
  add_walls(place, hall, unit, true);
  Thrower{random, place, unit}.fill(static_cast<Kind>(index % 5), hall.count, hall.columns, hall.cell, hall.corner());
  return finish(std::move(place));
}

RestPlace rest_place(const Trial& trial, std::uint64_t index, int most_bodies) {
  Random random(trial.seed, index, 44);
  const double unit = random.magnitude(-2, 1);
  const auto which = static_cast<int>(index % rest_place_kinds);
  if (which == 0 || which == 1) return slopes(random, unit, which == 0);
  if (which == 2) return shaft(random, unit);
  const Hall hall(random, unit, most_bodies);
  RestPlace place;
  if (which == 3) {
    place = begin(random, "open bin");
    add_floor(place, hall, unit);
    Hall high = hall;
    high.height *= 10;  // nothing bounces over the rim
    add_walls(place, high, unit, false);
  } else if (which == 4) {
    place = begin(random, "container");
    place.bodies.push_back(fixed(room(hall.width, hall.height), V(0, hall.height / 2)));
  } else if (which == 5) {
    place = tiled(random, hall);
  } else {
    place = begin(random, "kinematic floor");
    add_floor(place, hall, unit);
    place.bodies.back().motion = Motion::kinematic;
    add_walls(place, hall, unit, true);
  }
  Thrower{random, place, unit}.fill(static_cast<Kind>(random.integer(0, 4)), hall.count, hall.columns, hall.cell,
                                    hall.corner());
  return finish(std::move(place));
}

}  // namespace bankshot_tool::laws
