#include <bankshot/broad/quad_tree.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr Real largest_half = std::numeric_limits<Real>::max() / 32;

/// Halves first, so that no sum overflows.
V2 middle(const Box& box) {
  return {Real(0.5) * box.lower.x + Real(0.5) * box.upper.x, Real(0.5) * box.lower.y + Real(0.5) * box.upper.y};
}

Real half_extent(const Box& box) {
  return max(Real(0.5) * box.upper.x - Real(0.5) * box.lower.x, Real(0.5) * box.upper.y - Real(0.5) * box.lower.y);
}

Box square(V2 centre, Real half) { return {centre - V2{half, half}, centre + V2{half, half}}; }

}  // namespace

void QuadTree::clear() noexcept {
  nodes_.clear();
  entries_.clear();
  root_ = free_ = null;
}

QuadTree::Index QuadTree::allocate(V2 centre, Real half, Index parent) {
  Index node = free_;
  if (node == null) {
    node = static_cast<Index>(nodes_.size());
    nodes_.emplace_back();
  } else {
    free_ = nodes_[node].parent;
    nodes_[node] = {};
  }
  nodes_[node].centre = centre;
  nodes_[node].half = half;
  nodes_[node].loose = square(centre, 2 * half);
  nodes_[node].parent = parent;
  return node;
}

void QuadTree::release(Index node) noexcept {
  nodes_[node] = {};
  nodes_[node].parent = free_;
  free_ = node;
}

// The first square has a power of two as its size, at multiples of its half, so that the corners of all others are
// exact within the digits of Real.
void QuadTree::start(const Box& box) {
  int exponent = 0;
  std::frexp(max(half_extent(box), std::numeric_limits<Real>::min()), &exponent);
  const Real half =
      min(std::ldexp(Real(1), std::min(exponent, std::numeric_limits<Real>::max_exponent - 1)), largest_half);
  const V2 at = middle(box);
  const auto on_grid = [half](Real x) {
    const Real steps = x / half;
    return finite(steps) && absolute(steps) < 1 / std::numeric_limits<Real>::epsilon() ? std::floor(steps) * half : x;
  };
  root_ = allocate({on_grid(at.x), on_grid(at.y)}, half, null);
}

// Adds a root of twice the size, towards the box, with the old one as a child. Returns false if squares cannot get
// larger: only such a root has boxes that it does not contain, and it never becomes a child.
bool QuadTree::grow(const Box& box) {
  const V2 centre = nodes_[root_].centre;
  const Real half = nodes_[root_].half;
  if (!(half <= largest_half / 2)) return false;
  const V2 at = middle(box);
  const bool right = at.x >= centre.x, up = at.y >= centre.y;
  const V2 corner = centre + V2{right ? half : -half, up ? half : -half};
  const Index old = root_;
  const Index root = allocate(corner, 2 * half, null);
  nodes_[old].parent = root;
  nodes_[root].children[(right ? 0u : 1u) + (up ? 0u : 2u)] = old;
  nodes_[root].cut = true;
  nodes_[root].total = nodes_[old].total;
  root_ = root;
  return true;
}

bool QuadTree::can_cut(const Node& node) const {
  const Real quarter = node.half / 2;
  return quarter >= std::numeric_limits<Real>::min() && node.centre.x + quarter > node.centre.x &&
         node.centre.y + quarter > node.centre.y && node.centre.x - quarter < node.centre.x &&
         node.centre.y - quarter < node.centre.y;
}

// The child for the box, created if necessary; null if the box is too large for any.
QuadTree::Index QuadTree::child_for(Index node, const Box& box) {
  const V2 at = middle(box), centre = nodes_[node].centre;
  const Real quarter = nodes_[node].half / 2;
  const bool right = at.x >= centre.x, up = at.y >= centre.y;
  const std::size_t k = (right ? 1u : 0u) + (up ? 2u : 0u);
  const V2 child_centre = centre + V2{right ? quarter : -quarter, up ? quarter : -quarter};
  const Index child = nodes_[node].children[k];
  if (child != null) return contains(nodes_[child].loose, box) ? child : null;
  if (!contains(square(child_centre, 2 * quarter), box)) return null;
  const Index made = allocate(child_centre, quarter, node);
  nodes_[node].children[k] = made;
  return made;
}

// Every ancestor below the root contains the boxes of a square, by the same numbers that searches compare.
QuadTree::Index QuadTree::place_for(const Box& box) {
  if (root_ == null) start(box);
  const V2 at = middle(box);
  const auto belongs_to = [&](const Node& root) {
    return contains(square(root.centre, root.half), Box{at, at}) && contains(root.loose, box);
  };
  while (!belongs_to(nodes_[root_]) && grow(box)) {
  }
  for (Index node = root_;;) {
    if (!nodes_[node].cut) {
      if (nodes_[node].own < split_above || !can_cut(nodes_[node])) return node;
      cut(node);
    }
    const Index child = child_for(node, box);
    if (child == null) return node;
    node = child;
  }
}

void QuadTree::cut(Index node) {
  nodes_[node].cut = true;
  for (Slot slot = nodes_[node].first, next = null; slot != null; slot = next) {
    next = entries_[slot].next;
    const Index child = child_for(node, entries_[slot].box);
    if (child == null) continue;
    unlink(slot);
    link(slot, child);
    ++nodes_[child].total;
  }
}

void QuadTree::link(Slot slot, Index node) noexcept {
  Entry& entry = entries_[slot];
  entry.node = node;
  entry.previous = null;
  entry.next = nodes_[node].first;
  if (entry.next != null) entries_[entry.next].previous = slot;
  nodes_[node].first = slot;
  ++nodes_[node].own;
}

void QuadTree::unlink(Slot slot) noexcept {
  const Entry& entry = entries_[slot];
  if (entry.previous != null) {
    entries_[entry.previous].next = entry.next;
  } else {
    nodes_[entry.node].first = entry.next;
  }
  if (entry.next != null) entries_[entry.next].previous = entry.previous;
  --nodes_[entry.node].own;
}

void QuadTree::insert(Slot slot, const Box& box) {
  if (slot >= entries_.size()) entries_.resize(std::size_t{slot} + 1);
  const Index node = place_for(box);
  entries_[slot].box = box;
  link(slot, node);
  for (Index at = node; at != null; at = nodes_[at].parent) ++nodes_[at].total;
}

void QuadTree::remove(Slot slot) noexcept {
  const Index node = entries_[slot].node;
  unlink(slot);
  entries_[slot] = {};
  for (Index at = node; at != null; at = nodes_[at].parent) --nodes_[at].total;
  tidy(node);
}

void QuadTree::move(Slot slot, const Box& box) {
  const Node& node = nodes_[entries_[slot].node];
  if (!node.cut && contains(node.loose, box) && half_extent(box) > node.half / 2) {
    entries_[slot].box = box;
    return;
  }
  remove(slot);
  insert(slot, box);
}

// Moves all boxes below a square into the square itself.
void QuadTree::merge(Index node) noexcept {
  for (Index& child : nodes_[node].children) {
    if (child == null) continue;
    merge(child);
    while (nodes_[child].first != null) {
      const Slot slot = nodes_[child].first;
      unlink(slot);
      link(slot, node);
    }
    release(child);
    child = null;
  }
  nodes_[node].cut = false;
}

// After a box has left the square: merges squares that are nearly empty, from the smallest upwards.
void QuadTree::tidy(Index node) noexcept {
  for (Index at = node; at != null; at = nodes_[at].parent) {
    if (nodes_[at].total > merge_below) break;
    if (nodes_[at].cut) merge(at);
  }
  shrink_root();
}

void QuadTree::shrink_root() noexcept {
  while (nodes_[root_].cut && nodes_[root_].own == 0) {
    Index only = null;
    for (const Index child : nodes_[root_].children) {
      if (child == null) continue;
      if (nodes_[child].total == nodes_[root_].total) {
        only = child;
      } else if (nodes_[child].total > 0) {
        return;
      }
    }
    if (only == null) return;
    for (const Index child : nodes_[root_].children) {
      if (child == null || child == only) continue;
      merge(child);
      release(child);
    }
    release(root_);
    root_ = only;
    nodes_[root_].parent = null;
  }
}

int QuadTree::height() const {
  int highest = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].half == 0) continue;  // free
    int height = 0;
    for (Index at = static_cast<Index>(i); at != null; at = nodes_[at].parent) ++height;
    highest = std::max(highest, height);
  }
  return highest;
}

std::uint32_t QuadTree::crowd() const {
  std::uint32_t most = 0;
  for (const Node& node : nodes_) most = std::max(most, node.own);
  return most;
}

bool QuadTree::valid() const {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.half == 0) continue;
    std::uint32_t own = 0, below = 0;
    for (Slot slot = node.first; slot != null; slot = entries_[slot].next) {
      if (entries_[slot].node != i) return false;
      for (Index at = entries_[slot].node; at != root_; at = nodes_[at].parent) {
        if (!contains(nodes_[at].loose, entries_[slot].box)) return false;
      }
      ++own;
    }
    for (const Index child : node.children) {
      if (child == null) continue;
      if (nodes_[child].parent != i || !node.cut) return false;
      below += nodes_[child].total;
    }
    if (own != node.own || own + below != node.total) return false;
    if (!node.cut && own > split_above && can_cut(node)) return false;
  }
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
