#pragma once
// A campaign, and this process's share of it.

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
  /// Number of cases of a campaign without a limit: it runs until something else ends it.
  static constexpr std::uint64_t no_limit = std::uint64_t(1) << 61;

  FuzzCommand command;
  std::uint64_t scene_sum = 0;  ///< checksum of the user's scene; 0: none
  std::uint64_t first = 0;
  std::uint64_t cases = 0;  ///< of all shards together
  FuzzShard shard;

  /// Returns the cases of this shard. Shards are consecutive; their lengths differ by one case at most.
  CaseRange range() const;
  /// Returns the command that runs it, shard included.
  std::string text() const;
  /// Returns the same command without the shard. All shards of a campaign share it.
  std::string whole_text() const;
};

/// Parses "2/3"; empty: all in one. Throws BadUse if it is not a shard, or if there are fewer cases than parts.
FuzzShard read_shard(const std::string& text, std::uint64_t cases);

}  // namespace bankshot_tool
