#include "laws.hpp"

#include <cstdio>
#include <limits>
#include <memory>

#include "../bad_use.hpp"
#include "../choice.hpp"
#include "../interrupt.hpp"
#include "../output_file.hpp"
#include "../progress.hpp"
#include "family_case.hpp"
#include "report.hpp"

namespace bankshot_tool {
namespace {

/// The options as typed.
struct LawsOptions {
  std::vector<std::string> laws, steps, engines;
  std::string seed = "1", cases, one, set;
  std::string svg, json;
  bool list = false, quick = false, check = false, strict = false, markdown = false, quiet = false;
};

double read_step(const std::string& text) {
  const bool share = text.rfind("1/", 0) == 0;
  if (share) return 1 / positive_number("--dt", text.substr(2), 1e6);
  return positive_number("--dt", text, 1);
}

laws::Plan plan_of(const LawsOptions& options) {
  laws::Plan plan;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  plan.common.seed = static_cast<std::uint64_t>(whole_number("--seed", options.seed, 0, most));
  plan.common.default_cases = options.cases.empty();
  if (!options.cases.empty()) plan.common.cases = whole_number("--cases", options.cases, 1, most);
  plan.common.quick = options.quick;
  plan.common.set = laws::read_set("--set", options.set);
  plan.laws = choices("--law", options.laws, laws::all_laws());
  plan.engines = choices("--engine", options.engines, engines::candidates());
  for (const std::string& step : options.steps) plan.steps.push_back(read_step(step));
  if (plan.steps.empty()) plan.steps = {1.0 / 30, 1.0 / 60, 1.0 / 144};
  return plan;
}

/// True if any of the first cases asks for a feature of this name; most features occur in the first few.
bool asked_for(const laws::Family& family, const laws::Trial& common, const std::string& name) {
  laws::Trial trial = common;
  trial.engine = &engines::candidates().front();
  trial.dt = 1.0 / 60;
  trial.quick = true;
  for (std::uint64_t index = 0; index < 100; ++index) {
    laws::Draw draw(family.name, trial.seed, index, trial.set);
    family.run(trial, draw);
    for (const laws::Feature& feature : draw.features()) {
      if (feature.name == name) return true;
    }
  }
  return false;
}

/// Features can be set for families only, and apply to each of them.
void expect_features(const laws::Plan& plan) {
  for (const laws::Law* law : plan.laws) {
    if (plan.common.set.empty()) return;
    const laws::Family* family = laws::find_family(law->name);
    if (family == nullptr) throw BadUse("--set: only with --law of a family, got " + std::string(law->name));
    for (const auto& [name, value] : plan.common.set) {
      if (asked_for(*family, plan.common, name)) continue;
      throw BadUse("--set: " + name + " is no feature of " + std::string(law->name) + "; --law " + law->name +
                   " --case 0 names those of a case");
    }
  }
}

void print_list() {
  for (const laws::Law& law : laws::all_laws()) {
    std::printf("%-16s %s%s\n", law.name, law.sentence, law.awaited ? " (awaited)" : "");
  }
}

/// Runs one case of families, on each engine at each step.
int play_case(const LawsOptions& options, const laws::Plan& plan) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const auto index = static_cast<std::uint64_t>(whole_number("--case", options.one, 0, most));
  for (const laws::Law* law : plan.laws) {
    if (laws::find_family(law->name) == nullptr) {
      throw BadUse("--case: only with --law of a family, got " + std::string(law->name));
    }
  }
  for (const laws::Law* law : plan.laws) {
    for (const engines::Candidate* engine : plan.engines) {
      if (engine->make == nullptr) continue;
      for (const double dt : plan.steps) {
        laws::Trial trial = plan.common;
        trial.engine = engine;
        trial.dt = dt;
        std::fputs(laws::shown(*laws::find_family(law->name), trial, index, trial.set).c_str(), stdout);
      }
    }
  }
  return exit_ok;
}

/// Prints the verdict of --check.
int conclude(const LawsOptions& options, const std::vector<laws::Result>& results) {
  const engines::Candidate& own = engines::candidates().front();
  const int missed = laws::misses(own, results, false), awaited = laws::misses(own, results, true);
  if (!options.strict && awaited > 0)
    std::fprintf(stderr, "bankshot: %d figures of awaited laws miss theirs\n", awaited);
  const int counted = missed + (options.strict ? awaited : 0);
  if (counted == 0) return exit_ok;
  std::fprintf(stderr, "bankshot: %d figures miss their bounds\n", counted);
  return exit_failed;
}

int run_laws(const LawsOptions& options) {
  if (options.list) {
    print_list();
    return exit_ok;
  }
  const laws::Plan plan = plan_of(options);
  if (!options.one.empty()) return play_case(options, plan);
  expect_features(plan);
  expect_apart({{"--json", options.json}, {"--svg", options.svg}}, {});
  watch_interrupts();
  std::vector<laws::Result> results;
  {
    const auto trials = static_cast<std::int64_t>(plan.laws.size() * plan.engines.size() * plan.steps.size());
    Progress progress(trials, !options.quiet);
    results = laws::run_all(
        plan, [&](std::int64_t done) { progress.show(done); }, interrupt_seen);
  }
  const Style style = options.markdown ? Style::markdown : Style::text;
  std::fputs(laws::table(plan, results, style).c_str(), stdout);
  if (!options.quiet) std::printf("\n%s", laws::notes(plan, results, style).c_str());
  write_file(options.json, laws::json(plan, results));
  write_file(options.svg, laws::plots(plan, results));
  if (interrupt_seen != 0) throw Failure("interrupted; the table has what was done until then");
  return options.check || options.strict ? conclude(options, results) : exit_ok;
}

}  // namespace

void add_laws(CLI::App& app, std::function<int()>& action) {
  const auto options = std::make_shared<LawsOptions>();
  CLI::App* verb = app.add_subcommand("laws", "Measure how well engines keep the laws of physics, side by side");
  verb->add_option("--law", options->laws, "Only these laws, see --list (default: all)")
      ->type_name("NAME,...")
      ->delimiter(',');
  verb->add_option("--dt", options->steps, "Seconds per step, 1/60 or 0.01 (default: 1/30,1/60,1/144)")
      ->type_name("S,...")
      ->delimiter(',');
  verb->add_option("--engine", options->engines, "bankshot, box2d, chipmunk (default: all)")
      ->type_name("NAME,...")
      ->delimiter(',');
  verb->add_option("--cases", options->cases,
                   "How many random shots (default: 10000), or cases of a family (default: its own)")
      ->type_name("N");
  verb->add_option("--case", options->one, "Run this case of a family, and describe it")->type_name("I");
  verb->add_option("--set", options->set, "Set features of families instead of drawing them at random")
      ->type_name("NAME=X,...");
  verb->add_option("--seed", options->seed, "Of the random laws (default: 1)")->type_name("X");
  verb->add_option("--svg", options->svg, "Write plots")->type_name("FILE");
  verb->add_option("--json", options->json, "Write all figures and series")->type_name("FILE");
  verb->add_flag("--markdown", options->markdown, "Print the table in Markdown");
  verb->add_flag("--list", options->list, "Print the laws and stop");
  verb->add_flag("--quick", options->quick, "Shorter versions of the long laws, with the same bounds");
  verb->add_flag("--check", options->check,
                 "Exit with 1 when Bankshot misses a bound of a law that it is known to keep");
  verb->add_flag("--strict", options->strict, "Exit with 1 when Bankshot misses a bound of any law");
  verb->add_flag("--quiet", options->quiet, "Print the table and errors only");
  verb->footer(
      "Every law runs in a process of its own: an engine that crashes there says so in its column.\nExit codes: 0 "
      "done, "
      "1 a bound was missed (with --check or --strict) or the run failed, 2 bad use.");
  verb->callback([options, &action] { action = [options] { return run_laws(*options); }; });
}

}  // namespace bankshot_tool
