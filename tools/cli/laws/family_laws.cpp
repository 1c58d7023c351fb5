// Families as laws of the table: the worst and the median case of each figure.

#include <algorithm>
#include <deque>
#include <string_view>

#include "family.hpp"
#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

/// Families that the library is known to miss at present. The table shows them in bold; `--check` does not count them,
/// `--strict` does. Remove a family here once the library holds it.
constexpr std::string_view awaited_families[] = {"bowl", "rocking"};

std::int64_t cases_of(const Family& family, const Trial& trial) {
  if (trial.quick) return trial.default_cases ? family.quick : std::min(family.quick, trial.cases);
  return trial.default_cases ? family.cases : trial.cases;
}

Measured measured(const Family& family, const Trial& trial) {
  const std::int64_t cases = cases_of(family, trial);
  Tally tally(family);
  for (std::int64_t i = 0; i < cases; ++i) {
    const auto index = static_cast<std::uint64_t>(i);
    Draw draw(family.name, trial.seed, index, trial.set);
    tally.add(index, family.run(trial, draw));
  }
  Measured measured;
  measured.note = std::to_string(tally.cases()) + " cases";
  for (std::size_t i = 0; i < family.figures.size(); ++i) {
    const Tally::Sum& sum = tally.sum(i);
    if (sum.all.empty()) {
      measured.figures.insert(measured.figures.end(), family.figures[i].summed ? 1 : 2, 0.0);
      continue;
    }
    measured.figures.push_back(family.figures[i].summed ? sum.total : sum.worst);
    if (!family.figures[i].summed) measured.figures.push_back(tally.median(i));
    if (sum.missed == 0) continue;
    measured.note += "; " + std::string(family.figures[i].name) + ": " + std::to_string(sum.missed) + " of " +
                     std::to_string(sum.all.size()) + " miss, worst --case " + std::to_string(sum.worst_case);
  }
  return measured;
}

/// Keeps the text as long as the program runs: rows have pointers to their names.
const char* kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text)).c_str();
}

}  // namespace

std::vector<Law> family_laws() {
  std::vector<Law> laws;
  for (const Family& family : all_families()) {
    Law law{family.name, family.sentence, {}, [&family](const Trial& trial) { return measured(family, trial); }};
    law.awaited =
        std::find(std::begin(awaited_families), std::end(awaited_families), family.name) != std::end(awaited_families);
    for (const Figure& figure : family.figures) {
      const std::string name = figure.name;
      law.rows.push_back({figure.summed ? figure.name : kept(name + ", worst"), figure.unit, figure.bound});
      if (!figure.summed) law.rows.push_back({kept(name + ", median"), figure.unit, figure.bound});
    }
    laws.push_back(std::move(law));
  }
  return laws;
}

}  // namespace bankshot_tool::laws
