// Convex polygons, capsules and segments of few corners: every face of both against every corner of the other. Part of
// manifold_kernel.inl.
//
// Lanes of one vector may have different numbers of corners. Missing entries repeat the first corner and the first
// normal. Such copies come after their originals and must be strictly better to win, so an edge between copies, which
// has no length, is never chosen; and the last true edge ends in the first copy, as it should.

struct Polygon {
  Vec corner[max_lane_corners], normal[max_lane_corners];
};

BANKSHOT_INLINE int most_corners(const Geometry* const* shapes, bool same) {
  int most = shapes[0]->count;
  for (int l = 1; l < lane_count && !same; ++l) most = shapes[l]->count < most ? most : shapes[l]->count;
  return most;
}

/// Entries k and k + 1 (k even) of the corners or normals. The last entry of an odd count is stored beside the first in
/// the geometry itself; missing entries are replaced by the first two.
BANKSHOT_INLINE const V2* two_entries(const Geometry& shape, const V2* entries, const V2* last, int k) {
  if (k + 1 < shape.count) return entries + k;
  return k < shape.count ? last : entries;
}

/// In the polygon's own axes. `same`: all lanes have one shape.
BANKSHOT_INLINE void load_polygon(const Geometry* const* shapes, bool same, int corners, Polygon& p) {
  for (int k = 0; same && k < corners; ++k) {
    const int known = k < shapes[0]->count ? k : 0;
    const V2 corner = shapes[0]->points[known], normal = shapes[0]->normals[known];
    p.corner[k] = {broadcast(corner.x), broadcast(corner.y)};
    p.normal[k] = {broadcast(normal.x), broadcast(normal.y)};
  }
  const V2* rows[lane_count];
  for (int k = 0; !same && k < corners; k += 2) {
    for (int l = 0; l < lane_count; ++l) {
      rows[l] = two_entries(*shapes[l], shapes[l]->points, &shapes[l]->last_corner, k);
    }
    load_two(rows, false, p.corner[k], p.corner[k + 1]);
    for (int l = 0; l < lane_count; ++l) {
      rows[l] = two_entries(*shapes[l], shapes[l]->normals, &shapes[l]->last_normal, k);
    }
    load_two(rows, false, p.normal[k], p.normal[k + 1]);
  }
}

BANKSHOT_INLINE void load_turned_polygon(const Geometry* const* shapes, bool same, const Vec& q, int corners,
                                         Polygon& p) {
  load_polygon(shapes, same, corners, p);
  for (int k = 0; k < corners; ++k) {
    p.corner[k] = rotate(q, p.corner[k]);
    p.normal[k] = rotate(q, p.normal[k]);
  }
}

BANKSHOT_INLINE void polygon_axis(const Vec& normal, const Vec& corner, const Polygon& other, int other_corners,
                                  const Vec& d, Axis& axis) {
  axis.normal = normal;
  axis.offset = dot(normal, corner);
  axis.along = dot(normal, d);
  Lane lowest = dot(normal, other.corner[0]);
  for (int j = 1; j < other_corners; ++j) lowest = min(lowest, dot(normal, other.corner[j]));
  axis.separation = (lowest - axis.along) - axis.offset;
}

/// The face of `p` with the largest separation from `other`; d is p's centre minus the other's.
BANKSHOT_INLINE void best_face(const Polygon& p, int corners, const Polygon& other, int other_corners, const Vec& d,
                               Axis& best) {
  polygon_axis(p.normal[0], p.corner[0], other, other_corners, d, best);
  for (int i = 1; i < corners; ++i) {
    Axis axis;
    polygon_axis(p.normal[i], p.corner[i], other, other_corners, d, axis);
    select_axis(best.separation < axis.separation, axis, best);
  }
}

/// The edge that faces `outward`, relative to the polygon's centre.
BANKSHOT_INLINE void facing_edge(const Polygon& p, int corners, const Vec& normal, const Vec& tangent,
                                 const Vec& outward, Edge& edge) {
  Vec first = p.corner[0], second = p.corner[1];
  Lane best = dot(p.normal[0], outward);
  edge.index = broadcast_int(0);
  for (int i = 1; i < corners; ++i) {
    const Lane facing = dot(p.normal[i], outward);
    const Mask better = best < facing;
    best = select(better, facing, best);
    first = select(better, p.corner[i], first);
    second = select(better, p.corner[i + 1 < corners ? i + 1 : 0], second);
    edge.index = select(better, broadcast_int(i), edge.index);
  }
  edge.first_s = dot(tangent, first), edge.first_h = dot(normal, first);
  edge.second_s = dot(tangent, second), edge.second_h = dot(normal, second);
}

/// True if two segments are apart along the first one. Their sum is flat if they are parallel, and faces alone do not
/// tell segments in one line from touching ones.
BANKSHOT_INLINE Mask apart_along(const Polygon& p, const Polygon& other, const Vec& d) {
  const Vec along = {p.corner[1].x - p.corner[0].x, p.corner[1].y - p.corner[0].y};
  const Lane p0 = dot(along, p.corner[0]), p1 = dot(along, p.corner[1]), shift = dot(along, d);
  const Lane o0 = dot(along, other.corner[0]) - shift, o1 = dot(along, other.corner[1]) - shift;
  return (max(o0, o1) < p0) | (p1 < min(o0, o1));
}

/// The axes of the contact's frame by its normal, and A's place in it.
BANKSHOT_INLINE void set_frame(Facing& f, const Vec& d, Vec& tangent) {
  tangent = {-f.normal.y, f.normal.x};
  f.d_s = dot(tangent, d), f.d_h = dot(f.normal, d);
}

/// The least difference by which B's face must be farther apart to be chosen: otherwise a contact that moves from one
/// face to another equally good one would change its normal by rounding. But rounded cores touch with their radii
/// between them. If the faces are at an angle, a corner of the face not chosen is apart from the other shape along its
/// own normal, and along the chosen normal by the radii over its cosine: more than the true gap, and touching shapes
/// would have no contact. There the larger separation is taken as it is.
BANKSHOT_INLINE Lane tie_bias(const Axis& best_a, const Axis& best_b, const Lane& radii) {
  const Lane size = abs(best_a.offset) + abs(best_b.offset), zero = broadcast(Real(0));
  const Lane bias = broadcast(tolerance::tie_bias) * size;
  if (none(zero < radii)) return bias;
  const Lane angle = broadcast(Real(1)) + dot(best_a.normal, best_b.normal);  // 1 - cosine of the angle between the
                                                                              // faces
  return select(radii * angle <= broadcast(4 * tolerance::eps) * size, bias, zero);
}

/// Chooses the normal; returns false if no lane is in reach. Precondition: the margin and the radii are set.
///
/// Of two faces that tie the chosen one may see an overlap where the other sees a gap. The cores are then apart, and
/// the corner deepest below the chosen face need not be anywhere near the other shape: nothing may be sunk there.
BANKSHOT_INLINE bool choose_normal(const Axis& best_a, const Axis& best_b, const Vec& d, Facing& f, Vec& tangent) {
  const Lane bias = tie_bias(best_a, best_b, f.radius_a + f.radius_b);
  f.reference_b = best_a.separation + bias < best_b.separation;
  f.normal = select(f.reference_b, best_b.normal, -best_a.normal);
  const Lane separation = select(f.reference_b, best_b.separation, best_a.separation);
  f.near = separation - (f.radius_a + f.radius_b) <= f.margin;
  f.apart = broadcast(Real(0)) < max(best_a.separation, best_b.separation);
  set_frame(f, d, tangent);
  return any(f.near);
}

BANKSHOT_INLINE void polygon_pairs(const Batch& batch, int corners_a, int corners_b) {
  Numbers in;
  load_numbers(batch, in);
  Polygon a, b;
  load_turned_polygon(batch.a, batch.same_a, in.qa, corners_a, a);
  load_turned_polygon(batch.b, batch.same_b, in.qb, corners_b, b);
  Facing f;
  f.radius_a = load_radius(batch.a, batch.same_a), f.radius_b = load_radius(batch.b, batch.same_b);
  f.margin = in.margin;

  Axis best_a, best_b;
  best_face(a, corners_a, b, corners_b, in.d, best_a);
  // Too far apart by A's faces alone: B's could only confirm that, or be chosen with a larger separation.
  if (none(best_a.separation - (f.radius_a + f.radius_b) <= f.margin)) return write_nothing(batch.out);
  best_face(b, corners_b, a, corners_a, -in.d, best_b);
  Vec tangent;
  if (!choose_normal(best_a, best_b, in.d, f, tangent)) return write_nothing(batch.out);
  if (corners_a == 2 && corners_b == 2) f.apart = f.apart | apart_along(a, b, in.d) | apart_along(b, a, -in.d);
  facing_edge(a, corners_a, f.normal, tangent, -f.normal, f.a);
  facing_edge(b, corners_b, f.normal, tangent, f.normal, f.b);
  move_edge(f, f.b);
  write_facing(f, batch.out);
}

/// Both shapes of two corners.
inline void segments(const PairInput* pairs, const std::uint32_t* index, int count, ContactGeometry* out) {
  for (int i = 0; i < count; i += lane_count) {
    Batch batch;
    open_batch(pairs, index + i, out, batch);
    polygon_pairs(batch, 2, 2);
  }
}

/// Both shapes of up to four corners.
inline void quads(const PairInput* pairs, const std::uint32_t* index, int count, ContactGeometry* out) {
  for (int i = 0; i < count; i += lane_count) {
    Batch batch;
    open_batch(pairs, index + i, out, batch);
    polygon_pairs(batch, 4, 4);
  }
}

/// Up to max_lane_corners, and at least one shape of more than four.
inline void polygons(const PairInput* pairs, const std::uint32_t* index, int count, ContactGeometry* out) {
  for (int i = 0; i < count; i += lane_count) {
    Batch batch;
    open_batch(pairs, index + i, out, batch);
    polygon_pairs(batch, most_corners(batch.a, batch.same_a), most_corners(batch.b, batch.same_b));
  }
}
