#include <bankshot/world/rest/footing.hpp>
#include <bankshot/world/rest/supporting_contacts.hpp>

// Two bodies that stand side by side and bounce apart slide over their supports, and friction ends that motion. In
// terms of accelerations instead of forces: a contact that bears N can give the body, against a motion along its
// surface, its spare friction: mu N less the friction that it gives already. A body that slides faster than mu N would
// stop within the step has nothing to spare: from two bodies that slide the same way friction takes the same.
//
// That holds as long as the body slides instead of tilting. Its base ends at x = low and x = high along the surface, x
// relative to the centre of mass, and bears N_i at x_i. With all of it at one end, the moment about its present place
// is
//
//   sum N_i (high - x_i)   or   sum N_i (x_i - low).
//
// So a force at a height of up to z above the base may be the smaller of these, divided by z. A body on a single point
// may roll, so only flat contacts count. If several are not in one line, the first counts.

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
