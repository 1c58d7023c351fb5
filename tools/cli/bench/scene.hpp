#pragma once
// The benchmark's scenes: which bodies, and what is done to them while they are stepped. Like the forms they need Eigen
// and the standard library alone.

#include <vector>

#include "../engines/spec.hpp"

namespace bankshot_tool::bench {

using namespace engines;

constexpr double time_step = 1.0 / 60;  ///< s

/// A kinematic body that is led along a path: before each step it gets the velocity that takes it to place(t), t being
/// the time at which that step begins.
struct Drive {
  std::size_t body = 0;
  V (*place)(double time) = nullptr;
};

/// A body that is given a velocity now and then: before the steps `first`, `first` + `period` and so on, counted from
/// 0.
struct Kick {
  std::size_t body = 0;
  int first = 0, period = 1;
  V velocity = V::Zero();
};

struct Scene {
  Settings settings;
  std::vector<Spec> bodies;
  std::vector<Drive> drives = {};
  std::vector<Kick> kicks = {};
};

/// What is on the command line and in tables.
struct Entry {
  const char* name;
  const char* sentence;
  int steps;                  ///< of time_step
  bool stands;                ///< whether bodies should stay where they are put
  Scene (*make)(bool quick);  ///< quick: fewer bodies, for tests
};
const std::vector<Entry>& entries();

// The first eight are set up as in the benchmark that comes with Box2D 3.2 (shared/benchmarks.c of its sources, Erin
// Catto, MIT licence), kinematic bodies in place of its motors.
Scene large_pyramid(bool quick);
Scene many_pyramids(bool quick);
Scene smash(bool quick);
Scene tumbler(bool quick);
Scene washer(bool quick);
Scene junkyard(bool quick);
Scene compounds(bool quick);
Scene spinner(bool quick);
Scene gas(bool quick);
Scene bucket(bool quick);
Scene tile_map(bool quick);
Scene ball_pit(bool quick);
Scene hopper(bool quick);
Scene pegs(bool quick);
Scene struck_towers(bool quick);
Scene pinball_table(bool quick);
Scene marble_runs(bool quick);
Scene popcorn(bool quick);

/// What the time a step takes is measured on as the number of bodies grows.
struct Growing {
  const char* name;
  const char* sentence;
  Scene (*make)(int bodies);  ///< about so many; not fewer than 1,000
};
const std::vector<Growing>& growing();

// What scenes are made of.
constexpr double gravity = 10;  ///< m/s^2

/// What every engine's default is: no restitution, friction 0.6, density 1.
Spec block(Form form, const V& position);
/// A fixed body of one or more forms.
Spec ground(std::vector<Form> forms, const V& position = V::Zero());
/// Pyramids of 55 boxes, `across` of them side by side on each floor.
Scene field_of_pyramids(int count, int across);
/// Rows of boxes of half width `half`, one less in each row, the lowest of `base` boxes beginning at `corner`.
void add_pyramid(Scene& scene, int base, double half, const V& corner);
/// A floor of tiles of 1 m with a wall of tiles on either side, as overlapping boxes.
std::vector<Form> tiled_basin(int half_width, int height);

/// Numbers that are the same on every compiler.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  double between(double low, double high);

 private:
  std::uint64_t state_;
};

}  // namespace bankshot_tool::bench
