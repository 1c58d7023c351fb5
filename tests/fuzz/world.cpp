// Fuzz target: a small world, edited and stepped. The same orders give the same bits, copies behave alike, nothing
// becomes non-finite, and every refusal has a reason.

#include "body_input.hpp"
#include "input.hpp"
#include "laws.hpp"

#include <bankshot/world/world.hpp>

#include <stdexcept>

namespace bankshot_fuzz {
namespace {

using namespace bankshot;

constexpr std::size_t most_bodies = 12;
constexpr int most_steps = 24;

BodyDef read_body(Input& in) {
  BodyDef def = read_moving_body(in);
  if (in.chance()) def.linear_damping = in.number();
  if (in.chance()) def.locks = {in.chance(), in.chance(), in.chance()};
  if (in.chance()) def.gravity_scale = in.number();
  return def;
}

void check_world(const World& world) {
  for (const BodyId body : world.bodies()) {
    BANKSHOT_LAW(finite(world.position(body)) && finite(world.velocity(body)));
    BANKSHOT_LAW(finite(world.angular_velocity(body)));
    const Rotation turn = world.rotation(body);
    BANKSHOT_LAW(finite(turn.c) && finite(turn.s));
  }
  for (const Contact& contact : world.contacts()) BANKSHOT_LAW(unit(contact.manifold.normal));
  Real last = 0;
  for (const Impact& impact : world.impacts()) {
    BANKSHOT_LAW(impact.time >= last && unit(impact.normal) && finite(impact.point) && impact.impulse >= 0);
    last = impact.time;
  }
  BANKSHOT_LAW(world == world);
}

/// Applies one order to the world. Throws the world's refusal.
void change(World& world, Input& in, BodyId body) {
  switch (in.below(14)) {
    case 0: world.set_velocity(body, in.point()); return;
    case 1: world.set_angular_velocity(body, in.number()); return;
    case 2: world.set_pose(body, in.pose()); return;
    case 3: world.remove_body(body); return;
    case 4: world.set_type(body, static_cast<BodyType>(in.below(3))); return;
    case 5: world.apply_impulse(body, in.point()); return;
    case 6: {
      const Vec2 force = in.point();
      world.apply_force(body, force, in.point());
      return;
    }
    case 7: world.set_gravity(in.point()); return;
    case 8: world.set_awake(body, in.chance()); return;
    case 9: world.set_locks(body, {in.chance(), in.chance(), in.chance()}); return;
    case 10: {
      const Shape shape = in.shape();
      ShapeDef def;
      def.material = read_material(in);
      def.sensor = in.chance();
      world.add_shape(body, shape, def);
      return;
    }
    case 11:
      if (!world.shapes(body).empty()) world.remove_shape(world.shapes(body).front());
      return;
    case 12: world.set_substeps(1 + in.below(8)); return;
    default:
      if (!world.shapes(body).empty()) world.set_shape(world.shapes(body).front(), in.shape());
      return;
  }
}

void add(World& world, Input& in) {
  const BodyDef def = read_body(in);
  const Shape shape = in.shape();
  world.add_body(def, shape, read_material(in));
}

Real read_dt(Input& in) { return static_cast<Real>(1 + in.below(32)) / (in.chance() ? Real(960) : Real(60)); }

void ask(const World& world, Input& in) {
  const Shape shape = in.shape();
  const Pose pose = in.pose();
  world.overlap(shape, pose);
  const Vec2 origin = in.point(), way = in.point();
  const std::vector<WorldRayHit> hits = world.ray_cast_all(origin, way);
  for (std::size_t i = 1; i < hits.size(); ++i) BANKSHOT_LAW(hits[i - 1].fraction <= hits[i].fraction);
  world.sweep(shape, pose, way);
}

/// Follows the orders in `in` to their end; `copies`: at times goes on with a copy of the world.
World play(Input in, bool copies) {
  World world({.gravity = in.point(), .sleep = in.chance()});
  int steps = 0;
  while (!in.empty() && steps < most_steps) {
    const int order = in.below(8);
    try {
      const std::vector<BodyId> bodies = world.bodies();
      if (order < 3 && bodies.size() < most_bodies) {
        add(world, in);
      } else if (order < 6) {
        ++steps;
        world.step(read_dt(in));
        check_world(world);
        if (copies && steps % 3 == 0) world = World(world);
      } else if (order == 6 && !bodies.empty()) {
        change(world, in, bodies[static_cast<std::size_t>(in.byte()) % bodies.size()]);
      } else {
        ask(world, in);
      }
    } catch (const std::invalid_argument& refusal) {
      BANKSHOT_LAW(refusal.what()[0] != 0);
    }
  }
  return world;
}

}  // namespace
}  // namespace bankshot_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankshot_fuzz;
  const Input in(data, size);
  const bankshot::World first = play(in, false);
  const bankshot::World second = play(in, true);
  BANKSHOT_LAW(first.hash() == second.hash());
  BANKSHOT_LAW(first == second);
  return 0;
}
