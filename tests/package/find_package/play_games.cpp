// Plays the code that docs/games.md shows: each recipe does what the page says.

#include "games.cpp"

#include <cstdio>
#include <cstring>

namespace {

int crushed = 0, bounces = 0, thuds = 0, faults = 0;

void expect(bool holds, const char* what) {
  if (!holds) std::printf("not so: %s\n", what), ++faults;
}
bool near(Real value, Real wanted, Real error) { return std::abs(value - wanted) <= error; }

void add_ground(World& world, const Material& material = {}) {
  world.add_body({.type = BodyType::fixed, .position = {0, -1}}, box(40, 2), material);
}

void hear() {
  World world({.gravity = {0, -10}});
  add_ground(world);
  std::vector<Heard> heard{{world.add_body({.position = {0, 2}}, circle(Real(0.5)), {.restitution = Real(0.5)})}};
  for (int i = 0; i < 240; ++i) step_and_hear(world, heard);
  expect(bounces + thuds > 0, "a ball that lands is heard");
}

void squeeze(bool pressed) {
  World world({.gravity = {0, -10}});
  add_ground(world);
  const BodyId hero = world.add_body({.position = {0, Real(0.5)}}, box(1, 1));
  const BodyId press = world.add_body({.type = BodyType::kinematic, .position = {0, 2}}, box(4, 1));
  int steps = 0;
  crushed = 0;
  for (int i = 0; i < 120; ++i) {
    world.set_velocity(press, {0, pressed ? Real(-0.5) : Real(0)});
    world.step(dt);
    crush_what_is_squeezed(world, hero, 10, steps);
  }
  expect((crushed > 0) == pressed, "a press crushes, and nothing else does");
}

void flip() {
  World world({});
  const BodyId flipper = add_flipper(world, {0, 0});
  for (const bool pressed : {true, false}) {
    for (int i = 0; i < 60; ++i) move_flipper(world, flipper, pressed), world.step(dt);
    expect(near(world.rotation(flipper).angle(), pressed ? Real(0.6) : Real(-0.5), Real(1e-5)), "it ends at its stop");
  }
  expect(near(world.angular_velocity(flipper), 0, Real(1e-3)), "and stands still there");
}

void push_door() {
  World world({});
  const BodyId door = add_revolving_door(world, {0, 0});
  world.add_body({.position = {Real(0.8), -2}, .velocity = {0, 3}}, circle(Real(0.2)), {.density = 10});
  for (int i = 0; i < 60; ++i) world.step(dt);
  expect(world.position(door).norm() == 0 && world.rotation(door).angle() > Real(0.5), "the door turns in its place");
}

void roll() {
  World table({});
  const BodyId ball = add_ball(table, {0, 0});
  table.set_velocity(ball, {1, 0});
  for (int i = 0; i < 660; ++i) table.step(dt);
  expect(near(table.position(ball).x(), 1 / (2 * Real(0.0981)), Real(1e-3)), "a ball rolls v^2 / (2 mu g) far");
  expect(table.velocity(ball).norm() == 0, "and stands there");
}

void carry() {
  World world({.gravity = {0, -10}});
  add_ground(world, {.surface_speed = 2});
  const BodyId crate = world.add_body({.position = {0, Real(0.5)}}, box(1, 1));
  for (int i = 0; i < 120; ++i) world.step(dt);
  expect(near(world.velocity(crate).x(), -2, Real(1e-2)), "a belt of positive speed carries to the left");
}

void swing() {
  World world({.gravity = {0, -10}});
  add_bowl(world, {0, 0}, 2);
  const BodyId ball = world.add_body({.position = {1, 0}}, circle(Real(0.2)));
  for (int i = 0; i < 600; ++i) world.step(dt);
  expect(world.position(ball).norm() < Real(1.81), "a bowl holds a ball");
}

void look() {
  std::vector<Tile> tiles(12, empty_tile);
  tiles[6] = solid_tile;  // column 2, row 1 of four columns
  const Shape map = grid({.columns = 4, .rows = 3, .cell = 2, .origin = {1, 1}}, tiles);
  const Pose pose{{5, 7}, Rotation::from_angle(Real(0.5))};
  expect(tile_under(pose * Vec2(6, 4), map, pose).form == solid_tile.form, "the mouse is on the tile");
  expect(tile_under(pose * Vec2(Real(4.9), 4), map, pose).form == Tile::Form::empty, "and beside it on none");
  expect(tile_under(pose * Vec2(-9, 4), map, pose).form == Tile::Form::empty, "out of the grid there is none");
}

}  // namespace

void play(const char* sound, Real) { std::strcmp(sound, "thud") == 0 ? ++thuds : ++bounces; }
void crush(BodyId) { ++crushed; }

int main() {
  hear();
  squeeze(true), squeeze(false);
  flip(), push_door(), roll(), carry(), swing(), look();
  return faults == 0 ? 0 : 1;
}
