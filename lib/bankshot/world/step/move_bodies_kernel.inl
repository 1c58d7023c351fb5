// Moves bodies to the ends of their paths over lanes: each lane is one body. Compiled once per width by
// move_bodies.cpp.

/// head + tail = a + b, exactly (Knuth 1969, The Art of Computer Programming 2, 4.2.2, theorem B).
BANKSHOT_INLINE void two_sum(const Lane& a, const Lane& b, Lane& head, Lane& tail) {
  head = a + b;
  const Lane from_b = head - a;
  const Lane from_a = head - from_b;
  tail = (a - from_a) + (b - from_b);
}

/// Adds `way` to a position that is stored as two numbers.
BANKSHOT_INLINE void advance(Lane& value, Lane& remainder, const Lane& way) {
  Lane head, tail;
  two_sum(value, way, head, tail);
  two_sum(head, tail + remainder, value, remainder);
}

/// The rows after the first four numbers.
BANKSHOT_INLINE void behind(Real* const* rows, Real** out) {
  for (int l = 0; l < lane_count; ++l) out[l] = rows[l] + 4;
}

/// 0 if all four are finite, otherwise NaN.
BANKSHOT_INLINE Lane doubt(const Lane& a, const Lane& b, const Lane& c, const Lane& d) {
  return ((a - a) + (b - b)) + ((c - c) + (d - d));
}

/// rotation_of() for each lane. The angle in a step is usually small, which needs no branches.
BANKSHOT_INLINE void rotations_of(const Lane& turn, Lane& c, Lane& s) {
  Real angle[lane_count], cosines[lane_count], sines[lane_count];
  store(angle, turn);
  for (int l = 0; l < lane_count; ++l) {
    const Sum rest = {static_cast<double>(angle[l]), 0};
    cosines[l] = static_cast<Real>(cosine(rest)), sines[l] = static_cast<Real>(sine(rest));
  }
  const Mask small = abs(turn) < broadcast(Real(small_angle));
  for (int l = 0; l < lane_count && !all(small); ++l) {
    const Q2 rotation = rotation_of(angle[l]);
    cosines[l] = rotation.c, sines[l] = rotation.s;
  }
  c = load(cosines), s = load(sines);
}

/// Returns the lanes whose displacement is NaN or infinite: these stay where they were.
BANKSHOT_INLINE unsigned move_lanes(const MovingBodies& bodies, int i) {
  Lane dx, dy, turn, vx, vy, spin, unused;
  gather4(bodies.motion + i, dx, dy, turn, unused);
  gather4(bodies.velocity + i, vx, vy, spin, unused);
  Real* rotations[lane_count];
  behind(bodies.pose + i, rotations);
  Lane x0, y0, rest_x0, rest_y0, c0, s0, local_x, local_y;
  gather4(bodies.pose + i, x0, y0, rest_x0, rest_y0);
  gather4(rotations, c0, s0, local_x, local_y);

  Lane x = x0, y = y0, rest_x = rest_x0, rest_y = rest_y0;
  advance(x, rest_x, dx);
  advance(y, rest_y, dy);
  // Stays a unit complex number: its length errs by rounding only, so one division by the length is enough.
  Lane turn_c, turn_s;
  rotations_of(turn, turn_c, turn_s);
  const Lane c = turn_c * c0 - turn_s * s0, s = turn_s * c0 + turn_c * s0;
  const Lane size = sqrt(c * c + s * s);
  const Mask straight = turn == broadcast(0);
  const Lane end_c = select(straight, c0, c / size), end_s = select(straight, s0, s / size);

  const Lane doubts = (doubt(vx, vy, spin, turn) + doubt(dx, dy, x, y)) + ((end_c - end_c) + (end_s - end_s));
  const Mask sound = doubts == broadcast(0);
  scatter4(bodies.pose + i, select(sound, x, x0), select(sound, y, y0), select(sound, rest_x, rest_x0),
           select(sound, rest_y, rest_y0));
  scatter4(rotations, select(sound, end_c, c0), select(sound, end_s, s0), local_x, local_y);
  return mask_bits(!sound);
}

inline unsigned move_to_ends(const MovingBodies* bodies) {
  unsigned lost = 0;
  for (int i = 0; i < bodies->count; i += lane_count) lost |= move_lanes(*bodies, i) << i;
  return lost;
}
