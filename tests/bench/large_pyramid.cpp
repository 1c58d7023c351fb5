// The pyramid of 5,050 boxes, stepped by Bankshot and by Box2D 2.4.1 in turn, with the quality of both beside the time.
//
// usage: bench_large_pyramid [rounds]     each round: 20 steps of each, in turn; 20 rounds unless said otherwise

#include <bankshot/bankshot.hpp>
#include <bankshot/simd/width.hpp>

#include <box2d/box2d.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

using namespace bankshot;

namespace {

constexpr int base = 100;
constexpr Real half = Real(0.5);
constexpr Real dt = Real(1) / 60;
constexpr int steps_per_round = 20;

std::vector<Vec2> places() {
  std::vector<Vec2> result;
  for (int row = 0; row < base; ++row) {
    for (int column = row; column < base; ++column) {
      const Real x = (Real(row) + 1) * half + 2 * Real(column - row) * half - half * Real(base);
      result.push_back(Vec2(x, (2 * Real(row) + 1) * half));
    }
  }
  return result;
}

/// Deepest overlap of any two boxes, by one ruler for both engines. `skin`: how far an engine's boxes reach beyond
/// their corners (Box2D 2.4.1 keeps polygons apart by a skin of 1 cm each).
Real deepest(const std::vector<Pose>& poses, Real skin) {
  const Shape shape = box(2 * half, 2 * half, Vec2::Zero(), {}, skin);
  std::vector<Pose> sorted = poses;
  std::sort(sorted.begin(), sorted.end(), [](const Pose& a, const Pose& b) { return a.position.x() < b.position.x(); });
  Real depth = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t j = i + 1; j < sorted.size() && sorted[j].position.x() < sorted[i].position.x() + 2; ++j) {
      if (std::abs(sorted[j].position.y() - sorted[i].position.y()) > 2) continue;
      if (const auto hit = mtv(shape, sorted[i], shape, sorted[j])) depth = std::max(depth, hit->depth);
    }
  }
  return depth;
}

struct Ours {
  World world{WorldDef{.gravity = Vec2(0, -10), .sleep = false}};
  std::vector<BodyId> boxes;

  Ours() {
    world.add_body({.type = BodyType::fixed, .position = Vec2(0, -1)}, box(200, 2));
    for (const Vec2& place : places()) boxes.push_back(world.add_body({.position = place}, box(2 * half, 2 * half)));
  }
  void step() { world.step(dt); }
  std::vector<Pose> poses() const {
    std::vector<Pose> result(boxes.size());
    world.read_poses(boxes, result);
    return result;
  }
  Real rms_speed() const {
    double sum = 0;
    for (BodyId b : boxes) sum += static_cast<double>(world.velocity(b).squaredNorm());
    return static_cast<Real>(std::sqrt(sum / static_cast<double>(boxes.size())));
  }
};

struct Theirs {
  b2World world{b2Vec2(0, -10)};
  std::vector<b2Body*> boxes;

  Theirs() {
    world.SetAllowSleeping(false);
    b2BodyDef ground;
    ground.position.Set(0, -1);
    b2PolygonShape shape;
    shape.SetAsBox(100, 1);
    world.CreateBody(&ground)->CreateFixture(&shape, 0);
    shape.SetAsBox(half, half);
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1;
    fixture.friction = 0.6f;
    for (const Vec2& place : places()) {
      b2BodyDef def;
      def.type = b2_dynamicBody;
      def.position.Set(place.x(), place.y());
      boxes.push_back(world.CreateBody(&def));
      boxes.back()->CreateFixture(&fixture);
    }
  }
  void step() { world.Step(dt, 8, 3); }
  std::vector<Pose> poses() const {
    std::vector<Pose> result;
    for (const b2Body* b : boxes) {
      const b2Transform& t = b->GetTransform();
      result.push_back({.position = Vec2(t.p.x, t.p.y), .rotation = {t.q.c, t.q.s}});
    }
    return result;
  }
  Real rms_speed() const {
    double sum = 0;
    for (const b2Body* b : boxes) sum += static_cast<double>(b->GetLinearVelocity().LengthSquared());
    return static_cast<Real>(std::sqrt(sum / static_cast<double>(boxes.size())));
  }
};

template <class Engine>
double milliseconds_per_step(Engine& engine) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps_per_round; ++i) engine.step();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
  return taken.count() / steps_per_round;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 20;
  if (rounds < 1) {
    std::fprintf(stderr, "bench_large_pyramid: rounds is '%s', must be a whole number from 1 on\n", argv[1]);
    return 2;
  }
  Ours ours;
  Theirs theirs;
  std::vector<double> our_times, their_times, ratios;
  for (int round = 0; round < rounds; ++round) {
    our_times.push_back(milliseconds_per_step(ours));
    their_times.push_back(milliseconds_per_step(theirs));
    ratios.push_back(their_times.back() / our_times.back());
  }
  std::printf("large_pyramid, %zu boxes, %d steps of 1/60 s, width %s, one thread\n", ours.boxes.size(),
              rounds * steps_per_round, width_name(active_width()));
  std::printf("%-14s %12s %14s %12s\n", "", "ms per step", "deepest, m", "rms m/s");
  std::printf("%-14s %12.3f %14.4f %12.4f\n", "Bankshot", median(our_times),
              static_cast<double>(deepest(ours.poses(), 0)), static_cast<double>(ours.rms_speed()));
  std::printf("%-14s %12.3f %14.4f %12.4f\n", "Box2D 2.4.1", median(their_times),
              static_cast<double>(deepest(theirs.poses(), Real(0.01))), static_cast<double>(theirs.rms_speed()));
  std::printf("ratio %.2f (%.2f to %.2f over %d rounds)\n", median(ratios),
              *std::min_element(ratios.begin(), ratios.end()), *std::max_element(ratios.begin(), ratios.end()), rounds);
  return 0;
}
