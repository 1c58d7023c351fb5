#include "fuzz_findings.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "bad_use.hpp"
#include "fuzz_runner.hpp"
#include "output_file.hpp"

namespace bankshot_tool {
namespace {

/// Returns "wrong verdict" and the like as part of a file name.
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

/// Calls visit(check, case) for the cases to be reported.
template <class Visit>
void for_each_finding(const FuzzReport& report, const Visit& visit) {
  for (const auto& [check, row] : report.rows) {
    std::set<std::uint64_t> cases = row.first;
    cases.insert(row.worst_case);
    for (const std::uint64_t index : cases) visit(check, index);
  }
}

void print_case(const std::string& check, std::uint64_t index, const char* what) {
  std::printf("case %llu (%s)%s\n", static_cast<unsigned long long>(index), check.c_str(), what);
}

std::string way_back(const FuzzCampaign& campaign, std::uint64_t index) {
  return std::string(see_again) + campaign.command.of_case(index) + "\n";
}

void print_replay(const FuzzCampaign& campaign, std::uint64_t index) {
  std::printf("  %s", way_back(campaign, index).c_str());
}

/// Returns the range of the cases that were run.
std::string range_text(std::uint64_t first, std::uint64_t count) {
  if (count == 0) return "no case";
  if (count == 1) return "case " + std::to_string(first);
  return "cases " + std::to_string(first) + " to " + std::to_string(first + count - 1);
}

}  // namespace

void print_heading(const FuzzCampaign& campaign, const FuzzState& state) {
  std::string shard;
  if (campaign.shard.parts > 1) {
    shard = "shard " + std::to_string(campaign.shard.part) + " of " + std::to_string(campaign.shard.parts) + ", ";
  }
  const std::uint64_t cases = state.report.cases;
  std::printf("%s, %s: seed %llu, %s%s, %.1f s, %.0f a second\n", campaign.command.target.c_str(),
              campaign.command.precision.c_str(), static_cast<unsigned long long>(campaign.command.seed), shard.c_str(),
              range_text(campaign.range().begin, cases).c_str(), state.seconds,
              double(cases) / std::max(state.seconds, 1e-3));
}

void print_findings(const FuzzCampaign& campaign, const FuzzReport& report) {
  std::printf("\n");
  for_each_finding(report, [&](const std::string& check, std::uint64_t index) {
    print_case(check, index, "");
    print_replay(campaign, index);
  });
}

void save_findings(FuzzTarget& target, const FuzzCampaign& campaign, const FuzzReport& report,
                   const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Failure(folder + ": cannot make this directory: " + error.message());
  std::printf("\n");
  for_each_finding(report, [&](const std::string& check, std::uint64_t index) {
    const std::string text = scene_in_child(target, index, check, 600);
    if (text.empty()) {
      print_case(check, index, ": could not be saved");
      return print_replay(campaign, index);
    }
    const std::string name = campaign.command.target + "-" + file_name(check) + "-" +
                             std::to_string(campaign.command.seed) + "-" + std::to_string(index) +
                             (target.tells() ? ".txt" : ".json");
    OutputFile file((std::filesystem::path(folder) / name).string());
    file.write(target.tells() ? text + way_back(campaign, index) : text);
    file.commit();
    std::printf("saved %s\n", file.path().c_str());
    if (target.tells()) std::printf("  %s", text.substr(0, text.find('\n') + 1).c_str());
    print_replay(campaign, index);
  });
}

}  // namespace bankshot_tool
