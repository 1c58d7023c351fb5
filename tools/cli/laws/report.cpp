#include "report.hpp"

#include <algorithm>
#include <cmath>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

std::string bound_text(const Row& row) {
  if (row.side == Row::Side::at_most_box2d) return "as Box2D";
  return (row.side == Row::Side::at_least ? "at least " : "") + number(row.bound, 3);
}

std::string figure_text(const Result& result, std::size_t row, const std::vector<Result>& all, Style style) {
  if (result.outcome == Result::Outcome::not_built) return "not built";
  if (result.outcome == Result::Outcome::crashed) return "crashed";
  if (result.measured.figures[row] == untold) return "not told";
  const std::string text = number(result.measured.figures[row], 2);
  if (judge(result, row, all) != Verdict::missed) return text;
  return style == Style::markdown ? "**" + text + "**" : text + "!";
}

/// Formats the figures of one engine at all steps.
std::string cell(const Law& law, std::size_t row, const Candidate& engine, const std::vector<Result>& all,
                 Style style) {
  std::string text;
  for (const Result& result : all) {
    if (result.law != &law || result.trial.engine != &engine) continue;
    const std::string figure = figure_text(result, row, all, style);
    if (figure == "not built") return figure;
    text += (text.empty() ? "" : " / ") + figure;
  }
  return text;
}

std::vector<Line> lines_of(const Plan& plan, const std::vector<Result>& results, Style style) {
  std::vector<Line> lines(1, Line{"law", "figure", "bound"});
  for (const Candidate* engine : plan.engines) lines[0].push_back(engine->title);
  for (const Law* law : plan.laws) {
    for (std::size_t row = 0; row < law->rows.size(); ++row) {
      const Row& rule = law->rows[row];
      Line line = {row == 0 ? law->name : "", std::string(rule.name) + ", " + rule.unit, bound_text(rule)};
      for (const Candidate* engine : plan.engines) line.push_back(cell(*law, row, *engine, results, style));
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace

std::string step_name(double dt) {
  const double rate = std::round(1 / dt);
  return 1 / rate == dt ? "1/" + number(rate, 6) : number(dt, 6);
}

std::string table(const Plan& plan, const std::vector<Result>& results, Style style) {
  return laid_out(lines_of(plan, results, style), style);
}

std::string notes(const Plan& plan, const std::vector<Result>& results, Style style) {
  const std::string bullet = style == Style::markdown ? "- " : "  ";
  std::string steps;
  for (const double dt : plan.steps) steps += (steps.empty() ? "" : " / ") + step_name(dt);
  std::string text = "dt " + steps + " s. " + (style == Style::markdown ? "Bold" : "!") + ": misses its bound. Seed " +
                     std::to_string(plan.common.seed) + ".\n\n";
  for (const Candidate* engine : plan.engines) text += bullet + engine->title + ": " + engine->fitted + ".\n";
  text += "\n";
  for (const Result& result : results) {
    if (result.measured.note.empty()) continue;
    text += bullet + result.law->name + ", " + result.trial.engine->title + ", " + step_name(result.trial.dt) + ": " +
            result.measured.note + "\n";
  }
  return text;
}

std::string json(const Plan& plan, const std::vector<Result>& results) {
  constexpr const char* outcomes[] = {"measured", "not built", "crashed"};
  constexpr const char* verdicts[] = {"holds", "missed", "unknown"};
  std::string text = "{\n  \"seed\": " + std::to_string(plan.common.seed) + ",\n  \"results\": [";
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result& result = results[i];
    text += std::string(i == 0 ? "" : ",") + "\n    {\"law\": " + quoted(result.law->name) +
            ", \"engine\": " + quoted(result.trial.engine->name) + ", \"dt\": " + number(result.trial.dt, 17) +
            ", \"outcome\": " + quoted(outcomes[static_cast<int>(result.outcome)]) + ",\n     \"figures\": [";
    for (std::size_t row = 0; row < result.measured.figures.size(); ++row) {
      const Row& rule = result.law->rows[row];
      const double value = result.measured.figures[row];
      text += std::string(row == 0 ? "" : ", ") + "{\"name\": " + quoted(rule.name) +
              ", \"unit\": " + quoted(rule.unit) + ", \"value\": " + json_number(value) +
              ", \"bound\": " + (rule.side == Row::Side::at_most_box2d ? "\"as Box2D\"" : number(rule.bound, 17)) +
              ", \"verdict\": " + quoted(verdicts[static_cast<int>(judge(result, row, results))]) + "}";
    }
    text += "],\n     \"note\": " + quoted(result.measured.note) +
            ",\n     \"x\": " + json_numbers(result.measured.series.x) +
            ", \"y\": " + json_numbers(result.measured.series.y) + "}";
  }
  return text + "\n  ]\n}\n";
}

int misses(const Candidate& engine, const std::vector<Result>& results, bool awaited) {
  int count = 0;
  for (const Result& result : results) {
    if (result.trial.engine != &engine || result.law->awaited != awaited) continue;
    for (std::size_t row = 0; row < result.law->rows.size(); ++row) {
      count += judge(result, row, results) == Verdict::missed ? 1 : 0;
    }
  }
  return count;
}

}  // namespace bankshot_tool::laws
