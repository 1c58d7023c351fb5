// Speeds at contact points over lanes, and the answers that classification needs. Part of contact_speeds_kernel.inl and
// of box_pairs.inl.

#include <bankshot/query/manifold/manifold_lanes.inl>

/// The velocity of a body, and the distance of its farthest point.
struct MovingSide {
  Lane x, y, turn, reach;
};

BANKSHOT_INLINE void load_side(const ContactPair* const* pairs, bool first, const BodyVelocity* velocity,
                               const BodyMass* mass, MovingSide& side) {
  const Real* rows[lane_count];
  const Real* reach_rows[lane_count];
  for (int l = 0; l < lane_count; ++l) {
    const Rank rank = first ? pairs[l]->body_a : pairs[l]->body_b;
    rows[l] = &velocity[rank].linear.x;
    reach_rows[l] = &mass[rank].inverse_inertia;
  }
  Lane unused, unused_2, unused_3;
  gather4(rows, side.x, side.y, side.turn, unused);
  gather4(reach_rows, unused, unused_2, side.reach, unused_3);
}

/// Normal speed of A relative to B at a point; negative: closing. `point`: relative to A's centre; `d`: A's centre
/// minus B's.
BANKSHOT_INLINE Lane speed_at(const MovingSide& a, const MovingSide& b, const Vec& point, const Vec& d,
                              const Vec& normal) {
  const Lane along_x = (a.x - b.x) + (-a.turn * point.y - -b.turn * (point.y + d.y));
  const Lane along_y = (a.y - b.y) + (a.turn * point.x - b.turn * (point.x + d.x));
  return along_x * normal.x + along_y * normal.y;
}

/// ContactSpeeds, and a mask of the pairs that have a contact.
struct SpeedLanes {
  Lane gap, closing, largest, spin, bend;
  Lane span;  ///< squared distance of its points
  Mask meets;
};

BANKSHOT_INLINE void find_speeds(const ContactPair* const* pairs, const ContactLanes& contact, const Vec& d,
                                 const BodyVelocity* velocity, const BodyMass* mass, SpeedLanes& speeds) {
  MovingSide a, b;
  load_side(pairs, true, velocity, mass, a);
  load_side(pairs, false, velocity, mass, b);
  const Lane zero = broadcast(Real(0)), gap = contact.first.separation;
  const Mask one = broadcast_int(0) < contact.count, two = broadcast_int(1) < contact.count;
  const Lane v = select(one, speed_at(a, b, contact.first.anchor, d, contact.normal), zero);
  const Lane v2 = select(two, speed_at(a, b, contact.second.anchor, d, contact.normal), zero);
  speeds.gap = select(two, min(gap, contact.second.separation), gap);
  speeds.closing = max(max(zero, -v), -v2);
  speeds.largest = max(max(zero, abs(v)), abs(v2));
  speeds.spin = abs(a.turn) * a.reach + abs(b.turn) * b.reach;
  // At least the product of the faster turning and the fastest slide.
  speeds.bend = max(abs(a.turn), abs(b.turn)) * (abs(a.x - b.x) + abs(a.y - b.y) + speeds.spin);
  const Lane apart_x = contact.second.anchor.x - contact.first.anchor.x;
  const Lane apart_y = contact.second.anchor.y - contact.first.anchor.y;
  speeds.span = select(two, apart_x * apart_x + apart_y * apart_y, zero);
  speeds.meets = one;
}

BANKSHOT_INLINE Int answer_where(const Mask& mask, PairAnswer::Bits answer) {
  return select(mask, broadcast_int(answer), broadcast_int(0));
}

/// The answers for each pair that classify.cpp needs, see PairAnswer.
BANKSHOT_INLINE Int answers_of(const ContactPair* const* pairs, const SpeedLanes& speeds, Real dt) {
  const Real* rows[lane_count];
  Lane restitution, extent, slop, unused;
  for (int l = 0; l < lane_count; ++l) rows[l] = &pairs[l]->restitution;
  gather4(rows, restitution, extent, slop, unused);
  const Lane zero = broadcast(Real(0)), gap = speeds.gap, way = speeds.closing * broadcast(dt);
  const Lane hair = broadcast(2 * tolerance::impact_gap_slops) * slop;
  const Lane most = broadcast(tolerance::solver_way_extents) * extent;
  const Lane turning = broadcast(Real(2)) * speeds.spin * broadcast(dt);
  const Lane least = broadcast(tolerance::margin_slops) * slop;
  const Mask inert = restitution == zero, touches = (gap <= hair) & (way <= hair);
  const Int all = answer_where(speeds.meets, PairAnswer::meets) | answer_where(gap <= slop, PairAnswer::within_slop) |
                  answer_where(gap <= broadcast(tolerance::impact_gap_slops) * slop, PairAnswer::within_gap) |
                  answer_where(touches, PairAnswer::touches) | answer_where(touches & inert, PairAnswer::rests) |
                  answer_where((gap < -slop) | inert, PairAnswer::inert) |
                  answer_where((way <= most) & (turning <= most), PairAnswer::slow) |
                  answer_where(least < speeds.bend * broadcast(dt * dt), PairAnswer::may_bend) |
                  answer_where(speeds.span <= least * least, PairAnswer::at_an_end);
  return select(speeds.meets, all, broadcast_int(0));
}
