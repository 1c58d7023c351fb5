#include "fuzz_pile.hpp"

#include <bankshot/shape/convex.hpp>

#include <algorithm>
#include <cmath>

#include "fuzz_rest.hpp"
#include "fuzz_room.hpp"
#include "oracle/kit/random.hpp"
#include "oracle/kit/shapes.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyType;
using bankshot::Real;
using bankshot::Scene;
using bankshot::SceneBody;
using bankshot::Shape;
using bankshot::Vec2;
using bankshot_oracle::Random;

Real real(double x) { return static_cast<Real>(x); }
Vec2 at(double x, double y) { return Vec2(real(x), real(y)); }

enum class Place { plain, wedge, shafts, ledges, container, tiles, moving_floor };
constexpr const char* place_names[] = {"pile in a room",         "pile in a wedge",     "pile in shafts",
                                       "pile on ledges",         "pile in a container", "pile on tiles",
                                       "pile on kinematic floor"};

struct Hall {
  double size = 1;  ///< of the cell of a body
  int columns = 1, rows = 1;
  double width = 1, height = 1;
  double floor = 0;  ///< height above which bodies start
  bankshot::Material material;
};

void add(Scene& scene, const char* name, const Shape& shape, const Vec2& position, const Hall& hall,
         BodyType type = BodyType::fixed, double angle = 0) {
  SceneBody body;
  body.name = name;
  body.def.type = type;
  body.def.position = position;
  body.def.rotation = bankshot::Rotation::from_angle(real(angle));
  body.shapes.push_back({shape, {.material = hall.material}});
  scene.bodies.push_back(std::move(body));
}

void add_walls(Scene& scene, const Hall& hall) {
  const double thick = hall.size, w = hall.width, h = hall.height;
  const Shape side = bankshot::box(real(thick), real(h)), level = bankshot::box(real(w + 2 * thick), real(thick));
  add(scene, wall_names[0], side, at(-thick / 2, h / 2), hall);
  add(scene, wall_names[1], side, at(w + thick / 2, h / 2), hall);
  add(scene, wall_names[2], level, at(w / 2, -thick / 2), hall);
  add(scene, wall_names[3], level, at(w / 2, h + thick / 2), hall);
}

/// Two slopes from the walls down to their common foot on the floor.
void add_wedge(Random& random, Scene& scene, const Hall& hall) {
  const double foot = hall.width * random.between(0.2, 0.8);
  const auto slope = [&](double wall) {
    const Vec2 corners[] = {at(wall, 0), at(foot, 0), at(wall, hall.floor)};
    const auto shape = bankshot::try_polygon(corners);
    if (shape) add(scene, "slope", *shape, at(0, 0), hall);
  };
  slope(0);
  slope(hall.width);
}

/// Upright walls that leave room for one to two bodies side by side.
void add_shafts(Random& random, Scene& scene, const Hall& hall) {
  const double thick = hall.size / 8;
  for (double x = hall.size * random.between(0.7, 1.9); x < hall.width - thick;
       x += hall.size * random.between(0.7, 1.9)) {
    add(scene, "partition", bankshot::box(real(thick), real(hall.floor)), at(x, hall.floor / 2), hall);
  }
}

/// Sloping boards below the start of the bodies.
void add_ledges(Random& random, Scene& scene, const Hall& hall) {
  const int count = random.integer(1, 4);
  for (int i = 0; i < count; ++i) {
    const double length = hall.width * random.between(0.2, 0.5), x = random.between(0, hall.width);
    const double steepest = std::min(1.0, (hall.floor - hall.size / 2) / length), slope = random.between(-1, 1);
    add(scene, "ledge", bankshot::box(real(length), real(hall.size / 4)), at(x, hall.floor / 2), hall, BodyType::fixed,
        slope * steepest);
  }
}

void add_place(Random& random, Place place, Scene& scene, const Hall& hall) {
  switch (place) {
    case Place::plain: return;
    case Place::wedge: return add_wedge(random, scene, hall);
    case Place::shafts: return add_shafts(random, scene, hall);
    case Place::ledges: return add_ledges(random, scene, hall);
    case Place::container: {
      const double inset = hall.size / 10;  // so that no body touches the walls as well
      const auto room = bankshot::try_container(bankshot::box(real(hall.width - inset), real(hall.height - inset)));
      if (room) add(scene, "container", *room, at(hall.width / 2, hall.height / 2), hall);
      return;
    }
    case Place::tiles: {
      const int columns = std::max(1, int(std::ceil(hall.width / hall.size)));
      std::vector<bankshot::Tile> cells;
      for (int i = 0; i < columns; ++i) cells.push_back(bankshot::solid_tile);
      bankshot::GridDef def;
      def.columns = columns;
      def.rows = 1;
      def.cell = real(hall.width / columns);
      const auto grid = bankshot::try_grid(def, cells);
      if (grid) add(scene, "tiles", *grid, at(0, 0), hall);
      return;
    }
    case Place::moving_floor:
      add(scene, "floor", bankshot::box(real(hall.width * 0.99), real(hall.size / 2)),
          at(hall.width / 2, hall.size / 4), hall, BodyType::kinematic);
      return;
  }
}

/// Returns a shape of any kind within 0.45 of a cell around its origin. It is no thinner than a quarter of its length,
/// and it does not roll like a disc unless it is one.
Shape shape_for(Random& random, double size) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    const auto piece = bankshot_oracle::any_piece(random, size * random.between(0.15, 0.4));
    const auto shape = piece.build();
    if (!shape || piece.kind == bankshot::ShapeKind::segment || rolls_like_a_disc(*shape)) continue;
    const bankshot::Aabb box = shape->aabb();
    const double far =
        std::max({double(-box.lower[0]), double(-box.lower[1]), double(box.upper[0]), double(box.upper[1])});
    const Vec2 extents = box.extents();
    const double longest = std::max(double(extents[0]), double(extents[1]));
    if (far > 0.45 / std::sqrt(2.0) * size || double(detail_view(*shape).extent) < longest / 4) continue;
    return *shape;
  }
  return bankshot::circle(real(size * random.between(0.15, 0.4)));
}

void add_body(Random& random, const Hall& hall, int place, Scene& scene) {
  SceneBody body;
  body.name = "body " + std::to_string(place);
  const Shape shape = shape_for(random, hall.size);
  const double x = (place % hall.columns + 0.5) * hall.size, y = hall.floor + (place / hall.columns + 0.5) * hall.size;
  body.def.position = at(x, y);
  body.def.rotation = random.rotation();
  body.def.velocity = random.point(3 * hall.size);
  if (random.chance(0.3)) body.def.angular_velocity = real(random.between(-10, 10));
  bankshot::ShapeDef def;
  def.material = hall.material;
  def.material.density = real(random.magnitude(-1, 1));
  if (random.chance(0.2)) def.material.restitution *= real(random.unit());
  body.shapes.push_back({shape, def});
  scene.bodies.push_back(std::move(body));
}

}  // namespace

Scene random_pile(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 7);
  Hall hall;
  hall.size = random.chance(0.5) ? 1.0 : random.magnitude(-6, 6);
  const bool crowd = random.chance(0.3);
  hall.columns = random.integer(1, crowd ? 6 : 3);
  hall.rows = random.integer(1, crowd ? 6 : 3);
  hall.width = hall.size * hall.columns;
  const auto place = static_cast<Place>(random.integer(0, 6));
  hall.floor = place == Place::moving_floor || place == Place::tiles ? hall.size
               : place == Place::plain || place == Place::container  ? 0
                                                                     : hall.size * random.between(1, 2);
  hall.height = hall.floor + hall.size * (hall.rows + random.integer(0, 1));
  hall.material.restitution = random.chance(0.1) ? Real(0) : real(1 - std::pow(20.0, -random.unit()));
  hall.material.friction = real(random.between(0.3, 1));
  Scene scene;
  scene.name = place_names[static_cast<int>(place)];
  scene.dt = Real(1) / 60;
  scene.world.gravity = at(0, -10 * hall.size);
  add_walls(scene, hall);
  add_place(random, place, scene, hall);
  for (int i = 0; i < hall.columns * hall.rows; ++i) {
    if (random.chance(0.85)) add_body(random, hall, i, scene);
  }
  scene.steps = static_cast<int>(std::ceil(seconds_to_rest(scene) / double(scene.dt))) + 1;
  return scene;
}

}  // namespace bankshot_tool
