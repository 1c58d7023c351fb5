// Compiled twice, against the float and against the double library.
#include <bankshot/bankshot.hpp>
#include <cstdio>

#if defined(BANKSHOT_DOUBLE)
#define SIMULATE simulate_double
#define NAME "double"
#else
#define SIMULATE simulate_float
#define NAME "float"
#endif

void SIMULATE() {
  using namespace bankshot;
  World world({.gravity = {0, -10}});
  const BodyId ball = world.add_body({.position = {0, 10}}, circle(Real(0.5)));
  world.step(Real(1) / 64);
  std::printf(NAME " %zu bytes, the ball is at %.9f\n", sizeof(Real), static_cast<double>(world.position(ball).y()));
}
