// Shapes of many corners, and shapes with corners on a straight side, one pair at a time: for one lane only. Part of
// manifold_kernel.inl.
//
// As the faces of one shape turn, so does the other's corner that is lowest along them: walking both gives all faces'
// separations in time proportional to the number of corners (M. Shamos, Computational Geometry, 1978). Edges on one
// straight side count as one edge here. Taken one by one, their separations tie, and the winner need not be the one
// that faces the other shape.

BANKSHOT_INLINE Vec one_lane(V2 v) { return {broadcast(v.x), broadcast(v.y)}; }
BANKSHOT_INLINE V2 turned(const Vec& q, V2 v) { return detail::rotate(Q2{get(q.x, 0), get(q.y, 0)}, v); }
BANKSHOT_INLINE V2 turned_back(const Vec& q, V2 v) { return detail::unrotate(Q2{get(q.x, 0), get(q.y, 0)}, v); }

inline int lowest_corner(const Geometry& shape, V2 normal) {
  int lowest = 0;
  for (int i = 1; i < shape.count; ++i) {
    if (detail::dot(normal, shape.points[i]) < detail::dot(normal, shape.points[lowest])) lowest = i;
  }
  return lowest;
}

/// The first corner from `corner` on that the next one does not undercut.
inline int walk_down(const Geometry& shape, V2 normal, int corner) {
  for (int steps = 0; steps < shape.count; ++steps) {
    const int next = after(shape, corner);
    if (detail::dot(normal, shape.points[corner]) < detail::dot(normal, shape.points[next])) break;
    corner = next;
  }
  return corner;
}

/// The face of `shape` with the largest separation from `other`; d is the shape's centre minus the other's.
inline void best_large_face(const Geometry& shape, const Vec& q, const Geometry& other, const Vec& q_other,
                            const Vec& d, Axis& best) {
  int corner = lowest_corner(other, turned_back(q_other, turned(q, shape.normals[0])));
  best.separation = broadcast(-std::numeric_limits<Real>::infinity());
  best.normal = d, best.along = best.offset = best.separation;
  for (int i = 0; i < shape.count; ++i) {
    const V2 world_normal = turned(q, shape.normals[i]);
    corner = walk_down(other, turned_back(q_other, world_normal), corner);
    Axis axis;
    axis.normal = one_lane(world_normal);
    axis.offset = dot(axis.normal, one_lane(turned(q, shape.points[i])));
    axis.along = dot(axis.normal, d);
    const Lane lowest = dot(axis.normal, one_lane(turned(q_other, other.points[corner])));
    axis.separation = (lowest - axis.along) - axis.offset;
    select_axis(best.separation < axis.separation, axis, best);
  }
}

/// True if `normal` is nearer to `direction` than `held` is. For two normals close to the direction, the cosines are
/// equal to rounding up to angles of the square root of the rounding unit; the sines tell them apart.
inline bool faces_more(V2 normal, V2 held, V2 direction) {
  if (!nearly_level(normal, direction) || !nearly_level(held, direction)) {
    return detail::dot(held, direction) < detail::dot(normal, direction);
  }
  return std::fabs(detail::cross(normal, direction)) < std::fabs(detail::cross(held, direction));
}

/// The edge that faces `direction`, given in the axes of the shape: one of the two at the corner that is farthest in
/// that direction. Another edge may be in line with one of them, to rounding.
inline int facing_index(const Geometry& shape, V2 direction) {
  const int corner = lowest_corner(shape, -direction), previous = before(shape, corner);
  return faces_more(shape.normals[previous], shape.normals[corner], direction) ? previous : corner;
}

/// The whole straight side around edge `index`, in the frame of the contact.
inline void make_side(const Geometry& shape, const Vec& q, const Vec& normal, const Vec& tangent, int index,
                      Edge& edge) {
  const int first = side_begin(shape, index), end = side_end(shape, index);
  const Vec begin_corner = one_lane(turned(q, shape.points[first])),
            end_corner = one_lane(turned(q, shape.points[end]));
  edge.first_s = dot(tangent, begin_corner), edge.first_h = dot(normal, begin_corner);
  edge.second_s = dot(tangent, end_corner), edge.second_h = dot(normal, end_corner);
  edge.index = broadcast_int(first);
}

/// The other shape's corner nearest to the reference edge, as a place along the tangent.
inline Lane nearest_corner(const Facing& f) {
  const Lane of_a = select(f.a.first_h < f.a.second_h, f.a.first_s, f.a.second_s);
  const Lane of_b = select(f.b.first_h < f.b.second_h, f.b.second_s, f.b.first_s);
  return select(f.reference_b, of_a, of_b);
}

/// The next side up or down the tangent; A's sides run against it.
inline int next_side(const Geometry& shape, int index, bool up) {
  return up ? side_end(shape, index) : before(shape, side_begin(shape, index));
}

/// The separation of the cores along a normal, and its rounding error.
struct Apart {
  Real separation, noise;
};
inline Apart apart_by(const Geometry& a, const Geometry& b, const Numbers& in, V2 normal) {
  const V2 of_a = turned_back(in.qa, normal), of_b = turned_back(in.qb, normal);
  const Real low = detail::dot(of_a, a.points[lowest_corner(a, of_a)]);
  const Real high = detail::dot(of_b, b.points[lowest_corner(b, -of_b)]);
  const Real lift = detail::dot(normal, V2{get(in.d.x, 0), get(in.d.y, 0)});
  return {(low + lift) - high, 8 * tolerance::eps * (std::fabs(low) + std::fabs(lift) + std::fabs(high))};
}

/// Steps from one side to the next while that is nearly level and the two do not face one another: of sides nearly in
/// line, rounding may have picked the wrong one. It may have done so even if they face one another: of sides along
/// which the separation is equal to rounding, the reference is the one opposite to the other shape's nearest corner,
/// with its own normal.
inline void facing_sides(const Geometry& a, const Geometry& b, const Numbers& in, Vec tangent, Facing& f) {
  V2 normal = {get(f.normal.x, 0), get(f.normal.y, 0)};
  V2 outward_a = turned_back(in.qa, -normal), outward_b = turned_back(in.qb, normal);
  const bool reference_b = any(f.reference_b);
  int index_a = facing_index(a, outward_a), index_b = facing_index(b, outward_b);
  for (int steps = a.count + b.count; steps > 0; --steps) {
    make_side(a, in.qa, f.normal, tangent, index_a, f.a);
    make_side(b, in.qb, f.normal, tangent, index_b, f.b);
    move_edge(f, f.b);
    const bool b_above = any(f.a.first_s < f.b.first_s), b_below = any(f.b.second_s < f.a.second_s);
    const int next_a = next_side(a, index_a, !b_above), next_b = next_side(b, index_b, !b_above);
    if (b_above || b_below) {
      if (nearly_level(a.normals[next_a], outward_a)) {
        index_a = next_a;
      } else if (nearly_level(b.normals[next_b], outward_b)) {
        index_b = next_b;
      } else {
        return;
      }
      continue;
    }
    const Lane place = nearest_corner(f);
    const Edge& reference = reference_b ? f.b : f.a;
    const bool below = any(place < (reference_b ? reference.first_s : reference.second_s));
    const bool above = any((reference_b ? reference.second_s : reference.first_s) < place);
    if (!below && !above) return;
    const Geometry& shape = reference_b ? b : a;
    int& index = reference_b ? index_b : index_a;
    const int next = next_side(shape, index, reference_b ? above : below);
    if (!nearly_level(shape.normals[next], reference_b ? outward_b : outward_a)) return;
    const V2 beside = reference_b ? turned(in.qb, shape.normals[next]) : -turned(in.qa, shape.normals[next]);
    const Apart here = apart_by(a, b, in, normal), there = apart_by(a, b, in, beside);
    if (there.separation < here.separation - here.noise) return;
    index = next;
    normal = beside;
    f.normal = one_lane(normal);
    set_frame(f, in.d, tangent);
    outward_a = turned_back(in.qa, -normal), outward_b = turned_back(in.qb, normal);
  }
}

inline void large_polygon_pair(const Batch& batch, const Numbers& in) {
  const Geometry &a = *batch.a[0], &b = *batch.b[0];
  Facing f;
  f.radius_a = broadcast(a.radius), f.radius_b = broadcast(b.radius);
  f.margin = in.margin;
  Axis best_a, best_b;
  best_large_face(a, in.qa, b, in.qb, in.d, best_a);
  best_large_face(b, in.qb, a, in.qa, -in.d, best_b);
  Vec tangent;
  if (!choose_normal(best_a, best_b, in.d, f, tangent)) return write_nothing(batch.out);
  facing_sides(a, b, in, tangent, f);
  write_facing(f, batch.out);
}

inline void large_circle_pair(const Batch& batch, const Numbers& in, bool circle_is_a) {
  const Geometry& polygon = circle_is_a ? *batch.b[0] : *batch.a[0];
  const Geometry& round = circle_is_a ? *batch.a[0] : *batch.b[0];
  RoundPair pair;
  place_circle(in, one_lane(round.first_corner), circle_is_a, pair);
  pair.radius_polygon = broadcast(polygon.radius), pair.radius_circle = broadcast(round.radius);
  pair.hollow = broadcast_mask(false);
  Nearest nearest;
  nothing_nearest(nearest);
  for (int i = 0; i < polygon.count; ++i) {
    ask_edge(pair.point, one_lane(polygon.points[i]), one_lane(polygon.points[after(polygon, i)]),
             one_lane(polygon.normals[i]), i, broadcast_mask(true), nearest);
  }
  write_round(pair, nearest, circle_is_a, batch.out);
}

/// For pairs with at least one shape of kind large.
inline void large_pairs(const PairInput* pairs, const std::uint32_t* index, int count, ContactGeometry* out) {
  for (int i = 0; i < count; ++i) {
    Batch batch;
    open_batch(pairs, index + i, out, batch);
    Numbers in;
    load_numbers(batch, in);
    if (batch.a[0]->kind == GeometryKind::circle) {
      large_circle_pair(batch, in, true);
    } else if (batch.b[0]->kind == GeometryKind::circle) {
      large_circle_pair(batch, in, false);
    } else {
      large_polygon_pair(batch, in);
    }
  }
}
