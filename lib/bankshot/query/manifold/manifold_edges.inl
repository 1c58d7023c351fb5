// Edge against edge in the frame of the contact: clipping, the choice between faces and corners, the points. Part of
// manifold_kernel.inl and of the world's kernels; included after manifold_lanes.inl.

/// An edge of either shape, its ends in counter-clockwise order. A's runs against T, B's along it.
struct Edge {
  Lane first_s, first_h, second_s, second_h;
  Int index;
};

/// The data known once the normal is chosen.
struct Facing {
  Vec normal;
  Lane d_s, d_h;  // centre of A minus centre of B, in the frame
  Lane radius_a, radius_b, margin;
  Mask reference_b;  // the normal is that of a face of B
  Mask apart;        // the cores do not meet: a face of either shows a gap, though a tie may have chosen another one
  Mask near;         // the largest separation of the cores is within the margin of a contact
  Edge a, b;
};

// ---- edge against edge ---------------------------------------------------------------------------------------------

/// The common stretch of the edges: from the low end to the high end along T, and the heights of both there.
struct Overlap {
  Lane low_s, low_a, low_b, high_s, high_a, high_b;
  Mask empty;
  Mask slipped;  // no point in reach is left, though there should be one: see slips()
  Mask corner_suspected;
};

/// The reference edge is level, so only the other one is interpolated; an end that is not clipped keeps its bits. A
/// corner of it beyond the reference edge is closest to that edge's end if the direction from the corner to the end
/// points away from the rest of its edge.
BANKSHOT_INLINE void clip(const Facing& f, Overlap& o) {
  const Lane a_low_s = f.a.second_s, a_low_h = f.a.second_h, a_high_s = f.a.first_s, a_high_h = f.a.first_h;
  const Lane b_low_s = f.b.first_s, b_low_h = f.b.first_h, b_high_s = f.b.second_s, b_high_h = f.b.second_h;
  o.low_s = max(a_low_s, b_low_s);
  o.high_s = min(a_high_s, b_high_s);
  o.empty =
      (a_high_s < b_low_s) | (b_high_s < a_low_s);  // and not high < low: rounding may swap the ends of a steep edge

  const Lane ref_low_s = select(f.reference_b, b_low_s, a_low_s), ref_low_h = select(f.reference_b, b_low_h, a_low_h);
  const Lane ref_high_s = select(f.reference_b, b_high_s, a_high_s);
  const Lane ref_high_h = select(f.reference_b, b_high_h, a_high_h);
  const Lane inc_low_s = select(f.reference_b, a_low_s, b_low_s), inc_low_h = select(f.reference_b, a_low_h, b_low_h);
  const Lane inc_high_s = select(f.reference_b, a_high_s, b_high_s);
  const Lane inc_high_h = select(f.reference_b, a_high_h, b_high_h);

  const Lane run = inc_high_s - inc_low_s, rise = inc_high_h - inc_low_h;
  const Lane slope = rise / run;  // used only where something is clipped between the ends, and there run > 0
  const Lane beyond_low = ref_low_s - inc_low_s, beyond_high = inc_high_s - ref_high_s;
  const Lane zero = broadcast(Real(0));
  const Mask clip_low = zero < beyond_low, clip_high = zero < beyond_high;
  const Lane at_low = select(clip_low, inc_low_h + slope * beyond_low, inc_low_h);
  const Lane at_high = select(clip_high, inc_high_h - slope * beyond_high, inc_high_h);
  o.low_a = select(f.reference_b, at_low, ref_low_h), o.low_b = select(f.reference_b, ref_low_h, at_low);
  o.high_a = select(f.reference_b, at_high, ref_high_h), o.high_b = select(f.reference_b, ref_high_h, at_high);

  const Mask low_corner = clip_low & (run * beyond_low + rise * (ref_low_h - inc_low_h) <= zero);
  const Mask high_corner = clip_high & (run * beyond_high - rise * (ref_high_h - inc_high_h) <= zero);
  o.corner_suspected = o.empty | low_corner | high_corner;
}

/// Points at both ends of the overlap, or the deeper one if the ends coincide.
BANKSHOT_INLINE void face_points(const Facing& f, const Overlap& o, Candidate& low, Candidate& high) {
  const Lane radii = f.radius_a + f.radius_b, half = broadcast(Real(0.5)), shift = f.radius_b - f.radius_a;
  low.s = o.low_s, high.s = o.high_s;
  low.h = half * ((o.low_a + o.low_b) + shift), high.h = half * ((o.high_a + o.high_b) + shift);
  low.separation = (o.low_a - o.low_b) - radii, high.separation = (o.high_a - o.high_b) - radii;

  const Mask distinct = o.low_s < o.high_s, low_deeper = low.separation <= high.separation;
  const Mask high_deeper = !low_deeper;
  low.keep = f.near & (low.separation <= f.margin) & (distinct | low_deeper);
  high.keep = f.near & (high.separation <= f.margin) & (distinct | high_deeper);

  const Int none_of_it = broadcast_int(0);
  low.corners = select(f.b.first_s <= f.a.second_s, broadcast_int(2), none_of_it) |
                select(f.a.second_s <= f.b.first_s, broadcast_int(4), none_of_it);
  high.corners = select(f.a.first_s <= f.b.second_s, broadcast_int(1), none_of_it) |
                 select(f.b.second_s <= f.a.first_s, broadcast_int(8), none_of_it);
  low.key = (f.a.index << 16) | ((f.b.index & broadcast_int(0x7fff)) << 1);
  high.key = low.key | broadcast_int(1);
}

// ---- corner against corner -----------------------------------------------------------------------------------------

/// One end of each edge, and the far ends.
struct Ends {
  Lane a_s, a_h, b_s, b_h;
  Lane far_a_s, far_a_h, far_b_s, far_b_h;
  Int corners;  // as in ContactGeometry
  Int order;    // of the key: 1 for the high ends of both
};

BANKSHOT_INLINE void make_ends(const Edge& a, bool first_a, const Edge& b, bool first_b, Ends& e) {
  e.a_s = first_a ? a.first_s : a.second_s, e.a_h = first_a ? a.first_h : a.second_h;
  e.far_a_s = first_a ? a.second_s : a.first_s, e.far_a_h = first_a ? a.second_h : a.first_h;
  e.b_s = first_b ? b.first_s : b.second_s, e.b_h = first_b ? b.first_h : b.second_h;
  e.far_b_s = first_b ? b.second_s : b.first_s, e.far_b_h = first_b ? b.second_h : b.first_h;
  e.corners = broadcast_int((first_a ? 1 : 2) | (first_b ? 4 : 8));
  e.order = broadcast_int(first_a && !first_b ? 1 : 0);
}

BANKSHOT_INLINE Lane distance_squared(const Ends& e) {
  const Lane s = e.a_s - e.b_s, h = e.a_h - e.b_h;
  return s * s + h * h;
}

BANKSHOT_INLINE void select_ends(const Mask& m, const Ends& a, Ends& b) {
  b.a_s = select(m, a.a_s, b.a_s), b.a_h = select(m, a.a_h, b.a_h);
  b.b_s = select(m, a.b_s, b.b_s), b.b_h = select(m, a.b_h, b.b_h);
  b.far_a_s = select(m, a.far_a_s, b.far_a_s), b.far_a_h = select(m, a.far_a_h, b.far_a_h);
  b.far_b_s = select(m, a.far_b_s, b.far_b_s), b.far_b_h = select(m, a.far_b_h, b.far_b_h);
  b.corners = select(m, a.corners, b.corners), b.order = select(m, a.order, b.order);
}

/// The two closest ends; true if they are the closest points of the edges (distance is convex along them, so it is
/// enough that neither direction along an edge leads closer).
BANKSHOT_INLINE Mask closest_ends(const Edge& a, const Edge& b, Ends& best) {
  make_ends(a, false, b, true, best);
  Lane distance = distance_squared(best);
  for (int i = 1; i < 4; ++i) {
    Ends e;
    make_ends(a, (i & 1) != 0, b, (i & 2) == 0, e);
    const Lane e_distance = distance_squared(e);
    select_ends(e_distance < distance, e, best);
    distance = min(e_distance, distance);
  }
  const Lane s = best.b_s - best.a_s, h = best.b_h - best.a_h, zero = broadcast(Real(0));
  return ((best.far_a_s - best.a_s) * s + (best.far_a_h - best.a_h) * h <= zero) &
         ((best.far_b_s - best.b_s) * s + (best.far_b_h - best.b_h) * h >= zero);
}

BANKSHOT_INLINE void select_candidate(const Mask& m, const Candidate& a, Candidate& b) {
  const Mask other = !m;
  b.s = select(m, a.s, b.s), b.h = select(m, a.h, b.h), b.separation = select(m, a.separation, b.separation);
  b.corners = select(m, a.corners, b.corners), b.key = select(m, a.key, b.key);
  b.keep = (m & a.keep) | (other & b.keep);
}

/// Two corners count as one above the other up to this slope of the line through them. Their distance is then less than
/// 1 / 32768 longer than their difference in height.
inline constexpr int level_corners = 128;

/// For two cores that meet, and whose edges do not face one another, the closest ends may be apart along the normal:
/// where a corner is almost straight, the face that gives the normal, the least deep one, and the corner deepest below
/// it need not be at the same place. They then meet at that corner, as deep as the axis says. The same holds if the
/// edges face one another, but what is left of them after clipping is apart: the closest ends may be those of other
/// corners.
BANKSHOT_INLINE void sink_ends(const Facing& f, const Overlap& o, Ends& e) {
  const Mask meet = !f.apart, misses = meet & (o.slipped | (o.empty & (e.b_h < e.a_h)));
  const Mask low_a = f.a.first_h < f.a.second_h, high_b = f.b.second_h < f.b.first_h;
  const Lane s =
      select(f.reference_b, select(low_a, f.a.first_s, f.a.second_s), select(high_b, f.b.first_s, f.b.second_s));
  e.a_s = select(misses, s, e.a_s), e.b_s = select(misses, s, e.b_s);
  e.a_h = select(misses, min(f.a.first_h, f.a.second_h), e.a_h);
  e.b_h = select(misses, max(f.b.first_h, f.b.second_h), e.b_h);
}

/// For two closest corners, or edges that do not face one another: rounded shapes get a single point and the normal
/// along the line through the corners; sharp ones keep the face's normal. So do corners too close for their difference
/// to be more than rounding, and corners nearly above one another if there is a second point: a stack at rest must not
/// lose it. Without a second point, the face's normal would only deflect a body that bounces off a corner, by the
/// slope.
BANKSHOT_INLINE void corner_points(const Facing& f, const Overlap& o, Vec& normal, Candidate& low, Candidate& high) {
  Ends e;
  const Mask closest = closest_ends(f.a, f.b, e);
  const Mask corner = f.apart & o.corner_suspected & closest;
  sink_ends(f, o, e);

  const Lane zero = broadcast(Real(0)), half = broadcast(Real(0.5)), radii = f.radius_a + f.radius_b;
  const Lane s = e.a_s - e.b_s, h = e.a_h - e.b_h;
  const Lane scale = max(abs(s), abs(h)), unit_s = s / scale, unit_h = h / scale;
  const Lane length = sqrt(unit_s * unit_s + unit_h * unit_h), distance = scale * length;
  const Lane noise = broadcast(16 * tolerance::eps) * ((abs(e.a_s) + abs(e.a_h)) + (abs(f.d_s) + abs(f.d_h)));
  const Mask distinct = corner & (noise < distance), second = low.keep & high.keep;
  const Mask level = broadcast(Real(level_corners)) * abs(s) <= abs(h);
  const Mask turned = distinct & (zero < radii) & !(level & second);
  const Lane n_s = select(turned, unit_s / length, zero), n_h = select(turned, unit_h / length, broadcast(Real(1)));
  const Vec tangent = {-f.normal.y, f.normal.x};
  normal.x = select(turned, tangent.x * n_s + f.normal.x * n_h, normal.x);
  normal.y = select(turned, tangent.y * n_s + f.normal.y * n_h, normal.y);

  const Lane shift = f.radius_b - f.radius_a;
  const Lane gap = select(distinct | (o.slipped & f.apart), distance, h) - radii;  // decides which points are in reach
  const Mask single = turned | o.empty, keep = f.near & (gap <= f.margin), at_high = e.order == broadcast_int(1);
  const Mask low_end = !at_high, pair = !single;
  Candidate point;
  point.s = half * ((e.a_s + e.b_s) + shift * n_s), point.h = half * ((e.a_h + e.b_h) + shift * n_h);
  point.separation = select(turned, distance, h) - radii;
  point.corners = e.corners, point.key = low.key | e.order, point.keep = keep;
  high.keep = pair & high.keep;
  select_candidate(single | (corner & low_end), point, low);
  select_candidate(pair & corner & at_high, point, high);
}

/// For two cores that meet, rounding may put the ends of the common stretch beyond the margin: they then touch there.
/// True if the ends are farther away. Also true for cores that are apart and have no point in reach: an edge may be so
/// steep that rounding decides where it is clipped, far from its end. Then the closest ends tell.
BANKSHOT_INLINE Mask slips(const Facing& f, const Overlap& o, Candidate& low, Candidate& high) {
  const Mask none_kept = f.near & !(low.keep | high.keep | o.empty), lost = none_kept & !f.apart;
  if (none(none_kept)) return none_kept;
  const Lane size = (abs(o.low_s) + abs(o.high_s)) + ((abs(o.low_a) + abs(o.high_a)) + (abs(f.d_s) + abs(f.d_h)));
  const Lane reach = f.margin + broadcast(16 * tolerance::eps) * size;
  const Mask distinct = o.low_s < o.high_s, low_first = low.separation <= high.separation;
  const Mask high_first = !low_first;
  low.keep = low.keep | (lost & (low.separation <= reach) & (distinct | low_first));
  high.keep = high.keep | (lost & (high.separation <= reach) & (distinct | high_first));
  return none_kept & !(low.keep | high.keep);
}

BANKSHOT_INLINE void meet_facing(const Facing& f, ContactLanes& contact) {
  Overlap overlap;
  clip(f, overlap);
  Candidate low, high;
  face_points(f, overlap, low, high);
  overlap.slipped = slips(f, overlap, low, high);
  overlap.empty = overlap.empty | overlap.slipped;
  Vec normal = f.normal;
  if (any(f.near & (overlap.empty | (f.apart & overlap.corner_suspected))))
    corner_points(f, overlap, normal, low, high);
  make_contact(normal, f.normal, low, high, contact);
}
