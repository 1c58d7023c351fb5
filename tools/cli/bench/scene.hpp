#pragma once
// The benchmark's scenes: their bodies, and what is done to these during the run. Like the forms they need only Eigen
// and the standard library.

#include <vector>

#include "../engines/spec.hpp"

namespace bankshot_tool::bench {

using namespace engines;

constexpr double time_step = 1.0 / 60;  ///< s

/// A kinematic body on a path: before each step it gets the velocity that takes it to place(t), where t is the time at
/// which that step begins.
struct Drive {
  std::size_t body = 0;
  V (*place)(double time) = nullptr;
};

/// A body that is given a velocity at intervals: before the steps `first`, `first` + `period` and so on, counted from
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

/// A scene as the command line and the tables name it.
struct Entry {
  const char* name;
  const char* sentence;
  int steps;                  ///< of time_step
  bool stands;                ///< true if bodies should stay where they are put
  Scene (*make)(bool quick);  ///< quick: fewer bodies, for tests
};
const std::vector<Entry>& entries();

// The first eight are set up as in the benchmark of Box2D 3.2 (shared/benchmarks.c of its sources, Erin Catto, MIT
// licence), with kinematic bodies in place of its motors.
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

/// A scene for the time of a step as the number of bodies grows.
struct Growing {
  const char* name;
  const char* sentence;
  Scene (*make)(int bodies);  ///< about so many bodies; at least 1,000
};
const std::vector<Growing>& growing();

// Building blocks of scenes.
constexpr double gravity = 10;  ///< m/s^2

/// A body with every engine's defaults: no restitution, friction 0.6, density 1.
Spec block(Form form, const V& position);
/// A fixed body of one or more forms.
Spec ground(std::vector<Form> forms, const V& position = V::Zero());
/// Pyramids of 55 boxes, `across` of them side by side on each floor.
Scene field_of_pyramids(int count, int across);
/// Adds rows of boxes of half width `half`, one less in each row; the lowest row has `base` boxes and begins at
/// `corner`.
void add_pyramid(Scene& scene, int base, double half, const V& corner);
/// A floor of tiles of 1 m with a wall of tiles on either side, as overlapping boxes.
std::vector<Form> tiled_basin(int half_width, int height);

/// Random numbers that are the same on every compiler.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  double between(double low, double high);

 private:
  std::uint64_t state_;
};

}  // namespace bankshot_tool::bench
