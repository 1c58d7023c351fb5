// Circles against one another and against everything else. Part of manifold_kernel.inl.

BANKSHOT_INLINE void load_first_corner(const Geometry* const* shapes, bool same, Vec& corner) {
  const V2* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = &shapes[l]->last_corner;
  Vec unused;
  load_two(rows, same, unused, corner);
}

/// The unit vector along v and its length, without loss where the squares would leave the range of Real. Zero: `fallback`.
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
  write_contacts(normal, Vec{broadcast(Real(1)), broadcast(Real(0))}, low, high, out);
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

/// The edge of a polygon that a point lies farthest outside of, with the first that comes winning a tie.
struct NearestEdge {
  Vec first, second, normal;
  Lane separation;
  Int index;
};

BANKSHOT_INLINE void nearest_edge(const Geometry* const* shapes, bool same, const Vec& point, NearestEdge& best) {
  const int corners = most_corners(shapes);
  const V2* rows[lane_count];
  Vec previous_corner, previous_normal, unused;
  for (int l = 0; l < lane_count; ++l) rows[l] = &shapes[l]->last_corner;
  load_two(rows, same, previous_corner, unused);
  for (int l = 0; l < lane_count; ++l) rows[l] = &shapes[l]->last_normal;
  load_two(rows, same, previous_normal, unused);
  static_cast<void>(corners), static_cast<void>(point), static_cast<void>(best);
}
