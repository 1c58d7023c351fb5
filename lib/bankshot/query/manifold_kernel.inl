// The narrow phase over lanes: each lane is one pair. Compiled once per width by manifold_batch.cpp.
//
// All kernels work in world axes. Where A and B meet, two unit vectors span the frame: the normal N, from B to A, and
// the tangent T, N turned left. A corner is (s, h): its coordinates along T and along N, relative to A's centre. A lies
// above B, so the gap at s is A's height minus B's. Seen so, nothing but the choice of N tells which shape held the
// reference face, and swapping the shapes turns the picture by half a turn.
//
// Source of the method: separating axes for the normal; the edges that face one another clipped by one another's sides
// (E. Catto, Iterative Dynamics with Temporal Coherence, 2005, and the contact slides of GDC 2006 and 2007). The choice
// between face and corner contact follows from the Minkowski difference: among all faces the one with the largest
// separation touches the feature closest to the origin, so that two corners are closest exactly if neither lies
// opposite the other's edge (C. Ericson, Real-Time Collision Detection, 2005, sections 5.1 and 9.5).

#include <bankshot/query/lane_vec.inl>

BANKSHOT_INLINE Lane negate_if(const Mask& m, const Lane& x) { return select(m, -x, x); }

// ---- in and out ----------------------------------------------------------------------------------------------------

/// The pairs of one vector of lanes.
struct Batch {
  const Geometry* a[lane_count];
  const Geometry* b[lane_count];
  const Real* numbers[lane_count];  // from PairInput::d on
  Real* out[lane_count];
  bool same_a, same_b;  // whether all lanes share one shape
};

/// `index`: of the pair in each lane, or null: one behind the other, at places that the compiler knows.
BANKSHOT_INLINE void open_batch(const PairInput* pairs, const std::uint32_t* index, ContactGeometry* out,
                                Batch& batch) {
  batch.same_a = batch.same_b = true;
  for (int l = 0; l < lane_count; ++l) {
    const std::uint32_t at = index != nullptr ? index[l] : static_cast<std::uint32_t>(l);
    const PairInput& pair = pairs[at];
    batch.a[l] = pair.a, batch.b[l] = pair.b;
    batch.numbers[l] = &pair.d.x;
    batch.out[l] = reinterpret_cast<Real*>(out + at);
    batch.same_a &= pair.a == batch.a[0];
    batch.same_b &= pair.b == batch.b[0];
  }
}

struct Numbers {
  Vec d, qa, qb;
  Lane margin;
};

/// The way between the centres goes on to the result.
BANKSHOT_INLINE void load_numbers(const Batch& batch, Numbers& in) {
  gather4(batch.numbers, in.d.x, in.d.y, in.qa.x, in.qa.y);
  const Real* rest[lane_count];
  for (int l = 0; l < lane_count; ++l) rest[l] = batch.numbers[l] + 4;
  Lane unused;
  gather4(rest, in.qb.x, in.qb.y, in.margin, unused);
  Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = batch.out[l] + 12;
  const Lane zero = broadcast(Real(0));
  scatter4(rows, in.d.x, in.d.y, zero, zero);
}

/// Two neighbouring vectors per lane, as records of four numbers.
BANKSHOT_INLINE void load_two(const V2* const* rows, bool same, Vec& first, Vec& second) {
  if (same) {
    first = {broadcast(rows[0][0].x), broadcast(rows[0][0].y)};
    second = {broadcast(rows[0][1].x), broadcast(rows[0][1].y)};
    return;
  }
  const Real* numbers[lane_count];
  for (int l = 0; l < lane_count; ++l) numbers[l] = &rows[l]->x;
  gather4(numbers, first.x, first.y, second.x, second.y);
}

BANKSHOT_INLINE Lane load_radius(const Geometry* const* shapes, bool same) {
  if (same) return broadcast(shapes[0]->radius);
  Real radius[lane_count];
  for (int l = 0; l < lane_count; ++l) radius[l] = shapes[l]->radius;
  return load(radius);
}

/// An integer in place of a real: the low half of it where Real is wider than the integers of ContactGeometry.
BANKSHOT_INLINE Lane word(const Int& x) {
  constexpr bool shift = std::endian::native == std::endian::big && sizeof(Real) > sizeof(std::uint32_t);
  return as_real(shift ? x << 32 : x);
}

/// One point of a manifold in the making.
struct Candidate {
  Lane s, h;  // halfway between the surfaces
  Lane separation;
  Int corners;  // ContactGeometry::corners of this point
  Int key;
  Mask keep;
};

BANKSHOT_INLINE void write_contacts(const Vec& normal, const Vec& frame_normal, const Candidate& low,
                                    const Candidate& high, Real* const* out) {
  const Lane zero = broadcast(Real(0));
  const Int nothing = broadcast_int(0), one = broadcast_int(1);
  const Mask one_point = low.keep | high.keep, two_points = low.keep & high.keep;
  Candidate first;
  first.s = select(low.keep, low.s, high.s);
  first.h = select(low.keep, low.h, high.h);
  first.separation = select(low.keep, low.separation, high.separation);
  first.corners = select(low.keep, low.corners, high.corners);
  first.key = select(low.keep, low.key, high.key);

  const Vec tangent = {-frame_normal.y, frame_normal.x};
  const Int count = select(one_point, one, nothing) + select(two_points, one, nothing);
  const Int corners = select(one_point, first.corners, nothing) | (select(two_points, high.corners, nothing) << 4);
  scatter4(out, select(one_point, normal.x, zero), select(one_point, normal.y, zero), word(join_halves(count, corners)),
           zero);

  Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = out[l] + 4;
  scatter4(rows, select(one_point, tangent.x * first.s + frame_normal.x * first.h, zero),
           select(one_point, tangent.y * first.s + frame_normal.y * first.h, zero),
           select(one_point, first.separation, zero), word(select(one_point, first.key, nothing)));
  for (int l = 0; l < lane_count; ++l) rows[l] = out[l] + 8;
  scatter4(rows, select(two_points, tangent.x * high.s + frame_normal.x * high.h, zero),
           select(two_points, tangent.y * high.s + frame_normal.y * high.h, zero),
           select(two_points, high.separation, zero), word(select(two_points, high.key, nothing)));
}

BANKSHOT_INLINE void write_nothing(Real* const* out) {
  const Lane zero = broadcast(Real(0));
  for (int record = 0; record < 3; ++record) {
    Real* rows[lane_count];
    for (int l = 0; l < lane_count; ++l) rows[l] = out[l] + 4 * record;
    scatter4(rows, zero, zero, zero, zero);
  }
}

// In this order: each uses those before it.
#include <bankshot/query/manifold_edges.inl>
//
#include <bankshot/query/manifold_boxes.inl>
//
#include <bankshot/query/manifold_polygons.inl>
//
#include <bankshot/query/manifold_circles.inl>
#if BANKSHOT_LANE_BYTES == 0
#include <bankshot/query/manifold_large.inl>
#endif
