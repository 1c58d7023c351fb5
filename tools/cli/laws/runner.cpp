#include "runner.hpp"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "../bad_use.hpp"
#include "../child_process.hpp"
#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

// Writes one field a line; notes and names have no line breaks.
std::string to_text(const Measured& measured) {
  std::string text = measured.note + "\n" + measured.series.name + "\n";
  for (const auto* numbers : {&measured.figures, &measured.series.x, &measured.series.y}) {
    for (const double value : *numbers) text += number(value, 17) + " ";
    text += "\n";
  }
  return text;
}

Measured from_text(const std::string& text) {
  Measured measured;
  std::istringstream in(text);
  std::getline(in, measured.note);
  std::getline(in, measured.series.name);
  for (auto* numbers : {&measured.figures, &measured.series.x, &measured.series.y}) {
    std::string line;
    std::getline(in, line);
    std::istringstream fields(line);
    for (std::string field; fields >> field;) numbers->push_back(std::strtod(field.c_str(), nullptr));  // NaN too
  }
  return measured;
}

Result run_one(const Law& law, const Trial& trial, const volatile int& interrupted) {
  constexpr double longest = 3600;
  Result result{&law, trial, Result::Outcome::measured, {}};
  if (trial.engine->make == nullptr) {
    result.outcome = Result::Outcome::not_built;
    return result;
  }
  Child child([&] { return to_text(law.measure(trial)); }, longest);
  child.finish(interrupted);  // the destructor of `child` ends it if it still runs
  if (child.sound()) {
    result.measured = from_text(child.text());
  } else {
    result.outcome = Result::Outcome::crashed;
  }
  return result;
}

/// Compares with Box2D's figure in the same law; unknown if that was not measured.
Verdict judge_by_box2d(const Result& result, std::size_t row, const std::vector<Result>& all) {
  for (const Result& other : all) {
    const bool same = other.law == result.law && other.trial.dt == result.trial.dt;
    if (!same || std::string_view(other.trial.engine->name) != "box2d") continue;
    if (other.outcome != Result::Outcome::measured) continue;
    return result.measured.figures[row] <= other.measured.figures[row] ? Verdict::holds : Verdict::missed;
  }
  return Verdict::unknown;
}

}  // namespace

std::vector<Result> run_all(const Plan& plan, const std::function<void(std::int64_t)>& progress,
                            const volatile int& interrupted) {
  std::vector<Result> results;
  for (const Law* law : plan.laws) {
    for (const Candidate* engine : plan.engines) {
      for (const double dt : plan.steps) {
        if (interrupted != 0) return results;
        Trial trial = plan.common;
        trial.engine = engine;
        trial.dt = dt;
        const Result result = run_one(*law, trial, interrupted);
        if (interrupted != 0) return results;
        results.push_back(result);
        progress(static_cast<std::int64_t>(results.size()));
      }
    }
  }
  return results;
}

Verdict judge(const Result& result, std::size_t row, const std::vector<Result>& all) {
  if (result.outcome == Result::Outcome::not_built) return Verdict::unknown;
  if (result.outcome == Result::Outcome::crashed) return Verdict::missed;
  const Row& rule = result.law->rows[row];
  const double figure = result.measured.figures[row];
  if (figure == untold) return Verdict::unknown;
  if (rule.side == Row::Side::at_most_box2d) return judge_by_box2d(result, row, all);
  const bool holds = rule.side == Row::Side::at_least ? figure >= rule.bound : figure <= rule.bound;  // false for NaN
  return holds ? Verdict::holds : Verdict::missed;
}

}  // namespace bankshot_tool::laws
