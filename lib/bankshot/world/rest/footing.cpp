#include <bankshot/world/rest/footing.hpp>
#include <bankshot/world/rest/supporting_contacts.hpp>

// Two bodies that stand side by side and bounce apart do so by sliding over what they stand on, and friction ends that
// way. With accelerations in place of forces: a contact that bears N gives the body, against a motion along its
// surface, what it has to spare, mu N less the friction that it gives already. What slides, faster than mu N would end
// within the step, has nothing to spare: of two that slide the same way friction takes as much from either.
//
// That holds as long as the body slides in place of tilting. Its base ends at x = low and x = high along the surface, x
// seen from the centre of mass, and bears N_i at x_i. All of it at one end is a moment of
//
//   sum N_i (high - x_i)   or   sum N_i (x_i - low)
//
// about where it is now, so a force that acts at a height of up to z above the base may be the smaller of these,
// divided by z. What stands on a single point may roll, so only flat contacts count, and of several that do not lie in
// one line the first.

namespace bankshot::BANKSHOT_ABI::detail {

void Footing::add(V2 towards, V2 arm, V2 other, Real first, Real second, Real friction, Real reach) {
  const V2 along = perp(towards);
  const Real x = dot(along, arm), y = dot(along, other);
  if (normal == V2{}) {
    normal = towards;
    low = min(x, y), high = max(x, y);
  } else if (!same_normal(normal, towards)) {
    return;
  }
  low = min(low, min(x, y)), high = max(high, max(x, y));
  load += first + second;
  moment += first * x + second * y;
  spare += max(friction, 0);
  height = max(height, absolute(dot(towards, arm)) + reach);
}

Real Footing::grip(V2 n) const {
  if (!(spare > 0)) return 0;
  const Real along = dot(perp(normal), n);
  const Real tilts = min(high * load - moment, moment - low * load) / height;
  return along * along * max(min(spare, tilts), 0);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
