#include "fuzz.hpp"

#include <unistd.h>

#include <cstdio>
#include <limits>
#include <memory>

#include "bad_use.hpp"
#include "checksum.hpp"
#include "fuzz_findings.hpp"
#include "fuzz_merge.hpp"
#include "fuzz_options.hpp"
#include "fuzz_runner.hpp"
#include "fuzz_table.hpp"
#include "input_file.hpp"
#include "interrupt.hpp"
#include "output_file.hpp"

namespace bankshot_tool {
namespace {

/// The options as typed.
struct FuzzOptions {
  std::string target = "geometry";
  std::string cases, seconds, first, jobs = "1", seed = "1";
  std::string shard, state;
  std::vector<std::string> merge;
  std::string against;
  std::string out = "findings";
  std::string scene;
  std::string plant;
  std::vector<std::string> laws;
  bool rational = false;
  bool table = false;
  bool quiet = false;
};

bool of_pairs(const FuzzOptions& options) { return options.target == "geometry" || options.target == "sweep"; }

/// Spells out every default that depends on the build.
FuzzCommand command_of(const FuzzOptions& options) {
  FuzzCommand command;
  command.precision = sizeof(bankshot::Real) == sizeof(double) ? "double" : "float";
  command.target = options.target;
  command.seed =
      static_cast<std::uint64_t>(whole_number("--seed", options.seed, 0, std::numeric_limits<std::int64_t>::max()));
  if (of_pairs(options)) command.others += " --against " + text_of(read_against(options.against));
  if (options.rational) command.others += " --rational";
  for (std::size_t i = 0; i < options.laws.size(); ++i) {
    command.others += (i == 0 ? " --law " : ",") + options.laws[i];
  }
  if (!options.scene.empty()) command.others += " --scene " + shell_word(options.scene);
  if (!options.plant.empty()) command.others += " --plant " + options.plant;
  return command;
}

/// Throws BadUse for options that the target would ignore.
void expect_use(const FuzzOptions& options) {
  const bool of_parts = options.target == "parts" || options.target == "seams";
  if (options.table && !of_parts) throw BadUse("--table: only with --target parts or seams");
  if (!options.scene.empty() && (of_parts || options.target == "joints" || options.target == "laws")) {
    throw BadUse("--scene: not with --target parts, seams, joints or laws, which draw all that they ask");
  }
  if (!of_pairs(options) && (!options.against.empty() || options.rational)) {
    throw BadUse("--against and --rational: only with --target geometry or sweep");
  }
  if (!options.laws.empty() && options.target != "laws") throw BadUse("--law: only with --target laws");
}

FuzzCampaign campaign_of(const FuzzOptions& options) {
  constexpr std::int64_t most = FuzzCampaign::no_limit;
  FuzzCampaign campaign;
  campaign.command = command_of(options);
  if (!options.scene.empty()) campaign.scene_sum = checksum(read_text(options.scene));
  if (!options.first.empty()) {
    campaign.first = static_cast<std::uint64_t>(whole_number("--first", options.first, 0, most));
  }
  campaign.cases = options.seconds.empty() ? 100'000 : FuzzCampaign::no_limit;
  if (!options.cases.empty()) {
    campaign.cases = static_cast<std::uint64_t>(whole_number("--cases", options.cases, 1, most));
  }
  campaign.shard = read_shard(options.shard, campaign.cases);
  return campaign;
}

FuzzPlan plan_of(const FuzzOptions& options, const FuzzCampaign& campaign) {
  FuzzPlan plan;
  plan.range = campaign.range();
  if (!options.seconds.empty()) plan.seconds = positive_number("--seconds", options.seconds, 1e9);
  plan.jobs = static_cast<int>(whole_number("--jobs", options.jobs, 1, 1024));
  return plan;
}

TargetSettings settings_of(const FuzzOptions& options, const FuzzCommand& command) {
  TargetSettings settings;
  settings.command = command;
  settings.seed = command.seed;
  settings.against = read_against(options.against);
  settings.judging.fault = read_fault(options.plant);
  if (options.rational) settings.judging.stage = bankshot_oracle::Stage::rational_only;
  settings.scene = options.scene;
  settings.laws = options.laws;
  return settings;
}

std::unique_ptr<FuzzTarget> target_of(const FuzzOptions& options, const TargetSettings& settings) {
  if (options.target == "laws") return make_law_target(settings);
  if (of_pairs(options)) return make_pair_target(options.target == "sweep", settings);
  if (options.target == "parts" || options.target == "seams") {
    return make_parts_target(options.target == "seams", settings);
  }
  if (options.target == "world") return make_world_target(settings);
  if (options.target == "joints") return make_joint_target(settings);
  if (options.target == "scene-file") return make_text_target(settings);
  throw BadUse("--target: expected geometry, sweep, parts, seams, world, joints, laws or scene-file, got " +
               options.target);
}

/// Shows the progress at intervals.
class Progress {
 public:
  explicit Progress(bool quiet) : quiet_(quiet) {}
  void show(const FuzzState& state) {
    if (quiet_ || (!terminal_ && state.seconds - last_ < 30)) return;
    last_ = state.seconds;
    const std::uint64_t cases = state.report.cases;
    std::fprintf(stderr, "%s%s, %.0f s, %.0f a second%s", terminal_ ? "\r" : "", cases_text(cases).c_str(),
                 state.seconds, double(cases) / std::max(state.seconds, 1e-3), terminal_ ? "   " : "\n");
  }
  void end() const {
    if (terminal_ && !quiet_) std::fprintf(stderr, "\n");
  }

 private:
  bool quiet_;
  bool terminal_ = isatty(STDERR_FILENO) != 0;
  double last_ = -30;
};

/// Prints how to resume a campaign that was stopped.
void print_way_on(const FuzzCampaign& campaign, const FuzzState& state, const std::string& file) {
  if (!file.empty()) {
    std::printf("\ngo on with the same command: %s has what is done\n", file.c_str());
    return;
  }
  const std::uint64_t end = campaign.range().end;
  std::printf("\ngo on with --first %llu", static_cast<unsigned long long>(state.next));
  if (campaign.cases != FuzzCampaign::no_limit) {
    std::printf(" --cases %llu", static_cast<unsigned long long>(end - state.next));
  }
  std::printf("%s\n", campaign.shard.parts > 1 ? ", without --shard" : "");
}

int merge(const std::vector<std::string>& paths) {
  const StoredState all = merged(paths);
  print_heading(all.campaign, all.state);
  print_report(all.state.report);
  print_table(all.state.report);
  if (all.state.report.rows.empty()) return exit_ok;
  print_findings(all.campaign, all.state.report);
  return exit_failed;
}

/// Returns the state from which the campaign resumes, and prints how much of it is done. Saves the state at once: a
/// file that cannot be written is found out before the run.
FuzzState begin(const FuzzCampaign& campaign, const std::string& file) {
  StoredState stored = {campaign, state_to_go_on(file, campaign)};
  if (file.empty()) return stored.state;
  if (stored.state.next != campaign.range().begin) {
    std::printf(
        "%s: %llu of %llu cases are done%s\n", file.c_str(), static_cast<unsigned long long>(stored.state.report.cases),
        static_cast<unsigned long long>(campaign.range().size()), stored.finished() ? "" : "; it goes on there");
  }
  write_state(file, stored);
  return stored.state;
}

int fuzz(const FuzzOptions& options) {
  if (!options.merge.empty()) return merge(options.merge);
  expect_apart({{"--state", options.state}}, {{"--scene", options.scene}});
  expect_use(options);
  const FuzzCampaign campaign = campaign_of(options);
  const FuzzPlan plan = plan_of(options, campaign);
  const auto target = target_of(options, settings_of(options, campaign.command));
  watch_interrupts();
  const FuzzState before = begin(campaign, options.state);
  Progress progress(options.quiet);
  const auto watch = [&](const FuzzState& state) {
    progress.show(state);
    if (!options.state.empty()) write_state(options.state, {campaign, state});
  };
  const FuzzState state = run_campaign(*target, plan, before, watch, interrupt_seen);
  progress.end();
  print_heading(campaign, state);
  print_report(state.report);
  if (options.table) print_table(state.report);
  if (!state.report.rows.empty()) save_findings(*target, campaign, state.report, options.out);
  if (state.next < plan.range.end) print_way_on(campaign, state, options.state);
  if (interrupt_seen != 0) throw Failure("interrupted; what is above was done until then");
  return state.report.rows.empty() ? exit_ok : exit_failed;
}

}  // namespace

void add_fuzz(CLI::App& app, std::function<int()>& action) {
  const auto options = std::make_shared<FuzzOptions>();
  CLI::App* verb = app.add_subcommand("fuzz", "Search for wrong answers: random cases, judged by independent oracles");
  verb->add_option("--target", options->target,
                   "geometry, sweep, parts, seams, world, joints, laws or scene-file (default: geometry)")
      ->type_name("T");
  verb->add_option("--cases", options->cases, "How many cases (default: 100000, or no limit with --seconds)")
      ->type_name("N");
  verb->add_option("--seconds", options->seconds, "Stop after this time")->type_name("S");
  verb->add_option("--jobs", options->jobs, "Processes at a time (default: 1); the result is the same")->type_name("J");
  verb->add_option("--seed", options->seed, "Campaign (default: 1)")->type_name("X");
  verb->add_option("--first", options->first, "Number of the first case (default: 0), to go on with a campaign")
      ->type_name("I");
  verb->add_option("--shard", options->shard,
                   "Only part I of N of the cases: a range of consecutive ones. The parts 1/N to N/N are the campaign")
      ->type_name("I/N");
  verb->add_option("--state", options->state,
                   "Save progress to FILE, and continue from it when called again with the same options")
      ->type_name("FILE");
  CLI::Option* merge =
      verb->add_option("--merge", options->merge, "Print only the report of all shards, from their --state files")
          ->type_name("FILE");
  verb->add_option("--against", options->against,
                   "Judges of geometry and sweep, separated by commas: exact, box2d, laws (default: all there are)")
      ->type_name("J,J");
  verb->add_option("--law", options->laws, "With --target laws: only these families, separated by commas")
      ->type_name("NAME,...")
      ->delimiter(',');
  verb->add_flag("--rational", options->rational, "The exact judge uses rational numbers only");
  verb->add_option("--out", options->out, "Directory for findings (default: findings)")->type_name("DIR");
  verb->add_option("--scene", options->scene, "Draw cases around the shapes of this scene")->type_name("FILE");
  verb->add_option("--plant", options->plant, "Plant a fault in the answers, to see that it is found")
      ->type_name("FAULT")
      ->group("");
  verb->add_flag("--table", options->table,
                 "With --target parts or seams: print how often each query was asked of each pair");
  verb->add_flag("--quiet", options->quiet, "No progress");
  verb->footer(
      "Exit codes: 0 no disagreement, 1 disagreements were found and saved, a file is invalid, or it was interrupted, "
      "2 bad use.");
  verb->callback([options, verb, merge, &action] {
    const auto others = verb->get_options([merge](CLI::Option* one) { return one != merge && one->count() > 0; });
    if (merge->count() > 0 && !others.empty()) throw CLI::ExcludesError("--merge", others.front()->get_name());
    action = [options] { return fuzz(*options); };
  });
}

}  // namespace bankshot_tool
