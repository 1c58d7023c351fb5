#include "fuzz_campaign.hpp"

#include <algorithm>

#include "bad_use.hpp"

namespace bankshot_tool {

CaseRange FuzzCampaign::range() const {
  const std::uint64_t each = cases / shard.parts, longer = cases % shard.parts;
  const auto start = [&](std::uint64_t part) { return first + part * each + std::min(part, longer); };
  return {start(shard.part - 1), start(shard.part)};
}

std::string FuzzCampaign::whole_text() const { return command.of_cases(first, cases == no_limit ? 0 : cases); }

std::string FuzzCampaign::text() const {
  if (shard.parts == 1) return whole_text();
  return whole_text() + " --shard " + std::to_string(shard.part) + "/" + std::to_string(shard.parts);
}

FuzzShard read_shard(const std::string& text, std::uint64_t cases) {
  if (text.empty()) return {};
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    throw BadUse("--shard: expected I/N, part I of N, such as 2/3, got " + text);
  }
  const auto number = [&text](const char* which, const std::string& digits, std::int64_t highest) {
    return static_cast<std::uint64_t>(whole_number("--shard " + text + ", " + which, digits, 1, highest));
  };
  FuzzShard shard;
  shard.parts = number("the number of parts", text.substr(slash + 1), 1'000'000);
  shard.part = number("the part", text.substr(0, slash), static_cast<std::int64_t>(shard.parts));
  if (cases == FuzzCampaign::no_limit) {
    throw BadUse("--shard " + text + ": a campaign without an end has no parts; give --cases, of all parts together");
  }
  if (shard.parts > cases) {
    throw BadUse("--shard " + text + ": expected no more parts than cases, which are " + std::to_string(cases) +
                 "; give fewer parts or more --cases");
  }
  return shard;
}

}  // namespace bankshot_tool
