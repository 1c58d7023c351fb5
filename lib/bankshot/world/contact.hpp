#pragma once
// What the world keeps of a touching pair from step to step. Not part of the public interface.

#include <bankshot/world/body.hpp>

#include <vector>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// A pair that touches, or that the solver pushed: what the next step wants to know of it. 32 bytes in float.
struct ContactRecord {
  std::uint32_t a = 0, b = 0;     ///< proxies (places in the shapes' rank order), a < b
  Real normal_impulse[2] = {};    ///< of one sub-step, per point: the warm start
  Real friction_impulse = 0;      ///< likewise, for the whole manifold
  std::uint32_t feature[2] = {};  ///< which features the points came from
  std::uint16_t count = 0;        ///< points with a warm start
  bool touching = false;          ///< whether users were told that it began
  bool pad = false;
};
static_assert(sizeof(ContactRecord) == (sizeof(Real) == 4 ? 32 : 48));

BANKSHOT_INLINE bool before(const ContactRecord& l, const ContactRecord& r) {
  return l.a != r.a ? l.a < r.a : l.b < r.b;
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
