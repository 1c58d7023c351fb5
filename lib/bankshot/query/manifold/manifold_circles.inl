// Circles against circles and all other shapes. Part of manifold_kernel.inl.

BANKSHOT_INLINE void load_first_corner(const Geometry* const* shapes, bool same, Vec& corner) {
  const V2* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = &shapes[same ? 0 : l]->last_corner;
  Vec unused;
  load_two(rows, same, unused, corner);
}

/// The unit vector along v and its length, without loss where the squares would leave the range of Real. For zero:
/// `fallback`.
BANKSHOT_INLINE Lane direction(const Vec& v, const Vec& fallback, Vec& unit) {
  const Lane zero = broadcast(Real(0));
  const Lane scale = max(abs(v.x), abs(v.y));
  const Vec u = {v.x / scale, v.y / scale};
  const Lane length = sqrt(dot(u, u));
  const Mask defined = zero < scale;
  unit = select(defined, Vec{u.x / length, u.y / length}, fallback);
  return select(defined, scale * length, zero);
}

/// A single point at `anchor`.
BANKSHOT_INLINE void write_point(const Vec& normal, const Vec& anchor, const Lane& separation, const Int& key,
                                 const Int& corners, const Mask& keep, Real* const* out) {
  Candidate low, high;
  low.s = anchor.y, low.h = anchor.x;  // in the frame N = (1, 0), T = (0, 1)
  low.separation = separation;
  low.corners = corners, low.key = key, low.keep = keep;
  high = low;
  high.keep = broadcast_mask(false);
  ContactLanes contact;
  make_contact(normal, Vec{broadcast(Real(1)), broadcast(Real(0))}, low, high, contact);
  store_contact(contact, out);
}

/// Concentric circles meet along A's own x axis.
BANKSHOT_INLINE void circle_pairs(const Batch& batch) {
  Numbers in;
  load_numbers(batch, in);
  Vec centre_a, centre_b;
  load_first_corner(batch.a, batch.same_a, centre_a);
  load_first_corner(batch.b, batch.same_b, centre_b);
  centre_a = rotate(in.qa, centre_a), centre_b = rotate(in.qb, centre_b);
  const Lane radius_a = load_radius(batch.a, batch.same_a), radius_b = load_radius(batch.b, batch.same_b);

  const Vec difference = {in.d.x + (centre_a.x - centre_b.x), in.d.y + (centre_a.y - centre_b.y)};
  Vec normal;
  const Lane distance = direction(difference, in.qa, normal);
  const Lane separation = distance - (radius_a + radius_b);
  // A's surface lies radius_a below its centre, B's lies `separation` lower still.
  const Lane drop = radius_a + broadcast(Real(0.5)) * separation;
  const Vec anchor = {centre_a.x - normal.x * drop, centre_a.y - normal.y * drop};
  write_point(normal, anchor, separation, broadcast_int(0), broadcast_int(1 | 4), separation <= in.margin, batch.out);
}

inline void circles(const PairInput* pairs, const std::uint32_t* index, int count, ContactGeometry* out) {
  for (int i = 0; i < count; i += lane_count) {
    Batch batch;
    open_batch(pairs, index + i, out, batch);
    circle_pairs(batch);
  }
}

// ---- circle against polygon, capsule, segment: in the polygon's own axes, where it needs no rotation ---------------

/// The features of a polygon nearest to a point, over its edges one by one.
struct Nearest {
  Vec deepest_normal, facing_normal, corner;
  Lane deepest, facing, corner_distance;  // separations of edges; squared distance of the corner
  Int deepest_index, facing_index, corner_index;
};

BANKSHOT_INLINE void nothing_nearest(Nearest& n) {
  const Lane zero = broadcast(Real(0)), infinity = broadcast(std::numeric_limits<Real>::infinity());
  n.deepest_normal = n.facing_normal = n.corner = {zero, zero};
  n.deepest = n.facing = -infinity, n.corner_distance = infinity;
  n.deepest_index = n.facing_index = n.corner_index = broadcast_int(0);
}

/// Tests the edge from `first` to `second`. Is the point farther outside of it than of the edges before? Is it outside
/// and opposite to the edge? That holds for at most one edge, which is then the nearest. Is its first corner nearer
/// than those before? The separation alone would pick the wrong one of two edges that are nearly in line.
BANKSHOT_INLINE void ask_edge(const Vec& point, const Vec& first, const Vec& second, const Vec& normal, int index,
                              const Mask& exists, Nearest& n) {
  const Vec from_first = {point.x - first.x, point.y - first.y}, along = {second.x - first.x, second.y - first.y};
  const Lane separation = dot(normal, from_first), distance = dot(from_first, from_first);
  const Lane passed = dot(along, from_first), zero = broadcast(Real(0));
  const Int here = broadcast_int(index);

  const Mask deeper = n.deepest < separation;
  n.deepest = select(deeper, separation, n.deepest);
  n.deepest_normal = select(deeper, normal, n.deepest_normal);
  n.deepest_index = select(deeper, here, n.deepest_index);

  const Mask faces = exists & (n.facing < separation) & (zero <= passed) & (passed <= dot(along, along));
  n.facing = select(faces, separation, n.facing);
  n.facing_normal = select(faces, normal, n.facing_normal);
  n.facing_index = select(faces, here, n.facing_index);

  const Mask closer = distance < n.corner_distance;
  n.corner_distance = select(closer, distance, n.corner_distance);
  n.corner = select(closer, first, n.corner);
  n.corner_index = select(closer, here, n.corner_index);
}

struct RoundPair {
  Vec centre;         // of the circle, relative to its body's centre, world axes
  Vec centre_from_a;  // the same, relative to A's centre
  Vec point;          // the same, relative to the polygon's centre, in the polygon's axes
  Vec polygon_rotation;
  Lane radius_polygon, radius_circle, margin;
  Mask hollow;  // the polygon has two corners: no point is inside
};

BANKSHOT_INLINE void place_circle(const Numbers& in, const Vec& corner, bool circle_is_a, RoundPair& pair) {
  pair.polygon_rotation = circle_is_a ? in.qb : in.qa;
  pair.margin = in.margin;
  pair.centre = rotate(circle_is_a ? in.qa : in.qb, corner);
  const Vec from_other = circle_is_a ? Vec{pair.centre.x + in.d.x, pair.centre.y + in.d.y}
                                     : Vec{pair.centre.x - in.d.x, pair.centre.y - in.d.y};
  pair.centre_from_a = circle_is_a ? pair.centre : from_other;
  pair.point = unrotate(pair.polygon_rotation, from_other);
}

/// A centre inside the core exits by the nearest face; one outside meets the edge opposite to it, or else the nearest
/// corner; one on a corner takes the normal of an edge there.
BANKSHOT_INLINE void write_round(const RoundPair& pair, const Nearest& nearest, bool circle_is_a, Real* const* out) {
  const Lane zero = broadcast(Real(0)), half = broadcast(Real(0.5));
  const Mask opposed = broadcast(-std::numeric_limits<Real>::max()) <= nearest.facing;
  const Mask faces = (zero <= nearest.facing) | (pair.hollow & opposed);
  const Mask outside = (zero < nearest.deepest) | pair.hollow;
  // The front of a segment is the side whose plane is farther below the point. Beside the segment's end, rounding may
  // leave only the back as opposite.
  const Mask by_facing = faces & !pair.hollow;
  const Mask unopposed = !faces;
  const Mask corner = outside & unopposed;
  Vec unit;
  const Lane distance =
      direction(Vec{pair.point.x - nearest.corner.x, pair.point.y - nearest.corner.y}, nearest.deepest_normal, unit);
  const Lane core_gap = select(corner, distance, select(by_facing, nearest.facing, nearest.deepest));
  const Vec edge_normal = select(by_facing, nearest.facing_normal, nearest.deepest_normal);
  const Vec outward = rotate(pair.polygon_rotation, select(corner, unit, edge_normal));
  const Lane rise = half * ((pair.radius_polygon - pair.radius_circle) - core_gap);
  const Vec anchor = {pair.centre_from_a.x + outward.x * rise, pair.centre_from_a.y + outward.y * rise};
  const Lane separation = core_gap - (pair.radius_polygon + pair.radius_circle);

  // A corner is named by the edge that begins there.
  const Int index =
      select(corner, nearest.corner_index, select(by_facing, nearest.facing_index, nearest.deepest_index));
  const Int at_corner = select(corner, broadcast_int(circle_is_a ? 4 : 1), broadcast_int(0));
  write_point(circle_is_a ? outward : -outward, anchor, separation,
              (index & broadcast_int(0x7fff)) << (circle_is_a ? 1 : 16), at_corner | broadcast_int(circle_is_a ? 1 : 4),
              separation <= pair.margin, out);
}

BANKSHOT_INLINE Lane load_count(const Geometry* const* shapes, bool same) {
  if (same) return broadcast(static_cast<Real>(shapes[0]->count));
  Real count[lane_count];
  for (int l = 0; l < lane_count; ++l) count[l] = static_cast<Real>(shapes[l]->count);
  return load(count);
}

BANKSHOT_INLINE void circle_polygon_pairs(const Batch& batch, bool circle_is_a) {
  Numbers in;
  load_numbers(batch, in);
  const Geometry* const* polygons = circle_is_a ? batch.b : batch.a;
  const Geometry* const* rounds = circle_is_a ? batch.a : batch.b;
  const bool same_polygon = circle_is_a ? batch.same_b : batch.same_a;
  const bool same_round = circle_is_a ? batch.same_a : batch.same_b;

  RoundPair pair;
  Vec corner;
  load_first_corner(rounds, same_round, corner);
  place_circle(in, corner, circle_is_a, pair);
  pair.radius_polygon = load_radius(polygons, same_polygon), pair.radius_circle = load_radius(rounds, same_round);
  const Lane count = load_count(polygons, same_polygon);
  pair.hollow = count == broadcast(Real(2));

  const int corners = most_corners(polygons, same_polygon);
  Polygon p;
  load_polygon(polygons, same_polygon, corners, p);
  Nearest nearest;
  nothing_nearest(nearest);
  for (int i = 0; i < corners; ++i) {
    const Mask exists = broadcast(static_cast<Real>(i)) < count;  // copies would face the point backwards
    ask_edge(pair.point, p.corner[i], p.corner[i + 1 < corners ? i + 1 : 0], p.normal[i], i, exists, nearest);
  }
  write_round(pair, nearest, circle_is_a, batch.out);
}

/// A is the circle.
inline void circle_polygons(const PairInput* pairs, const std::uint32_t* index, int count, ContactGeometry* out) {
  for (int i = 0; i < count; i += lane_count) {
    Batch batch;
    open_batch(pairs, index + i, out, batch);
    circle_polygon_pairs(batch, true);
  }
}

/// B is the circle.
inline void polygon_circles(const PairInput* pairs, const std::uint32_t* index, int count, ContactGeometry* out) {
  for (int i = 0; i < count; i += lane_count) {
    Batch batch;
    open_batch(pairs, index + i, out, batch);
    circle_polygon_pairs(batch, false);
  }
}
