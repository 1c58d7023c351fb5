// Rollback: two machines play one game, and each receives the other's inputs late. A machine goes on as if there were
// none. When an input arrives that it missed, it goes back to that tick and runs forward again. Exits with 0 if both
// machines end with the same bits as a third one that knew all inputs in time.
// Usage: rollback

#include <bankshot/bankshot.hpp>

#include <cstdio>
#include <vector>

using namespace bankshot;

namespace {

constexpr Real dt = 1.0f / 60;
constexpr std::uint64_t ticks = 600, delay = 8;

struct Game {
  World world;
  std::vector<BodyId> players;
};

Game lay_out() {
  Game game;
  game.world.set_gravity({0, -10});
  game.world.add_body({.type = BodyType::fixed, .position = {0, -1}}, box(40, 2));
  for (int row = 0; row < 6; ++row) {
    for (int i = 0; i < 10; ++i) {
      game.world.add_body({.position = {static_cast<Real>(i) - 4.5f, static_cast<Real>(row) + 0.5f}}, box(1, 1));
    }
  }
  for (const Real x : {-8.0f, 8.0f}) {
    game.players.push_back(game.world.add_body({.position = {x, 1}}, circle(0.5f), {.restitution = 0.3f}));
  }
  return game;
}

/// Returns a player's inputs: a jump at the pile now and then.
std::vector<BodyInput> inputs_of(const Game& game, std::size_t player) {
  std::vector<BodyInput> inputs;
  for (std::uint64_t tick = 20 + 13 * player; tick < ticks; tick += 37 + 5 * player) {
    const Vec2 push(player == 0 ? 6.0f : -6.0f, 4);
    inputs.push_back({.tick = tick, .kind = BodyInputKind::impulse, .body = game.players[player], .vector = push});
  }
  return inputs;
}

/// Returns both players' inputs as far as they are known: all of one's own, the other's up to a tick.
std::vector<BodyInput> known(const std::vector<BodyInput>& own, const std::vector<BodyInput>& other,
                             std::uint64_t other_until) {
  std::vector<BodyInput> log;
  std::size_t i = 0;
  for (const BodyInput& input : own) {
    for (; i < other.size() && other[i].tick < input.tick && other[i].tick < other_until; ++i) log.push_back(other[i]);
    log.push_back(input);
  }
  for (; i < other.size() && other[i].tick < other_until; ++i) log.push_back(other[i]);
  return log;
}

/// A machine on which the other player's inputs arrive `delay` ticks late.
std::uint64_t play(Game game, const std::vector<BodyInput>& own, const std::vector<BodyInput>& other, int& rollbacks) {
  World& world = game.world;
  History history(static_cast<int>(delay) + 1);
  std::size_t heard = 0;
  for (std::uint64_t tick = 0; tick < ticks + delay; ++tick) {
    const std::uint64_t until = tick < delay ? 0 : tick - delay + 1;
    const std::uint64_t now = world.tick();
    const std::vector<BodyInput> log = known(own, other, until);
    if (heard < other.size() && other[heard].tick < until) {
      history.restore(other[heard].tick, world);
      while (heard < other.size() && other[heard].tick < until) ++heard;
      ++rollbacks;
    }
    while (world.tick() < now + (now < ticks ? 1 : 0)) {
      history.save(world);
      apply_inputs(world, log);
      world.step(dt);
    }
  }
  return world.hash();
}

}  // namespace

int main() {
  const Game game = lay_out();
  const std::vector<BodyInput> left = inputs_of(game, 0), right = inputs_of(game, 1);

  World informed = game.world;
  const std::vector<BodyInput> all = known(left, right, ticks);
  while (informed.tick() < ticks) {
    apply_inputs(informed, all);
    informed.step(dt);
  }

  int rollbacks = 0;
  const std::uint64_t here = play(game, left, right, rollbacks), there = play(game, right, left, rollbacks);
  const bool same = here == informed.hash() && there == informed.hash();
  std::printf("%d times back, %s\n", rollbacks, same ? "and all three machines agree" : "and the machines differ");
  return same && rollbacks > 0 ? 0 : 1;
}
