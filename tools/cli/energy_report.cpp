#include "energy_report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bankshot_tool {
namespace {

using bankshot::EnergyLedger;

struct NamedEntry {
  const char* name;
  double EnergyLedger::*entry;
};

constexpr NamedEntry entries[] = {
    {"forces", &EnergyLedger::forces},
    {"movers", &EnergyLedger::movers},
    {"surfaces", &EnergyLedger::surfaces},
    {"motors", &EnergyLedger::motors},
    {"restitution", &EnergyLedger::restitution},
    {"friction", &EnergyLedger::friction},
    {"damping", &EnergyLedger::damping},
    {"joints", &EnergyLedger::joints},
    {"push-out", &EnergyLedger::push_out},
    {"support", &EnergyLedger::support},
    {"sleep", &EnergyLedger::sleep},
    {"frozen", &EnergyLedger::frozen},
};

void row(const char* name, double energy, double passed) {
  std::printf("    %-12s %+12.5g", name, energy);
  if (passed > 0) std::printf("  %+9.4f %%", 100 * energy / passed);
  std::printf("\n");
}

}  // namespace

void EnergyReport::take_in(const bankshot::World& world, double time) {
  if (!begun_) {
    sum_.before = sum_.after = world.energy();
  } else {
    sum_ += world.energy_ledger();
  }
  begun_ = true;
  if (!course_) return;
  time_.push_back(time);
  ledgers_.push_back(sum_);
}

void EnergyReport::print() const {
  const double passed = sum_.passed();
  std::printf("  %-12s %.5g passed through; of that\n", "ledger", passed);
  for (const NamedEntry& named : entries) {
    const double energy = sum_.*named.entry;
    if (energy != 0) row(named.name, energy, passed);
  }
  row("not booked", sum_.error(), passed);
}

std::string EnergyReport::svg(const std::string& title) const {
  Chart chart{title.empty() ? "Energy" : title + ": energy", "time, s", time_, {}};
  ChartPanel energy{"Energy; potential above its lowest", {{"total", {}}, {"kinetic", {}}, {"potential", {}}}};
  double lowest = sum_.after.potential;
  for (const EnergyLedger& ledger : ledgers_) lowest = std::min(lowest, ledger.after.potential);
  for (const EnergyLedger& ledger : ledgers_) {
    energy.lines[0].values.push_back(ledger.after.total() - lowest);
    energy.lines[1].values.push_back(ledger.after.kinetic);
    energy.lines[2].values.push_back(ledger.after.potential - lowest);
  }
  ChartPanel booked{"What the bodies got and lost since the start", {}};
  for (const NamedEntry& named : entries) {
    ChartLine line{named.name, {}};
    double most = 0;
    for (const EnergyLedger& ledger : ledgers_) {
      line.values.push_back(ledger.*named.entry);
      most = std::max(most, std::abs(line.values.back()));
    }
    if (most > 1e-3 * sum_.passed()) booked.lines.push_back(std::move(line));
  }
  ChartLine open{"not booked", {}};
  for (const EnergyLedger& ledger : ledgers_) open.values.push_back(ledger.error());
  booked.lines.push_back(std::move(open));
  chart.panels = {std::move(energy), std::move(booked)};
  return chart_svg(chart);
}

}  // namespace bankshot_tool
