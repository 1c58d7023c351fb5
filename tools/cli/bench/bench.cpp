#include "bench.hpp"

#include <bankshot/simd/width.hpp>

#include <cstdio>
#include <memory>
#include <optional>

#include "../bad_use.hpp"
#include "../choice.hpp"
#include "../interrupt.hpp"
#include "../output_file.hpp"
#include "../progress.hpp"
#include "report.hpp"

namespace bankshot_tool {
namespace {

/// The options as typed.
struct BenchOptions {
  std::vector<std::string> scenes, engines, restitutions;
  std::string steps, rounds, width, threads;
  std::string svg, json;
  bool list = false, quick = false, growth = false, markdown = false, quiet = false;

  Style style() const { return markdown ? Style::markdown : Style::text; }
};

void choose_width(const std::string& name) {
  using bankshot::Width;
  if (name.empty()) return;
  std::string here;
  for (const Width width : bankshot::all_widths) {
    if (!bankshot::width_supported(width)) continue;
    if (name == bankshot::width_name(width)) {
      bankshot::set_width(width);
      return;
    }
    here += (here.empty() ? "" : ", ") + std::string(bankshot::width_name(width));
  }
  throw BadUse("--width: expected one of " + here + " on this machine, got " + name);
}

std::vector<const engines::Candidate*> engines_of(const BenchOptions& options) {
  std::vector<const engines::Candidate*> chosen = choices("--engine", options.engines, engines::candidates());
  for (const engines::Candidate* engine : chosen) {
    if (engine->make != nullptr) return chosen;
  }
  throw Failure("--engine: this command was built without " + std::string(chosen.front()->title) +
                "; see where it is looked for in tools/CMakeLists.txt, or choose bankshot");
}

bench::Plan plan_of(const BenchOptions& options) {
  constexpr std::int64_t most = 1'000'000;
  bench::Plan plan;
  plan.scenes = choices("--scenes", options.scenes, bench::entries());
  plan.engines = engines_of(options);
  plan.quick = options.quick;
  if (!options.restitutions.empty()) plan.restitutions.clear();
  for (const std::string& text : options.restitutions) {
    plan.restitutions.push_back(number_from_0("--restitution", text, 1));
  }
  if (options.quick) plan.steps = 30, plan.rounds = 3;
  if (!options.threads.empty()) plan.threads = static_cast<int>(whole_number("--threads", options.threads, 1, 256));
  if (!options.steps.empty()) plan.steps = static_cast<int>(whole_number("--steps", options.steps, 1, most));
  if (!options.rounds.empty()) plan.rounds = static_cast<int>(whole_number("--rounds", options.rounds, 1, most));
  return plan;
}

bench::GrowthPlan growth_plan_of(const BenchOptions& options) {
  if (!options.scenes.empty() || !options.steps.empty() || !options.svg.empty() || !options.threads.empty() ||
      !options.restitutions.empty()) {
    throw BadUse(
        "--growth has scenes and steps of its own, one thread, and draws nothing: leave out --scenes, --steps, "
        "--threads, --restitution and --svg");
  }
  bench::GrowthPlan plan;
  plan.engines = engines_of(options);
  plan.quick = options.quick;
  if (options.quick) plan.sizes = {1000, 2000}, plan.warm_up = 2, plan.rounds = 2, plan.steps = 1;
  if (!options.rounds.empty()) plan.rounds = static_cast<int>(whole_number("--rounds", options.rounds, 1, 1000));
  return plan;
}

/// Files written beside the table. They are opened before the first step: a run takes an hour.
struct Outputs {
  std::optional<OutputFile> json, svg;

  explicit Outputs(const BenchOptions& options) {
    if (!options.json.empty()) json.emplace(options.json);
    if (!options.svg.empty()) svg.emplace(options.svg);
  }
};

void put(std::optional<OutputFile>& file, const std::string& text) {
  file->write(text);
  file->commit();
}

void end_if_interrupted() {
  if (interrupt_seen != 0) throw Failure("interrupted; what is above and in the files was done until then");
}

void print_notes(const std::vector<const engines::Candidate*>& engines, int threads, const BenchOptions& options) {
  if (!options.quiet) std::printf("\n%s", bench::notes(engines, threads, options.style()).c_str());
}

int run_growth(const BenchOptions& options) {
  const bench::GrowthPlan plan = growth_plan_of(options);
  Outputs outputs(options);
  std::vector<bench::Growth> growths;
  {
    Progress progress(bench::steps_in(plan), !options.quiet);
    growths = bench::run_growth(
        plan, [&](std::int64_t done) { progress.show(done); }, interrupt_seen);
  }
  std::fputs(bench::growth_table(plan, growths, options.style()).c_str(), stdout);
  print_notes(plan.engines, 1, options);
  if (outputs.json) put(outputs.json, bench::growth_json(plan, growths));
  end_if_interrupted();
  return exit_ok;
}

int run_scenes(const BenchOptions& options) {
  const bench::Plan plan = plan_of(options);
  Outputs outputs(options);
  std::vector<bench::Outcome> outcomes;
  {
    Progress progress(bench::steps_in(plan), !options.quiet);
    outcomes = bench::run_all(
        plan, [&](std::int64_t done) { progress.show(done); }, interrupt_seen);
  }
  if (!outcomes.empty()) {
    std::fputs(bench::table(outcomes, options.style()).c_str(), stdout);
    print_notes(plan.engines, plan.threads, options);
    if (outputs.json) put(outputs.json, bench::json(plan, outcomes));
    if (outputs.svg) put(outputs.svg, bench::bars(outcomes));
  }
  end_if_interrupted();
  const std::string broken = bench::broken(outcomes);
  if (!broken.empty()) throw Failure(broken);
  return exit_ok;
}

int run_bench(const BenchOptions& options) {
  if (options.list) {
    for (const bench::Entry& entry : bench::entries()) {
      const std::size_t bodies = bench::dynamic_bodies(entry.make(options.quick));
      std::printf("%-14s %6zu bodies %4d steps  %s\n", entry.name, bodies, entry.steps, entry.sentence);
    }
    return exit_ok;
  }
  choose_width(options.width);
  expect_apart({{"--json", options.json}, {"--svg", options.svg}}, {});
  watch_interrupts();
  return options.growth ? run_growth(options) : run_scenes(options);
}

}  // namespace

void add_bench(CLI::App& app, std::function<int()>& action) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* verb = app.add_subcommand("bench", "Time engines in the same scenes, with the quality of each result");
  const auto list_option = [&](const char* name, std::vector<std::string>& values, const char* help) {
    verb->add_option(name, values, help)->type_name("NAME,...")->delimiter(',');
  };
  list_option("--scenes", options->scenes, "Only these scenes, see --list (default: all)");
  list_option("--engine", options->engines, "bankshot, box2d, chipmunk (default: all)");
  verb->add_option("--restitution", options->restitutions,
                   "Each scene once for each of these, from 0 to 1, given to all of its bodies; 0: as the scene has it "
                   "(default: 0)")
      ->type_name("E,...")
      ->delimiter(',');
  verb->add_option("--steps", options->steps, "Steps of each scene (default: see --list)")->type_name("N");
  verb->add_option("--rounds", options->rounds, "Rounds; in each one the engines take turns (default: 20)")
      ->type_name("N");
  verb->add_option("--width", options->width,
                   "scalar, sse2, avx2, avx512, neon or wasm128 (default: the widest there is)")
      ->type_name("NAME");
  verb->add_option("--threads", options->threads, "Threads of Bankshot, 1 to 256 (default: 1)")->type_name("N");
  verb->add_flag("--growth", options->growth,
                 "Measure instead how the time of a step grows from 1,000 to 100,000 bodies");
  verb->add_option("--svg", options->svg, "Draw the times as bars")->type_name("FILE");
  verb->add_option("--json", options->json, "Write all figures, of every round")->type_name("FILE");
  verb->add_flag("--markdown", options->markdown, "Print the table in Markdown");
  verb->add_flag("--list", options->list, "Print the scenes and stop");
  verb->add_flag("--quick", options->quick,
                 "Few bodies and 30 steps: shows that everything runs, gives no figures to quote");
  verb->add_flag("--quiet", options->quiet, "Print the table and errors only");
  verb->footer(
      "Run it on an idle machine. Engines take turns; ratios are to the first one, by rounds.\n"
      "The environment variable BANKSHOT_WIDTH names a width too; --width goes before it.\n"
      "Files appear whole or not at all. Exit codes: 0 done, 1 the run failed or the position of a body is not finite, "
      "2 bad use.");
  verb->callback([options, &action] { action = [options] { return run_bench(*options); }; });
}

}  // namespace bankshot_tool
