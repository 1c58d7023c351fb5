// Overlap of one shape with many, a lane for each of the others. Compiled once per width by overlap_lanes.cpp.
//
// Verdicts use margins far above rounding: a lane within them gives `unclear`. So no code here has to round as the
// exact search does.

BANKSHOT_INLINE Lane sum_of_parts(const Vec& v) { return abs(v.x) + abs(v.y); }
BANKSHOT_INLINE Vec both(V2 v) { return {broadcast(v.x), broadcast(v.y)}; }

/// The other shapes of one vector of lanes, and their positions relative to the one shape.
struct OthersLanes {
  Vec position, turn;  // of the pose
  Vec local_centre;    // of the bounding circle
  Vec centre;          // the same, rotated
  Vec d;               // position of the one minus position of the other
  Vec between;         // the same for the centres
  Lane reach;
};

BANKSHOT_INLINE void load_rows(const OverlapOne& one, const Real* const* bounds, const Real* const* poses,
                               OthersLanes& o) {
  gather4(poses, o.position.x, o.position.y, o.turn.x, o.turn.y);
  Lane extent;
  gather4(bounds, o.local_centre.x, o.local_centre.y, o.reach, extent);
  o.centre = rotate(o.turn, o.local_centre);
  o.d = {broadcast(one.position.x) - o.position.x, broadcast(one.position.y) - o.position.y};
  o.between = {(broadcast(one.centre.x) - o.centre.x) + o.d.x, (broadcast(one.centre.y) - o.centre.y) + o.d.y};
}

BANKSHOT_INLINE void load_others(const OverlapOne& one, const OverlapOther* const* others, OthersLanes& o) {
  const Real *bounds[lane_count], *poses[lane_count];
  for (int l = 0; l < lane_count; ++l) bounds[l] = others[l]->bounds, poses[l] = others[l]->pose;
  load_rows(one, bounds, poses, o);
}

/// The formula of circles_verdict(), bit for bit.
BANKSHOT_INLINE Mask circles_apart(const OverlapOne& one, const OthersLanes& o) {
  const Lane square = broadcast(one.turn.c * one.turn.c + one.turn.s * one.turn.s);
  const Lane scale = max(broadcast(Real(1)), max(square, dot(o.turn, o.turn)));
  const Lane reach = scale * (broadcast(one.reach) + o.reach);
  const Lane limit =
      reach + broadcast(slack_factor) *
                  (((reach + sum_of_parts(both(one.centre))) + sum_of_parts(o.centre)) + sum_of_parts(o.d));
  return (limit < abs(o.between.x)) | (limit < abs(o.between.y)) | (limit * limit < dot(o.between, o.between));
}

inline std::uint32_t circles_meet(const OverlapOne& one, const Real* const* bounds, const Real* poses,
                                  std::uint32_t count, std::uint32_t* places) {
  constexpr std::uint32_t lanes = lane_count;
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < count; i += lanes) {
    const Real *bound_rows[lane_count], *pose_rows[lane_count];
    for (std::uint32_t l = 0; l < lanes; ++l) {
      const std::uint32_t at = i + l < count ? i + l : count - 1;
      bound_rows[l] = bounds[at], pose_rows[l] = poses + std::size_t{4} * at;
    }
    OthersLanes o;
    load_rows(one, bound_rows, pose_rows, o);
    const unsigned near = mask_bits(!circles_apart(one, o));
    if (near == 0) continue;
    const std::uint32_t left = count - i < lanes ? count - i : lanes;
    for (std::uint32_t l = 0; l < left; ++l) {  // without a branch: hits are unpredictable
      places[found] = i + l;
      found += (near >> l) & 1u;
    }
  }
  return found;
}

// ---- verdicts ------------------------------------------------------------------------------------------------------

BANKSHOT_INLINE Lane slack_of(const OverlapOne& one, const OthersLanes& o) {
  return broadcast(slack_factor) *
         ((((broadcast(one.reach) + o.reach) + sum_of_parts(both(one.local_centre))) + sum_of_parts(o.local_centre)) +
          sum_of_parts(o.d));
}

BANKSHOT_INLINE Mask of_unit_length(const Vec& q) {
  return abs(dot(q, q) - broadcast(Real(1))) <= broadcast(8 * tolerance::eps);
}

BANKSHOT_INLINE void write_verdicts(const Mask& apart, const Mask& overlapping, const OthersLanes& o,
                                    const std::uint32_t* index, Verdict* verdicts) {
  const Mask certain = of_unit_length(o.turn);
  const unsigned no = mask_bits(apart & certain), yes = mask_bits(overlapping & certain);
  for (int l = 0; l < lane_count; ++l) {
    // Verdict::unclear, apart and overlapping are 0, 1 and 2, and both masks are never set together.
    verdicts[index[l]] = static_cast<Verdict>(((no >> l) & 1u) | (((yes >> l) & 1u) << 1));
  }
}

/// Two rectangles by their four axes, as in rectangles_verdict().
BANKSHOT_INLINE void rectangle_lanes(const OverlapOne& one, const OverlapOther* others, const std::uint32_t* index,
                                     Verdict* verdicts) {
  const OverlapOther* lanes[lane_count];
  const Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) lanes[l] = others + index[l], rows[l] = lanes[l]->bounds + 4;
  OthersLanes o;
  load_others(one, lanes, o);
  Vec axis;
  Lane along, across;
  gather4(rows, axis.x, axis.y, along, across);
  const Vec x = both(one.axis), y = {-x.y, x.x};
  const Vec u = rotate(o.turn, axis), v = {-u.y, u.x};
  const Lane own_along = broadcast(one.half_along), own_across = broadcast(one.half_across);
  const Lane c = abs(dot(x, u)), s = abs(dot(x, v));
  const Lane of_one = max(abs(dot(x, o.between)) - (own_along + (c * along + s * across)),
                          abs(dot(y, o.between)) - (own_across + (s * along + c * across)));
  const Lane of_other = max(abs(dot(u, o.between)) - (along + (c * own_along + s * own_across)),
                            abs(dot(v, o.between)) - (across + (s * own_along + c * own_across)));
  const Lane gap = max(of_one, of_other), slack = slack_of(one, o);
  write_verdicts(slack < gap, gap < -slack, o, index, verdicts);
}

inline void overlap_rectangles(const OverlapOne& one, const OverlapOther* others, const std::uint32_t* index,
                               std::uint32_t count, Verdict* verdicts) {
  for (std::uint32_t i = 0; i < count; i += std::uint32_t{lane_count})
    rectangle_lanes(one, others, index + i, verdicts);
}

/// Corners and outward normals over lanes; missing entries of a lane repeat its first corner and normal.
struct OutlineLanes {
  Vec corner[overlap_corners + 1], normal[overlap_corners];
  Lane count;
  int most = 0;
};

BANKSHOT_INLINE void load_outlines(const OverlapOther* const* others, OutlineLanes& outline) {
  Real numbers[lane_count];
  outline.most = 0;
  for (int l = 0; l < lane_count; ++l) {
    numbers[l] = static_cast<Real>(others[l]->count);
    outline.most = others[l]->count < outline.most ? outline.most : others[l]->count;
  }
  outline.count = load(numbers);
  // All is written before any of it is read: a vector read of data just written piece by piece would stall.
  Real corner_x[overlap_corners][lane_count], corner_y[overlap_corners][lane_count];
  Real normal_x[overlap_corners][lane_count], normal_y[overlap_corners][lane_count];
  for (int l = 0; l < lane_count; ++l) {
    const bool any = others[l]->count > 1;
    for (int k = 0; k < outline.most; ++k) {
      const int i = k < others[l]->count ? k : 0;
      corner_x[k][l] = others[l]->points[i].x, corner_y[k][l] = others[l]->points[i].y;
      normal_x[k][l] = any ? others[l]->normals[i].x : 0, normal_y[k][l] = any ? others[l]->normals[i].y : 0;
    }
  }
  for (int k = 0; k < outline.most; ++k) {
    outline.corner[k] = {load(corner_x[k]), load(corner_y[k])};
    outline.normal[k] = {load(normal_x[k]), load(normal_y[k])};
  }
  outline.corner[outline.most] = outline.corner[0];
}

BANKSHOT_INLINE void load_outline(const OverlapOne& one, OutlineLanes& outline) {
  outline.count = broadcast(static_cast<Real>(one.count));
  outline.most = one.count;
  for (int k = 0; k < one.count; ++k) {
    outline.corner[k] = both(one.points[k]);
    if (one.count > 1) outline.normal[k] = both(one.normals[k]);
  }
  outline.corner[one.count] = outline.corner[0];
}

/// For a point in the outline's own axes: how far it is outside of the farthest face, and the squared distance to the
/// boundary.
BANKSHOT_INLINE void point_from_outline(const Vec& point, const OutlineLanes& outline, Lane& outside, Lane& square) {
  const Lane zero = broadcast(Real(0)), infinity = broadcast(std::numeric_limits<Real>::infinity());
  outside = -infinity, square = infinity;
  for (int k = 0; k < outline.most; ++k) {
    const Vec& first = outline.corner[k];
    const Vec& second = outline.corner[k + 1];
    const Vec from = {point.x - first.x, point.y - first.y}, along = {second.x - first.x, second.y - first.y};
    square = min(square, dot(from, from));
    const Lane height = dot(outline.normal[k], from), passed = dot(along, from);
    const Mask exists = (broadcast(static_cast<Real>(k)) < outline.count) & (broadcast(Real(1)) < outline.count);
    outside = max(outside, height);  // for a copy: that of the first
    const Mask beside = exists & (zero <= passed) & (passed <= dot(along, along));
    square = select(beside, min(square, height * height), square);
  }
}

/// A circle against an outline: `one` is the circle, or else all the others are.
BANKSHOT_INLINE void round_lanes(const OverlapOne& one, const OverlapOther* others, const std::uint32_t* index,
                                 Verdict* verdicts) {
  const bool one_is_round = one.count == 1;
  const OverlapOther* lanes[lane_count];
  Real radius[lane_count];
  for (int l = 0; l < lane_count; ++l) lanes[l] = others + index[l], radius[l] = lanes[l]->radius;
  OthersLanes o;
  load_others(one, lanes, o);
  OutlineLanes outline;
  Vec point;
  if (one_is_round) {
    load_outlines(lanes, outline);
    const Vec centre = both(one.centre);
    point = unrotate(o.turn, Vec{centre.x + o.d.x, centre.y + o.d.y});
  } else {
    load_outline(one, outline);
    point = unrotate(Vec{broadcast(one.turn.c), broadcast(one.turn.s)}, Vec{o.centre.x - o.d.x, o.centre.y - o.d.y});
  }
  Lane outside, square;
  point_from_outline(point, outline, outside, square);
  const Lane radii = broadcast(one.radius) + load(radius), slack = slack_of(one, o);
  const Mask solid = broadcast(Real(2)) < outline.count;
  const Mask inside = solid & (outside < -slack);
  const Lane least = radii - slack, most = radii + slack;
  const Mask reached = (broadcast(Real(0)) < least) & (square < least * least);
  const Mask outward = !inside;
  write_verdicts(outward & (most * most < square), inside | reached, o, index, verdicts);
}

inline void overlap_rounds(const OverlapOne& one, const OverlapOther* others, const std::uint32_t* index,
                           std::uint32_t count, Verdict* verdicts) {
  for (std::uint32_t i = 0; i < count; i += std::uint32_t{lane_count}) round_lanes(one, others, index + i, verdicts);
}

/// Two cores by the faces of both, in the axes of the one. Faces decide whether the cores overlap; if they do not, they
/// give only a lower bound of the distance.
BANKSHOT_INLINE void polygon_lanes(const OverlapOne& one, const OverlapOther* others, const std::uint32_t* index,
                                   Verdict* verdicts) {
  const OverlapOther* lanes[lane_count];
  Real radius[lane_count];
  for (int l = 0; l < lane_count; ++l) lanes[l] = others + index[l], radius[l] = lanes[l]->radius;
  OthersLanes o;
  load_others(one, lanes, o);
  OutlineLanes outline;
  load_outlines(lanes, outline);
  const Vec own = {broadcast(one.turn.c), broadcast(one.turn.s)};
  const Vec turn = {own.x * o.turn.x + own.y * o.turn.y, own.x * o.turn.y - own.y * o.turn.x};
  const Vec way = unrotate(own, Vec{-o.d.x, -o.d.y});
  for (int k = 0; k < outline.most; ++k) {
    const Vec turned = rotate(turn, outline.corner[k]);
    outline.corner[k] = {turned.x + way.x, turned.y + way.y};
    outline.normal[k] = rotate(turn, outline.normal[k]);
  }
  Lane separation = broadcast(-std::numeric_limits<Real>::infinity());
  for (int i = 0; i < one.count; ++i) {
    const Vec normal = both(one.normals[i]), corner = both(one.points[i]);
    Lane lowest = dot(normal, outline.corner[0]);
    for (int k = 1; k < outline.most; ++k) lowest = min(lowest, dot(normal, outline.corner[k]));
    separation = max(separation, lowest - dot(normal, corner));
  }
  for (int k = 0; k < outline.most; ++k) {
    Lane lowest = dot(outline.normal[k], both(one.points[0]));
    for (int i = 1; i < one.count; ++i) lowest = min(lowest, dot(outline.normal[k], both(one.points[i])));
    separation = max(separation, lowest - dot(outline.normal[k], outline.corner[k]));
  }
  const Lane radii = broadcast(one.radius) + load(radius), slack = slack_of(one, o);
  write_verdicts(slack < separation - radii, separation < -slack, o, index, verdicts);
}

inline void overlap_polygons(const OverlapOne& one, const OverlapOther* others, const std::uint32_t* index,
                             std::uint32_t count, Verdict* verdicts) {
  for (std::uint32_t i = 0; i < count; i += std::uint32_t{lane_count}) polygon_lanes(one, others, index + i, verdicts);
}
