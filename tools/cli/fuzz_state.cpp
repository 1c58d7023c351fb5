#include "fuzz_state.hpp"

#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <sstream>

#include "bad_use.hpp"
#include "checksum.hpp"
#include "input_file.hpp"
#include "output_file.hpp"

namespace bankshot_tool {
namespace {

constexpr const char* first_line = "bankshot fuzz state 1\n";

std::string sum_line(const std::string& text) {
  char line[32];
  std::snprintf(line, sizeof line, "sum\t%016" PRIx64 "\n", checksum(text));
  return line;
}

std::string text_of(const StoredState& stored) {
  const FuzzCampaign& campaign = stored.campaign;
  std::ostringstream out;
  out.precision(17);
  out << first_line << "precision\t" << campaign.command.precision << "\ntarget\t" << campaign.command.target
      << "\nseed\t" << campaign.command.seed << "\nothers\t" << campaign.command.others << "\nscene\t"
      << campaign.scene_sum << "\ncampaign\t" << campaign.first << "\t" << campaign.cases << "\nshard\t"
      << campaign.shard.part << "\t" << campaign.shard.parts << "\nnext\t" << stored.state.next << "\nseconds\t"
      << stored.state.seconds << "\n";
  for (const CaseRange& range : stored.state.begun) out << "begun\t" << range.begin << "\t" << range.end << "\n";
  out << stored.state.report.to_text();
  return out.str() + sum_line(out.str());
}

/// Parses a text whose checksum is right.
StoredState parsed(const std::string& text) {
  StoredState stored;
  FuzzCampaign& campaign = stored.campaign;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const std::vector<std::string> part = tab_fields(line);
    const auto number = [&part](std::size_t i) { return std::stoull(part.at(i)); };
    if (part.at(0) == "precision") campaign.command.precision = part.at(1);
    if (part[0] == "target") campaign.command.target = part.at(1);
    if (part[0] == "seed") campaign.command.seed = number(1);
    if (part[0] == "others") campaign.command.others = line.substr(line.find('\t') + 1);
    if (part[0] == "scene") campaign.scene_sum = number(1);
    if (part[0] == "campaign") campaign.first = number(1), campaign.cases = number(2);
    if (part[0] == "shard") campaign.shard = {number(1), number(2)};
    if (part[0] == "next") stored.state.next = number(1);
    if (part[0] == "seconds") stored.state.seconds = std::stod(part.at(1));
    if (part[0] == "begun") stored.state.begun.push_back({number(1), number(2)});
  }
  stored.state.report = FuzzReport::from_text(text);
  return stored;
}

}  // namespace

void write_state(const std::string& path, const StoredState& stored) { write_file(path, text_of(stored)); }

StoredState read_state(const std::string& path) {
  const std::string text = read_text(path);
  if (text.rfind(first_line, 0) != 0) {
    throw Failure(path + ": is not the state of a campaign; name a file that bankshot fuzz --state wrote");
  }
  const std::size_t sum = text.rfind("sum\t");
  try {
    if (sum != std::string::npos && text.substr(sum) == sum_line(text.substr(0, sum))) {
      return parsed(text.substr(0, sum));
    }
  } catch (const std::logic_error&) {  // a malformed number or field: we did not write this file
  }
  throw Failure(path + ": is damaged: its checksum is wrong; put back a copy of it, or remove it and begin anew");
}

std::string difference(const FuzzCampaign& one, const FuzzCampaign& other) {
  if (one.text() != other.text()) return one.text() + "\n  and not\n  " + other.text();
  if (one.scene_sum != other.scene_sum) return one.text() + "\n  with another content of the scene";
  return "";
}

FuzzState state_to_go_on(const std::string& path, const FuzzCampaign& campaign) {
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path, error)) {
    FuzzState state;
    state.next = campaign.range().begin;
    return state;
  }
  StoredState stored = read_state(path);
  const std::string differs = difference(stored.campaign, campaign);
  if (!differs.empty()) {
    throw BadUse("--state " + path + ": is the state of another campaign:\n  " + differs +
                 "\nGive the options of the file, or name another file.");
  }
  return stored.state;
}

}  // namespace bankshot_tool
