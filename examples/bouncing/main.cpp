// Three balls dropped from 10 m, and the height of each bounce.
// Usage: bouncing [picture.svg]

#include <bankshot/bankshot.hpp>
#include <bankshot/draw/svg.hpp>

#include <cstdio>
#include <fstream>
#include <vector>

using namespace bankshot;

int main(int argc, char** argv) {
  World world({.gravity = {0, -9.81f}});

  world.add_body({.type = BodyType::fixed}, box(40, 1));  // full width and height, metres
  std::vector<BodyId> balls;
  for (Real e : {1.0f, 0.8f, 0.5f}) {
    const Real x = -4 + 4 * static_cast<Real>(balls.size());
    balls.push_back(world.add_body({.position = {x, 10.5f}}, circle(0.5f), {.restitution = e}));
  }

  SvgRecorder film({.view = Aabb{{-8, -0.5f}, {8, 11.5f}}, .title = "Restitution 1, 0.8 and 0.5"});
  film.record(world, 0);
  const Real dt = 1.0f / 60;
  for (int i = 0; i < 900; ++i) {
    world.step(dt);
    film.record(world, dt);
    for (const Impact& hit : world.impacts()) {  // sorted by time inside the step
      const Real seconds = static_cast<Real>(i) * dt + hit.time;
      if (hit.approach_speed < 1) continue;
      std::printf("%7.4f s  in at %6.3f m/s, out at %6.3f m/s\n", static_cast<double>(seconds),
                  static_cast<double>(hit.approach_speed), static_cast<double>(hit.separation_speed));
    }
  }
  for (BodyId ball : balls) std::printf("a ball is at %.3f m\n", static_cast<double>(world.position(ball).y()));
  if (argc > 1) {
    std::ofstream out(argv[1]);
    film.write(out);
  }
}
