#include "run.hpp"

#include <bankshot/draw/svg.hpp>
#include <bankshot/scene/goals.hpp>
#include <bankshot/scene/scene.hpp>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

#include "bad_use.hpp"
#include "comparison.hpp"
#include "energy_report.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "run_recording.hpp"
#include "run_report.hpp"

namespace bankshot_tool {
namespace {

/// Files written beside the run.
struct Outputs {
  std::optional<OutputFile> svg, csv, energy;
  std::optional<bankshot::SvgRecorder> film;
  EnergyReport ledger;

  Outputs(const RunOptions& options, const bankshot::Scene& scene) : ledger(!options.energy.empty()) {
    if (!options.svg.empty()) {
      svg.emplace(options.svg);
      bankshot::SvgOptions film_options;
      film_options.view = scene.view;
      film_options.title = scene.name;
      film.emplace(film_options);
      for (const bankshot::SceneGoal& goal : scene.goals) film->add_mark(goal.from, goal.to, goal.name);
    }
    if (!options.csv.empty()) {
      csv.emplace(options.csv);
      csv->write(csv_head());
    }
    if (!options.energy.empty()) energy.emplace(options.energy);
  }

  void record(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids,
              std::int64_t step, bankshot::Real dt) {
    if (film) film->record(world, dt);
    const double time = static_cast<double>(step) * static_cast<double>(scene.dt);
    ledger.take_in(world, time);
    if (csv) csv->write(csv_rows(scene, world, ids, step, time));
  }

  void finish(const bankshot::Scene& scene) {
    if (svg) {
      svg->write(film->svg());
      svg->commit();
    }
    if (csv) csv->commit();
    if (energy) {
      energy->write(ledger.svg(scene.name));
      energy->commit();
    }
  }
};

/// Returns the scene with the overrides of the command line.
bankshot::Scene scene_of(const RunOptions& options) {
  // Checks typed values first: a bad command line is an error whatever the file holds.
  std::optional<bankshot::Real> dt;
  std::optional<int> steps;
  if (!options.dt.empty()) {
    dt = static_cast<bankshot::Real>(positive_number("--dt", options.dt, 1));
    if (!(*dt > 0)) throw BadUse("--dt: expected a number that is not rounded to 0, got " + options.dt);
  }
  if (!options.steps.empty()) steps = static_cast<int>(whole_number("--steps", options.steps, 0, 1'000'000'000));
  bankshot::Scene scene = bankshot::load_scene(options.scene);
  scene.dt = dt.value_or(scene.dt);
  scene.steps = steps.value_or(scene.steps);
  scene.world.energy_ledger = true;
  return scene;
}

void check(const RunOptions& options) {
  if (!options.compare.empty() && options.compare != "box2d") {
    throw BadUse("--compare: expected box2d, got " + options.compare);
  }
  expect_apart(
      {{"--svg", options.svg}, {"--csv", options.csv}, {"--energy", options.energy}, {"--record", options.record}},
      {{"SCENE", options.scene}, {"--verify", options.verify}});
}

void step_all(const bankshot::Scene& scene, bankshot::World& world, const std::vector<bankshot::BodyId>& ids,
              bankshot::GoalCounter& goals, Outputs& outputs, RunRecording& recording, Comparison* comparison,
              RunFigures& figures, bool quiet) {
  using Clock = std::chrono::steady_clock;
  Progress progress(scene.steps, !quiet);
  outputs.record(scene, world, ids, 0, 0);
  recording.begin(scene, world, ids);
  for (int i = 1; i <= scene.steps; ++i) {
    if (interrupt_seen != 0) throw Failure("interrupted at step " + std::to_string(i));
    recording.give_inputs(world);
    const Clock::time_point start = Clock::now();
    const bankshot::StepStatus status = world.step(scene.dt);
    const double wall = std::chrono::duration<double>(Clock::now() - start).count();
    recording.take_in(scene, world, ids);
    take_in(figures, world, status, wall);
    outputs.record(scene, world, ids, i, scene.dt);
    for (const bankshot::GoalHit& hit : goals.update(world)) {
      if (outputs.film) outputs.film->light_mark(hit.goal);
    }
    if (comparison != nullptr) comparison->step(world, ids, static_cast<double>(scene.dt));
    progress.show(i);
  }
}

}  // namespace

int run(const RunOptions& options) {
  check(options);
  bankshot::Scene scene = scene_of(options);
  RunRecording recording(options, scene);
  std::optional<Comparison> comparison;
  if (!options.compare.empty()) comparison.emplace(scene, make_box2d(scene));
  Outputs outputs(options, scene);
  watch_interrupts();

  bankshot::World world(scene.world);
  const std::vector<bankshot::BodyId> ids = add_bodies(world, scene);
  bankshot::GoalCounter goals(scene, ids, world);
  RunFigures figures;
  figures.dt = static_cast<double>(scene.dt);
  figures.before = world.energy();
  step_all(scene, world, ids, goals, outputs, recording, comparison ? &*comparison : nullptr, figures, options.quiet);
  figures.after = world.energy();
  outputs.finish(scene);
  recording.finish();

  if (!options.quiet) {
    print_report(scene, options.scene, world, figures, outputs.ledger, goals);
    if (outputs.svg) std::printf("  %-12s %s\n", "picture", outputs.svg->path().c_str());
    if (outputs.csv) std::printf("  %-12s %s\n", "table", outputs.csv->path().c_str());
    if (outputs.energy) std::printf("  %-12s %s\n", "energy plot", outputs.energy->path().c_str());
    recording.print();
    if (comparison) comparison->print();
  }
  if (has(figures.status, bankshot::StepStatus::body_frozen)) {
    throw Failure("a body's state became non-finite; it was frozen and the rest went on");
  }
  return exit_ok;
}

void add_run(CLI::App& app, std::function<int()>& action) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* verb = app.add_subcommand("run", "Step a scene and report what happened");
  verb->add_option("scene", options->scene, "Scene file (JSON)")->required()->type_name("SCENE");
  verb->add_option("--steps", options->steps, "How many steps (default: the scene's)")->type_name("N");
  verb->add_option("--dt", options->dt, "Seconds per step, above 0 and at most 1 (default: the scene's)")
      ->type_name("S");
  verb->add_option("--svg", options->svg, "Write an animated picture")->type_name("FILE");
  verb->add_option("--csv", options->csv,
                   "Write a table: place (m), angle (rad), velocity (m/s, rad/s) of each body at each step")
      ->type_name("FILE");
  verb->add_option("--energy", options->energy, "Write a plot of energy, and of what gave and took it, over time")
      ->type_name("FILE");
  verb->add_option("--record", options->record, "Write a recording: the world at the start, and hashes of each step")
      ->type_name("FILE");
  verb->add_option("--verify", options->verify,
                   "Compare the run with a recording: stop at the first step that differs, and name the body")
      ->type_name("FILE");
  verb->add_option("--compare", options->compare, "Step the same scene in another engine, and say where the two differ")
      ->type_name("box2d");
  verb->add_flag("--quiet", options->quiet, "Print errors only");
  verb->footer(
      "The summary gives speed, contacts, impacts, energy and where it went, deepest penetration, goals, and "
      "the hash of the final world.\nThe environment variable BANKSHOT_WIDTH (scalar, sse2, avx2, avx512, neon or "
      "wasm128) chooses the vector instructions; no result depends on it.\nFiles appear whole or not at all. Exit "
      "codes: 0 done, 1 the scene is bad, the run failed or differs from the recording of --verify, 2 bad use.");
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace bankshot_tool
