#pragma once
// What is to be run: a campaign, and the part of it that falls to this process.

#include <cstdint>
#include <string>

#include "fuzz_command.hpp"

namespace bankshot_tool {

struct CaseRange {
  std::uint64_t begin = 0, end = 0;
  std::uint64_t size() const { return end - begin; }
};

/// Part `part` of `parts`, counted from 1.
struct FuzzShard {
  std::uint64_t part = 1, parts = 1;
};

struct FuzzCampaign {
  /// As the number of cases: until something else ends the campaign.
  static constexpr std::uint64_t no_limit = std::uint64_t(1) << 61;

  FuzzCommand command;
  std::uint64_t scene_sum = 0;  ///< checksum of the user's scene; 0: none
  std::uint64_t first = 0;
  std::uint64_t cases = 0;  ///< of all shards together
  FuzzShard shard;

  /// The cases of this shard. Shards are consecutive, and none is more than one case longer than another.
  CaseRange range() const;
  /// The command that runs it, shard included.
  std::string text() const;
  /// The same without the shard: what the shards of a campaign have in common.
  std::string whole_text() const;
};

/// "2/3"; empty: all in one. Throws BadUse for what is no shard, and where there are fewer cases than parts.
FuzzShard read_shard(const std::string& text, std::uint64_t cases);

}  // namespace bankshot_tool
