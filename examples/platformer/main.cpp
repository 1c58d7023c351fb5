// A platform game that plays itself: the hero runs to the right, and jumps where something stops it. On its way are a
// step, a slope, stairs, a crate that it pushes to a wall and jumps on, a lift, a belt that runs against it, and a
// platform that it jumps through. Exits with 0 if it reaches the flag.
// Usage: platformer [picture.svg]

#include <bankshot/bankshot.hpp>
#include <bankshot/draw/svg.hpp>

#include <cstdio>
#include <fstream>
#include <vector>

using namespace bankshot;

namespace {

constexpr Real dt = 1.0f / 60, gravity = 20, run_speed = 4, jump_speed = 10;
constexpr Real ledge = 6.5f;  // the height of the upper floor, metres
constexpr Real flag = 39, summit = ledge + 3.2f;

struct Game {
  World world{WorldDef{.gravity = {0, -gravity}}};
  BodyId lift, crate;
};

/// A fixed block, by its sides and its top; all are 3 m deep.
void add_block(World& world, Real left, Real right, Real top, const Material& material = {}) {
  const Vec2 middle((left + right) / 2, top - 1.5f);
  world.add_body({.type = BodyType::fixed, .position = middle}, box(right - left, 3), material);
}

Game lay_out() {
  Game game;
  World& world = game.world;
  add_block(world, -2, 15, 0), add_block(world, 1, 2, 0.3f);
  const Vec2 slope[] = {{4, 0}, {8, 0}, {8, 2}};
  world.add_body({.type = BodyType::fixed}, polygon(slope));
  add_block(world, 8, 12, 2);
  for (int i = 0; i < 4; ++i) {
    const Real left = 12 + 0.6f * static_cast<Real>(i);
    add_block(world, left, left + 0.6f, 1.6f - 0.4f * static_cast<Real>(i));
  }
  add_block(world, 15, 27, 0), add_block(world, 22, 27, 3);
  game.crate = world.add_body({.position = {17, 0.5f}}, box(1, 1), {.density = 20});
  game.lift = world.add_body({.type = BodyType::kinematic, .position = {28, 2.85f}}, box(1.9f, 0.3f));
  add_block(world, 29, 31, 3.5f), add_block(world, 29, 31, ledge);
  add_block(world, 31, 34, ledge, {.surface_speed = 2});  // to the left on top
  add_block(world, 34, 41, ledge), add_block(world, 36, 41, summit);
  const Tile platform{.form = Tile::Form::one_way_up};
  world.add_body({.type = BodyType::fixed},
                 grid({.columns = 2, .rows = 1, .origin = {34, ledge + 0.4f}}, std::vector<Tile>(2, platform)));
  return game;
}

/// Rests for a second below, and goes up and down again in four.
void drive_lift(Game& game) {
  const std::uint64_t tick = game.world.tick() % 300;
  game.world.set_velocity(game.lift, {0, tick < 60 ? 0 : tick < 180 ? 1.8f : -1.8f});
}

/// Runs to the right, and jumps when something has stopped it for a while. It waits for the lift, and on it.
class Player {
 public:
  Vec2 velocity(const Game& game, const CharacterState& hero) {
    const bool at_lift = hero.position.x() > 26 && hero.position.x() < 27;
    const bool waits = at_lift && game.world.position(game.lift).y() > 2.9f;
    const bool stopped = hero.grounded && hero.ground != game.lift && !waits && hero.velocity.x() < 0.05f;
    ticks_ = stopped ? ticks_ + 1 : 0;
    return {waits ? 0 : run_speed, ticks_ > 10 ? jump_speed : hero.velocity.y() - gravity * dt};
  }

 private:
  int ticks_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  Game game = lay_out();
  const Shape shape = capsule({0, -0.3f}, {0, 0.3f}, 0.3f);
  const Vec2 begin(-1, 0.7f);
  const BodyId body = game.world.add_body({.type = BodyType::kinematic, .position = begin}, shape);
  Character hero({.shape = shape, .step_height = 0.4f, .snap = 0.45f, .push_force = 400, .body = body}, begin);

  SvgRecorder film({.view = Aabb{{-2, -3}, {41, 13}}, .title = "A hero that slides, steps, pushes, rides and jumps"});
  film.add_mark({flag, summit}, {flag, summit + 1.5f}, "flag");
  film.record(game.world, 0);
  Player player;
  int steps = 0, landings = 0;
  while (game.world.tick() < 60 * 60 && hero.state().position.x() < flag) {
    drive_lift(game);
    game.world.step(dt);
    const CharacterMove done = hero.move(game.world, player.velocity(game, hero.state()), dt);
    steps += done.stepped ? 1 : 0, landings += done.landed ? 1 : 0;
    film.record(game.world, dt);
  }
  const bool arrived = hero.state().position.x() >= flag && hero.state().position.y() > summit;
  std::printf("%s after %.1f s, with %d steps up and %d landings; the crate is at %.2f m\n",
              arrived ? "at the flag" : "stuck", static_cast<double>(game.world.tick()) * static_cast<double>(dt),
              steps, landings, static_cast<double>(game.world.position(game.crate).x()));
  if (argc > 1) {
    std::ofstream out(argv[1]);
    film.write(out);
  }
  return arrived ? 0 : 1;
}
