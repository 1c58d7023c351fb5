#include <bankshot/broad/dynamic_tree.hpp>
#include <bankshot/math/vector_growth.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

BANKSHOT_INLINE Box join(const Box& a, const Box& b) {
  return {{min(a.lower.x, b.lower.x), min(a.lower.y, b.lower.y)},
          {max(a.upper.x, b.upper.x), max(a.upper.y, b.upper.y)}};
}

BANKSHOT_INLINE bool encloses(const Box& outer, const Box& inner) {
  return outer.lower.x <= inner.lower.x && outer.lower.y <= inner.lower.y && inner.upper.x <= outer.upper.x &&
         inner.upper.y <= outer.upper.y;
}

// Half the perimeter: the equivalent of the surface area in three dimensions. A random line meets a convex set with a
// probability proportional to it, so the sum over inner nodes measures the cost of queries.
BANKSHOT_INLINE Real cost(const Box& box) { return (box.upper.x - box.lower.x) + (box.upper.y - box.lower.y); }

}  // namespace

int DynamicTree::height() const noexcept { return root_ == null ? 0 : node(root_).height; }

void DynamicTree::clear() noexcept {
  nodes_.clear();
  root_ = free_ = null;
  leaves_ = 0;
}

void DynamicTree::reserve(std::size_t leaves) { nodes_.reserve(2 * leaves); }

DynamicTree::Proxy DynamicTree::allocate() {
  if (free_ == null) {
    append(nodes_);
    return static_cast<Proxy>(nodes_.size() - 1);
  }
  const Proxy proxy = free_;
  free_ = node(proxy).parent;
  node(proxy) = {};
  return proxy;
}

void DynamicTree::release(Proxy proxy) noexcept {
  node(proxy) = {};
  node(proxy).parent = free_;
  free_ = proxy;
}

DynamicTree::Proxy DynamicTree::insert(const Box& box, std::uint32_t user) {
  const Proxy leaf = allocate();
  Proxy parent = null;
  if (root_ != null) {
    try {
      parent = allocate();
    } catch (...) {
      release(leaf);
      throw;
    }
  }
  node(leaf).box = box;
  node(leaf).right = static_cast<Proxy>(user);
  ++leaves_;
  attach(leaf, parent);
  return leaf;
}

void DynamicTree::remove(Proxy proxy) noexcept {
  BANKSHOT_ASSERT(proxy >= 0 && index(proxy) < nodes_.size() && node(proxy).leaf());
  const Proxy parent = detach(proxy);
  if (parent != null) release(parent);
  release(proxy);
  --leaves_;
}

bool DynamicTree::move(Proxy proxy, const Box& box, bool force) {
  Node& leaf = node(proxy);
  if (force ? leaf.box == box : encloses(leaf.box, box)) return false;
  leaf.box = box;
  // A leaf that stays inside its parent is well placed already.
  if (leaf.parent != null && encloses(node(leaf.parent).box, box)) {
    refit_up(leaf.parent);
  } else {
    attach(proxy, detach(proxy));
  }
  return true;
}

void DynamicTree::mark(Proxy proxy, bool marked) noexcept {
  node(proxy).marked = marked;
  for (Proxy at = node(proxy).parent; at != null; at = node(at).parent) {
    const bool below = node(node(at).left).marked || node(node(at).right).marked;
    if (node(at).marked == below) return;
    node(at).marked = below;
  }
}

// Descends to where a new leaf adds least to the total cost, by a lower bound at each node: joining here costs the new
// parent's box; going on costs the growth of this node and, in a child that is a leaf, the new parent there, in another
// child its growth and a new parent at least as large as the leaf. On ties the lower child keeps the tree flat.
DynamicTree::Proxy DynamicTree::best_sibling(const Box& box) const {
  const Real own = cost(box);
  Proxy at = root_;
  while (!node(at).leaf()) {
    const Node& here = node(at);
    const Real joined = cost(join(here.box, box));
    const Real growth = joined - cost(here.box);
    const auto bound = [&](const Node& child) {
      const Real with_leaf = cost(join(child.box, box));
      return growth + (child.leaf() ? with_leaf : with_leaf - cost(child.box) + own);
    };
    const Real left = bound(node(here.left)), right = bound(node(here.right));
    if (joined < left && joined < right) break;
    const bool go_left = left == right ? node(here.left).height <= node(here.right).height : left < right;
    at = go_left ? here.left : here.right;
  }
  return at;
}

void DynamicTree::replace_child(Proxy parent, Proxy child, Proxy other) noexcept {
  node(other).parent = parent;
  if (parent == null) {
    root_ = other;
  } else if (node(parent).left == child) {
    node(parent).left = other;
  } else {
    node(parent).right = other;
  }
}

// Inserts a leaf, with `parent`, a node outside the tree, as its parent; not used for the first leaf.
void DynamicTree::attach(Proxy leaf, Proxy parent) noexcept {
  if (root_ == null) {
    root_ = leaf;
    node(leaf).parent = null;
    return;
  }
  const Proxy sibling = best_sibling(node(leaf).box);
  replace_child(node(sibling).parent, sibling, parent);
  node(parent).left = sibling;
  node(parent).right = leaf;
  node(sibling).parent = node(leaf).parent = parent;
  for (Proxy at = parent; at != null; at = node(at).parent) {
    refit(at);
    rotate(at);
  }
}

// Removes a leaf. Returns its former parent, which is removed as well; null if there was none.
DynamicTree::Proxy DynamicTree::detach(Proxy leaf) noexcept {
  const Proxy parent = node(leaf).parent;
  if (parent == null) {
    root_ = null;
    return null;
  }
  const Proxy sibling = node(parent).left == leaf ? node(parent).right : node(parent).left;
  const Proxy above = node(parent).parent;
  replace_child(above, parent, sibling);
  if (above != null) refit_up(above);
  return parent;
}

void DynamicTree::refit(Proxy proxy) noexcept {
  Node& here = node(proxy);
  const Node &left = node(here.left), &right = node(here.right);
  here.box = join(left.box, right.box);
  here.height = static_cast<std::int16_t>(1 + std::max(left.height, right.height));
  here.marked = left.marked || right.marked;
}

// After a change below `proxy`: updates upwards until nothing changes.
void DynamicTree::refit_up(Proxy proxy) noexcept {
  for (Proxy at = proxy; at != null; at = node(at).parent) {
    const Box box = node(at).box;
    const std::int16_t height = node(at).height;
    const bool marked = node(at).marked;
    refit(at);
    rotate(at);
    if (node(at).box == box && node(at).height == height && node(at).marked == marked) return;
  }
}

// Exchanges `child` and `grandchild`, a child of its sibling.
void DynamicTree::exchange(Proxy child, Proxy grandchild) noexcept {
  const Proxy top = node(child).parent;
  const Proxy sibling = node(grandchild).parent;
  replace_child(top, child, grandchild);
  replace_child(sibling, grandchild, child);
  refit(sibling);
  refit(top);
}

// Restores the balance of a node B + T whose subtrees are balanced but differ too much in height: h(T) > h(B) + slack.
// T, which is F + G with h(F) >= h(G), gives F in exchange for B, and B + G, if too uneven, is balanced in turn.
//
// This always succeeds, and the result is as high as T or higher by one: h(G) >= h(F) - slack >= h(B), so B + G has
// height h(G) + 1, or, balanced, h(G) or h(G) + 1 by induction; both differ from h(F) by no more than the slack.
bool DynamicTree::balance(Proxy proxy) noexcept {
  const Proxy left = node(proxy).left, right = node(proxy).right;
  const std::int32_t difference = node(right).height - node(left).height;
  if (std::abs(difference) <= height_slack) return false;
  const Proxy low = difference > 0 ? left : right, tall = difference > 0 ? right : left;
  const Proxy pair[2] = {node(tall).left, node(tall).right};
  exchange(low, node(pair[0]).height >= node(pair[1]).height ? pair[0] : pair[1]);
  if (balance(tall)) refit(proxy);
  return true;
}

// Makes the best of the four exchanges of a child with a child of its sibling, if it lowers the cost and keeps the
// balance.
void DynamicTree::rotate(Proxy proxy) noexcept {
  if (balance(proxy)) return;
  const Proxy children[2] = {node(proxy).left, node(proxy).right};
  Proxy best_child = null, best_grandchild = null;
  Real best = 0;
  for (int k = 0; k < 2; ++k) {
    const Node &goes_down = node(children[k]), &sibling = node(children[1 - k]);
    if (sibling.leaf()) continue;
    const Proxy pair[2] = {sibling.left, sibling.right};
    for (int g = 0; g < 2; ++g) {
      const Node &goes_up = node(pair[g]), &stays = node(pair[1 - g]);
      const Real change = cost(join(goes_down.box, stays.box)) - cost(sibling.box);
      const std::int32_t height = 1 + std::max(goes_down.height, stays.height);
      const bool balanced = std::abs(goes_down.height - stays.height) <= height_slack &&
                            std::abs(height - goes_up.height) <= height_slack;
      if (change < best && balanced) {
        best = change;
        best_child = children[k];
        best_grandchild = pair[g];
      }
    }
  }
  if (best_child != null) exchange(best_child, best_grandchild);
}

bool DynamicTree::valid_node(Proxy proxy) const {
  const Node& here = node(proxy);
  if (here.leaf()) return here.height == 0;
  const Node &left = node(here.left), &right = node(here.right);
  if (here.marked != (left.marked || right.marked)) return false;
  return left.parent == proxy && right.parent == proxy && here.height == 1 + std::max(left.height, right.height) &&
         std::abs(left.height - right.height) <= height_slack && here.box == join(left.box, right.box);
}

bool DynamicTree::valid() const {
  std::size_t free = 0, leaves = 0, inner = 0;
  for (Proxy at = free_; at != null; at = node(at).parent) ++free;
  if (root_ != null && node(root_).parent != null) return false;
  std::vector<Proxy> waiting;
  if (root_ != null) waiting.push_back(root_);
  while (!waiting.empty()) {
    const Proxy at = waiting.back();
    waiting.pop_back();
    if (!valid_node(at)) return false;
    ++(node(at).leaf() ? leaves : inner);
    if (node(at).leaf()) continue;
    waiting.push_back(node(at).left);
    waiting.push_back(node(at).right);
  }
  return leaves == leaves_ && (leaves == 0 || inner == leaves - 1) && leaves + inner + free == nodes_.size();
}

}  // namespace bankshot::BANKSHOT_ABI::detail
