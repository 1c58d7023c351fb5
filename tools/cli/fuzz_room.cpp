#include "fuzz_room.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/kit/random.hpp"
#include "oracle/kit/shapes.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyType;
using bankshot::Real;
using bankshot::Scene;
using bankshot::SceneBody;
using bankshot::Vec2;
using bankshot_oracle::Random;

Real real(double x) { return static_cast<Real>(x); }

struct Cell {
  double size = 1;  ///< room for one body
  int columns = 1, rows = 1;
};

void add_walls(Random& random, const Cell& cell, const bankshot::Material& material, Scene& scene) {
  const double width = cell.columns * cell.size, height = cell.rows * cell.size;
  const double thick = cell.size * random.magnitude(-8, 1);  // from thinner than a slop to thicker than a body
  const double x[4] = {-thick / 2, width + thick / 2, width / 2, width / 2};
  const double y[4] = {height / 2, height / 2, -thick / 2, height + thick / 2};
  for (std::size_t i = 0; i < 4; ++i) {
    const bool upright = i < 2;
    const auto box = bankshot::try_box(real(upright ? thick : width + 2 * thick), real(upright ? height : thick));
    if (!box) continue;
    SceneBody wall;
    wall.name = wall_names[i];
    wall.def.type = BodyType::fixed;
    wall.def.position = Vec2(real(x[i]), real(y[i]));
    wall.shapes.push_back({*box, {.material = material}});
    scene.bodies.push_back(wall);
  }
}

/// Returns a shape that stays inside its cell at any angle.
std::optional<bankshot::Shape> shape_for(Random& random, double size) {
  auto piece = random.chance(0.2) ? bankshot_oracle::sliver_piece(random, size / 8)
                                  : bankshot_oracle::any_piece(random, size / 8);
  if (piece.kind == bankshot::ShapeKind::segment)
    piece.kind = bankshot::ShapeKind::capsule, piece.radius = real(size / 64);
  double reach = 0;
  for (const Vec2& p : piece.points) reach = std::max(reach, std::hypot(double(p[0]), double(p[1])));
  if (reach + double(piece.radius) > 0.45 * size) return std::nullopt;
  return piece.build();
}

void add_body(Random& random, const Cell& cell, int place, double speed, Scene& scene) {
  const auto shape = shape_for(random, cell.size);
  if (!shape) return;
  SceneBody body;
  body.name = "body " + std::to_string(place);
  const double x = (place % cell.columns + 0.5) * cell.size, y = (place / cell.columns + 0.5) * cell.size;
  body.def.position = Vec2(real(x), real(y));
  body.def.rotation = random.rotation();
  body.def.velocity = random.point(speed);
  if (random.chance(0.3)) body.def.angular_velocity = real(random.between(-20, 20));
  bankshot::ShapeDef def;
  const double restitution = random.integer(0, 2) * 0.5, friction = random.integer(0, 2) * 0.5;
  def.material.restitution = real(restitution);
  def.material.friction = real(friction);
  def.material.density = real(random.magnitude(-2, 2));
  body.shapes.push_back({*shape, def});
  scene.bodies.push_back(body);
}

}  // namespace

Scene random_room(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 5);
  Cell cell;
  cell.size = random.chance(0.5) ? 1.0 : random.magnitude(-6, 6);
  cell.columns = random.integer(1, 4);
  cell.rows = random.integer(1, 4);
  Scene scene;
  const bool heavy = random.chance(0.6), fast = random.chance(0.3);
  scene.name = std::string(heavy ? "room with gravity" : "room without gravity") + (fast ? ", fast" : "");
  scene.dt = Real(1) / 60;
  scene.steps = 120;
  scene.world.gravity = heavy ? Vec2(0, real(-10 * cell.size)) : Vec2(0, 0);
  bankshot::Material material;
  material.restitution = real(random.integer(0, 2) * 0.5);
  add_walls(random, cell, material, scene);
  const double speed = cell.size * (fast ? random.magnitude(4, 10) : random.between(0, 8));
  for (int place = 0; place < cell.columns * cell.rows; ++place) {
    if (random.chance(0.8)) add_body(random, cell, place, speed, scene);
  }
  return scene;
}

Scene changed_scene(const Scene& base, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 6);
  Scene scene = base;
  scene.name = "around a scene";
  scene.steps = std::min(scene.steps, 240);
  for (SceneBody& body : scene.bodies) {
    if (body.def.type != BodyType::dynamic || body.shapes.empty() || !body.def.awake || !random.chance(0.5)) continue;
    const Vec2 extents = body.shapes[0].shape.aabb().extents();
    const double size = std::max(double(extents[0]), double(extents[1]));
    body.def.position += random.point(size * random.magnitude(-20, -3));
    if (body.def.locks.x || body.def.locks.y || !random.chance(0.3)) continue;
    body.def.velocity += random.point(size * random.magnitude(-8, 4));
  }
  return scene;
}

}  // namespace bankshot_tool
