#pragma once
// In which order the unknowns of a group of joints are eliminated, and which blocks that needs. Not part of the public
// interface.
//
// The equations of a sub-step have a block for each body (its three numbers) and one for each joint (its impulses):
//
//   A  -D^T     a body and a joint share an entry if the joint has that body; two bodies share one if how a joint
//   G   0       pushes the one depends on where the other is (sliders and distances)
//
// A joint has nothing on its diagonal, so it cannot come first. It comes after both of its bodies: what stands on its
// diagonal then is by how much an impulse opens it, which is positive unless its rows are redundant. They can be so
// only where the joint closes a loop, through the ground or not; there the diagonal is stiffened. In a tree it may come
// sooner: once all bodies on one side of it have come, which nothing else holds and which can all move in every
// direction. These can move whole, so no row of it is redundant there. Then the order is tip, joint, next body: no
// block is filled in, and masses are added up, never subtracted, so that any ratio of masses can be solved (Baraff,
// "Linear-time dynamics using Lagrange multipliers", 1996). Two rows of a pulley push a body the
// same way: it comes after both of its bodies, and its rows may be redundant. Among all that may come,
// the one with the fewest neighbours comes first (minimum degree), then the one with the lowest number.

#include <bankshot/world/joints/joint_rows.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Blocks are numbered: bodies as they are, then joints.
struct Elimination {
  struct Entry {
    std::uint32_t place = 0;  ///< of the later one
    std::uint32_t pair = 0;   ///< number of this pair of places
  };
  std::size_t bodies = 0;
  std::vector<std::uint32_t> order;    ///< block by place
  std::vector<std::uint32_t> place;    ///< place by block
  std::vector<bool> regular;           ///< by place: bodies, and joints whose rows cannot be redundant
  std::vector<std::uint32_t> begin;    ///< entries of place p: begin[p] .. begin[p + 1]
  std::vector<Entry> entries;          ///< places that come later and share a block with p, in order
  std::vector<std::uint32_t> targets;  ///< for each place, of each two of its entries i < j: the pair of these
  std::size_t pairs() const { return entries.size(); }
  bool is_body(std::size_t at) const { return order[at] < bodies; }
  /// The number of the pair of two blocks that are neighbours.
  std::uint32_t pair_of(std::uint32_t block, std::uint32_t other) const noexcept;

  /// `free_numbers`: for each body, in how many of its three directions it can be pushed; 0: not at all.
  void plan(std::span<const int> free_numbers, std::span<const JointLink> joints);
};

}  // namespace bankshot::BANKSHOT_ABI::detail
