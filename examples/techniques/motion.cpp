// Moving bodies: a throw into a bucket, walls, and responses to collisions.

#include "figure.hpp"

#include <stdexcept>

using namespace bankshot;

namespace {

Picture bucket() {
  const float radius = 0.3f;
  const Mouth mouth = {.rim_a = {4, 1.5f}, .rim_b = {5.6f, 1.5f}};
  Figure figure("A ball thrown into a bucket", {-0.5f, -0.3f}, {7.5f, 4.6f});
  figure.add(capsule({4, 1.5f}, {4.2f, 0}, 0.04f), {}, ColourRole::fixed);
  figure.add(capsule({5.6f, 1.5f}, {5.4f, 0}, 0.04f), {}, ColourRole::fixed);
  figure.add(capsule({4.2f, 0}, {5.4f, 0}, 0.04f), {}, ColourRole::fixed);
  figure.line(mouth.rim_a, mouth.rim_b);
  Vec2 from = {0.3f, 1}, velocity = {3.55f, 7.2f};
  const float dt = 1.0f / 12;
  bool entered = false;
  for (int i = 0; i < 16; ++i) {
    velocity += Vec2(0, -9.81f) * dt;
    const Vec2 to = from + velocity * dt;
    const MouthPass pass = pass_mouth(mouth, from, to, radius);
    if (i % 2 == 0) figure.add(circle(radius), {from}, ColourRole::sensor);
    figure.line(from, to);
    if (pass) figure.dot(pass.point);
    entered = entered || pass;
    from = to;
    if (pass) break;
  }
  if (!entered) throw std::runtime_error("the ball missed the bucket");
  figure.add(circle(radius), {from}, ColourRole::dynamic);
  return figure.done("07_bucket");
}

Picture walls() {
  World world;
  world.add_body({.type = BodyType::fixed}, container(box(10, 5)), {.restitution = 1, .friction = 0});
  const BodyId ball =
      world.add_body({.position = {-3, -1}, .velocity = {7, 4.4f}}, circle(0.4f), {.restitution = 1, .friction = 0});
  Figure figure("Walls: a container that nothing leaves", {-6, -3.4f}, {6, 3.4f});
  figure.add(container(box(10, 5)), {}, ColourRole::fixed);
  for (int i = 0; i < 150; ++i) {
    const Vec2 before = world.position(ball);
    world.step(1.0f / 60);
    figure.line(before, world.position(ball));
    for (const Impact& impact : world.impacts()) figure.dot(impact.point);
  }
  figure.add(circle(0.4f), world.pose(ball), ColourRole::dynamic);
  return figure.done("21_walls");
}

/// A game's own response: a body that hits a trampoline leaves upwards.
void trampoline(ResponseBody& a, ResponseBody&, const Mtv&, void*) noexcept { a.velocity = Vec2(0, 4); }

Picture responses() {
  ResponseTable table;
  table.set(1, 0, {.mode = ResponseMode::bounce, .settings = {.restitution = 1}});
  table.set(2, 0, {.mode = ResponseMode::slide});
  table.set(3, 0, {.mode = ResponseMode::stick});
  table.set(4, 0, {.mode = ResponseMode::own, .hook = trampoline});
  const char* names[] = {"bounce", "slide", "stick", "own"};
  const Shape ball = circle(0.5f), floor = box(16, 0.6f);
  const Pose ground = {{6, -0.3f}};
  Figure figure("One hit, four answers", {-1.4f, -1.4f}, {13.4f, 4});
  figure.add(floor, ground, ColourRole::fixed);
  for (std::uint32_t group = 1; group <= 4; ++group) {
    const Vec2 place = {4.0f * static_cast<float>(group) - 3.4f, 0.4f};
    ResponseBody a = {.position = place, .velocity = {2, -2}, .inverse_mass = 1};
    ResponseBody b = {.position = ground.position};
    const auto hit = mtv(ball, {a.position}, floor, ground);
    table.respond(a, group, b, 0, hit.value());
    figure.add(ball, {a.position}, ColourRole::dynamic);
    figure.line(place - Vec2(1.6f, -1.6f), place);
    figure.arrow(a.position, a.position + a.velocity * 0.8f);
    figure.word({place.x(), -1}, names[group - 1]);
  }
  return figure.done("22_responses");
}

}  // namespace

std::vector<Picture> pictures_of_motion() { return {bucket(), walls(), responses()}; }
