#include "fuzz.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>

#include "bad_use.hpp"
#include "fuzz_options.hpp"
#include "fuzz_runner.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"

namespace bankshot_tool {
namespace {

/// The options as they were typed.
struct FuzzOptions {
  std::string target = "geometry";
  std::string cases, seconds, first, jobs = "1", seed = "1";
  std::string against;
  std::string out = "findings";
  std::string scene;
  std::string plant;
  std::vector<std::string> laws;
  bool rational = false;
  bool quiet = false;
};

FuzzPlan plan_of(const FuzzOptions& options) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 4;
  FuzzPlan plan;
  if (!options.first.empty()) {
    plan.first = static_cast<std::uint64_t>(whole_number("--first", options.first, 0, most));
  }
  if (!options.seconds.empty()) plan.seconds = positive_number("--seconds", options.seconds, 1e9);
  plan.cases = options.seconds.empty() ? 100'000 : static_cast<std::uint64_t>(most);
  if (!options.cases.empty()) {
    plan.cases = static_cast<std::uint64_t>(whole_number("--cases", options.cases, 1, most));
  }
  plan.jobs = static_cast<int>(whole_number("--jobs", options.jobs, 1, 1024));
  return plan;
}

TargetSettings settings_of(const FuzzOptions& options) {
  TargetSettings settings;
  settings.seed =
      static_cast<std::uint64_t>(whole_number("--seed", options.seed, 0, std::numeric_limits<std::int64_t>::max()));
  settings.against = read_against(options.against);
  settings.judging.fault = read_fault(options.plant);
  if (options.rational) settings.judging.stage = bankshot_oracle::Stage::rational_only;
  settings.scene = options.scene;
  settings.laws = options.laws;
  return settings;
}

std::unique_ptr<FuzzTarget> target_of(const FuzzOptions& options, const TargetSettings& settings) {
  const bool pairs = options.target == "geometry" || options.target == "sweep";
  if (!pairs && (!options.against.empty() || options.rational)) {
    throw BadUse("--against and --rational: only with --target geometry or sweep");
  }
  if (options.target == "laws") return make_law_target(settings);
  if (!options.laws.empty()) throw BadUse("--law: only with --target laws");
  if (pairs) return make_pair_target(options.target == "sweep", settings);
  if (options.target == "world") return make_world_target(settings);
  if (options.target == "scene-file") return make_text_target(settings);
  throw BadUse("--target: expected geometry, sweep, world, laws or scene-file, got " + options.target);
}

/// "wrong verdict" as part of a file name.
std::string file_name(const std::string& check) {
  std::string name;
  for (const char c : check) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) {
      name += c;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  return name;
}

/// Shrinks and saves the first few cases and the worst one of every class of disagreements.
void save(FuzzTarget& target, const FuzzReport& report, const FuzzOptions& options) {
  const std::filesystem::path folder = options.out;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Failure(options.out + ": cannot make this directory: " + error.message());
  std::printf("\n");
  for (const auto& [check, row] : report.rows) {
    std::set<std::uint64_t> cases = row.first;
    cases.insert(row.worst_case);
    for (const std::uint64_t index : cases) {
      const std::string text = scene_in_child(target, index, check, 600);
      if (text.empty()) {
        std::printf("case %llu (%s): could not be saved; see it again with --first %llu --cases 1\n",
                    static_cast<unsigned long long>(index), check.c_str(), static_cast<unsigned long long>(index));
        continue;
      }
      const std::string name = options.target + "-" + file_name(check) + "-" + options.seed + "-" +
                               std::to_string(index) + (target.tells() ? ".txt" : ".json");
      OutputFile file((folder / name).string());
      file.write(text);
      file.commit();
      std::printf("saved %s\n", file.path().c_str());
      if (target.tells()) std::printf("  %s", text.substr(0, text.find('\n') + 1).c_str());
    }
  }
}

FuzzProgress progress_of(bool quiet) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  return [quiet, terminal, last = -30.0](std::uint64_t cases, double seconds) mutable {
    if (quiet || (!terminal && seconds - last < 30)) return;
    last = seconds;
    std::fprintf(stderr, "%s%llu cases, %.0f s, %.0f a second%s", terminal ? "\r" : "",
                 static_cast<unsigned long long>(cases), seconds, double(cases) / std::max(seconds, 1e-3),
                 terminal ? "   " : "\n");
  };
}

int fuzz(const FuzzOptions& options) {
  const FuzzPlan plan = plan_of(options);
  const TargetSettings settings = settings_of(options);
  const auto target = target_of(options, settings);
  watch_interrupts();
  const auto start = std::chrono::steady_clock::now();
  const FuzzReport report = run_campaign(*target, plan, progress_of(options.quiet), interrupt_seen);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (isatty(STDERR_FILENO) != 0 && !options.quiet) std::fprintf(stderr, "\n");
  std::printf("%s, %s: seed %s, cases %llu to %llu, %.1f s, %.0f a second\n", options.target.c_str(),
              sizeof(bankshot::Real) == sizeof(double) ? "double" : "float", options.seed.c_str(),
              static_cast<unsigned long long>(plan.first), static_cast<unsigned long long>(plan.first + report.cases),
              seconds, double(report.cases) / std::max(seconds, 1e-3));
  print_report(report);
  if (!report.rows.empty()) save(*target, report, options);
  if (interrupt_seen != 0 || (plan.seconds > 0 && report.cases < plan.cases)) {
    std::printf("\ngo on with --first %llu\n", static_cast<unsigned long long>(plan.first + report.cases));
  }
  return report.rows.empty() ? exit_ok : exit_failed;
}

}  // namespace

void add_fuzz(CLI::App& app, std::function<int()>& action) {
  const auto options = std::make_shared<FuzzOptions>();
  CLI::App* verb = app.add_subcommand("fuzz", "Ask the library nasty questions and judge its answers");
  verb->add_option("--target", options->target, "geometry, sweep, world, laws or scene-file (default: geometry)")
      ->type_name("T");
  verb->add_option("--cases", options->cases, "How many cases (default: 100000, or no limit with --seconds)")
      ->type_name("N");
  verb->add_option("--seconds", options->seconds, "Stop after this time")->type_name("S");
  verb->add_option("--jobs", options->jobs, "Processes at a time (default: 1); the result is the same")->type_name("J");
  verb->add_option("--seed", options->seed, "Campaign (default: 1)")->type_name("X");
  verb->add_option("--first", options->first, "Number of the first case (default: 0), to go on with a campaign")
      ->type_name("I");
  verb->add_option("--against", options->against,
                   "Judges of geometry and sweep, separated by commas: exact, box2d, laws (default: all there are)")
      ->type_name("J,J");
  verb->add_option("--law", options->laws, "With --target laws: these families alone, separated by commas")
      ->type_name("NAME,...")
      ->delimiter(',');
  verb->add_flag("--rational", options->rational, "The exact judge uses rational numbers alone");
  verb->add_option("--out", options->out, "Directory for what is found (default: findings)")->type_name("DIR");
  verb->add_option("--scene", options->scene, "Around the shapes of this scene")->type_name("FILE");
  verb->add_option("--plant", options->plant, "Plant a fault in the answers, to see that it is found")
      ->type_name("FAULT")
      ->group("");
  verb->add_flag("--quiet", options->quiet, "No progress");
  verb->footer("Exit codes: 0 no disagreement, 1 disagreements were found and saved, 2 bad use.");
  verb->callback([options, &action] { action = [options] { return fuzz(*options); }; });
}

}  // namespace bankshot_tool
