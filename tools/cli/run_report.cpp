#include "run_report.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace bankshot_tool {
namespace {

using bankshot::BodyType;
using bankshot::StepStatus;

void row(const char* name, const std::string& value) { std::printf("  %-12s %s\n", name, value.c_str()); }

std::string text(const char* format, double a) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, a);
  return buffer;
}

std::string count(std::int64_t number) { return std::to_string(number); }

std::string bodies_text(const bankshot::World& world) {
  int fixed = 0, kinematic = 0, dynamic = 0, asleep = 0;
  for (const bankshot::BodyId body : world.bodies()) {
    const BodyType type = world.type(body);
    fixed += type == BodyType::fixed;
    kinematic += type == BodyType::kinematic;
    dynamic += type == BodyType::dynamic;
    asleep += type == BodyType::dynamic && !world.awake(body);
  }
  return count(fixed + kinematic + dynamic) + " (" + count(dynamic) + " dynamic, " + count(kinematic) + " kinematic, " +
         count(fixed) + " fixed), " + count(asleep) + " asleep at the end";
}

std::string speed_text(const RunFigures& figures) {
  if (figures.steps == 0 || figures.wall_seconds <= 0) return "no steps";
  const double simulated = static_cast<double>(figures.steps) * figures.dt;
  return text("%.4g", simulated / figures.wall_seconds) + " x real time, " +
         text("%.4g", 1e6 * figures.wall_seconds / static_cast<double>(figures.steps)) +
         " us per step, books of energy included";
}

std::string energy_text(const RunFigures& figures) {
  return "before " + text("%.6g", figures.before.total()) + ", after " + text("%.6g", figures.after.total()) +
         " (kinetic " + text("%.4g", figures.before.kinetic) + " to " + text("%.4g", figures.after.kinetic) + ")";
}

/// Describes overlaps deeper than a step leaves where it has a choice.
std::string deep_text(const RunFigures& figures) {
  if (figures.deep_steps == 0) return {};
  const auto pairs = static_cast<std::int64_t>(figures.deep_pairs.size());
  return "; " + count(pairs) + (pairs == 1 ? " pair was deep in " : " pairs were deep in ") +
         count(figures.deep_steps) + (figures.deep_steps == 1 ? " step" : " steps");
}

std::string status_text(StepStatus status) {
  std::string out;
  const auto add = [&](StepStatus bit, const char* what) {
    if (has(status, bit)) out += (out.empty() ? "" : "; ") + std::string(what);
  };
  add(StepStatus::impact_limit, "a pair or a body had more impacts in a step than the limit");
  add(StepStatus::body_frozen, "a body's state became non-finite, it was frozen");
  add(StepStatus::sweep_limit, "a sweep ended at its iteration limit");
  add(StepStatus::stalled, "a body was led into others too often, or was too fast, and stood still for a step");
  add(StepStatus::penetration, "two bodies were deep in one another at the end of a step");
  return out.empty() ? "ok" : out;
}

template <class Number>
void append(std::string& out, Number number) {
  char buffer[64];
  out += ',';
  out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
}

std::string csv_field(const std::string& raw) {
  if (raw.find_first_of(",\"\r\n") == std::string::npos) return raw;
  std::string out = "\"";
  for (const char c : raw) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace

void take_in(RunFigures& figures, const bankshot::World& world, StepStatus status, double wall_seconds) {
  ++figures.steps;
  figures.wall_seconds += wall_seconds;
  figures.status = figures.status | status;
  figures.impacts += static_cast<std::int64_t>(world.impacts().size());
  figures.most_contacts = std::max(figures.most_contacts, world.counts().contacts);
  if (!world.penetrations().empty()) ++figures.deep_steps;
  for (const bankshot::Penetration& deep : world.penetrations())
    figures.deep_pairs.insert({deep.shape_a, deep.shape_b});
  const double depth = static_cast<double>(world.deepest_penetration());
  if (depth > figures.deepest) {
    figures.deepest = depth;
    figures.deepest_step = figures.steps;
  }
}

void print_report(const bankshot::Scene& scene, const std::string& file, const bankshot::World& world,
                  const RunFigures& figures, const EnergyReport& ledger, const bankshot::GoalCounter& goals) {
  std::printf("%s (%s)\n", scene.name.empty() ? "scene" : scene.name.c_str(), file.c_str());
  row("bodies", bodies_text(world));
  if (world.joint_count() > 0) row("joints", count(static_cast<std::int64_t>(world.joint_count())));
  row("steps", count(figures.steps) + " of " + text("%.6g", 1000 * figures.dt) +
                   " ms: " + text("%.6g", static_cast<double>(figures.steps) * figures.dt) + " s");
  row("speed", speed_text(figures));
  row("contacts", count(world.counts().contacts) + " at the end, " + count(figures.most_contacts) + " at most");
  row("impacts", count(figures.impacts));
  row("energy", energy_text(figures));
  ledger.print();
  row("penetration", "deepest " + text("%.4g", figures.deepest) + " (step " + count(figures.deepest_step) +
                         "), at the end " + text("%.4g", static_cast<double>(world.deepest_penetration())) +
                         deep_text(figures));
  for (std::size_t i = 0; i < scene.goals.size(); ++i) {
    const std::string& name = scene.goals[i].name;
    row("goal", (name.empty() ? "number " + count(static_cast<std::int64_t>(i)) : name) + ": " +
                    count(goals.count(static_cast<int>(i))));
  }
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(world.hash()));
  row("hash", hash);
  row("status", status_text(figures.status));
}

std::string csv_head() { return "step,time,body,name,x,y,angle,velocity_x,velocity_y,angular_velocity\n"; }

std::string csv_rows(const bankshot::Scene& scene, const bankshot::World& world,
                     const std::vector<bankshot::BodyId>& ids, std::int64_t step, double time) {
  std::string out;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (world.type(ids[i]) == BodyType::fixed) continue;
    const bankshot::Vec2 position = world.position(ids[i]);
    const bankshot::Vec2 velocity = world.velocity(ids[i]);
    out += std::to_string(step);
    append(out, time);
    out += ',' + std::to_string(i) + ',' + csv_field(scene.bodies[i].name);
    append(out, position[0]);
    append(out, position[1]);
    append(out, world.rotation(ids[i]).angle());
    append(out, velocity[0]);
    append(out, velocity[1]);
    append(out, world.angular_velocity(ids[i]));
    out += '\n';
  }
  return out;
}

}  // namespace bankshot_tool
