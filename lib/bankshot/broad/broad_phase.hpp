#pragma once
// The broad phase: which boxes overlap. One interface, three structures.

#include <bankshot/math/aabb.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// How a BroadPhase finds its boxes. All give the same answers; docs/broad_phase.md says when each is fast.
enum class BroadPhaseKind : std::uint8_t {
  tree,          ///< a balanced tree of bounding boxes: any mixture of sizes and densities, cheap rays
  quadtree,      ///< a loose quadtree: fast changes, best for boxes spread over a bounded field
  spatial_hash,  ///< hash grids by size: the fastest changes and pairs
};

/// Two boxes that overlap, by their ids.
struct BoxPair {
  std::uint32_t a = 0, b = 0;  ///< a < b
  friend bool operator==(const BoxPair&, const BoxPair&) = default;
  friend auto operator<=>(const BoxPair&, const BoxPair&) = default;
};

/// A box that a ray crosses.
struct BoxHit {
  std::uint32_t id = 0;
  Real fraction = 0;  ///< of the ray's translation, in [0, 1]: where it enters the box; 0 when it starts inside
  friend bool operator==(const BoxHit&, const BoxHit&) = default;
};

/// A set of axis-aligned boxes, each under an id chosen by the caller. Boxes can be added, moved and removed at any
/// time. They are closed (touching counts), may have any finite size and place, and may mix sizes without limit. A box
/// without width or height is a line or a point. Answers are exact and depend on the boxes and their ids alone: neither
/// the structure nor the order of insertion affects them, not even the order of results.
///
/// Refused, by std::invalid_argument with the reason, before anything changes: a box that is not finite or has a lower
/// bound above the upper one, and an id that already exists (insert) or does not (move, remove, box).
///
/// A value: copies are independent. Several threads may call const functions at the same time.
class BANKSHOT_API BroadPhase {
 public:
  explicit BroadPhase(BroadPhaseKind kind = BroadPhaseKind::tree);
  BroadPhase(const BroadPhase& other);
  BroadPhase(BroadPhase&& other) noexcept;
  BroadPhase& operator=(const BroadPhase& other);
  BroadPhase& operator=(BroadPhase&& other) noexcept;
  ~BroadPhase();

  BroadPhaseKind kind() const noexcept;
  std::size_t size() const noexcept;

  void insert(std::uint32_t id, const Aabb& box);
  void move(std::uint32_t id, const Aabb& box);
  void remove(std::uint32_t id);
  void clear() noexcept;  ///< removes all

  bool contains(std::uint32_t id) const noexcept;
  Aabb box(std::uint32_t id) const;

  /// Fills `ids` with the boxes that overlap `box`, ascending. Bounds may be infinite. If one is not a number, or a
  /// lower one is above the upper one, nothing overlaps.
  void query(const Aabb& box, std::vector<std::uint32_t>& ids) const;

  /// Fills `hits` with the boxes that the segment from `origin` to `origin + translation` crosses, in the order in
  /// which it enters them, equal fractions by id. To find the first hit with the contents of the boxes, test them in
  /// this order and stop at a box that is entered beyond the best hit so far. A box that the ray passes within a few
  /// eps of the coordinates may be reported or not; this depends on that box alone. A ray that is not finite hits
  /// nothing.
  void ray(const Vec2& origin, const Vec2& translation, std::vector<BoxHit>& hits) const;

  /// Fills `pairs` with all pairs of boxes that overlap, sorted by (a, b).
  void pairs(std::vector<BoxPair>& pairs) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace bankshot::BANKSHOT_ABI
