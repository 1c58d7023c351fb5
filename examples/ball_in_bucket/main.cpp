// A bank shot: a ball bounces off the backboard and drops into a bucket. Exits with 0 if it went in.
// Usage: ball_in_bucket [picture.svg]

#include <bankshot/bankshot.hpp>
#include <bankshot/draw/svg.hpp>

#include <array>
#include <cstdio>
#include <fstream>

using namespace bankshot;

int main(int argc, char** argv) {
  World world({.gravity = {0, -9.81f}});
  const Material rubber = {.restitution = 0.3f, .friction = 0.4f};
  const Material board = {.restitution = 0.8f, .friction = 0};

  world.add_body({.type = BodyType::fixed, .position = {4, -0.25f}}, box(12, 0.5f));
  world.add_body({.type = BodyType::fixed, .position = {8.1f, 3.5f}}, box(0.2f, 2.6f), board);

  const std::array<Vec2, 4> left = {Vec2(-0.5f, 0), {-0.4f, 0}, {-0.6f, 1.3f}, {-0.7f, 1.3f}};
  const std::array<Vec2, 4> right = {Vec2(0.4f, 0), {0.5f, 0}, {0.7f, 1.3f}, {0.6f, 1.3f}};
  const BodyId bucket = world.add_body({.type = BodyType::fixed, .position = {6.2f, 0}});
  world.add_shape(bucket, polygon(left));
  world.add_shape(bucket, polygon(right));
  world.add_shape(bucket, box(0.9f, 0.1f, {0, 0.05f}));

  const BodyId ball = world.add_body({.position = {0, 2}, .velocity = {6, 7.52f}}, circle(0.2f), rubber);

  SvgRecorder film({.view = Aabb{{-1, -0.4f}, {9, 5.6f}}, .title = "A bank shot into the bucket"});
  const int mouth = film.add_mark({5.6f, 1.3f}, {6.8f, 1.3f}, "bucket");
  film.record(world, 0);
  const Real dt = 1.0f / 60;
  bool in = false;
  for (int i = 0; i < 240; ++i) {
    world.step(dt);
    film.record(world, dt);
    const Pose pose = world.pose(ball);
    const bool inside = pose.position.y() < 1.1f && std::abs(pose.position.x() - 6.2f) < 0.6f;
    if (inside && !in) std::printf("in the bucket after %.2f s\n", static_cast<double>(static_cast<Real>(i) * dt));
    if (inside) film.light_mark(mouth);
    in = inside;
  }
  if (argc > 1) {
    std::ofstream out(argv[1]);
    film.write(out);
  }
  std::puts(in ? "the ball is in the bucket" : "the ball missed");
  return in ? 0 : 1;
}
