#include "fuzz_table.hpp"

#include <cstdio>
#include <string_view>

namespace bankshot_tool {

namespace {

constexpr std::string_view between = " | ";

}  // namespace

bool of_table(const std::string& note) { return note.find(between) != std::string::npos; }

void print_table(const FuzzReport& report) {
  std::map<std::string, std::map<std::string, std::uint64_t>> rows;
  std::set<std::string> queries;
  for (const auto& [note, count] : report.notes.by) {
    const std::size_t cut = note.find(between);
    if (cut == std::string::npos) continue;
    const std::string query = note.substr(cut + between.size());
    queries.insert(query);
    rows[note.substr(0, cut)][query] += count;
  }
  if (rows.empty()) return;
  std::printf("\n| pair |");
  for (const std::string& query : queries) std::printf(" %s |", query.c_str());
  std::printf("\n|---|");
  for (std::size_t i = 0; i < queries.size(); ++i) std::printf("---|");
  std::printf("\n");
  for (const auto& [pair, counts] : rows) {
    std::printf("| %s |", pair.c_str());
    for (const std::string& query : queries) {
      const auto found = counts.find(query);
      if (found == counts.end()) {
        std::printf(" - |");
      } else {
        std::printf(" %llu |", static_cast<unsigned long long>(found->second));
      }
    }
    std::printf("\n");
  }
}

}  // namespace bankshot_tool
