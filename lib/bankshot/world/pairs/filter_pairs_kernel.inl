// Gaps and margins of candidates over lanes: each lane is one of them. Compiled once per width by filter_pairs.cpp.

/// The motion bounds of one side's bodies.
struct MobileSide {
  Lane way, inverse_mass, vx, vy, ax, ay, spin;
};

BANKSHOT_INLINE void load_mobility(const MotionBounds* mobility, const std::uint32_t* row, MobileSide& side) {
  Lane unused;
  gather4(&mobility->way, row, side.way, side.inverse_mass, side.vx, side.vy);
  gather4(&mobility->acceleration.x, row, side.ax, side.ay, side.spin, unused);
}

/// Lower bound of the distance of boxes, see box_gap().
BANKSHOT_INLINE void find_gaps(const Box* boxes, const std::uint32_t* first, const std::uint32_t* second, Lane& gap) {
  Lane low_ax, low_ay, high_ax, high_ay, low_bx, low_by, high_bx, high_by;
  gather4(&boxes->lower.x, first, low_ax, low_ay, high_ax, high_ay);
  gather4(&boxes->lower.x, second, low_bx, low_by, high_bx, high_by);
  gap = max(max(low_ax - high_bx, low_bx - high_ax), max(low_ay - high_by, low_by - high_ay));
}

/// Upper bound of the approach of two bodies within the step, see farthest_way().
BANKSHOT_INLINE void find_ways(const MobileSide& a, const MobileSide& b, Real dt, Lane& way) {
  const Lane vx = a.vx - b.vx, vy = a.vy - b.vy, ax = a.ax - b.ax, ay = a.ay - b.ay, time = broadcast(dt);
  const Lane speed = sqrt(vx * vx + vy * vy), gain = sqrt(ax * ax + ay * ay) * time;
  way = (speed + gain + (a.spin + b.spin)) * time;
}

/// Filters a block by the rules of is_near(). Lanes beyond the last candidate repeat it.
inline void filter_block(const Box* boxes, const MotionBounds* mobility, Real dt, CandidateBlock& block) {
  const Lane zero = broadcast(Real(0));
  for (int i = 0; i < block.count; i += lane_count) {
    Lane gap;
    find_gaps(boxes, block.shape_a + i, block.shape_b + i, gap);
    store(block.gap + i, gap);
    const Lane extent = load(block.extent + i);
    const Lane least = broadcast(tolerance::margin_slops) * (broadcast(tolerance::slop_fraction) * extent);
    const Lane most = broadcast(tolerance::solver_way_extents) * extent;
    const Mask close = (gap <= max(least, most)) & first_lanes(block.count - i);
    if (none(close)) continue;
    MobileSide a, b;
    load_mobility(mobility, block.row_a + i, a);
    load_mobility(mobility, block.row_b + i, b);
    const Lane sum = a.inverse_mass + b.inverse_mass;
    const Mask alike = (a.inverse_mass > zero) & (b.inverse_mass > zero) &
                       (max(a.inverse_mass, b.inverse_mass) <= broadcast(tolerance::pinch) * sum);
    Lane way;
    find_ways(a, b, dt, way);
    const Mask still = (!alike) | (a.way + b.way <= least);
    const Lane margin = select(still, least, max(least, min(most, way)));
    store(block.margin + i, margin);
    block.near |= std::uint64_t{mask_bits(close & (gap <= margin))} << i;
    block.both_movable |= std::uint64_t{mask_bits(alike)} << i;
    block.unlike |= std::uint64_t{mask_bits(close & !alike)} << i;
  }
}

/// The same for candidates that are known from the last step: only those that would be found at all are near.
inline void check_block(const Box* boxes, const Box* reach, const MotionBounds* mobility, Real dt,
                        CandidateBlock& block) {
  filter_block(boxes, mobility, dt, block);
  std::uint64_t found = 0;
  for (int i = 0; i < block.count; i += lane_count) {
    Lane gap;
    find_gaps(reach, block.shape_a + i, block.shape_b + i, gap);
    found |= std::uint64_t{mask_bits(gap <= broadcast(Real(0)))} << i;
  }
  block.near &= found;
}
