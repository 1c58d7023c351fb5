#include <bankshot/world/solver/unsettled_contacts.hpp>

#include <bankshot/tolerance.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

// Handles what the solver cannot know from the last step: new loads, and kinematic bodies that have changed their
// velocity.

namespace {

/// True if a pair closes by more than its slop in a sub-step.
bool lands(const ContactPairs& pairs, std::uint32_t near, const SolverBodies& bodies, const ContactBodies& ends,
           Real h) {
  const ContactGeometry& contact = pairs.geometry[near];
  Real closing = 0;
  for (int i = 0; i < contact.count; ++i) {
    const V2 arm = contact.points[i].anchor;
    closing = max(closing,
                  -dot(bodies.velocity_at(ends.a, arm) - bodies.velocity_at(ends.b, arm + contact.d), contact.normal));
  }
  return closing * h > pairs.near[near].slop;
}

/// True if a pair closes at a point that touches, or does so within the sub-step, by so much that the mean of both
/// velocities would let it sink by more than an eighth of its slop. A body that goes round approaches the chord of its
/// arc as each step begins; that is no shove.
bool shoves(const ContactPairs& pairs, const SolverWork& work, std::uint32_t near, const SolverBodies& bodies,
            const ContactBodies& ends, Real h) {
  const ContactGeometry& contact = pairs.geometry[near];
  const TurningContact turning = work.turning.empty() ? TurningContact{} : work.turning[near];
  bool any = false;
  for (int i = 0; i < contact.count; ++i) {
    const V2 arm = contact.points[i].anchor;
    const V2 relative = bodies.velocity_at(ends.a, arm) - bodies.velocity_at(ends.b, arm + contact.d);
    const Real way = (turning.bow - turning.chord - dot(relative, contact.normal)) * h;
    any |= way > pairs.near[near].slop / 4 && way > contact.points[i].separation;
  }
  return any;
}

}  // namespace

// The impulses of a pile that was set up at once, or that just came down, are not known from the last step. If every
// contact of a body is new, so is its load; a body in an older pile passes on a load that this bears already. A body
// without forces bears no load. All this is known of a contact from its own two bodies: the rest of the world has no
// part in it.
bool UnsettledContacts::find(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                             const SolverBodies& bodies, Real h, const ThreadTeam& team) {
  const std::span<const ContactBodies> ends = plan.ends;
  unsettled_.assign(ends.size(), 0);
  const bool any_thrown = find_thrown(pairs, work, plan, bodies, h);
  if (!work.any_unsettled) return any_thrown;
  const auto settled = [&](std::uint32_t body) {
    return body != 0 && bodies.velocity[body].inverse_mass > 0 && work.has_old[plan.bodies[body - 1]] != 0;
  };
  return any_thrown | team.any_range(ends.size(), least_contacts, [&](const Range& range) {
    bool any = false;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (!work.young[plan.members[i]]) continue;
      const auto [a, b] = ends[i];
      unsettled_[i] |= !settled(a) && !settled(b) && ((bodies.marks[a] | bodies.marks[b]) & SolverBodies::driven) != 0;
      any |= unsettled_[i] != 0;
    }
    return any;
  });
}

/// Marks contacts of bodies that are thrown at others, or that come down on others: the loads that they pass on are
/// new, too. The push that ends such a blow goes through several bodies, and each of them has to lose it again.
bool UnsettledContacts::find_thrown(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                                    const SolverBodies& bodies, Real h) {
  const std::span<const ContactBodies> ends = plan.ends;
  bool any = false;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::uint32_t place = plan.members[i];
    if (!pairs.near[work.pairs[place]].speculative &&
        !(work.young[place] && lands(pairs, work.pairs[place], bodies, ends[i], h))) {
      continue;
    }
    if (!any) thrown_.assign(bodies.velocity.size(), 0);
    any = true;
    for (const std::uint32_t body : {ends[i].a, ends[i].b}) thrown_[body] = bodies.velocity[body].inverse_mass > 0;
  }
  // Each pass takes a push one body farther.
  for (int pass = 0; any && pass < tolerance::settling_passes; ++pass) {
    for (std::size_t i = 0; i < ends.size(); ++i) unsettled_[i] = thrown_[ends[i].a] | thrown_[ends[i].b];
    for (std::size_t i = 0; i < ends.size(); ++i) {
      if (unsettled_[i] == 0) continue;
      for (const std::uint32_t body : {ends[i].a, ends[i].b}) thrown_[body] = bodies.velocity[body].inverse_mass > 0;
    }
  }
  return any;
}

/// Finds bodies that a kinematic body shoves as the step begins. The velocity of a kinematic body changes at once,
/// between two steps, and a body that lies on it has that change from the beginning of the first sub-step on. So it is
/// not moved by the mean of the old velocity and the new one, see straighten_paths(). On a plate with the acceleration
/// a, it would otherwise lag by a dt h / 2 in each step, and a thin body sinks faster than it is pushed out.
void UnsettledContacts::find_shoved(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                                    const SolverBodies& bodies, Real h) {
  shoved_.clear();
  for (std::size_t i = 0; i < plan.ends.size(); ++i) {
    const ContactBodies ends = plan.ends[i];
    if (((bodies.marks[ends.a] | bodies.marks[ends.b]) & SolverBodies::mover) == 0 ||
        !shoves(pairs, work, work.pairs[plan.members[i]], bodies, ends, h))
      continue;
    shoved_.push_back(bodies.is(ends.a, SolverBodies::mover) ? ends.b : ends.a);
  }
  std::sort(shoved_.begin(), shoved_.end());
  shoved_.erase(std::unique(shoved_.begin(), shoved_.end()), shoved_.end());
  shoved_from_.clear();
}

/// Sets the start velocity of shoved bodies in the sub-step to the end velocity; a second call restores it.
void UnsettledContacts::exchange_starts(SolverBodies& bodies) {
  const bool back = !shoved_from_.empty();
  for (std::size_t i = 0; i < shoved_.size(); ++i) {
    SolverBodies::Velocity& start = bodies.start[shoved_[i]];
    if (!back) shoved_from_.push_back(start);
    start = back ? shoved_from_[i] : bodies.velocity[shoved_[i]];
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
