#pragma once
// A binary tree of boxes. Not part of the public interface.

#include <bankshot/broad/swept_box.hpp>
#include <bankshot/math/box.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A binary tree of boxes for queries by box and by swept box; leaves may be added, moved and removed at any time. The
/// set of leaves that a query reports does not depend on the tree's shape or history, only their order does; callers
/// sort. A value: copies are independent. Const queries may run on several threads at once. Source: incremental
/// insertion by surface-area cost with rotations (Catto, GDC 2019; Kopta et al. 2012).
class DynamicTree {
 public:
  using Proxy = std::int32_t;
  static constexpr Proxy null = -1;

  /// Queries return `user`. The proxy names the leaf until it is removed, and may then be reused.
  Proxy insert(const Box& box, std::uint32_t user);
  void remove(Proxy proxy) noexcept;
  /// Gives the leaf a new box. If the new box is inside the stored one and `force` is false, the stored one stays.
  /// Returns true if the tree changed.
  bool move(Proxy proxy, const Box& box, bool force = false);
  /// Sets whether query_marked() finds the leaf; initially it does not.
  void mark(Proxy proxy, bool marked) noexcept;
  void clear() noexcept;             ///< keeps the memory
  void reserve(std::size_t leaves);  ///< that many leaves need no further memory

  const Box& box(Proxy proxy) const noexcept { return nodes_[index(proxy)].box; }
  std::uint32_t user(Proxy proxy) const noexcept { return nodes_[index(proxy)].user(); }
  std::size_t size() const noexcept { return leaves_; }  ///< leaves
  int height() const noexcept;                           ///< edges from the root to the deepest leaf; 0 if empty

  /// True if links, heights and boxes of all nodes agree and all are in balance. For tests; takes time proportional to
  /// the size.
  bool valid() const;

  /// Calls visit(user) for every leaf whose box overlaps `box`; stops when it returns false.
  template <class Visit>
  void query(const Box& box, Visit&& visit) const {
    search(box, visit, [](const Node&) { return true; });
  }
  /// The same for marked leaves alone: the others take no time.
  template <class Visit>
  void query_marked(const Box& box, Visit&& visit) const {
    search(box, visit, [](const Node& node) { return node.marked; });
  }

  /// Calls visit(user, fraction limit) -> new limit for every leaf whose box, grown by `half`, is crossed by the
  /// segment from `origin` along `translation` before the limit (a fraction of the translation, 1 at first). A returned
  /// limit of 0 ends the sweep, one above the current limit has no effect. A zero `half` is a ray, any other a moving
  /// box. Rounding never makes it miss a leaf; it may also visit one at a distance of a few eps.
  template <class Visit>
  void sweep(V2 origin, V2 translation, V2 half, Visit&& visit) const;

 private:
  // A leaf has no children and stores `user` in place of the right one. Free nodes are chained by `parent`.
  struct Node {
    Box box;
    Proxy parent = null;
    Proxy left = null;
    Proxy right = null;
    std::int16_t height = 0;
    bool marked = false;  ///< the leaf, or one below

    bool leaf() const { return left == null; }
    std::uint32_t user() const { return static_cast<std::uint32_t>(right); }
  };
  static_assert(sizeof(Node) == 4 * sizeof(Real) + 16);

  // The subtrees of a node differ in height by no more than this: see balance(). Otherwise nested boxes would form a
  // chain.
  static constexpr std::int32_t height_slack = 8;

  // The height at which the lowest tree has too many leaves for a Proxy: one of height h has at least N(h) = N(h - 1) +
  // N(h - 1 - slack) leaves. No tree is that high, so a search needs no more space for waiting subtrees as it descends.
  static constexpr std::size_t stack_size = [] {
    std::array<std::int64_t, 128> fewest{};
    std::size_t h = 0;
    for (; h <= height_slack || fewest[h - 1] < std::int64_t{1} << 30; ++h) {
      fewest[h] = h <= height_slack ? static_cast<std::int64_t>(h) + 1 : fewest[h - 1] + fewest[h - 1 - height_slack];
    }
    return h;
  }();

  static std::size_t index(Proxy proxy) { return static_cast<std::size_t>(proxy); }
  Node& node(Proxy proxy) { return nodes_[index(proxy)]; }
  const Node& node(Proxy proxy) const { return nodes_[index(proxy)]; }

  Proxy allocate();
  void release(Proxy proxy) noexcept;
  Proxy best_sibling(const Box& box) const;
  void attach(Proxy leaf, Proxy parent) noexcept;
  Proxy detach(Proxy leaf) noexcept;
  void replace_child(Proxy parent, Proxy child, Proxy other) noexcept;
  void refit(Proxy proxy) noexcept;
  void refit_up(Proxy proxy) noexcept;
  void rotate(Proxy proxy) noexcept;
  bool balance(Proxy proxy) noexcept;
  void exchange(Proxy child, Proxy grandchild) noexcept;
  bool valid_node(Proxy proxy) const;
  template <class Visit, class Passes>
  void search(const Box& box, Visit& visit, Passes&& passes) const;

  std::vector<Node> nodes_;
  Proxy root_ = null;
  Proxy free_ = null;
  std::size_t leaves_ = 0;
};

// Tests both children before descending: a subtree that is not met is never stacked.
template <class Visit, class Passes>
void DynamicTree::search(const Box& box, Visit& visit, Passes&& passes) const {
  const auto meets = [&](const Node& node) { return passes(node) && overlaps(node.box, box); };
  if (root_ == null || !meets(node(root_))) return;
  std::array<Proxy, stack_size> stack;
  std::size_t waiting = 0;
  for (Proxy at = root_;;) {
    const Node& here = node(at);
    if (!here.leaf()) {
      const bool left = meets(node(here.left)), right = meets(node(here.right));
      if (left && right) stack[waiting++] = here.right;
      if (left || right) {
        at = left ? here.left : here.right;
        continue;
      }
    } else if (!visit(here.user())) {
      return;
    }
    if (waiting == 0) return;
    at = stack[--waiting];
  }
}

template <class Visit>
void DynamicTree::sweep(V2 origin, V2 translation, V2 half, Visit&& visit) const {
  if (root_ == null) return;
  SweptBox swept(origin, translation, half);
  Real limit = 1;
  std::array<Proxy, stack_size> stack;
  std::size_t waiting = 0;
  for (Proxy at = root_;;) {
    const Node& here = node(at);
    if (swept.meets(here.box)) {
      if (!here.leaf()) {
        // The nearer child first, since a hit there may shorten the sweep.
        const bool right_first = swept.before(node(here.right).box, node(here.left).box);
        stack[waiting++] = right_first ? here.left : here.right;
        at = right_first ? here.right : here.left;
        continue;
      }
      const Real next = visit(here.user(), limit);
      if (next < limit) {
        limit = next;
        if (!(limit > 0)) return;
        swept.set_limit(limit);
      }
    }
    if (waiting == 0) return;
    at = stack[--waiting];
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
