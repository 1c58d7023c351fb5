// Repetitions: bodies that are written once and stand in rows, grids and pyramids.
//
// Copy a of one level has max(0, count - a * shrink) copies of the next, which falls as a grows: where one makes
// nothing, all that come after it do neither, while the first one always makes something. So the walk ends a level at
// its first copy that came to nothing, and takes no more rounds than there are levels times the copies that it makes,
// plus one.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/scene/repeat.hpp>

#include <algorithm>
#include <span>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr std::size_t most_levels = 4;
constexpr std::int64_t most_copies = 1'000'000;  ///< of one level: what a scene may have of bodies at all

RepeatLevel read_level(const JsonNode& node, bool outermost) {
  node.only_keys({"count", "step", "shrink"});
  RepeatLevel level;
  level.count = node.require("count").integer("a number of copies", 1, most_copies);
  const V2 step = plain(node.require("step").vec2("a step [x, y]"));
  level.x = static_cast<double>(step.x);
  level.y = static_cast<double>(step.y);
  if (const auto shrink = node.find("shrink")) {
    if (outermost) shrink->fail("expected only in a level that has another one before it");
    level.shrink = shrink->integer("how many copies fewer", 0, most_copies);
  }
  return level;
}

std::int64_t copies_at(const RepeatLevel& level, std::int64_t above) {
  return std::max<std::int64_t>(0, level.count - above * level.shrink);
}

using Levels = std::span<const RepeatLevel>;

std::int64_t count_below(Levels levels, std::int64_t above, std::int64_t most) {
  if (levels.empty()) return 1;
  const std::int64_t copies = copies_at(levels[0], above);
  if (levels.size() == 1) return copies;
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < copies && sum <= most; ++i) {
    const std::int64_t more = count_below(levels.subspan(1), i, most - sum);
    if (more == 0) break;
    sum += more;
  }
  return sum;
}

// Copies in file order: the last level runs fastest. Sums run in double and are rounded once. Tells whether there was
// one.
bool copy(Levels levels, std::int64_t above, double x, double y, const SceneBody& model, std::vector<SceneBody>& out) {
  if (levels.empty()) {
    out.push_back(model);
    const V2 start = plain(model.def.position);
    const V2 moved = {static_cast<Real>(static_cast<double>(start.x) + x),
                      static_cast<Real>(static_cast<double>(start.y) + y)};
    out.back().def.position = vec2(moved);
    return true;
  }
  const RepeatLevel& level = levels[0];
  const std::int64_t copies = copies_at(level, above);
  for (std::int64_t i = 0; i < copies; ++i) {
    const double along = static_cast<double>(i);
    if (!copy(levels.subspan(1), i, x + along * level.x, y + along * level.y, model, out)) break;
  }
  return copies > 0;
}

}  // namespace

std::vector<RepeatLevel> read_levels(const JsonNode& node) {
  if (node.is_object()) return {read_level(node, true)};
  const std::size_t count = node.size("a repetition {...} or a list of them");
  if (count == 0 || count > most_levels) node.expected("one to four levels of repetition");
  std::vector<RepeatLevel> levels;
  for (std::size_t i = 0; i < count; ++i) levels.push_back(read_level(node.at(i), i == 0));
  return levels;
}

std::int64_t count_copies(const std::vector<RepeatLevel>& levels, std::int64_t most) {
  return count_below(levels, 0, most);
}

void make_copies(const std::vector<RepeatLevel>& levels, const SceneBody& model, std::vector<SceneBody>& out) {
  copy(levels, 0, 0, 0, model, out);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
