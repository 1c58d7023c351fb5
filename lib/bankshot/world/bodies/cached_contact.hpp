#pragma once
// Data of a touching pair that is kept from step to step. Not part of the public interface.

#include <bankshot/math/cpp20.hpp>
#include <bankshot/world/bodies/body.hpp>

#include <algorithm>
#include <compare>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Two parts of two shapes: the shapes as proxies (places in the shapes' rank order), a < b, and the part of each. For
/// a container, the part is a limit of its room; for a convex shape it is 0.
struct PairKey {
  std::uint32_t a = 0, b = 0;
  std::uint32_t part_a = 0, part_b = 0;
  friend auto operator<=>(const PairKey&, const PairKey&) = default;
  friend bool operator==(const PairKey& l, const PairKey& r) noexcept {
    struct Words {
      std::uint64_t shapes, parts;
    };
    const Words x = bit_cast<Words>(l), y = bit_cast<Words>(r);
    return ((x.shapes ^ y.shapes) | (x.parts ^ y.parts)) == 0;
  }
};

/// A pair that touches, or that the solver pushed: its data for the next step. 40 bytes in float.
struct CachedContact {
  PairKey key;
  Real normal_impulse[2] = {};    ///< of one sub-step, per point: the warm start
  Real friction_impulse = 0;      ///< likewise, for the whole manifold
  std::uint32_t feature[2] = {};  ///< features that the points came from
  std::uint8_t age = 0;           ///< steps that the solver has had it, at most 255
  bool touching = false;          ///< true if its begin was reported to the user
  std::uint8_t count = 0;         ///< points with a warm start
  bool deep = false;              ///< true if it was reported as deep, see Penetration
};
static_assert(sizeof(CachedContact) == (sizeof(Real) == 4 ? 40 : 56));

BANKSHOT_INLINE bool before(const CachedContact& l, const CachedContact& r) { return l.key < r.key; }

/// The first of a list by key that does not come before `key`.
template <class List>
auto first_from(List& list, const PairKey& key) {
  return std::lower_bound(list.begin(), list.end(), key, [](const auto& l, const PairKey& r) { return l.key < r; });
}

}  // namespace bankshot::BANKSHOT_ABI::detail
