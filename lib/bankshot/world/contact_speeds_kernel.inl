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

BANKSHOT_INLINE void speeds_of(const NearPair* const* pairs, const Real* const* contact, const Real* const* input,
                               const BodyVelocity* velocity, const BodyMass* mass, Real* const* out) {
  MovingSide a, b;
  load_side(pairs, true, velocity, mass, a);
  load_side(pairs, false, velocity, mass, b);
  Lane nx, ny, count, unused, dx, dy, unused_2, x, y, gap, x2, y2, gap2;
  gather4(contact, nx, ny, count, unused);
  gather4(input, dx, dy, unused, unused_2);
  const Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = contact[l] + 4;
  gather4(rows, x, y, gap, unused);
  for (int l = 0; l < lane_count; ++l) rows[l] = contact[l] + 8;
  gather4(rows, x2, y2, gap2, unused);

  const Lane zero = broadcast(Real(0));
  const Int points = first_word(count);
  const Mask one = broadcast_int(0) < points, two = broadcast_int(1) < points;
  const Lane v = select(one, speed_at(a, b, x, y, dx, dy, nx, ny), zero);
  const Lane v2 = select(two, speed_at(a, b, x2, y2, dx, dy, nx, ny), zero);
  const Lane spin = abs(a.turn) * a.reach + abs(b.turn) * b.reach;
  scatter4(out, select(two, min(gap, gap2), gap), max(max(zero, -v), -v2), max(max(zero, abs(v)), abs(v2)), spin);
}

inline void speeds_of_pairs(const NearPair* pairs, const ContactGeometry* contact, const PairInput* input,
                            const BodyVelocity* velocity, const BodyMass* mass, std::size_t count, ContactSpeeds* out) {
  for (std::size_t i = 0; i < count; i += lane_count) {
    const NearPair* pair_rows[lane_count];
    const Real* contact_rows[lane_count];
    const Real* input_rows[lane_count];
    Real* out_rows[lane_count];
    for (std::size_t l = 0; l < lane_count; ++l) {
      const std::size_t at = i + l < count ? i + l : count - 1;  // idle lanes repeat the last pair
      pair_rows[l] = pairs + at;
      contact_rows[l] = &contact[at].normal.x;
      input_rows[l] = &input[at].d.x;
      out_rows[l] = &out[at].gap;
    }
    speeds_of(pair_rows, contact_rows, input_rows, velocity, mass, out_rows);
  }
}
