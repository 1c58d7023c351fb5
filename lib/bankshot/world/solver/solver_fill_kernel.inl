// Fills the solver's blocks from contact pairs over lanes: each lane is one contact. Compiled once per width by
// contact_blocks.cpp.

/// The data of a body that constraints need.
struct SideLanes {
  Lane inverse_mass, gyration, free_x, free_y;
};

BANKSHOT_INLINE SideLanes gather_side(const Real* frame, const std::uint32_t* body) {
  SideLanes side;
  gather4(frame, body, side.gyration, side.free_x, side.free_y, side.inverse_mass);
  return side;
}

/// cross(arm, direction) / rho; 0 for a body that cannot turn.
BANKSHOT_INLINE Lane scaled_arm(const SideLanes& side, const Lane& x, const Lane& y, const Lane& direction_x,
                                const Lane& direction_y) {
  const Lane zero = broadcast(0);
  return select(zero < side.gyration, (x * direction_y - y * direction_x) / side.gyration, zero);
}

/// A row of a contact: its direction and the arms of both sides.
struct RowLanes {
  Lane x, y, arm_a, arm_b;
};

/// Effect of a unit impulse along row `i` on the relative velocity along row `j`.
BANKSHOT_INLINE Lane coupling(const SideLanes& a, const SideLanes& b, const RowLanes& i, const RowLanes& j) {
  const Lane xx = i.x * j.x, yy = i.y * j.y;
  return a.inverse_mass * ((xx * a.free_x + yy * a.free_y) + i.arm_a * j.arm_a) +
         b.inverse_mass * ((xx * b.free_x + yy * b.free_y) + i.arm_b * j.arm_b);
}

BANKSHOT_INLINE Lane inverse_or_zero(const Lane& k) {
  const Lane zero = broadcast(0);
  return select(zero < k, broadcast(1) / k, zero);
}

/// The row of a contact point, or of the middle between two: `x`, `y` relative to A's centre, (dx, dy) A's centre minus
/// B's.
BANKSHOT_INLINE void row_at(const SideLanes& a, const SideLanes& b, const Lane& x, const Lane& y, const Lane& dx,
                            const Lane& dy, const Lane& along_x, const Lane& along_y, RowLanes& row) {
  row.x = along_x, row.y = along_y;
  row.arm_a = scaled_arm(a, x, y, along_x, along_y);
  row.arm_b = scaled_arm(b, x + dx, y + dy, along_x, along_y);
}

/// The rows after the first numbers.
BANKSHOT_INLINE void gather_behind(const Real* const* rows, int numbers, Lane& a, Lane& b, Lane& c, Lane& d) {
  const Real* behind[lane_count];
  for (int l = 0; l < lane_count; ++l) behind[l] = rows[l] + numbers;
  gather4(behind, a, b, c, d);
}

/// Fills the fields that depend on the pair alone.
BANKSHOT_INLINE void fill_pairs(ConstraintBlock& c, BlockTraits& traits, int i, const Real* const* pair) {
  Lane slop, friction, surface_speed, unused;
  gather4(pair, slop, friction, surface_speed, unused);
  traits.belts |= any(!(surface_speed == broadcast(0)));
  store(c.friction + i, friction);
  store(c.surface_speed + i, surface_speed);
  store(c.push_speed + i,
        broadcast(tolerance::push_out_extents_per_second) * slop / broadcast(tolerance::slop_fraction));
}

BANKSHOT_INLINE void fill_lanes(ConstraintBlock& c, BlockTraits& traits, int i, const ContactRows& rows,
                                const Real* frame) {
  fill_pairs(c, traits, i, rows.pair + i);
  const SideLanes a = gather_side(frame, c.a + i), b = gather_side(frame, c.b + i);
  Lane nx, ny, count, unused, x1, y1, separation1, x2, y2, separation2, dx, dy, impulse1, impulse2, impulse_t;
  gather4(rows.contact + i, nx, ny, count, impulse_t);
  gather_behind(rows.contact + i, 4, x1, y1, separation1, unused);
  gather_behind(rows.contact + i, 8, x2, y2, separation2, unused);
  gather_behind(rows.contact + i, 12, dx, dy, impulse1, impulse2);
  const Lane zero = broadcast(0), half = broadcast(Real(0.5));
  const Mask two = broadcast_int(1) < first_half(first_word(count));
  x2 = select(two, x2, x1), y2 = select(two, y2, y1);
  RowLanes first, second, across;
  row_at(a, b, x1, y1, dx, dy, nx, ny, first);
  row_at(a, b, x2, y2, dx, dy, nx, ny, second);
  row_at(a, b, half * (x1 + x2), half * (y1 + y2), dx, dy, -ny, nx, across);
  store(c.nx + i, nx), store(c.ny + i, ny);
  store(c.arm_a1 + i, first.arm_a), store(c.arm_b1 + i, first.arm_b);
  store(c.arm_a2 + i, second.arm_a), store(c.arm_b2 + i, second.arm_b);
  store(c.arm_at + i, across.arm_a), store(c.arm_bt + i, across.arm_b);
  store(c.mass1 + i, inverse_or_zero(coupling(a, b, first, first)));
  store(c.mass2 + i, select(two, inverse_or_zero(coupling(a, b, second, second)), zero));
  store(c.mass_t + i, inverse_or_zero(coupling(a, b, across, across)));
  store(c.k12 + i, select(two, coupling(a, b, first, second), zero));
  store(c.k1t + i, coupling(a, b, first, across));
  store(c.k2t + i, select(two, coupling(a, b, second, across), zero));
  const Lane depth2 = select(two, separation2, zero);
  store(c.separation1 + i, separation1), store(c.separation2 + i, depth2);
  traits.deep |= any(min(separation1, depth2) < -(broadcast(deep_push) * load(c.push_speed + i)));
  store(c.impulse1 + i, impulse1), store(c.impulse2 + i, impulse2), store(c.impulse_t + i, impulse_t);
}

inline void fill_contacts(ConstraintBlock* block, BlockTraits* traits, const ContactRows* rows, const Real* frame) {
  for (int i = 0; i < traits->used; i += lane_count) fill_lanes(*block, *traits, i, *rows, frame);
}
