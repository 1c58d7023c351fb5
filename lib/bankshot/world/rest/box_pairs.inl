// Takes pairs of sharp boxes from the rows of their bodies to the answers for classification: the results of one stage
// stay in registers for the next. Compiled once per width by box_pairs.cpp.

#include <bankshot/world/rest/contact_speed_lanes.inl>
//
#include <bankshot/query/manifold/manifold_edges.inl>
//
#include <bankshot/query/manifold/manifold_boxes.inl>

/// The pairs of one vector of lanes.
struct BoxBatch {
  int place[lane_count];  // of the pair in its list
  const ContactPair* pair[lane_count];
  const Geometry* a[lane_count];
  const Geometry* b[lane_count];
  bool same_a, same_b;  // true if all lanes share one shape
};

/// Returns true if all pairs are of boxes. `full`: all lanes have pairs, at addresses that the compiler knows;
/// otherwise idle lanes repeat the last one.
BANKSHOT_INLINE bool open_boxes(bool full, const ContactPair* pairs, int count, const BoxSources& from,
                                BoxBatch& batch) {
  bool boxes = true;
  batch.same_a = batch.same_b = true;
  for (int l = 0; l < lane_count; ++l) {
    const int at = full || l < count ? l : count - 1;
    const PairKey& key = pairs[at].key;
    batch.place[l] = at, batch.pair[l] = pairs + at;
    batch.a[l] = from.geometry + from.proxies[key.a].geometry;
    batch.b[l] = from.geometry + from.proxies[key.b].geometry;
    batch.same_a &= batch.a[l] == batch.a[0], batch.same_b &= batch.b[l] == batch.b[0];
  }
  // Composites have a circle in their place.
  for (int l = 0; l < lane_count; ++l) {
    boxes &= batch.a[l]->kind == GeometryKind::box && batch.b[l]->kind == GeometryKind::box;
  }
  return boxes;
}

/// A body's centre in two numbers, and its rotation.
struct PoseLanes {
  Vec centre, remainder, q;
};

BANKSHOT_INLINE void load_pose(const ContactPair* const* pairs, bool first, const BodyPose* poses, PoseLanes& pose) {
  const Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = &poses[first ? pairs[l]->body_a : pairs[l]->body_b].centre.x;
  gather4(rows, pose.centre.x, pose.centre.y, pose.remainder.x, pose.remainder.y);
  for (int l = 0; l < lane_count; ++l) rows[l] += 4;
  Lane unused, unused_2;
  gather4(rows, pose.q.x, pose.q.y, unused, unused_2);
}

/// See centre_difference().
BANKSHOT_INLINE Vec way_between(const PoseLanes& a, const PoseLanes& b) {
  return {(a.centre.x - b.centre.x) + (a.remainder.x - b.remainder.x),
          (a.centre.y - b.centre.y) + (a.remainder.y - b.remainder.y)};
}

BANKSHOT_INLINE Lane load_margin(const ContactPair* const* pairs) {
  const Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = &pairs[l]->slop;
  Lane margin, unused, unused_2, unused_3;
  gather4(rows, unused, unused_2, unused_3, margin);
  return margin;
}

BANKSHOT_INLINE void box_pairs_of_vector(const BoxBatch& batch, const BoxSources& from, Real dt, ContactGeometry* out,
                                         ContactSpeeds* speeds_out, PairAnswers* answers) {
  PoseLanes pose_a, pose_b;
  load_pose(batch.pair, true, from.pose, pose_a);
  load_pose(batch.pair, false, from.pose, pose_b);
  Box a, b;
  load_box(batch.a, batch.same_a, pose_a.q, a);
  load_box(batch.b, batch.same_b, pose_b.q, b);
  const Vec d = way_between(pose_a, pose_b);
  ContactLanes contact;
  meet_boxes(d, load_margin(batch.pair), a, b, contact);
  Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = &out[batch.place[l]].normal.x;
  store_contact(contact, rows);
  store_difference(d, rows);

  SpeedLanes speeds;
  find_speeds(batch.pair, contact, d, from.velocity, from.mass, speeds);
  for (int l = 0; l < lane_count; ++l) rows[l] = &speeds_out[batch.place[l]].gap;
  scatter4(rows, speeds.gap, speeds.closing, speeds.largest, speeds.spin);
  store_int(answers, answers_of(batch.pair, speeds, dt));
}

/// Processes the leading pairs that fill vectors of boxes only. Returns their number. `answers`: with room up to the
/// end of the last vector.
inline int leading_boxes(const ContactPair* pairs, int count, const BoxSources* from, Real dt, ContactGeometry* out,
                         ContactSpeeds* speeds, PairAnswers* answers) {
  int i = 0;
  BoxBatch batch;
  for (; i + lane_count <= count; i += lane_count) {
    if (!open_boxes(true, pairs + i, lane_count, *from, batch)) return i;
    box_pairs_of_vector(batch, *from, dt, out + i, speeds + i, answers + i);
  }
  if (i == count || !open_boxes(false, pairs + i, count - i, *from, batch)) return i;
  box_pairs_of_vector(batch, *from, dt, out + i, speeds + i, answers + i);
  return count;
}
