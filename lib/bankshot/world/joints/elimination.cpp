#include <bankshot/world/joints/elimination.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The graph of what is left to be eliminated.
class Eliminator {
 public:
  Eliminator(std::span<const int> free_numbers, std::span<const JointLink> joints)
      : free_(free_numbers), joints_(joints), bodies_(free_numbers.size()) {
    const std::size_t count = bodies_ + joints.size();
    near_.resize(count), done_.resize(count), queued_.resize(count), root_.resize(count), open_.resize(count);
    joints_of_.resize(bodies_), key_.resize(count), held_.resize(count);
    std::iota(root_.begin(), root_.end(), 0u);
    for (std::size_t b = 0; b < bodies_; ++b) held_[b] = free_[b] > 0 && free_[b] < 3;
    for (std::size_t j = 0; j < joints.size(); ++j) add(joints[j], static_cast<std::uint32_t>(bodies_ + j));
    for (std::uint32_t b = 0; b < bodies_; ++b) queue(b);
    for (std::size_t j = 0; j < joints.size(); ++j) queue(static_cast<std::uint32_t>(bodies_ + j));
  }

  bool next(std::uint32_t& block, std::vector<std::uint32_t>& later, bool& is_regular) {
    while (!waiting_.empty()) {
      block = waiting_.begin()->second;
      unqueue(block);
      if (!may_come(block)) continue;  // it is queued again when one more of its neighbours has come
      later.assign(near_[block].begin(), near_[block].end());
      is_regular = is_body(block) || waits(block) || !(closes(block) || is_pulley(block));
      eliminate(block);
      return true;
    }
    return false;
  }

 private:
  bool is_body(std::uint32_t block) const { return block < bodies_; }
  bool is_pulley(std::uint32_t block) const { return joints_[block - bodies_].kind == JointKind::pulley; }

  void join(std::uint32_t l, std::uint32_t r) {
    if (l == r) return;
    near_[l].insert(r), near_[r].insert(l);
  }

  void add(const JointLink& joint, std::uint32_t block) {
    for (const std::uint32_t body : joint.body) {
      if (free_[body] == 0) continue;
      join(block, body);
      joints_of_[body].push_back(block);
    }
    if (couples(joint)) join(joint.body[0], joint.body[1]);
  }

  /// True if the joint's two bodies share an entry.
  bool couples(const JointLink& joint) const {
    const bool apart = joint.kind == JointKind::pulley;  // each of its two forces turns with one body
    const bool turns = !apart && joint.kind != JointKind::revolute && joint.kind != JointKind::weld;
    return turns && free_[joint.body[0]] > 0 && free_[joint.body[1]] > 0;
  }

  /// Neighbours, without bodies that are neighbours by a joint that is one as well: eliminating the tip of a tree fills
  /// nothing in.
  std::size_t degree(std::uint32_t block) const {
    std::size_t all = near_[block].size();
    if (!is_body(block)) return all;
    for (const std::uint32_t own : joints_of_[block]) {
      const JointLink& joint = joints_[own - bodies_];
      const std::uint32_t other = joint.body[joint.body[0] == block ? 1 : 0];
      if (!done_[own] && couples(joint) && !done_[other]) --all;
    }
    return all;
  }

  std::uint32_t root(std::uint32_t block) {
    while (root_[block] != block) block = root_[block] = root_[root_[block]];
    return block;
  }

  /// True if a body of the joint is still to come.
  bool waits(std::uint32_t block) const {
    const std::uint32_t* const body = joints_[block - bodies_].body;
    return (free_[body[0]] > 0 && !done_[body[0]]) || (free_[body[1]] > 0 && !done_[body[1]]);
  }

  /// True if the joint ties what is tied already, or has both ends held: some of its rows may be redundant.
  bool closes(std::uint32_t block) {
    const std::uint32_t* const body = joints_[block - bodies_].body;
    const bool free[2] = {free_[body[0]] > 0, free_[body[1]] > 0};
    const bool held[2] = {!free[0] || held_[root(body[0])], !free[1] || held_[root(body[1])]};
    return (held[0] && held[1]) || (free[0] && free[1] && root(body[0]) == root(body[1]));
  }

  bool may_come(std::uint32_t block) {
    if (is_body(block) || !waits(block)) return true;
    if (is_pulley(block)) return false;
    for (const std::uint32_t body : joints_[block - bodies_].body) {
      if (free_[body] > 0 && done_[body]) return open_[root(body)] == 1 && !held_[root(body)];
    }
    return false;
  }

  void queue(std::uint32_t block) {
    if (done_[block] || queued_[block] || !may_come(block)) return;
    queued_[block] = true;
    key_[block] = degree(block);
    waiting_.insert({key_[block], block});
  }
  void unqueue(std::uint32_t block) {
    if (queued_[block]) waiting_.erase({key_[block], block});
    queued_[block] = false;
  }

  void eliminate(std::uint32_t block) {
    const std::vector<std::uint32_t> around(near_[block].begin(), near_[block].end());
    for (const std::uint32_t other : around) unqueue(other);
    done_[block] = true;
    is_body(block) ? tie(block) : take(block);
    for (const std::uint32_t other : around) near_[other].erase(block);
    for (const std::uint32_t l : around) {
      for (const std::uint32_t r : around) join(l, r);
    }
    for (const std::uint32_t other : around) queue(other);
  }

  /// A body that comes is tied to what those of its joints tie that have come before.
  void tie(std::uint32_t body) {
    for (const std::uint32_t joint : joints_of_[body]) done_[joint] ? unite(body, joint) : void(++open_[root(body)]);
  }

  void take(std::uint32_t block) {
    for (const std::uint32_t body : joints_[block - bodies_].body) {
      if (free_[body] == 0) {
        held_[root(block)] = true;
      } else if (done_[body]) {
        unite(block, body);
        --open_[root(block)];
      }
    }
  }

  void unite(std::uint32_t l, std::uint32_t r) {
    l = root(l), r = root(r);
    if (l == r) return;
    root_[l] = r;
    open_[r] += open_[l];
    held_[r] = held_[r] || held_[l];
  }

  std::span<const int> free_;
  std::span<const JointLink> joints_;
  std::size_t bodies_;
  std::vector<std::set<std::uint32_t>> near_;  ///< neighbours that are still to come
  std::vector<bool> done_, queued_;
  std::vector<std::size_t> key_;                       ///< the degree with which a block is queued
  std::vector<std::uint32_t> root_;                    ///< union-find over what has come and is tied
  std::vector<std::vector<std::uint32_t>> joints_of_;  ///< by body
  std::vector<int> open_;                              ///< of a root: ends of joints that are still to come
  std::vector<bool> held_;                             ///< of a root: cannot move whole, or is tied to such a thing
  std::set<std::pair<std::size_t, std::uint32_t>> waiting_;
};

}  // namespace

std::uint32_t Elimination::pair_of(std::uint32_t block, std::uint32_t other) const noexcept {
  const std::uint32_t l = std::min(place[block], place[other]), r = std::max(place[block], place[other]);
  const auto first = entries.begin() + begin[l], last = entries.begin() + begin[l + 1];
  return std::lower_bound(first, last, r, [](const Entry& e, std::uint32_t p) { return e.place < p; })->pair;
}

void Elimination::plan(std::span<const int> free_numbers, std::span<const JointLink> joints) {
  Eliminator eliminator(free_numbers, joints);
  const std::size_t count = free_numbers.size() + joints.size();
  bodies = free_numbers.size();
  order.clear(), regular.clear(), entries.clear(), targets.clear();
  begin.assign(1, 0);
  place.assign(count, 0);
  std::vector<std::vector<std::uint32_t>> later;
  std::uint32_t block = 0;
  bool is_regular = false;
  for (std::vector<std::uint32_t> blocks; eliminator.next(block, blocks, is_regular);
       later.push_back(std::move(blocks))) {
    place[block] = static_cast<std::uint32_t>(order.size());
    order.push_back(block);
    regular.push_back(is_regular);
  }
  for (const std::vector<std::uint32_t>& blocks : later) {
    const std::size_t from = entries.size();
    for (const std::uint32_t other : blocks) entries.push_back({place[other], 0});
    std::sort(entries.begin() + static_cast<std::ptrdiff_t>(from), entries.end(),
              [](const Entry& l, const Entry& r) { return l.place < r.place; });
    for (std::size_t e = from; e < entries.size(); ++e) entries[e].pair = static_cast<std::uint32_t>(e);
    begin.push_back(static_cast<std::uint32_t>(entries.size()));
  }
  for (std::size_t p = 0; p < order.size(); ++p) {
    for (std::size_t i = begin[p]; i < begin[p + 1]; ++i) {
      for (std::size_t j = i + 1; j < begin[p + 1]; ++j) {
        targets.push_back(pair_of(order[entries[i].place], order[entries[j].place]));
      }
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
