// Speeds at contact points over lanes: each lane is one near pair. Compiled once per width by contact_speeds.cpp.

/// A body's rows in the arrays: where it moves, and how far its farthest point is.
struct MovingSide {
  Lane x, y, turn, reach;
};

BANKSHOT_INLINE void load_side(const NearPair* const* pairs, bool first, const BodyVelocity* velocity,
                               const BodyMass* mass, MovingSide& side) {
  const Real* rows[lane_count];
  const Real* reach_rows[lane_count];
  for (int l = 0; l < lane_count; ++l) {
    const Rank rank = first ? pairs[l]->body_a : pairs[l]->body_b;
    rows[l] = &velocity[rank].linear.x;
    reach_rows[l] = &mass[rank].gyration;
  }
  Lane unused, unused_2, unused_3;
  gather4(rows, side.x, side.y, side.turn, unused);
  gather4(reach_rows, unused, side.reach, unused_2, unused_3);
}

/// Normal speed of A relative to B at a point; negative: closing. `x`, `y`: relative to A's centre, (dx, dy) that
/// minus B's.
BANKSHOT_INLINE Lane speed_at(const MovingSide& a, const MovingSide& b, const Lane& x, const Lane& y, const Lane& dx,
                              const Lane& dy, const Lane& nx, const Lane& ny) {
  const Lane along_x = (a.x - b.x) + (-a.turn * y - -b.turn * (y + dy));
  const Lane along_y = (a.y - b.y) + (a.turn * x - b.turn * (x + dx));
  return along_x * nx + along_y * ny;
}

/// ContactSpeeds, and which pairs have a contact at all.
struct SpeedLanes {
  Lane gap, closing, largest, spin;
  Mask meets;
};

BANKSHOT_INLINE void find_speeds(const NearPair* const* pairs, const Real* const* contact, const BodyVelocity* velocity,
                                 const BodyMass* mass, SpeedLanes& speeds) {
  MovingSide a, b;
  load_side(pairs, true, velocity, mass, a);
  load_side(pairs, false, velocity, mass, b);
  Lane nx, ny, count, unused, dx, dy, unused_2, x, y, gap, x2, y2, gap2;
  gather4(contact, nx, ny, count, unused);
  const Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = contact[l] + 4;
  gather4(rows, x, y, gap, unused);
  for (int l = 0; l < lane_count; ++l) rows[l] = contact[l] + 8;
  gather4(rows, x2, y2, gap2, unused);
  for (int l = 0; l < lane_count; ++l) rows[l] = contact[l] + 12;
  gather4(rows, dx, dy, unused, unused_2);

  const Lane zero = broadcast(Real(0));
  const Int points = first_half(first_word(count));
  const Mask one = broadcast_int(0) < points, two = broadcast_int(1) < points;
  const Lane v = select(one, speed_at(a, b, x, y, dx, dy, nx, ny), zero);
  const Lane v2 = select(two, speed_at(a, b, x2, y2, dx, dy, nx, ny), zero);
  speeds.gap = select(two, min(gap, gap2), gap);
  speeds.closing = max(max(zero, -v), -v2);
  speeds.largest = max(max(zero, abs(v)), abs(v2));
  speeds.spin = abs(a.turn) * a.reach + abs(b.turn) * b.reach;
  speeds.meets = one;
}

BANKSHOT_INLINE Int answer_where(const Mask& mask, PairAnswer::Bits answer) {
  return select(mask, broadcast_int(answer), broadcast_int(0));
}

/// What classify.cpp asks of each pair, see PairAnswer.
BANKSHOT_INLINE Int answers_of(const NearPair* const* pairs, const SpeedLanes& speeds, Real dt) {
  const Real* rows[lane_count];
  Lane restitution, extent, slop, unused;
  for (int l = 0; l < lane_count; ++l) rows[l] = &pairs[l]->restitution;
  gather4(rows, restitution, extent, slop, unused);
  const Lane zero = broadcast(Real(0)), gap = speeds.gap, way = speeds.closing * broadcast(dt);
  const Lane hair = broadcast(2 * tolerance::impact_gap_slops) * slop;
  const Lane most = broadcast(tolerance::solver_way_extents) * extent;
  const Lane turning = broadcast(Real(2)) * speeds.spin * broadcast(dt);
  const Mask inert = restitution == zero, touches = (gap <= hair) & (way <= hair);
  const Int all = answer_where(speeds.meets, PairAnswer::meets) | answer_where(gap <= slop, PairAnswer::within_slop) |
                  answer_where(gap <= broadcast(tolerance::impact_gap_slops) * slop, PairAnswer::within_gap) |
                  answer_where(touches, PairAnswer::touches) | answer_where(touches & inert, PairAnswer::rests) |
                  answer_where((gap < -slop) | inert, PairAnswer::inert) |
                  answer_where((way <= most) & (turning <= most), PairAnswer::slow) |
                  answer_where(most < way, PairAnswer::fast);
  return select(speeds.meets, all, broadcast_int(0));
}

/// One vector of pairs, from the i-th on. `full`: there are as many, at places that the compiler knows; otherwise idle
/// lanes repeat the last pair.
BANKSHOT_INLINE void speeds_of_vector(bool full, const NearPair* pairs, const ContactGeometry* contact,
                                      const BodyVelocity* velocity, const BodyMass* mass, std::size_t i,
                                      std::size_t count, ContactSpeeds* out, Real dt, PairAnswers* answers) {
  const NearPair* pair_rows[lane_count];
  const Real* contact_rows[lane_count];
  Real* out_rows[lane_count];
  for (std::size_t l = 0; l < lane_count; ++l) {
    const std::size_t at = full || i + l < count ? i + l : count - 1;
    pair_rows[l] = pairs + at;
    contact_rows[l] = &contact[at].normal.x;
    out_rows[l] = &out[at].gap;
  }
  SpeedLanes speeds;
  find_speeds(pair_rows, contact_rows, velocity, mass, speeds);
  scatter4(out_rows, speeds.gap, speeds.closing, speeds.largest, speeds.spin);
  if (answers != nullptr) store_int(answers + i, answers_of(pair_rows, speeds, dt));
}

/// `answers`: null, or with room for as many as fill up the last vector.
inline void speeds_of_pairs(const NearPair* pairs, const ContactGeometry* contact, const BodyVelocity* velocity,
                            const BodyMass* mass, std::size_t count, ContactSpeeds* out, Real dt,
                            PairAnswers* answers) {
  std::size_t i = 0;
  for (; i + lane_count <= count; i += lane_count) {
    speeds_of_vector(true, pairs, contact, velocity, mass, i, count, out, dt, answers);
  }
  if (i < count) speeds_of_vector(false, pairs, contact, velocity, mass, i, count, out, dt, answers);
}
