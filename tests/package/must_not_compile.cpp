// Mistakes that the types must catch. Every case is one line; without any, this is a correct program.
#include <bankshot/bankshot.hpp>

using namespace bankshot;

void mistakes(World& world, BodyId body, ShapeId shape) {
  [[maybe_unused]] const World& unchanging = world;
#if defined(CASE_result_ignored)
  try_circle(1);
#elif defined(CASE_result_as_shape)
  Shape disc = try_circle(1);
#elif defined(CASE_body_for_shape)
  world.set_shape(body, circle(1));
#elif defined(CASE_shape_for_body)
  static_cast<void>(world.position(shape));
#elif defined(CASE_ids_compared)
  static_cast<void>(body == shape);
#elif defined(CASE_gravity_a_number)
  World falling({.gravity = Real(-10)});
#elif defined(CASE_step_of_const_world)
  unchanging.step(Real(0.01));
#elif defined(CASE_shape_from_nothing)
  Shape none;
#elif defined(CASE_nothing)
  if (const Result<Shape> disc = try_circle(1)) world.set_shape(shape, *disc);
  static_cast<void>(world.position(body));
  World falling({.gravity = {0, -10}});
  falling.step(Real(0.01));
#else
#error "no such case"
#endif
}
