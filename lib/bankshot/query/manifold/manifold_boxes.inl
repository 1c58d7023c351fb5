// Sharp boxes: four axes, and of each box two corners and two normals; the others are their opposites. Part of
// manifold_kernel.inl and of the world's kernels; included after manifold_edges.inl.

/// Edge 3 runs from corner 3 to corner 0, edge 0 from corner 0 to corner 1, which is opposite to corner 3.
struct Box {
  Vec corner3, corner0, normal3, normal0;
};

BANKSHOT_INLINE void load_box(const Geometry* const* shapes, bool same, const Vec& q, Box& box) {
  const V2* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = &shapes[same ? 0 : l]->last_corner;
  Vec c3, c0, n3, n0;
  load_two(rows, same, c3, c0);
  for (int l = 0; l < lane_count; ++l) rows[l] = &shapes[same ? 0 : l]->last_normal;
  load_two(rows, same, n3, n0);
  box = {rotate(q, c3), rotate(q, c0), rotate(q, n3), rotate(q, n0)};
}

/// A candidate for the normal: a face's axis, the offset of the other centre along it, the face's distance from its own
/// centre, and the separation along it.
struct Axis {
  Vec normal;
  Lane along, offset, separation;
};

BANKSHOT_INLINE void box_axis(const Vec& normal, const Vec& corner, const Box& other, const Vec& d, Axis& axis) {
  axis.normal = normal;
  axis.along = dot(normal, d);
  axis.offset = dot(normal, corner);
  const Lane reach = max(abs(dot(normal, other.corner3)), abs(dot(normal, other.corner0)));
  axis.separation = (abs(axis.along) - axis.offset) - reach;
}

BANKSHOT_INLINE void select_axis(const Mask& m, const Axis& a, Axis& b) {
  b.normal = select(m, a.normal, b.normal);
  b.along = select(m, a.along, b.along);
  b.offset = select(m, a.offset, b.offset);
  b.separation = select(m, a.separation, b.separation);
}

BANKSHOT_INLINE void best_box_axis(const Box& box, const Box& other, const Vec& d, Axis& best) {
  Axis axis;
  box_axis(box.normal0, box.corner0, other, d, best);
  box_axis(box.normal3, box.corner3, other, d, axis);
  select_axis(best.separation < axis.separation, axis, best);
}

/// The edge that faces `outward`, relative to the box's centre.
BANKSHOT_INLINE void box_edge(const Box& box, const Vec& normal, const Vec& tangent, const Vec& outward, Edge& edge) {
  const Lane along3 = dot(box.normal3, outward), along0 = dot(box.normal0, outward);
  const Mask edge3 = abs(along0) < abs(along3);
  const Mask opposite = select(edge3, along3, along0) < broadcast(Real(0));
  const Lane s3 = dot(tangent, box.corner3), h3 = dot(normal, box.corner3);
  const Lane s0 = dot(tangent, box.corner0), h0 = dot(normal, box.corner0);
  edge.first_s = negate_if(opposite, select(edge3, s3, s0));
  edge.first_h = negate_if(opposite, select(edge3, h3, h0));
  edge.second_s = negate_if(opposite, select(edge3, s0, -s3));
  edge.second_h = negate_if(opposite, select(edge3, h0, -h3));
  edge.index = select(edge3, broadcast_int(3), broadcast_int(0)) ^ select(opposite, broadcast_int(2), broadcast_int(0));
}

/// From coordinates relative to B's centre to coordinates relative to A's.
BANKSHOT_INLINE void move_edge(const Facing& f, Edge& edge) {
  edge.first_s -= f.d_s, edge.second_s -= f.d_s;
  edge.first_h -= f.d_h, edge.second_h -= f.d_h;
}

BANKSHOT_INLINE void meet_boxes(const Vec& d, const Lane& margin, const Box& a, const Box& b, ContactLanes& contact) {
  Axis best, best_b;
  best_box_axis(a, b, d, best);
  best_box_axis(b, a, d, best_b);
  Facing f;
  const Lane bias = broadcast(tolerance::tie_bias) * (best.offset + best_b.offset);
  f.reference_b = best.separation + bias < best_b.separation;
  // One face that shows a gap proves it, whichever of two that tie is chosen.
  f.apart = broadcast(Real(0)) < max(best.separation, best_b.separation);
  select_axis(f.reference_b, best_b, best);
  f.near = best.separation <= margin;
  if (none(f.near)) return make_nothing(contact);

  const Lane zero = broadcast(Real(0));
  const Mask turn = best.along < zero;
  f.normal = {negate_if(turn, best.normal.x), negate_if(turn, best.normal.y)};
  const Vec tangent = {-f.normal.y, f.normal.x};
  f.d_s = dot(tangent, d), f.d_h = dot(f.normal, d);
  f.radius_a = f.radius_b = zero;
  f.margin = margin;
  box_edge(a, f.normal, tangent, -f.normal, f.a);
  box_edge(b, f.normal, tangent, f.normal, f.b);
  move_edge(f, f.b);
  meet_facing(f, contact);
}
