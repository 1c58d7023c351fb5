#pragma once
// Finds the boxes of a fixed list that meet a given one. Not part of the public interface.

#include <bankshot/math/box.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A balanced tree over boxes that never change: built in O(n log n), queried in O(log n) plus the number of results if
/// the boxes do not overlap much.
class PieceTree {
 public:
  PieceTree() = default;
  explicit PieceTree(std::span<const Box> boxes);

  /// Appends the numbers of the boxes that meet `box` (closed) to `out`, ascending.
  void find(const Box& box, std::vector<std::uint32_t>& out) const;

  /// At most `limit` of them, from at most `nodes` nodes of the tree; always the same ones. Returns the number of
  /// visited nodes.
  std::size_t find_some(const Box& box, std::size_t limit, std::size_t nodes, std::vector<std::uint32_t>& out) const;

  /// Box around all boxes. Precondition: there is one.
  const Box& bounds() const { return nodes_[0].box; }

 private:
  struct Node {
    Box box;
    std::uint32_t right;         ///< number of the right child, the left one follows its parent; 0: a leaf
    std::uint32_t first, count;  ///< of the boxes below it
  };

  void build(std::uint32_t first, std::uint32_t count, std::span<const Box> boxes);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Box> boxes_;  ///< in the order of numbers_
};

}  // namespace bankshot::BANKSHOT_ABI::detail
