#include <bankshot/shape/piece_tree.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr std::uint32_t leaf_size = 4;

/// Halved, so that it does not overflow.
Real middle(Real low, Real high) { return Real(0.5) * low + Real(0.5) * high; }

}  // namespace

PieceTree::PieceTree(std::span<const Box> boxes) : numbers_(boxes.size()) {
  std::iota(numbers_.begin(), numbers_.end(), std::uint32_t(0));
  if (!boxes.empty()) build(0, static_cast<std::uint32_t>(boxes.size()), boxes);
  boxes_.reserve(boxes.size());
  for (const std::uint32_t number : numbers_) boxes_.push_back(boxes[number]);
}

/// Splits the boxes into two halves by their middles, across the longer side of their common box. The number breaks
/// ties of equal middles and leaves are sorted, so the result does not depend on the standard library.
void PieceTree::build(std::uint32_t first, std::uint32_t count, std::span<const Box> boxes) {
  Box around = boxes[numbers_[first]];
  for (std::uint32_t i = 1; i < count; ++i) around = joined(around, boxes[numbers_[first + i]]);
  const std::size_t node = nodes_.size();
  nodes_.push_back({around, 0, first, count});
  const auto begin = numbers_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = begin + static_cast<std::ptrdiff_t>(count);
  if (count <= leaf_size) {
    std::sort(begin, end);
    return;
  }
  const bool by_x = around.upper.x / 2 - around.lower.x / 2 > around.upper.y / 2 - around.lower.y / 2;
  const auto key = [boxes, by_x](std::uint32_t i) {
    return by_x ? middle(boxes[i].lower.x, boxes[i].upper.x) : middle(boxes[i].lower.y, boxes[i].upper.y);
  };
  const std::uint32_t half = count / 2;
  std::nth_element(begin, begin + static_cast<std::ptrdiff_t>(half), end, [&key](std::uint32_t a, std::uint32_t b) {
    const Real key_a = key(a), key_b = key(b);
    return key_a != key_b ? key_a < key_b : a < b;
  });
  build(first, half, boxes);
  nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
  build(first + half, count - half, boxes);
}

void PieceTree::find(const Box& box, std::vector<std::uint32_t>& out) const {
  find_some(box, numbers_.size(), nodes_.size(), out);
}

std::size_t PieceTree::find_some(const Box& box, std::size_t limit, std::size_t nodes,
                                 std::vector<std::uint32_t>& out) const {
  if (nodes_.empty()) return 0;
  std::size_t seen = 0;
  const auto old_size = static_cast<std::ptrdiff_t>(out.size());
  std::array<std::uint32_t, 64> waiting;  // the tree is balanced: at most 32 deep
  std::size_t depth = 0;
  waiting[depth++] = 0;
  while (depth > 0 && limit > 0 && seen < nodes) {
    ++seen;
    const std::uint32_t at = waiting[--depth];
    const Node& node = nodes_[at];
    if (!overlaps(node.box, box)) continue;
    if (node.right != 0) {
      waiting[depth++] = node.right;
      waiting[depth++] = at + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (!overlaps(boxes_[i], box) || limit == 0) continue;
      out.push_back(numbers_[i]);
      --limit;
    }
  }
  std::sort(out.begin() + old_size, out.end());
  return seen;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
