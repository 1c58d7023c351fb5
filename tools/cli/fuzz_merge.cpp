#include "fuzz_merge.hpp"

#include <map>

#include "bad_use.hpp"

namespace bankshot_tool {
namespace {

std::string name_of(const FuzzShard& shard) { return std::to_string(shard.part) + "/" + std::to_string(shard.parts); }

/// Throws unless the file is of a shard of the same campaign with the same number of shards.
void expect_kin(const std::string& path, FuzzCampaign campaign, const std::string& other_path,
                const FuzzCampaign& other) {
  if (campaign.shard.parts != other.shard.parts) {
    throw BadUse("--merge: " + path + " is shard " + name_of(campaign.shard) + ", and " + other_path + " is shard " +
                 name_of(other.shard) + "; give files of one campaign cut into the same number of shards");
  }
  campaign.shard = other.shard;
  const std::string differs = difference(campaign, other);
  if (differs.empty()) return;
  throw BadUse("--merge: " + path + " and " + other_path + " are of different campaigns:\n  " + differs +
               "\nGive files of one campaign.");
}

void expect_finished(const std::string& path, const StoredState& stored) {
  if (stored.finished()) return;
  throw BadUse("--merge: " + path + ": shard " + name_of(stored.campaign.shard) + " is not finished: " +
               std::to_string(stored.state.report.cases) + " of " + std::to_string(stored.campaign.range().size()) +
               " cases are done; finish it with\n  " + stored.campaign.text() + " --state " + shell_word(path));
}

void expect_all(const std::map<std::uint64_t, std::string>& given, std::uint64_t parts) {
  if (given.size() == parts) return;
  std::string names;
  std::uint64_t named = 0;
  for (std::uint64_t part = 1; part <= parts && named < 10; ++part) {
    if (given.count(part) != 0) continue;
    names += (named++ == 0 ? "" : ", ") + name_of({part, parts});
  }
  const std::uint64_t missing = parts - given.size();
  if (missing > named) names += " and " + std::to_string(missing - named) + " more";
  throw BadUse("--merge: missing are the shards " + names + "; give their files too");
}

}  // namespace

StoredState merged(const std::vector<std::string>& paths) {
  StoredState all;
  std::map<std::uint64_t, std::string> given;
  for (const std::string& path : paths) {
    const StoredState one = read_state(path);
    if (given.empty()) {
      all.campaign = one.campaign;
    } else {
      expect_kin(path, one.campaign, paths.front(), all.campaign);
    }
    const auto [place, fresh] = given.emplace(one.campaign.shard.part, path);
    if (!fresh) {
      throw BadUse("--merge: shard " + name_of(one.campaign.shard) + " is given twice: " + place->second + " and " +
                   path + "; leave one out");
    }
    expect_finished(path, one);
    all.state.report.add(one.state.report);
    all.state.seconds += one.state.seconds;
  }
  expect_all(given, all.campaign.shard.parts);
  all.campaign.shard = {};
  all.state.next = all.campaign.range().end;
  return all;
}

}  // namespace bankshot_tool
