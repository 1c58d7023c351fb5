#include "report.hpp"

#include <bankshot/simd/width.hpp>

#include <cmath>

namespace bankshot_tool::bench {
namespace {

const Run* base_of(const Outcome& outcome) {
  for (const Run& run : outcome.runs) {
    if (run.built) return &run;
  }
  return nullptr;
}

std::string ratio_text(const Run& run, const Run& base) {
  if (&run == &base) return "1";
  const Ratio r = ratio(run, base);
  return number(r.median, 3) + " (" + number(r.lowest, 3) + " to " + number(r.highest, 3) + ")";
}

double bytes_per_body(const Outcome& outcome, const Run& run) {
  return (run.built_bytes + run.stepped_bytes) / static_cast<double>(outcome.bodies);
}
double bytes_per_contact(const Run& run) { return run.stepped_bytes / static_cast<double>(run.contacts.back()); }

std::string bytes_text(double bytes) { return std::isfinite(bytes) ? number(std::round(bytes), 6) : "-"; }

std::string impacts_text(const Run& run) {
  const double impacts = impacts_a_step(run);
  return std::isfinite(impacts) ? number(impacts, 3) : "-";
}

Line line_of(const Outcome& outcome, const Run& run, const Run& base) {
  Line line = {&run == &outcome.runs.front() ? title(outcome) : "", run.engine->title};
  if (!run.built) {
    line.push_back("not built");
    line.resize(15);
    return line;
  }
  const Quality q = summary(run);
  for (const std::string& field :
       {number(median(run.milliseconds), 3), number(mean(run.milliseconds), 3), ratio_text(run, base),
        std::to_string(run.contacts.back()), std::to_string(run.awake.back()), impacts_text(run),
        number(1000 * q.deepest, 3), number(1000 * q.mean, 3), number(q.energy, 5),
        outcome.scene->stands ? number(1000 * q.moved, 3) : "", number(q.rms_speed, 3),
        bytes_text(bytes_per_body(outcome, run)), bytes_text(bytes_per_contact(run))}) {
    line.push_back(field);
  }
  return line;
}

/// Writes the beginning of both reports.
std::string settings_json(int threads, bool quick) {
  return "{\n  \"width\": " + quoted(bankshot::width_name(bankshot::active_width())) +
         ",\n  \"precision\": " + quoted(sizeof(bankshot::Real) == sizeof(double) ? "double" : "float") +
         ",\n  \"threads\": " + std::to_string(threads) + ",\n  \"quick\": " + (quick ? "true" : "false");
}

std::string json_of(const Outcome& outcome, const Run& run, const Run& base) {
  std::string text = "\n      {\"engine\": " + quoted(run.engine->name);
  if (!run.built) return text + ", \"built\": false}";
  const Quality q = summary(run);
  const Ratio r = ratio(run, base);
  const std::vector<double> contacts(run.contacts.begin(), run.contacts.end());
  const std::vector<double> awake(run.awake.begin(), run.awake.end());
  text += ", \"built\": true, \"ms_per_step\": " + json_number(median(run.milliseconds)) +
          ", \"ms_per_step_of_all\": " + json_number(mean(run.milliseconds)) +
          ", \"ratio\": " + json_numbers({r.median, r.lowest, r.highest}) +
          ",\n       \"contacts\": " + std::to_string(run.contacts.back()) +
          ", \"awake\": " + std::to_string(run.awake.back()) +
          ", \"impacts_per_step\": " + json_number(impacts_a_step(run)) + ", \"deepest\": " + json_number(q.deepest) +
          ", \"mean\": " + json_number(q.mean) + ", \"energy\": " + json_number(q.energy) +
          ", \"moved\": " + json_number(q.moved) + ", \"rms_speed\": " + json_number(q.rms_speed) +
          ",\n       \"bytes_per_body\": " + json_number(bytes_per_body(outcome, run)) +
          ", \"bytes_per_contact\": " + json_number(bytes_per_contact(run)) +
          ",\n       \"rounds\": {\"ms_per_step\": " + json_numbers(run.milliseconds) +
          ", \"contacts\": " + json_numbers(contacts) + ", \"awake\": " + json_numbers(awake) +
          ", \"impacts_per_step\": " + json_numbers(run.impacts);
  const auto series = [&](const char* name, double Quality::*figure) {
    std::vector<double> values;
    for (const Quality& quality : run.quality) values.push_back(quality.*figure);
    text += ", " + quoted(name) + ": " + json_numbers(values);
  };
  series("deepest", &Quality::deepest);
  series("mean", &Quality::mean);
  series("energy", &Quality::energy);
  series("moved", &Quality::moved);
  series("rms_speed", &Quality::rms_speed);
  return text + "}}";
}

}  // namespace

std::string table(const std::vector<Outcome>& outcomes, Style style) {
  std::vector<Line> lines = {{"scene", "engine", "ms/step", "of all", "ratio (lowest to highest)", "contacts", "awake",
                              "impacts/step", "deepest, mm", "mean, mm", "energy, J", "moved, mm", "rms, m/s", "B/body",
                              "B/contact"}};
  for (const Outcome& outcome : outcomes) {
    const Run* base = base_of(outcome);
    for (const Run& run : outcome.runs) lines.push_back(line_of(outcome, run, base != nullptr ? *base : run));
  }
  return laid_out(lines, style);
}

std::string growth_table(const GrowthPlan& plan, const std::vector<Growth>& growths, Style style) {
  std::vector<Line> lines = {{"scene", "engine"}};
  for (const int bodies : plan.sizes) lines[0].push_back("ms, about " + std::to_string(bodies));
  lines[0].push_back("exponent");
  for (const Growth& growth : growths) {
    Line line = {growth.scene->name, growth.engine->title};
    for (const double time : growth.milliseconds) line.push_back(number(time, 3));
    line.resize(lines[0].size() - 1);
    const double p = exponent(growth);
    line.push_back(std::isfinite(p) ? number(p, 3) : "-");
    lines.push_back(line);
  }
  return laid_out(lines, style);
}

std::string notes(const std::vector<const Candidate*>& engines, int threads, Style style) {
  const std::string bullet = style == Style::markdown ? "- " : "  ";
  const std::string working = threads == 1 ? "one thread" : "Bankshot with " + std::to_string(threads) + " threads";
  std::string text = "dt 1/60 s, " + working + ", width " +
                     std::string(bankshot::width_name(bankshot::active_width())) +
                     (sizeof(bankshot::Real) == sizeof(double) ? ", double" : ", float") + ".\n\n";
  for (const Candidate* engine : engines) text += bullet + engine->title + ": " + engine->as_comes + ".\n";
  return text;
}

std::string json(const Plan& plan, const std::vector<Outcome>& outcomes) {
  std::string text = settings_json(plan.threads, plan.quick) + ",\n  \"scenes\": [";
  for (const Outcome& outcome : outcomes) {
    text += std::string(&outcome == &outcomes.front() ? "" : ",") + "\n    {\"scene\": " + quoted(outcome.scene->name) +
            ", \"restitution\": " + (outcome.restitution > 0 ? number(outcome.restitution, 17) : "\"its own\"") +
            ", \"bodies\": " + std::to_string(outcome.bodies) + ", \"steps\": " + std::to_string(outcome.steps) +
            ", \"start_energy\": " + json_number(outcome.start_energy) + ", \"runs\": [";
    const Run* base = base_of(outcome);
    for (const Run& run : outcome.runs) {
      text += (&run == &outcome.runs.front() ? "" : ",") + json_of(outcome, run, base != nullptr ? *base : run);
    }
    text += "]}";
  }
  return text + "\n  ]\n}\n";
}

std::string growth_json(const GrowthPlan& plan, const std::vector<Growth>& growths) {
  std::string text = settings_json(1, plan.quick) + ",\n  \"rounds\": " + std::to_string(plan.rounds) +
                     ",\n  \"steps_per_round\": " + std::to_string(plan.steps) + ",\n  \"growth\": [";
  for (const Growth& growth : growths) {
    const std::vector<double> bodies(growth.bodies.begin(), growth.bodies.end());
    text += std::string(&growth == &growths.front() ? "" : ",") + "\n    {\"scene\": " + quoted(growth.scene->name) +
            ", \"engine\": " + quoted(growth.engine->name) + ", \"bodies\": " + json_numbers(bodies) +
            ", \"ms_per_step\": " + json_numbers(growth.milliseconds) +
            ", \"exponent\": " + json_number(exponent(growth)) + ",\n     \"rounds\": [";
    for (const std::vector<double>& round : growth.rounds) {
      text += (&round == &growth.rounds.front() ? "" : ", ") + json_numbers(round);
    }
    text += "]}";
  }
  return text + "\n  ]\n}\n";
}

std::string broken(const std::vector<Outcome>& outcomes) {
  std::string text;
  for (const Outcome& outcome : outcomes) {
    for (const Run& run : outcome.runs) {
      for (std::size_t round = 0; round < run.quality.size(); ++round) {
        if (finite(run.quality[round])) continue;
        text += title(outcome) + ", " + run.engine->title + ": a body is nowhere after round " +
                std::to_string(round + 1) + "\n";
        break;
      }
    }
  }
  return text;
}

}  // namespace bankshot_tool::bench
