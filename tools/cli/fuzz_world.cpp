// The target "world": closed rooms with a few bodies, stepped for two seconds, and piles, stepped until they rest.

#include "fuzz_world.hpp"

#include <bankshot/shape/convex.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>

#include "bad_use.hpp"
#include "fuzz_depth.hpp"
#include "fuzz_pile.hpp"
#include "fuzz_rest.hpp"
#include "fuzz_room.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyId;
using bankshot::Scene;
using bankshot::SceneBody;
using bankshot::World;
using bankshot_oracle::Findings;
using bankshot_oracle::Notes;
using bankshot_oracle::Random;

/// Two worlds of the same scene. The bodies of the second are created in another order. The first keeps an energy
/// ledger.
struct Worlds {
  World one, two;
  std::vector<BodyId> ids;  ///< of the first, in the order of the scene

  Worlds(const Scene& scene, std::uint64_t order) : one(booking(scene.world)), two(scene.world) {
    ids = add_bodies(one, scene);
    Scene other = scene;
    Random random(order, scene.bodies.size(), 9);
    for (std::size_t i = other.bodies.size(); i > 1; --i) {
      const auto k = static_cast<std::size_t>(random.integer(0, int(i) - 1));
      std::swap(other.bodies[i - 1], other.bodies[k]);
    }
    add_bodies(two, other);
  }

 private:
  static bankshot::WorldDef booking(bankshot::WorldDef def) {
    def.energy_ledger = true;
    return def;
  }
};

bool finite(const World& world, const std::vector<BodyId>& ids) {
  return std::all_of(ids.begin(), ids.end(), [&world](BodyId id) {
    return world.position(id).allFinite() && world.velocity(id).allFinite() &&
           std::isfinite(world.angular_velocity(id)) && std::isfinite(world.rotation(id).c);
  });
}

/// Bodies "wall ..." around bodies that start inside. The names identify it: a saved room is still a room.
struct Room {
  bool closed = false;
  double left = 0, right = 0, bottom = 0, top = 0;  ///< outer faces

  explicit Room(const Scene& scene) {
    const SceneBody* walls[4] = {};
    for (const SceneBody& body : scene.bodies) {
      for (std::size_t i = 0; i < 4; ++i) {
        if (body.name == wall_names[i] && body.shapes.size() == 1) walls[i] = &body;
      }
    }
    closed = std::all_of(std::begin(walls), std::end(walls), [](const SceneBody* wall) { return wall != nullptr; });
    if (!closed) return;
    const auto box = [](const SceneBody& body) {
      return body.shapes[0].shape.aabb({body.def.position, body.def.rotation});
    };
    left = double(box(*walls[0]).lower[0]);
    right = double(box(*walls[1]).upper[0]);
    bottom = double(box(*walls[2]).lower[1]);
    top = double(box(*walls[3]).upper[1]);
  }

  double size() const { return std::max(right - left, top - bottom); }
  bool holds(const bankshot::Vec2& p) const {
    return double(p[0]) > left && double(p[0])<right&& double(p[1])> bottom && double(p[1]) < top;
  }
};

/// True if a body is thick enough for the guarantees of closed rooms; see tolerance.hpp.
bool thick_enough(const Scene& scene, const SceneBody& body, const Room& room) {
  namespace tolerance = bankshot::tolerance;
  const double substep = double(scene.dt) / scene.world.substeps;
  const double fall = double((body.def.gravity_scale * scene.world.gravity).norm()) * substep * substep;
  const double band = double(tolerance::band_factor) * double(tolerance::eps) * room.size();
  const double least = std::max(double(tolerance::thinnest_bands) * band, double(tolerance::thinnest_falls) * fall);
  return std::all_of(body.shapes.begin(), body.shapes.end(),
                     [least](const auto& shape) { return double(detail_view(shape.shape).extent) >= least; });
}

/// The bodies that a closed room must hold.
struct Held {
  std::vector<std::size_t> bodies;
  bool all = true;  ///< true if nothing else moves

  Held(const Scene& scene, const Room& room) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      if (scene.bodies[i].def.type != bankshot::BodyType::dynamic) continue;
      const bool thick = thick_enough(scene, scene.bodies[i], room);
      if (thick) bodies.push_back(i);
      all = all && thick;
    }
  }
};

/// Returns the rise in energy that is allowed: the push-out of contacts lifts bodies by their slop at most, and many
/// impacts round.
double energy_slack(const Scene& scene, const World& world, const std::vector<BodyId>& ids, const Room& room) {
  double slack = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (scene.bodies[i].def.type != bankshot::BodyType::dynamic) continue;
    const double mass = double(world.mass_properties(ids[i]).mass);
    slack += mass * double(scene.world.gravity.norm()) * (room.top - room.bottom) / 100;
  }
  return slack + 0.01 * world.energy().kinetic;
}

void report(Findings& findings, const char* check, int step, const std::string& detail) {
  findings.push_back({check, "step " + std::to_string(step) + detail, 0});
}

/// Describes the error in the energy ledger so far; empty: none. Errors are negative losses and unexplained energy.
std::string fault_of(const Scene& scene, const bankshot::EnergyLedger& ledger) {
  const double slack = 1e-3 * ledger.passed();
  bool lively = false;  // restitution above 1 gives energy
  for (const SceneBody& body : scene.bodies) {
    for (const auto& shape : body.shapes) lively = lively || shape.def.material.restitution > 1;
  }
  if (std::abs(ledger.error()) > slack) return "the energy ledger does not close";
  if (ledger.friction > slack) return "friction gives energy";
  if (ledger.restitution > slack && !lively) return "restitution gives energy";
  if (ledger.sleep > 0) return "sleep gives energy";
  return {};
}

/// Reports the first failed check only: later ones follow from the broken state.
void step_and_check(const Scene& scene, Worlds& worlds, const Room& room, const Held& held, RestJudge* judge,
                    Findings& findings) {
  const double most =
      worlds.one.energy().total() + (room.closed ? energy_slack(scene, worlds.one, worlds.ids, room) : 0);
  bankshot::EnergyLedger ledger;
  for (int step = 1; step <= scene.steps; ++step) {
    const bankshot::StepStatus status = worlds.one.step(scene.dt);
    worlds.two.step(scene.dt);
    if (worlds.one.hash() != worlds.two.hash()) return report(findings, "order of creation shows", step, "");
    if (has(status, bankshot::StepStatus::body_frozen)) return report(findings, "a body froze", step, "");
    if (!finite(worlds.one, worlds.ids)) return report(findings, "a number is not finite", step, "");
    const std::string depth = depth_fault(worlds.one, status);
    if (!depth.empty()) return report(findings, depth.c_str(), step, "");
    step == 1 ? ledger = worlds.one.energy_ledger() : ledger += worlds.one.energy_ledger();
    const std::string fault = fault_of(scene, ledger);
    if (!fault.empty()) return report(findings, fault.c_str(), step, ", passed " + std::to_string(ledger.passed()));
    if (!room.closed) continue;
    for (const std::size_t i : held.bodies) {
      if (!room.holds(worlds.one.centre_of_mass(worlds.ids[i]))) {
        return report(findings, "a body left the room", step, ", " + scene.bodies[i].name);
      }
    }
    const double energy = worlds.one.energy().total();
    if (held.all && energy > most) {
      return report(findings, "energy rises", step,
                    ", " + std::to_string(energy) + " of at most " + std::to_string(most));
    }
    if (judge == nullptr) continue;
    judge->see(worlds.one);
    if (judge->over()) break;
  }
  if (judge == nullptr) return;
  const std::optional<RestJudge::Fault> fault = judge->fault(scene);
  if (fault) report(findings, fault->check, static_cast<int>(worlds.one.tick()), fault->detail);
}

class WorldTarget : public FuzzTarget {
 public:
  explicit WorldTarget(const TargetSettings& settings) : settings_(settings) {
    if (!settings.scene.empty()) base_ = bankshot::load_scene(settings.scene);
  }

  CaseResult run(std::uint64_t index, Notes& notes) override {
    const Scene scene = make(index);
    return {scene.name, check(scene, index, notes)};
  }

  std::string scene(std::uint64_t index, const std::string& name) override {
    Scene scene = make(index);
    Notes notes;
    const auto wrong = [&](const Scene& candidate) {
      const Findings findings = check(candidate, index, notes);
      return std::any_of(findings.begin(), findings.end(), [&name](const auto& f) { return f.check == name; });
    };
    if (name != crash_check) shrink(scene, wrong);
    scene.name = name;
    scene.description = "found by " + settings_.command.of_case(index);
    return to_json(scene);
  }

  std::uint64_t batch() const override { return 16; }

 private:
  Scene make(std::uint64_t index) const {
    if (base_) return changed_scene(*base_, settings_.seed, index);
    return index % 2 == 0 ? random_room(settings_.seed, index / 2) : random_pile(settings_.seed, index / 2);
  }

  Findings check(const Scene& scene, std::uint64_t index, Notes& notes) const {
    if (settings_.judging.fault == bankshot_oracle::Fault::crash && index % 7 == 3) std::abort();
    Findings findings = check_world(scene, index, notes, settings_.judging.fault);
    const bool planted = settings_.judging.fault == bankshot_oracle::Fault::wrong_side;
    if (planted && scene.bodies.size() > 6) report(findings, "planted disagreement", 1, "");
    return findings;
  }

  /// Removes bodies first, then steps.
  template <class Wrong>
  static void shrink(Scene& scene, const Wrong& wrong) {
    for (bool better = true; better;) {
      better = false;
      for (std::size_t i = scene.bodies.size(); i-- > 0;) {
        Scene fewer = scene;
        fewer.bodies.erase(fewer.bodies.begin() + std::ptrdiff_t(i));
        if (!wrong(fewer)) continue;
        scene = std::move(fewer);
        better = true;
      }
    }
    for (int steps = scene.steps / 2; steps > 0; steps /= 2) {
      Scene shorter = scene;
      shorter.steps = steps;
      if (!wrong(shorter)) break;
      scene = std::move(shorter);
    }
  }

  TargetSettings settings_;
  std::optional<Scene> base_;
};

}  // namespace

Findings check_world(const Scene& scene, std::uint64_t order, Notes& notes, bankshot_oracle::Fault fault) {
  Findings findings;
  Worlds worlds(scene, order);
  if (worlds.one.hash() != worlds.two.hash()) {
    report(findings, "order of creation shows", 0, "");
    return findings;
  }
  const Room room(scene);
  const Held held(scene, room);
  RestJudge rest(scene, worlds.one, worlds.ids, fault == bankshot_oracle::Fault::late_sweep);
  const bool rests = room.closed && held.all && rest.applies();
  step_and_check(scene, worlds, room, held, rests ? &rest : nullptr, findings);
  if (rests) ++notes.by["rooms that must come to rest"];
  if (room.closed && held.all) ++notes.by["rooms whose energy must not rise"];
  if (room.closed) notes.by["bodies that must not leave"] += held.bodies.size();
  notes.by["steps of two worlds each"] += worlds.one.tick();
  return findings;
}

std::unique_ptr<FuzzTarget> make_world_target(const TargetSettings& settings) {
  return std::make_unique<WorldTarget>(settings);
}

}  // namespace bankshot_tool
