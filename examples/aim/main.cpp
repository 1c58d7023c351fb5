// Aiming by prediction: finds the shot that meets three cushions before the red ball, draws its line, and plays it.
// Exits with 0 if the ball follows the line.
// Usage: aim [picture.svg]

#include <bankshot/bankshot.hpp>
#include <bankshot/draw/svg.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <vector>

using namespace bankshot;

namespace {

constexpr Real dt = 1.0f / 60, radius = 0.03f;
constexpr int steps = 180;

struct Table {
  World world;
  BodyId cue, red;
};

/// Seen from above: metres, no gravity; the cloth slows balls down.
Table lay_out() {
  Table table;
  World& world = table.world;
  const Material cushion = {.restitution = 0.9f, .friction = 0.1f}, ivory = {.restitution = 0.95f, .friction = 0.05f};
  world.add_body({.type = BodyType::fixed, .position = {0, 0.75f}}, box(2.8f, 0.2f), cushion);
  world.add_body({.type = BodyType::fixed, .position = {0, -0.75f}}, box(2.8f, 0.2f), cushion);
  world.add_body({.type = BodyType::fixed, .position = {1.4f, 0}}, box(0.2f, 1.7f), cushion);
  world.add_body({.type = BodyType::fixed, .position = {-1.4f, 0}}, box(0.2f, 1.7f), cushion);
  const auto ball = [&world, &ivory](const Vec2& place) {
    return world.add_body({.position = place, .linear_damping = 0.3f, .awake = false}, circle(radius), ivory);
  };
  table.cue = ball({-0.7f, -0.2f});
  table.red = ball({0.6f, 0.25f});
  ball({-0.1f, 0.05f}), ball({0.3f, -0.35f});
  world.step(dt);
  return table;
}

/// Returns how many cushions the shot meets before the red ball; none if it meets another ball first, or never the red
/// one.
std::optional<int> cushions(const Table& table, const Prediction& shot) {
  int count = 0;
  for (const PredictedImpact& hit : shot.impacts) {
    const BodyId other = hit.impact.body_a == table.cue ? hit.impact.body_b : hit.impact.body_a;
    if (other == table.red) return count;
    if (table.world.type(other) != BodyType::fixed) return {};
    ++count;
  }
  return {};
}

/// Returns the path of the ball's centre: from pose to pose, with a corner where it was hit.
std::vector<Vec2> line(const Table& table, const Prediction& shot) {
  std::vector<Vec2> way = {table.world.position(table.cue)};
  auto hit = shot.impacts.begin();
  for (int step = 0; step < steps; ++step) {
    for (; hit != shot.impacts.end() && hit->step == step; ++hit) {
      const Real side = hit->impact.body_a == table.cue ? radius : -radius;  // normals point from B to A
      way.push_back(hit->impact.point + side * hit->impact.normal);
    }
    way.push_back(shot.poses[static_cast<std::size_t>(step)].position);
  }
  return way;
}

void draw_shot(const Table& table, const Prediction& shot, const char* file) {
  SvgPicture picture({.view = Aabb{{-1.5f, -0.85f}, {1.5f, 0.85f}}, .title = "Three cushions, as predicted"});
  draw(table.world, picture);
  const std::vector<Vec2> way = line(table, shot);
  for (std::size_t i = 1; i < way.size(); ++i) picture.segment(way[i - 1], way[i], ColourRole::normal);
  for (const PredictedImpact& hit : shot.impacts) picture.point(hit.impact.point, ColourRole::contact);
  draw(circle(radius), shot.poses.back(), ColourRole::box, picture);
  std::ofstream out(file);
  out << picture.svg();
}

}  // namespace

int main(int argc, char** argv) {
  Table table = lay_out();
  std::optional<Vec2> velocity;
  Prediction shot;
  for (int degrees = 0; degrees < 360 && !velocity; ++degrees) {
    const Vec2 aim = Rotation::from_angle(static_cast<Real>(degrees) * 0.0174533f) * Vec2(3.5f, 0);
    shot = table.world.predict(table.cue, aim, dt, steps);
    if (cushions(table, shot) == 3) velocity = aim;
  }
  if (!velocity) {
    std::puts("there is no such shot");
    return 1;
  }
  std::printf("play (%.3f, %.3f) m/s: %zu impacts\n", static_cast<double>(velocity->x()),
              static_cast<double>(velocity->y()), shot.impacts.size());
  if (argc > 1) draw_shot(table, shot, argv[1]);

  table.world.set_velocity(table.cue, *velocity);
  bool same = true;
  for (const Pose& pose : shot.poses) {
    table.world.step(dt);
    same = same && table.world.pose(table.cue) == pose;
  }
  std::puts(same ? "the ball went where the line says" : "the ball went another way");
  return same ? 0 : 1;
}
