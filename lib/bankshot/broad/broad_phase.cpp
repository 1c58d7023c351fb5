#include <bankshot/broad/broad_phase.hpp>
#include <bankshot/broad/dynamic_tree.hpp>
#include <bankshot/broad/flat_map.hpp>
#include <bankshot/broad/pair_finder.hpp>
#include <bankshot/broad/quad_tree.hpp>
#include <bankshot/broad/spatial_hash.hpp>
#include <bankshot/math/text.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <variant>

namespace bankshot::BANKSHOT_ABI {
namespace detail {

/// The dynamic tree, with leaves named by slot.
class TreeOfSlots {
 public:
  void insert(std::uint32_t slot, const Box& box) {
    if (slot >= proxies_.size()) proxies_.resize(std::size_t{slot} + 1);
    proxies_[slot] = tree_.insert(box, slot);
  }
  void remove(std::uint32_t slot) noexcept { tree_.remove(proxies_[slot]); }
  void move(std::uint32_t slot, const Box& box) { tree_.move(proxies_[slot], box, true); }
  void clear() noexcept { tree_.clear(); }
  const Box& box(std::uint32_t slot) const noexcept { return tree_.box(proxies_[slot]); }

  template <class Visit>
  void query(const Box& box, Visit&& visit) const {
    tree_.query(box, [&visit](std::uint32_t slot) {
      visit(slot);
      return true;
    });
  }
  template <class Visit>
  void sweep(V2 origin, V2 translation, const SweptBox& swept, Visit&& visit) const {
    tree_.sweep(origin, translation, {}, [&](std::uint32_t slot, Real limit) {
      if (swept.crosses(box(slot))) visit(slot);
      return limit;
    });
  }

 private:
  DynamicTree tree_;
  std::vector<DynamicTree::Proxy> proxies_;
};

namespace {

Box plain_box(const Aabb& box) { return {plain(box.lower), plain(box.upper)}; }

/// Finds pairs by one query for each box.
template <class Structure>
void pairs_by_queries(const Structure& structure, const std::vector<std::uint32_t>& ids, const FlatMap& slots,
                      std::vector<BoxPair>& pairs) {
  slots.visit([&](std::uint32_t slot) {
    const std::uint32_t id = ids[slot];
    structure.query(structure.box(slot), [&](std::uint32_t other) {
      if (id < ids[other]) pairs.push_back({id, ids[other]});
    });
  });
  std::sort(pairs.begin(), pairs.end());
}

}  // namespace
}  // namespace detail

struct BroadPhase::Implementation {
  BroadPhaseKind kind;
  std::variant<detail::TreeOfSlots, detail::QuadTree, detail::SpatialHash> structure;
  detail::FlatMap slots;            // by id
  std::vector<std::uint32_t> ids;   // by slot
  std::vector<std::uint32_t> free;  // slots to be given out again

  explicit Implementation(BroadPhaseKind which) : kind(which) {
    if (which == BroadPhaseKind::quadtree) structure = detail::QuadTree();
    if (which == BroadPhaseKind::spatial_hash) structure = detail::SpatialHash();
  }

  template <class Call>
  decltype(auto) with(Call&& call) {
    return std::visit(std::forward<Call>(call), structure);
  }
  template <class Call>
  decltype(auto) with(Call&& call) const {
    return std::visit(std::forward<Call>(call), structure);
  }

  std::uint32_t slot_of(std::uint32_t id, const char* function) const {
    const std::uint32_t slot = slots.find(id);
    if (slot == detail::FlatMap::none) {
      throw std::invalid_argument(std::string("BroadPhase::") + function + ": id is " + std::to_string(id) +
                                  ", no box has it");
    }
    return slot;
  }
};

namespace {

using detail::Box;
using detail::plain;
using detail::V2;
using detail::vec2;

void check(const Aabb& box, const char* function) {
  const V2 lower = plain(box.lower), upper = plain(box.upper);
  const auto refuse = [&](const char* field, V2 value, const std::string& must) {
    throw std::invalid_argument(std::string("BroadPhase::") + function + ": box." + field + " is " +
                                detail::text(value) + ", must be " + must);
  };
  if (!finite(lower)) refuse("lower", lower, "finite");
  if (!finite(upper)) refuse("upper", upper, "finite");
  if (lower.x > upper.x || lower.y > upper.y) refuse("lower", lower, "at most box.upper, " + detail::text(upper));
}

}  // namespace

BroadPhase::BroadPhase(BroadPhaseKind kind) : implementation_(std::make_unique<Implementation>(kind)) {}
BroadPhase::BroadPhase(const BroadPhase& other)
    : implementation_(std::make_unique<Implementation>(*other.implementation_)) {}
BroadPhase::BroadPhase(BroadPhase&& other) noexcept = default;
BroadPhase& BroadPhase::operator=(const BroadPhase& other) {
  if (this != &other) implementation_ = std::make_unique<Implementation>(*other.implementation_);
  return *this;
}
BroadPhase& BroadPhase::operator=(BroadPhase&& other) noexcept = default;
BroadPhase::~BroadPhase() = default;

BroadPhaseKind BroadPhase::kind() const noexcept { return implementation_->kind; }
std::size_t BroadPhase::size() const noexcept { return implementation_->slots.size(); }

void BroadPhase::insert(std::uint32_t id, const Aabb& box) {
  Implementation& own = *implementation_;
  check(box, "insert");
  if (contains(id)) {
    throw std::invalid_argument("BroadPhase::insert: id is " + std::to_string(id) + ", a box already has it");
  }
  const bool reuse = !own.free.empty();
  const std::uint32_t slot = reuse ? own.free.back() : static_cast<std::uint32_t>(own.ids.size());
  own.slots.reserve_one();
  if (!reuse) {
    own.ids.push_back(id);
    own.free.reserve(own.ids.capacity());  // so that remove() needs no memory
  }
  own.with([&](auto& structure) { structure.insert(slot, detail::plain_box(box)); });
  if (reuse) own.free.pop_back();
  own.ids[slot] = id;
  own.slots.set(id, slot);
}

void BroadPhase::move(std::uint32_t id, const Aabb& box) {
  const std::uint32_t slot = implementation_->slot_of(id, "move");
  check(box, "move");
  implementation_->with([&](auto& structure) { structure.move(slot, detail::plain_box(box)); });
}

void BroadPhase::remove(std::uint32_t id) {
  Implementation& own = *implementation_;
  const std::uint32_t slot = own.slot_of(id, "remove");
  own.with([&](auto& structure) { structure.remove(slot); });
  own.slots.erase(id);
  own.free.push_back(slot);
}

void BroadPhase::clear() noexcept {
  Implementation& own = *implementation_;
  own.with([](auto& structure) { structure.clear(); });
  own.slots.clear();
  own.ids.clear();
  own.free.clear();
}

bool BroadPhase::contains(std::uint32_t id) const noexcept {
  return implementation_->slots.find(id) != detail::FlatMap::none;
}

Aabb BroadPhase::box(std::uint32_t id) const {
  const std::uint32_t slot = implementation_->slot_of(id, "box");
  const Box box = implementation_->with([&](const auto& structure) -> Box { return structure.box(slot); });
  return {vec2(box.lower), vec2(box.upper)};
}

void BroadPhase::query(const Aabb& box, std::vector<std::uint32_t>& ids) const {
  ids.clear();
  const Implementation& own = *implementation_;
  const Box asked = detail::plain_box(box);
  if (!(asked.lower.x <= asked.upper.x && asked.lower.y <= asked.upper.y)) return;
  own.with([&](const auto& structure) {
    structure.query(asked, [&](std::uint32_t slot) { ids.push_back(own.ids[slot]); });
  });
  std::sort(ids.begin(), ids.end());
}

void BroadPhase::ray(const Vec2& origin, const Vec2& translation, std::vector<BoxHit>& hits) const {
  hits.clear();
  const V2 from = plain(origin), way = plain(translation);
  if (!finite(from) || !finite(way)) return;
  const Implementation& own = *implementation_;
  const detail::SweptBox swept(from, way, {});
  own.with([&](const auto& structure) {
    const auto visit = [&](std::uint32_t slot) { hits.push_back({own.ids[slot], swept.entry(structure.box(slot))}); };
    if constexpr (requires { structure.sweep(swept, visit); }) {
      structure.sweep(swept, visit);
    } else {
      structure.sweep(from, way, swept, visit);
    }
  });
  std::sort(hits.begin(), hits.end(), [](const BoxHit& a, const BoxHit& b) {
    return a.fraction != b.fraction ? a.fraction < b.fraction : a.id < b.id;
  });
}

void BroadPhase::pairs(std::vector<BoxPair>& pairs) const {
  pairs.clear();
  const Implementation& own = *implementation_;
  if (const auto* tree = std::get_if<detail::TreeOfSlots>(&own.structure)) {
    return detail::pairs_by_queries(*tree, own.ids, own.slots, pairs);
  }
  if (const auto* tree = std::get_if<detail::QuadTree>(&own.structure)) {
    return detail::pairs_by_queries(*tree, own.ids, own.slots, pairs);
  }
  // For all pairs at once, sorted grids are faster than the hashed ones, which are for boxes that come and go.
  std::vector<std::uint32_t> order;
  own.slots.visit([&](std::uint32_t slot) { order.push_back(slot); });
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return own.ids[a] < own.ids[b]; });
  std::vector<Box> boxes;
  boxes.reserve(order.size());
  const auto& hash = std::get<detail::SpatialHash>(own.structure);
  for (const std::uint32_t slot : order) boxes.push_back(hash.box(slot));
  detail::PairFinder finder;
  std::vector<detail::IndexPair> found;
  finder.find(boxes, found);
  pairs.reserve(found.size());
  for (const detail::IndexPair& pair : found) pairs.push_back({own.ids[order[pair.a]], own.ids[order[pair.b]]});
}

}  // namespace bankshot::BANKSHOT_ABI
