// Thrown bodies come to rest in the time that their bounces take, and stay there: no impact, no energy. ../rest.cpp has
// the derivation.

#include "../rest.hpp"

#include <algorithm>
#include <cmath>

#include "gaps.hpp"
#include "rest_places.hpp"

namespace bankshot_tool::laws {
namespace {

// The library's slop, speed of sleep and delay of sleep, see tolerance.hpp. The peers have the same delay, and a speed
// of the same order for bodies of a metre.
constexpr double slop_share = 1.0 / 256, still_extents = 0.05, sleep_delay = 0.5;

/// One world, and the bodies watched in it.
struct Scene {
  RestPlace place;
  Lab lab;
  std::vector<std::size_t> bodies;   ///< dynamic ones, by number in the lab
  std::vector<std::size_t> watched;  ///< by number in the lab: the place among the watched bodies
  RestRules rules;
};

double smallest_extent(const Form& form) { return form.corners.empty() ? 2 * form.radius : 2 * inradius(form); }

RestBody rest_body(const Spec& spec, const Mass& mass) {
  const Form& form = spec.form;
  const bool round = form.kind == Form::Kind::disc;
  return {mass.mass, mass.inertia, smallest_extent(form), circumradius(form), round ? form.radius : 0};
}

Scene make_scene(const Trial& trial, RestPlace place) {
  Scene scene{
      std::move(place), Lab(trial, {.gravity = V(0, -standard_gravity), .sleep = true, .threshold = true}), {}, {}, {}};
  for (const Spec& spec : scene.place.bodies) {
    const std::size_t body = scene.lab.add(spec);
    scene.watched.push_back(spec.motion == Motion::dynamic ? scene.bodies.size() : no_rest_body);
    if (spec.motion == Motion::dynamic) scene.bodies.push_back(body);
  }
  scene.rules = {standard_gravity, scene.place.restitution, scene.place.friction,
                 slop_share,       still_extents,           sleep_delay};
  return scene;
}

std::vector<RestMotion> motions(const Scene& scene) {
  std::vector<RestMotion> all;
  for (const std::size_t body : scene.bodies) {
    const State now = scene.lab.state(body);
    all.push_back(
        {now.position.y() - scene.place.lowest, now.velocity.norm(), now.spin, scene.lab.engine().awake(body)});
  }
  return all;
}

std::vector<RestPair> watched_pairs(const Scene& scene, const std::vector<Hit>& hits) {
  std::vector<RestPair> pairs;
  for (const Hit& hit : hits) pairs.emplace_back(scene.watched[hit.a], scene.watched[hit.b]);
  return pairs;
}

/// Returns the pairs that touch: within the margin of contact pairs.
std::vector<RestTouch> touching(const Scene& scene, double extent) {
  std::vector<RestTouch> pairs;
  for (const Gap& gap : near_pairs(scene.lab, 4 * slop_share * extent)) {
    pairs.push_back({scene.watched[gap.a], scene.watched[gap.b], gap.round && gap.corners == 1});
  }
  return pairs;
}

/// How one world came to rest.
struct Rest {
  bool told = false;       ///< true if the engine tells impacts
  bool rolls = false;      ///< something rolls when the time is over, and nothing else is awake
  double share = 0;        ///< of the available time; infinite: never
  double impacts = 0;      ///< a step, at rest
  double energy = 0;       ///< m g slop
  double overlap = 0;      ///< m
  std::string awake = {};  ///< the first body that should sleep, for people
};

/// Formats "3 awake, the fastest a disc at 0.1 m/s and 2 rad/s".
std::string awake_text(const Scene& scene, const std::vector<std::size_t>& restless) {
  if (restless.empty()) return "";
  constexpr const char* kinds[] = {"disc", "capsule", "segment", "polygon"};
  const auto energy = [&scene](std::size_t i) { return scene.lab.kinetic(scene.bodies[i]); };
  const auto fastest =
      std::max_element(restless.begin(), restless.end(), [&](auto a, auto b) { return energy(a) < energy(b); });
  const std::size_t body = scene.bodies[*fastest];
  const State now = scene.lab.state(body);
  return std::to_string(restless.size()) + " awake, the fastest a " +
         kinds[static_cast<int>(scene.lab.spec(body).form.kind)] + " at " + number(now.velocity.norm(), 2) +
         " m/s and " + number(now.spin, 2) + " rad/s";
}

Rest run(const Trial& trial, RestPlace place) {
  Scene scene = make_scene(trial, std::move(place));
  std::vector<RestBody> bodies;
  double extent = 0;
  for (const std::size_t body : scene.bodies) {
    bodies.push_back(rest_body(scene.lab.spec(body), scene.lab.mass(body)));
    extent = std::max(extent, bodies.back().extent);
  }
  const double seconds = time_to_rest(bodies, motions(scene), scene.rules);
  RestWatch watch(bodies, scene.rules, trial.dt, seconds);
  Rest rest;
  const long look = std::max(1L, std::lround(0.25 / trial.dt));
  for (long step = 1; !watch.over(); ++step) {
    scene.lab.step();
    const std::optional<std::vector<Hit>> hits = scene.lab.engine().hits();
    rest.told = hits.has_value();
    watch.see(motions(scene), watched_pairs(scene, hits.value_or(std::vector<Hit>{})),
              [&] { return touching(scene, extent); });
    if (step % look != 0) continue;
    for (const Gap& gap : near_pairs(scene.lab, 0)) rest.overlap = worse(rest.overlap, -gap.gap);
  }
  rest.share = watch.restless().empty() ? watch.time() / seconds : std::numeric_limits<double>::infinity();
  rest.rolls = watch.restless().empty() && (!watch.asleep() || watch.time() > seconds);
  rest.awake = awake_text(scene, watch.restless());
  rest.impacts = watch.impacts_at_rest();
  rest.energy = watch.energy_left();
  return rest;
}

using Maker = RestPlace (*)(const Trial& trial, std::uint64_t index, int most_bodies);

double middle(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Measured measure(const Trial& trial, Maker maker, std::uint64_t worlds, int most_bodies) {
  Measured measured{{0, 0, 0, 0, 0, 0}, "", {}};
  std::vector<double> shares;
  double worst = -1;
  int late = 0, rolling = 0;
  std::string where;
  for (std::uint64_t i = 0; i < worlds; ++i) {
    const RestPlace place = maker(trial, i, most_bodies);
    const Rest rest = run(trial, place);
    rolling += rest.rolls ? 1 : 0;
    if (!rest.rolls) shares.push_back(rest.share);
    late += !rest.rolls && std::isinf(rest.share) ? 1 : 0;
    measured.figures[3] = rest.told ? worse(measured.figures[3], rest.impacts) : untold;
    measured.figures[4] = worse(measured.figures[4], rest.energy);
    measured.figures[5] = worse(measured.figures[5], 1000 * rest.overlap);
    const double badness = (rest.rolls ? 0 : std::min(rest.share, 10.0)) + rest.impacts + rest.energy;
    if (worse(worst, badness) == worst) continue;
    worst = badness;
    where = "worst in number " + std::to_string(i) + ": " + place.name + ", " + number(rest.impacts, 3) +
            " impacts a step and " + number(rest.energy, 2) + " m g slop at rest, " +
            (rest.rolls               ? "a disc rolls"
             : std::isinf(rest.share) ? rest.awake
                                      : "asleep");
  }
  measured.figures[0] = late;
  measured.figures[1] = shares.empty() ? 0 : *std::max_element(shares.begin(), shares.end());
  measured.figures[2] = middle(shares);
  measured.note =
      std::to_string(worlds) + " worlds, in " + std::to_string(rolling) + " something rolls or rocks on; " + where;
  return measured;
}

Measured rooms(const Trial& trial) {
  return trial.quick ? measure(trial, rest_room, 20, 60) : measure(trial, rest_room, 100, 200);
}

Measured places(const Trial& trial) {
  return trial.quick ? measure(trial, rest_place, 2 * rest_place_kinds, 20)
                     : measure(trial, rest_place, 15 * rest_place_kinds, 60);
}

}  // namespace

std::vector<Law> rest_laws() {
  const std::vector<Row> rows = {{"never at rest", "worlds", 0},
                                 {"worst time", "of what bounces take", 1},
                                 {"median time", "of what bounces take", 1},
                                 {"impacts at rest", "a step", 0},
                                 {"energy at rest", "m g slop", 1},
                                 {"overlap", "mm", 0, Row::Side::at_most_box2d}};
  return {
      {"rest-rooms", "In 100 closed rooms up to 200 bodies of any e come to rest and sleep", rows, rooms},
      {"rest-places", "In wedges, shafts, Vs, bins, containers, on tiles and kinematic floors likewise", rows, places}};
}

}  // namespace bankshot_tool::laws
