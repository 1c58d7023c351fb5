// The narrow phase over lanes: each lane is one pair. Compiled once per width by manifold_batch.cpp.
//
// All kernels work in world axes. Two unit vectors span the frame of a contact: the normal N, from B to A, and the
// tangent T, N turned left. A corner is (s, h): its coordinates along T and along N, relative to A's centre. A lies
// above B, so the gap at s is A's height minus B's. In this frame only the choice of N shows which shape held the
// reference face, and swapping the shapes turns the picture by half a turn.
//
// Source of the method: separating axes for the normal; the edges that face one another clipped by one another's sides
// (E. Catto, Iterative Dynamics with Temporal Coherence, 2005, and the contact slides of GDC 2006 and 2007). The choice
// between face and corner contact follows from the Minkowski difference: among all faces the one with the largest
// separation touches the feature closest to the origin, so that two corners are closest exactly if neither lies
// opposite the other's edge (C. Ericson, Real-Time Collision Detection, 2005, sections 5.1 and 9.5).

#include <bankshot/query/manifold/manifold_lanes.inl>

// ---- in and out ----------------------------------------------------------------------------------------------------

/// The pairs of one vector of lanes. For a shape shared by all lanes only the first lane's place is set.
struct Batch {
  const Geometry* a[lane_count];
  const Geometry* b[lane_count];
  const Real* numbers[lane_count];  // from PairInput::d on
  Real* out[lane_count];
  bool same_a, same_b;  // true if all lanes share one shape
};

/// `index`: of the pair in each lane.
BANKSHOT_INLINE void open_batch(const PairInput* pairs, const std::uint32_t* index, ContactGeometry* out,
                                Batch& batch) {
  batch.a[0] = pairs[index[0]].a, batch.b[0] = pairs[index[0]].b;
  bool other_a = false, other_b = false;
  for (int l = 0; l < lane_count; ++l) {
    const PairInput& pair = pairs[index[l]];
    other_a |= pair.a != batch.a[0], other_b |= pair.b != batch.b[0];
    batch.numbers[l] = &pair.d.x;
    batch.out[l] = reinterpret_cast<Real*>(out + index[l]);
  }
  batch.same_a = !other_a, batch.same_b = !other_b;
  for (int l = 1; l < lane_count && other_a; ++l) batch.a[l] = pairs[index[l]].a;
  for (int l = 1; l < lane_count && other_b; ++l) batch.b[l] = pairs[index[l]].b;
}

struct Numbers {
  Vec d, qa, qb;
  Lane margin;
};

/// The vector between the centres is also written to the result.
BANKSHOT_INLINE void load_numbers(const Batch& batch, Numbers& in) {
  gather4(batch.numbers, in.d.x, in.d.y, in.qa.x, in.qa.y);
  const Real* rest[lane_count];
  for (int l = 0; l < lane_count; ++l) rest[l] = batch.numbers[l] + 4;
  Lane unused;
  gather4(rest, in.qb.x, in.qb.y, in.margin, unused);
  store_difference(in.d, batch.out);
}

BANKSHOT_INLINE Lane load_radius(const Geometry* const* shapes, bool same) {
  if (same) return broadcast(shapes[0]->radius);
  Real radius[lane_count];
  for (int l = 0; l < lane_count; ++l) radius[l] = shapes[l]->radius;
  return load(radius);
}

BANKSHOT_INLINE void write_nothing(Real* const* out) {
  ContactLanes contact;
  make_nothing(contact);
  store_contact(contact, out);
}

// In this order: each uses those before it.
#include <bankshot/query/manifold/manifold_edges.inl>
//
#include <bankshot/query/manifold/manifold_boxes.inl>

BANKSHOT_INLINE void write_facing(const Facing& f, Real* const* out) {
  ContactLanes contact;
  meet_facing(f, contact);
  store_contact(contact, out);
}

#include <bankshot/query/manifold/manifold_polygons.inl>
//
#include <bankshot/query/manifold/manifold_circles.inl>
#if BANKSHOT_LANE_BYTES == 0
#include <bankshot/query/manifold/manifold_large.inl>
#endif

// ---- boxes ---------------------------------------------------------------------------------------------------------

BANKSHOT_INLINE void box_pairs(const Batch& batch) {
  Numbers in;
  load_numbers(batch, in);
  Box a, b;
  load_box(batch.a, batch.same_a, in.qa, a);
  load_box(batch.b, batch.same_b, in.qb, b);
  ContactLanes contact;
  meet_boxes(in.d, in.margin, a, b, contact);
  store_contact(contact, batch.out);
}

inline void boxes(const PairInput* pairs, const std::uint32_t* index, int count, ContactGeometry* out) {
  for (int i = 0; i < count; i += lane_count) {
    Batch batch;
    open_batch(pairs, index + i, out, batch);
    box_pairs(batch);
  }
}
