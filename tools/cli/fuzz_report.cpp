#include "fuzz_report.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "fuzz_table.hpp"

namespace bankshot_tool {

namespace {

void keep_first(std::set<std::uint64_t>& first) {
  while (first.size() > FuzzRow::kept) first.erase(std::prev(first.end()));
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f %%", whole == 0 ? 0.0 : 100 * double(part) / double(whole));
  return text;
}

/// Lists the classes of shapes of a row, most frequent first.
std::string most_frequent(const std::map<std::string, std::uint64_t>& shapes) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(shapes.begin(), shapes.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (std::size_t i = 0; i < sorted.size() && i < 3; ++i) {
    text += (i == 0 ? "" : ", ") + sorted[i].first + " " + std::to_string(sorted[i].second);
  }
  return text;
}

}  // namespace

std::vector<std::string> tab_fields(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream in(line);
  for (std::string part; std::getline(in, part, '\t');) parts.push_back(part);
  return parts;
}

void FuzzRow::add(const FuzzRow& other) {
  const bool worse = other.worst > worst || (other.worst == worst && other.worst_case < worst_case);
  if (count == 0 || (other.count != 0 && worse)) {
    worst = other.worst;
    worst_case = other.worst_case;
  }
  count += other.count;
  first.insert(other.first.begin(), other.first.end());
  keep_first(first);
  for (const auto& [name, number] : other.shapes) shapes[name] += number;
}

void FuzzReport::add_case(std::uint64_t index, const std::string& class_name,
                          const bankshot_oracle::Findings& findings) {
  ++cases;
  ++classes[class_name];
  for (const bankshot_oracle::Finding& finding : findings) {
    FuzzRow row;
    row.count = 1;
    row.worst = finding.bands;
    row.worst_case = index;
    row.first = {index};
    row.shapes[class_name] = 1;
    rows[finding.check].add(row);
  }
}

void FuzzReport::add(const FuzzReport& other) {
  cases += other.cases;
  for (const auto& [name, number] : other.classes) classes[name] += number;
  notes.tally.asked += other.notes.tally.asked;
  notes.tally.rational += other.notes.tally.rational;
  notes.in_band += other.notes.in_band;
  for (const auto& [name, number] : other.notes.by) notes.by[name] += number;
  for (const auto& [check, row] : other.rows) rows[check].add(row);
}

std::string FuzzReport::to_text() const {
  std::ostringstream out;
  out.precision(17);
  out << "cases\t" << cases << "\nasked\t" << notes.tally.asked << "\nrational\t" << notes.tally.rational << "\nband\t"
      << notes.in_band << "\n";
  for (const auto& [name, number] : classes) out << "class\t" << name << "\t" << number << "\n";
  for (const auto& [name, number] : notes.by) out << "note\t" << name << "\t" << number << "\n";
  for (const auto& [check, row] : rows) {
    out << "row\t" << check << "\t" << row.count << "\t" << row.worst << "\t" << row.worst_case << "\n";
    for (const std::uint64_t index : row.first) out << "first\t" << check << "\t" << index << "\n";
    for (const auto& [name, number] : row.shapes) out << "shape\t" << check << "\t" << name << "\t" << number << "\n";
  }
  out << "end\n";
  return out.str();
}

FuzzReport FuzzReport::from_text(const std::string& text) {
  FuzzReport report;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> part = tab_fields(line);
    const auto number = [&part](std::size_t i) { return std::stoull(part.at(i)); };
    if (part[0] == "cases") report.cases = number(1);
    if (part[0] == "asked") report.notes.tally.asked = number(1);
    if (part[0] == "rational") report.notes.tally.rational = number(1);
    if (part[0] == "band") report.notes.in_band = number(1);
    if (part[0] == "class") report.classes[part.at(1)] = number(2);
    if (part[0] == "note") report.notes.by[part.at(1)] = number(2);
    if (part[0] == "row") {
      FuzzRow& row = report.rows[part.at(1)];
      row.count = number(2);
      row.worst = std::stod(part.at(3));
      row.worst_case = number(4);
    }
    if (part[0] == "first") report.rows[part.at(1)].first.insert(number(2));
    if (part[0] == "shape") report.rows[part.at(1)].shapes[part.at(2)] = number(3);
  }
  return report;
}

std::string cases_text(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " case" : " cases"); }

void print_report(const FuzzReport& report) {
  std::printf("\n%-24s %14s\n", "class of cases", "cases");
  for (const auto& [name, number] : report.classes) {
    std::printf("%-24s %14llu\n", name.c_str(), static_cast<unsigned long long>(number));
  }
  const auto& tally = report.notes.tally;
  if (tally.asked != 0) {
    std::printf("\nexact judge: %llu comparisons, %llu of them (%s) by rational numbers; %llu pairs within the band\n",
                static_cast<unsigned long long>(tally.asked), static_cast<unsigned long long>(tally.rational),
                share(tally.rational, tally.asked).c_str(), static_cast<unsigned long long>(report.notes.in_band));
  }
  for (const auto& [name, number] : report.notes.by) {
    if (!of_table(name)) std::printf("%14llu  %s\n", static_cast<unsigned long long>(number), name.c_str());
  }
  if (report.rows.empty()) {
    std::printf("\nno disagreement in %s\n", cases_text(report.cases).c_str());
    return;
  }
  std::printf("\n%-56s %10s %12s  %s\n", "disagreement", "cases", "worst, bands", "classes of cases");
  for (const auto& [check, row] : report.rows) {
    std::printf("%-56s %10llu %12.4g  %s\n", check.c_str(), static_cast<unsigned long long>(row.count), row.worst,
                most_frequent(row.shapes).c_str());
  }
}

}  // namespace bankshot_tool
