#pragma once
// A loose quadtree of boxes. Not part of the public interface.

#include <bankshot/broad/swept_box.hpp>
#include <bankshot/math/box.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A loose quadtree: squares cut in four, each enlarged to twice its size, so that a box lies in the smallest square
/// that is at least as large as itself and contains its centre, never stuck on a line between two. A square is cut when
/// more than a few boxes are in it and merged again when hardly any are left; the root doubles for boxes outside. Boxes
/// are named by slots: small numbers that the caller assigns. A value; const queries may run on several threads at
/// once. Source: Finkel and Bentley 1974 (quadtrees); Ulrich, "Loose octrees", Game Programming Gems, 2000.
class QuadTree {
 public:
  using Slot = std::uint32_t;

  void insert(Slot slot, const Box& box);
  void remove(Slot slot) noexcept;
  void move(Slot slot, const Box& box);
  void clear() noexcept;
  const Box& box(Slot slot) const noexcept { return entries_[slot].box; }

  /// True if links, counts and bounds agree. For tests.
  bool valid() const;
  /// Number of squares from the root to the smallest one.
  int height() const;
  /// The most boxes directly in one square.
  std::uint32_t crowd() const;

  /// Calls visit(slot) for every box that overlaps `box`.
  template <class Visit>
  void query(const Box& box, Visit&& visit) const {
    search([&box](const Box& square) { return overlaps(square, box); },
           [&](Slot slot, const Box& own) {
             if (overlaps(own, box)) visit(slot);
           });
  }

  /// Calls visit(slot) for every box that the moving box crosses.
  template <class Visit>
  void sweep(const SweptBox& swept, Visit&& visit) const {
    search([&swept](const Box& square) { return swept.meets(square); },
           [&](Slot slot, const Box& own) {
             if (swept.crosses(own)) visit(slot);
           });
  }

 private:
  using Index = std::uint32_t;
  static constexpr Index null = 0xffffffff;
  static constexpr std::uint32_t split_above = 8;  // boxes in a square that is not cut
  static constexpr std::uint32_t merge_below = 4;

  struct Node {
    V2 centre;
    Real half = 0;  // of the square's side
    Box loose;      // the square enlarged to twice its size; not a bound for the root, which takes all boxes that fit
                    // nowhere else
    Index parent = null;
    std::array<Index, 4> children = {null, null, null, null};
    Slot first = null;        // boxes of this square, chained
    std::uint32_t own = 0;    // number of boxes in the list
    std::uint32_t total = 0;  // including those below
    bool cut = false;
  };
  struct Entry {
    Box box;
    Index node = null;
    Slot next = null, previous = null;
  };

  // The size of squares stays within the exponents of Real.
  static constexpr std::size_t stack_size =
      3 * static_cast<std::size_t>(std::numeric_limits<Real>::max_exponent - std::numeric_limits<Real>::min_exponent +
                                   std::numeric_limits<Real>::digits + 4);

  template <class Enter, class Test>
  void search(const Enter& enter, const Test& test) const {
    if (root_ == null) return;
    std::array<Index, stack_size> stack;
    std::size_t waiting = 0;
    for (Index at = root_;;) {
      const Node& here = nodes_[at];
      for (Slot slot = here.first; slot != null; slot = entries_[slot].next) test(slot, entries_[slot].box);
      if (here.cut) {
        for (const Index child : here.children) {
          if (child != null && enter(nodes_[child].loose)) stack[waiting++] = child;
        }
      }
      if (waiting == 0) return;
      at = stack[--waiting];
    }
  }

  Index allocate(V2 centre, Real half, Index parent);
  void release(Index node) noexcept;
  void start(const Box& box);
  bool grow(const Box& box);
  Index place_for(const Box& box);
  Index child_for(Index node, const Box& box);
  bool can_cut(const Node& node) const;
  void cut(Index node);
  void link(Slot slot, Index node) noexcept;
  void unlink(Slot slot) noexcept;
  void merge(Index node) noexcept;
  void tidy(Index node) noexcept;
  void shrink_root() noexcept;

  std::vector<Node> nodes_;
  std::vector<Entry> entries_;  // by slot
  Index root_ = null;
  Index free_ = null;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
