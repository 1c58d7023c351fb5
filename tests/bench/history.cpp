// What a tick of history takes: bytes, saving, going back ten ticks; 800 moving bodies.
//
// usage: bench_history [repetitions]    the least time of that many; default 400

#include <bankshot/bankshot.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace bankshot;

constexpr int moving = 800;
constexpr Real dt = Real(1) / 60;

Shape solid(int i) {
  const std::array<Vec2, 5> corners = {Vec2(Real(-0.5), 0), Vec2(0, Real(-0.5)), Vec2(Real(0.5), 0),
                                       Vec2(Real(0.25), Real(0.5)), Vec2(Real(-0.25), Real(0.5))};
  switch (i % 3) {
    case 0: return box(1, 1);
    case 1: return circle(Real(0.5));
    default: return polygon(corners);
  }
}

/// Bodies on a square, middle at the origin.
void fill(World& world, Real spacing, bool balls, const Material& material, Real speed) {
  constexpr int side = 28;
  for (int i = 0; i < moving; ++i) {
    const Vec2 at(spacing * (static_cast<Real>(i % side) - Real(13.5)), spacing * (static_cast<Real>(i / side) - 14));
    const Vec2 velocity(speed * (static_cast<Real>(i * 37 % 17) - 8), speed * (static_cast<Real>(i * 53 % 13) - 6));
    world.add_body({.position = at, .velocity = velocity, .can_sleep = false}, balls ? circle(Real(0.5)) : solid(i),
                   material);
  }
}

/// A drum that turns, four walls, full of boxes, balls and pentagons.
World drum(bool balls) {
  World world(WorldDef{.gravity = Vec2(0, -10)});
  const BodyId walls = world.add_body({.type = BodyType::kinematic, .angular_velocity = Real(0.4)});
  for (const Real side : {Real(-21), Real(21)}) {
    world.add_shape(walls, box(2, 44, Vec2(side, 0)));
    world.add_shape(walls, box(44, 2, Vec2(0, side)));
  }
  fill(world, Real(1.3), balls, {}, 0);
  return world;
}

World gas() {
  World world;
  world.add_shape(world.add_body({.type = BodyType::fixed}), container(box(80, 80)),
                  {.material = {.restitution = 1, .friction = 0}});
  fill(world, Real(2.5), true, {.restitution = 1, .friction = 0}, 1);
  return world;
}

double now() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void measure(const char* name, World world, int repetitions) {
  for (int i = 0; i < 240; ++i) world.step(dt);
  constexpr int kept = 120;
  History history(kept);
  std::vector<double> save, restore, copy;
  for (int i = 0; i < repetitions + kept; ++i) {
    const double begin = now();
    history.save(world);
    if (i >= kept) save.push_back(now() - begin);
    world.step(dt);
  }
  const std::uint64_t last = history.last();
  for (int i = 0; i < repetitions; ++i) {
    history.restore(last, world);
    const double begin = now();
    history.restore(last - 10, world);
    restore.push_back(now() - begin);
    const double copy_begin = now();
    const World other = world;
    copy.push_back(now() - copy_begin);
  }
  const auto least = [](std::vector<double>& times) { return *std::min_element(times.begin(), times.end()); };
  const auto middle = [](std::vector<double>& times) {
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
  };
  const double file = static_cast<double>(bankshot::save(world).size()) / 1e3;
  std::printf("%-12s %8d %10.1f   %6.1f %6.1f   %6.1f %6.1f   %6.1f %8.1f\n", name, world.counts().contacts,
              static_cast<double>(history.bytes()) / 1e3 / history.size(), least(save), middle(save), least(restore),
              middle(restore), least(copy), file);
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::max(1, std::atoi(argv[1])) : 400;
  std::printf(
      "             contacts    kB/tick   save us: least, median   back 10: least, median   copy us   save() kB\n");
  measure("drum, mixed", drum(false), repetitions);
  measure("drum, balls", drum(true), repetitions);
  measure("gas", gas(), repetitions);
}
