#pragma once
// Repetitions of bodies. Not part of the public interface.

#include <bankshot/scene/json_node.hpp>
#include <bankshot/scene/scene.hpp>

#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// One level of a repetition: `count` copies, each `step` from the one before; `shrink` fewer for every copy of the
/// level above, which makes pyramids.
struct RepeatLevel {
  std::int64_t count = 1;
  std::int64_t shrink = 0;
  double x = 0, y = 0;
};

std::vector<RepeatLevel> read_levels(const JsonNode& node);
/// How many copies the levels make; what is above `most` is not counted to its end.
std::int64_t count_copies(const std::vector<RepeatLevel>& levels, std::int64_t most);
/// The copies, at the end of `out`.
void make_copies(const std::vector<RepeatLevel>& levels, const SceneBody& model, std::vector<SceneBody>& out);

}  // namespace bankshot::BANKSHOT_ABI::detail
