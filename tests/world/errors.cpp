// A world refuses stale handles in every function, and numbers that are not finite or out of range in every setter. A
// refusal names function, field, value and reason, and changes nothing.

#include "world/world_fixture.hpp"

namespace bankshot::testing {
namespace {

class Errors : public WorldTest {
 protected:
  BodyId body = add_box(0, 0);
  ShapeId shape = shape_of(body);
  BodyId floor = add_floor();

  /// The call is refused with this text and leaves no trace.
  void expect_refused(const std::string& text, const std::function<void()>& call) {
    const World before = world;
    EXPECT_EQ(refusal(call), text);
    EXPECT_TRUE(world == before) << text;
  }
  /// Tries NaN and both infinities in each place of a number that `call` takes.
  void expect_finite(const std::string& text, const std::function<void(Real)>& call) {
    for (const Real bad : {nan, infinite, -infinite}) {
      const World before = world;
      const std::string message = refusal([&call, bad] { call(bad); });
      EXPECT_EQ(message.rfind(text, 0), 0u) << "'" << message << "' should begin with '" << text << "'";
      EXPECT_NE(message.find("must be finite"), std::string::npos) << message;
      EXPECT_TRUE(world == before) << text;
    }
  }
};

// ---- handles ----------------------------------------------------------------------------------------------------

using BodyCall = std::pair<const char*, std::function<void(World&, BodyId)>>;
using ShapeCall = std::pair<const char*, std::function<void(World&, ShapeId)>>;

std::vector<BodyCall> body_calls() {
  return {{"remove_body", [](World& w, BodyId b) { w.remove_body(b); }},
          {"type", [](World& w, BodyId b) { w.type(b); }},
          {"position", [](World& w, BodyId b) { w.position(b); }},
          {"rotation", [](World& w, BodyId b) { w.rotation(b); }},
          {"pose", [](World& w, BodyId b) { w.pose(b); }},
          {"centre_of_mass", [](World& w, BodyId b) { w.centre_of_mass(b); }},
          {"velocity", [](World& w, BodyId b) { w.velocity(b); }},
          {"angular_velocity", [](World& w, BodyId b) { w.angular_velocity(b); }},
          {"mass_properties", [](World& w, BodyId b) { w.mass_properties(b); }},
          {"awake", [](World& w, BodyId b) { w.awake(b); }},
          {"user_data", [](World& w, BodyId b) { w.user_data(b); }},
          {"definition", [](World& w, BodyId b) { w.definition(b); }},
          {"shapes", [](World& w, BodyId b) { w.shapes(b); }},
          {"read_poses",
           [](World& w, BodyId b) {
             Pose pose;
             w.read_poses({&b, 1}, {&pose, 1});
           }},
          {"predict", [](World& w, BodyId b) { w.predict(b, Vec2(1, 1), dt, 1); }},
          {"set_pose", [](World& w, BodyId b) { w.set_pose(b, {}); }},
          {"set_velocity", [](World& w, BodyId b) { w.set_velocity(b, Vec2(1, 1)); }},
          {"set_angular_velocity", [](World& w, BodyId b) { w.set_angular_velocity(b, 1); }},
          {"set_type", [](World& w, BodyId b) { w.set_type(b, BodyType::fixed); }},
          {"set_mass_properties", [](World& w, BodyId b) { w.set_mass_properties(b, {.mass = 1, .inertia = 1}); }},
          {"reset_mass_properties", [](World& w, BodyId b) { w.reset_mass_properties(b); }},
          {"set_damping", [](World& w, BodyId b) { w.set_damping(b, 1, 1); }},
          {"set_table_friction",
           [](World& w, BodyId b) {
             w.set_table_friction(b, {1, 1});
           }},
          {"table_friction", [](World& w, BodyId b) { w.table_friction(b); }},
          {"set_gravity_scale", [](World& w, BodyId b) { w.set_gravity_scale(b, 1); }},
          {"set_locks", [](World& w, BodyId b) { w.set_locks(b, {}); }},
          {"set_can_sleep", [](World& w, BodyId b) { w.set_can_sleep(b, true); }},
          {"set_awake", [](World& w, BodyId b) { w.set_awake(b, true); }},
          {"set_user_data", [](World& w, BodyId b) { w.set_user_data(b, 1); }},
          {"apply_force", [](World& w, BodyId b) { w.apply_force(b, Vec2(1, 1), Vec2(0, 0)); }},
          {"apply_force", [](World& w, BodyId b) { w.apply_force(b, Vec2(1, 1)); }},
          {"apply_torque", [](World& w, BodyId b) { w.apply_torque(b, 1); }},
          {"apply_impulse", [](World& w, BodyId b) { w.apply_impulse(b, Vec2(1, 1), Vec2(0, 0)); }},
          {"apply_impulse", [](World& w, BodyId b) { w.apply_impulse(b, Vec2(1, 1)); }},
          {"apply_angular_impulse", [](World& w, BodyId b) { w.apply_angular_impulse(b, 1); }},
          {"add_shape", [](World& w, BodyId b) { w.add_shape(b, circle(1)); }}};
}

std::vector<ShapeCall> shape_calls() {
  return {{"remove_shape", [](World& w, ShapeId s) { w.remove_shape(s); }},
          {"body_of", [](World& w, ShapeId s) { w.body_of(s); }},
          {"shape", [](World& w, ShapeId s) { w.shape(s); }},
          {"material", [](World& w, ShapeId s) { w.material(s); }},
          {"filter", [](World& w, ShapeId s) { w.filter(s); }},
          {"sensor", [](World& w, ShapeId s) { w.sensor(s); }},
          {"aabb", [](World& w, ShapeId s) { w.aabb(s); }},
          {"set_shape", [](World& w, ShapeId s) { w.set_shape(s, circle(1)); }},
          {"set_material", [](World& w, ShapeId s) { w.set_material(s, {}); }},
          {"set_filter", [](World& w, ShapeId s) { w.set_filter(s, {}); }}};
}

TEST_F(Errors, AStaleBodyIsRefusedByEveryFunction) {
  const BodyId gone = add_ball(9, 9);
  world.remove_body(gone);
  add_ball(9, 9);  // takes the slot: only the generation tells them apart
  for (const auto& call : body_calls()) {
    const std::string begin = std::string(call.first) + ": body ";
    expect_refused(begin + "2 (generation 0) was removed", [&] { call.second(world, gone); });
    expect_refused(begin + "88 (generation 3) is not of this world", [&] { call.second(world, BodyId{88, 3}); });
    expect_refused(begin + "2 (generation 9) is not of this world", [&] { call.second(world, BodyId{2, 9}); });
    expect_refused(begin + "handle is empty", [&] { call.second(world, BodyId{}); });
  }
}

TEST_F(Errors, AStaleShapeIsRefusedByEveryFunction) {
  const ShapeId gone = world.add_shape(body, circle(1));
  world.remove_shape(gone);
  for (const auto& call : shape_calls()) {
    const std::string begin = std::string(call.first) + ": shape ";
    expect_refused(begin + "2 (generation 0) was removed", [&] { call.second(world, gone); });
    expect_refused(begin + "88 (generation 3) is not of this world", [&] { call.second(world, ShapeId{88, 3}); });
    expect_refused(begin + "handle is empty", [&] { call.second(world, ShapeId{}); });
  }
  world.add_shape(body, circle(2));  // takes the slot
  for (const auto& call : shape_calls()) {
    expect_refused(std::string(call.first) + ": shape 2 (generation 0) was removed", [&] { call.second(world, gone); });
  }
  EXPECT_FALSE(world.contains(gone));
}

TEST_F(Errors, TheShapesOfARemovedBodyAreStale) {
  world.remove_body(body);
  EXPECT_EQ(refusal([&] { world.material(shape); }), "material: shape 0 (generation 0) was removed");
  run(1);
  EXPECT_EQ(refusal([&] { world.material(shape); }), "material: shape 0 (generation 0) was removed");
  EXPECT_EQ(refusal([&] { world.pose(body); }), "pose: body 0 (generation 0) was removed");
}

// ---- numbers that are not finite --------------------------------------------------------------------------------

TEST_F(Errors, NoSetterTakesWhatIsNotFinite) {
  expect_finite("set_gravity: gravity is (", [&](Real x) { world.set_gravity(Vec2(0, x)); });
  expect_finite("set_pose: position is (", [&](Real x) { world.set_pose(body, {Vec2(x, 0), {}}); });
  expect_finite("set_pose: rotation is (", [&](Real x) { world.set_pose(body, {Vec2(0, 0), {1, x}}); });
  expect_finite("set_velocity: velocity is (", [&](Real x) { world.set_velocity(body, Vec2(x, 0)); });
  expect_finite("set_angular_velocity: angular_velocity is ", [&](Real x) { world.set_angular_velocity(body, x); });
  expect_finite("set_damping: linear is ", [&](Real x) { world.set_damping(body, x, 1); });
  expect_finite("set_damping: angular is ", [&](Real x) { world.set_damping(body, 1, x); });
  expect_finite("set_table_friction: linear is ", [&](Real x) { world.set_table_friction(body, {x, 1}); });
  expect_finite("set_table_friction: angular is ", [&](Real x) { world.set_table_friction(body, {1, x}); });
  expect_finite("set_gravity_scale: scale is ", [&](Real x) { world.set_gravity_scale(body, x); });
  expect_finite("set_mass_properties: mass is ", [&](Real x) { world.set_mass_properties(body, {.mass = x}); });
  expect_finite("set_mass_properties: centre is (",
                [&](Real x) { world.set_mass_properties(body, {.mass = 1, .centre = Vec2(x, 0)}); });
  expect_finite("set_mass_properties: inertia is ",
                [&](Real x) { world.set_mass_properties(body, {.mass = 1, .inertia = x}); });
  expect_finite("apply_force: force is (", [&](Real x) { world.apply_force(body, Vec2(x, 0)); });
  expect_finite("apply_force: force is (", [&](Real x) { world.apply_force(body, Vec2(x, 0), Vec2(0, 0)); });
  expect_finite("apply_force: point is (", [&](Real x) { world.apply_force(body, Vec2(1, 0), Vec2(x, 0)); });
  expect_finite("apply_torque: torque is ", [&](Real x) { world.apply_torque(body, x); });
  expect_finite("apply_impulse: impulse is (", [&](Real x) { world.apply_impulse(body, Vec2(x, 0)); });
  expect_finite("apply_impulse: impulse is (", [&](Real x) { world.apply_impulse(body, Vec2(x, 0), Vec2(0, 0)); });
  expect_finite("apply_impulse: point is (", [&](Real x) { world.apply_impulse(body, Vec2(1, 0), Vec2(x, 0)); });
  expect_finite("apply_angular_impulse: impulse is ", [&](Real x) { world.apply_angular_impulse(body, x); });
  expect_finite("step: dt is ", [&](Real x) { world.step(x); });
}

TEST_F(Errors, NoDefinitionTakesWhatIsNotFinite) {
  expect_finite("World: gravity is (", [&](Real x) { World{WorldDef{.gravity = Vec2(x, 0)}}; });
  expect_finite("add_body: position is (", [&](Real x) { world.add_body({.position = Vec2(x, 0)}); });
  expect_finite("add_body: rotation is (", [&](Real x) { world.add_body({.rotation = {x, 0}}); });
  expect_finite("add_body: velocity is (", [&](Real x) { world.add_body({.velocity = Vec2(x, 0)}); });
  expect_finite("add_body: angular_velocity is ", [&](Real x) { world.add_body({.angular_velocity = x}); });
  expect_finite("add_body: linear_damping is ", [&](Real x) { world.add_body({.linear_damping = x}); });
  expect_finite("add_body: table_friction.linear is ",
                [&](Real x) { world.add_body({.table_friction = {.linear = x}}); });
  expect_finite("add_body: table_friction.angular is ",
                [&](Real x) { world.add_body({.table_friction = {.angular = x}}); });
  expect_finite("table_friction: friction is ", [&](Real x) { table_friction(circle(1), x, 1); });
  expect_finite("table_friction: gravity is ", [&](Real x) { table_friction(circle(1), 1, x); });
  expect_finite("add_body: angular_damping is ", [&](Real x) { world.add_body({.angular_damping = x}); });
  expect_finite("add_body: gravity_scale is ", [&](Real x) { world.add_body({.gravity_scale = x}); });
  const std::vector<std::pair<std::string, Real Material::*>> fields{
      {"restitution", &Material::restitution},
      {"friction", &Material::friction},
      {"density", &Material::density},
      {"surface_speed", &Material::surface_speed},
      {"rolling_resistance", &Material::rolling_resistance}};
  for (const auto& field : fields) {
    const std::string is = ": material." + field.first + " is ";
    const auto material = [&field](Real x) {
      Material result;
      result.*field.second = x;
      return result;
    };
    expect_finite("add_body" + is, [&](Real x) { world.add_body({}, circle(1), material(x)); });
    expect_finite("add_shape" + is, [&](Real x) { world.add_shape(body, circle(1), {.material = material(x)}); });
    expect_finite("set_material" + is, [&](Real x) { world.set_material(shape, material(x)); });
  }
}

TEST_F(Errors, NoQueryTakesWhatIsNotFinite) {
  expect_finite("overlap: pose.position is (", [&](Real x) { world.overlap(circle(1), {Vec2(x, 0), {}}); });
  expect_finite("overlap: pose.rotation is (", [&](Real x) { world.overlap(circle(1), {Vec2(0, 0), {x, 0}}); });
  expect_finite("overlap: box.lower is (", [&](Real x) { world.overlap(Aabb{Vec2(x, 0), Vec2(1, 1)}); });
  expect_finite("overlap: box.upper is (", [&](Real x) { world.overlap(Aabb{Vec2(0, 0), Vec2(1, x)}); });
  expect_finite("pick: point is (", [&](Real x) { world.pick(Vec2(x, 0)); });
  expect_finite("ray_cast: origin is (", [&](Real x) { world.ray_cast(Vec2(x, 0), Vec2(1, 0)); });
  expect_finite("ray_cast: translation is (", [&](Real x) { world.ray_cast(Vec2(0, 0), Vec2(1, x)); });
  expect_finite("ray_cast_all: origin is (", [&](Real x) { world.ray_cast_all(Vec2(x, 0), Vec2(1, 0)); });
  expect_finite("ray_cast_all: translation is (", [&](Real x) { world.ray_cast_all(Vec2(0, 0), Vec2(1, x)); });
  expect_finite("sweep: pose.position is (", [&](Real x) { world.sweep(circle(1), {Vec2(x, 0), {}}, Vec2(1, 0)); });
  expect_finite("sweep: translation is (", [&](Real x) { world.sweep(circle(1), {}, Vec2(x, 0)); });
  expect_finite("sweep_all: pose.position is (", [&](Real x) {
    world.sweep_all(circle(1), {Vec2(x, 0), {}}, Vec2(1, 0));
  });
  expect_finite("sweep_all: translation is (", [&](Real x) { world.sweep_all(circle(1), {}, Vec2(x, 0)); });
  expect_refused("overlap: box.lower is (2, 0), must not exceed box.upper, which is (1, 1)", [&] {
    world.overlap(Aabb{Vec2(2, 0), Vec2(1, 1)});
  });
}

// ---- ranges -----------------------------------------------------------------------------------------------------

TEST_F(Errors, TheTextNamesFieldValueAndReason) {
  expect_refused("add_body: position is (nan, 0), must be finite", [&] { world.add_body({.position = Vec2(nan, 0)}); });
  expect_refused("add_body: linear_damping is -1, must not be negative",
                 [&] { world.add_body({.linear_damping = -1}); });
  expect_refused("add_body: angular_damping is -0.5, must not be negative",
                 [&] { world.add_body({.angular_damping = Real(-0.5)}); });
  expect_refused("add_body: rotation is (1, 1), must be the cosine and sine of one angle", [&] {
    world.add_body({.rotation = {1, 1}});
  });
  expect_refused("add_body: rotation is (0, 0), must be the cosine and sine of one angle", [&] {
    world.add_body({.rotation = {0, 0}});
  });
  expect_refused("add_body: type is 7, must be fixed, kinematic or dynamic",
                 [&] { world.add_body({.type = static_cast<BodyType>(7)}); });
  expect_refused("add_body: velocity is (1, 0), must be 0 for a fixed body",
                 [&] { world.add_body({.type = BodyType::fixed, .velocity = Vec2(1, 0)}); });
  expect_refused("add_body: angular_velocity is 2, must be 0 for a fixed body",
                 [&] { world.add_body({.type = BodyType::fixed, .angular_velocity = 2}); });
  expect_refused("add_body: material.density is 0, must be greater than 0",
                 [&] { world.add_body({}, circle(1), {.density = 0}); });
  expect_refused("add_shape: material.restitution is -1, must not be negative",
                 [&] { world.add_shape(body, circle(1), {.material = {.restitution = -1}}); });
  expect_refused("set_material: material.friction is -2, must not be negative",
                 [&] { world.set_material(shape, {.friction = -2}); });
  expect_refused("set_table_friction: linear is -1, must not be negative", [&] {
    world.set_table_friction(body, {-1, 0});
  });
  expect_refused("set_table_friction: angular is -1, must not be negative", [&] {
    world.set_table_friction(body, {0, -1});
  });
  expect_refused("add_body: table_friction.angular is -1, must not be negative", [&] {
    world.add_body({.table_friction = {0, -1}});
  });
  expect_refused("set_damping: linear is -1, must not be negative", [&] { world.set_damping(body, -1, 0); });
  expect_refused("set_damping: angular is -1, must not be negative", [&] { world.set_damping(body, 0, -1); });
  expect_refused("set_pose: rotation is (0.5, 0.5), must be the cosine and sine of one angle", [&] {
    world.set_pose(body, {Vec2(0, 0), {Real(0.5), Real(0.5)}});
  });
  expect_refused("set_type: type is 9, must be fixed, kinematic or dynamic",
                 [&] { world.set_type(body, static_cast<BodyType>(9)); });
  expect_refused("set_velocity: velocity is (0, 3), must be 0 for a fixed body",
                 [&] { world.set_velocity(floor, Vec2(0, 3)); });
  expect_refused("set_angular_velocity: angular_velocity is 3, must be 0 for a fixed body",
                 [&] { world.set_angular_velocity(floor, 3); });
  expect_refused("set_mass_properties: mass is 0, must be greater than 0",
                 [&] { world.set_mass_properties(body, {.mass = 0}); });
  expect_refused("set_mass_properties: inertia is -1, must not be negative",
                 [&] { world.set_mass_properties(body, {.mass = 1, .inertia = -1}); });
  expect_refused("set_mass_properties: mass is 1, but only dynamic bodies have mass",
                 [&] { world.set_mass_properties(floor, {.mass = 1}); });
  expect_refused("set_substeps: substeps is 0, must be from 1 to 64", [&] { world.set_substeps(0); });
  expect_refused("set_substeps: substeps is 65, must be from 1 to 64", [&] { world.set_substeps(65); });
  EXPECT_EQ(refusal([] { World{WorldDef{.substeps = -1}}; }), "World: substeps is -1, must be from 1 to 64");
  expect_refused("set_threads: threads is 0, must be from 1 to 256", [&] { world.set_threads(0); });
  expect_refused("set_threads: threads is 10000, must be from 1 to 256", [&] { world.set_threads(10000); });
  EXPECT_EQ(refusal([] { World{WorldDef{.threads = 257}}; }), "World: threads is 257, must be from 1 to 256");
  expect_refused("set_impact_limits: impact_limits.per_pair is 0, must be from 1 to 10000",
                 [&] { world.set_impact_limits({.per_pair = 0}); });
  expect_refused("set_impact_limits: impact_limits.per_body is 10001, must be from 1 to 10000",
                 [&] { world.set_impact_limits({.per_body = 10001}); });
  EXPECT_EQ(refusal([] { World{WorldDef{.impact_limits = {.per_body = -1}}}; }),
            "World: impact_limits.per_body is -1, must be from 1 to 10000");
}

TEST_F(Errors, AStepTakesBetweenZeroAndOneSecond) {
  expect_refused("step: dt is 0, must be greater than 0 and at most 1 second", [&] { world.step(0); });
  expect_refused("step: dt is -1, must be greater than 0 and at most 1 second", [&] { world.step(-1); });
  expect_refused("step: dt is 1.5, must be greater than 0 and at most 1 second", [&] { world.step(Real(1.5)); });
  EXPECT_EQ(refusal([&] { world.step(1); }), "");
}

// Numbers whose squares overflow are of no use to a simulation, though finite.
TEST_F(Errors, NumbersTooLargeToSquareAreRefused) {
  const Real huge = std::numeric_limits<Real>::max() / 2;
  for (const auto& call : std::vector<std::function<void()>>{
           [&] { world.add_body({.position = Vec2(huge, 0)}); }, [&] { world.set_velocity(body, Vec2(0, -huge)); },
           [&] {
             world.set_pose(body, {Vec2(huge, 0), {}});
           },
           [&] { world.set_gravity(Vec2(huge, 0)); }, [&] { world.pick(Vec2(huge, 0)); },
           [&] { world.set_gravity_scale(body, huge); }, [&] { world.apply_force(body, Vec2(huge, 0)); }}) {
    const World before = world;
    EXPECT_NE(refusal(call).find("must be at most"), std::string::npos) << refusal(call);
    EXPECT_TRUE(world == before);
  }
}

TEST_F(Errors, AMassOutsideTheRangeOfRealIsRefused) {
  // The largest density that passes on its own, on a shape so large, or so small, that mass or inertia overflow.
  const Real large = std::ldexp(Real(1), std::numeric_limits<Real>::max_exponent / 2 - 5);
  const Real small = 1 / large;
  const Shape big = circle(std::ldexp(Real(1), std::numeric_limits<Real>::max_exponent / 5));
  const Shape tiny = circle(std::ldexp(Real(1), -std::numeric_limits<Real>::max_exponent / 5));
  const std::string reason = "which makes mass or inertia too large or too small to compute with";
  const auto refused = [&](const std::function<void()>& call) {
    const World before = world;
    EXPECT_NE(refusal(call).find(reason), std::string::npos) << refusal(call);
    EXPECT_TRUE(world == before);
  };
  refused([&] { world.add_body({}, big, {.density = large}); });
  refused([&] { world.add_body({}, tiny, {.density = small}); });
  refused([&] { world.add_shape(body, big, {.material = {.density = large}}); });
  const BodyId big_body = world.add_body({}, big);
  const ShapeId big_shape = shape_of(big_body);
  refused([&] { world.set_material(big_shape, {.density = large}); });
  world.set_shape(big_shape, circle(1));
  world.set_material(big_shape, {.density = large});
  refused([&] { world.set_shape(big_shape, big); });
  // A body without mass may have any density, until it is to have mass.
  world.set_type(big_body, BodyType::fixed);
  world.set_shape(big_shape, big);
  EXPECT_NE(refusal([&] { world.set_type(big_body, BodyType::dynamic); }), "");
}

const char* const make_it_fixed =
    "which is solid everywhere outside its room and has no finite mass: make the body fixed or kinematic";
const char* const give_it_a_tile =
    "which has no mass: give it a solid tile first, make the body fixed or kinematic, or give the body a mass with "
    "set_mass_properties";

TEST_F(Errors, AContainerOnADynamicBodyIsRefusedForWhatItIs) {
  const Shape room = container(box(8, 8));
  const std::string reason = std::string(" a container, ") + make_it_fixed;
  expect_refused("add_body: shape is" + reason, [&] { world.add_body({}, room); });
  expect_refused("add_shape: shape is" + reason, [&] { world.add_shape(body, room); });
  expect_refused("set_shape: replacement is" + reason, [&] { world.set_shape(shape, room); });
  const BodyId drum = world.add_body({.type = BodyType::kinematic}, room);
  world.add_shape(drum, circle(1));
  expect_refused("set_type: type is dynamic, but one of its shapes is" + reason,
                 [&] { world.set_type(drum, BodyType::dynamic); });
  // A body whose mass is set may have such a density, until the mass is to follow from the shapes again.
  world.set_mass_properties(body, {.mass = 1, .inertia = 1});
  world.add_shape(body, room);
  expect_refused("reset_mass_properties: one of its shapes is" + reason, [&] { world.reset_mass_properties(body); });
}

TEST_F(Errors, AGridThatLeavesADynamicBodyWithoutMassIsRefusedForThat) {
  Shape raft = grid({.columns = 2, .rows = 1});
  const std::string reason = std::string(" a grid without solid tiles, ") + give_it_a_tile;
  expect_refused("add_body: shape is" + reason, [&] { world.add_body({}, raft); });
  expect_refused("set_shape: replacement is" + reason, [&] { world.set_shape(shape, raft); });
  const BodyId level = world.add_body({.type = BodyType::fixed}, raft);
  expect_refused("set_type: type is dynamic, but one of its shapes is" + reason,
                 [&] { world.set_type(level, BodyType::dynamic); });
  world.add_shape(body, raft);  // beside a box it may be empty
  expect_refused(
      "remove_shape: shape is what gives the dynamic body its mass, so remove the body, or make it fixed or "
      "kinematic first",
      [&] { world.remove_shape(shape); });
  set_tile(raft, 0, 0, solid_tile);
  const ShapeId tiles = shape_of(world.add_body({}, raft));
  expect_refused("set_tile: grid is" + reason, [&] { world.set_tile(tiles, 0, 0, empty_tile); });
}

TEST_F(Errors, ForcesAndImpulsesThatOverflowTogetherAreRefused) {
  // Squares of velocities stay finite up to here; a sum of impulses may get past every bound.
  const Real large = std::ldexp(Real(1), std::numeric_limits<Real>::max_exponent / 2 - 4);
  world.set_mass_properties(
      body, {.mass = std::ldexp(Real(1), -std::numeric_limits<Real>::max_exponent / 2 - 4), .inertia = 1});
  expect_refused("apply_impulse: resulting velocity is (inf, 0), must be finite",
                 [&] { world.apply_impulse(body, Vec2(large, 0)); });
}

TEST_F(Errors, BulkReadsNeedSpansOfOneLength) {
  const std::vector<BodyId> ids{body, floor};
  std::vector<Pose> poses(3);
  expect_refused("read_poses: out has room for 3 poses, must be 2 as there are bodies",
                 [&] { world.read_poses(ids, poses); });
  // One bad handle among good ones: nothing is written.
  const std::vector<BodyId> bad{body, BodyId{}, floor};
  poses[0].position = Vec2(77, 77);
  EXPECT_EQ(refusal([&] { world.read_poses(bad, poses); }), "read_poses: body handle is empty");
  EXPECT_EQ(poses[0].position, Vec2(77, 77));
}

}  // namespace
}  // namespace bankshot::testing
