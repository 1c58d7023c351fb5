// A contact over lanes. Part of the kernels of this folder and of the world's.

BANKSHOT_INLINE Lane negate_if(const Mask& m, const Lane& x) { return select(m, -x, x); }

/// Two neighbouring vectors per lane, as records of four numbers. `same`: all lanes share one shape.
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

/// A point of a ContactGeometry.
struct PointLanes {
  Vec anchor;
  Lane separation;
  Int key;
};

/// A ContactGeometry without the vector between the centres; all zero if there is no contact.
struct ContactLanes {
  Vec normal;
  Int count, corners;
  PointLanes first, second;
};

/// An integer stored as a real: in its low half if Real is wider than the integers of ContactGeometry.
BANKSHOT_INLINE Lane word(const Int& x) {
  constexpr bool shift = std::endian::native == std::endian::big && sizeof(Real) > sizeof(std::uint32_t);
  return as_real(shift ? x << 32 : x);
}

BANKSHOT_INLINE void behind(Real* const* rows, int numbers, Real** out) {
  for (int l = 0; l < lane_count; ++l) out[l] = rows[l] + numbers;
}

BANKSHOT_INLINE void store_contact(const ContactLanes& contact, Real* const* out) {
  const PointLanes &first = contact.first, &second = contact.second;
  const Lane zero = broadcast(Real(0));
  scatter4(out, contact.normal.x, contact.normal.y, word(join_halves(contact.count, contact.corners)), zero);
  Real* rows[lane_count];
  behind(out, 4, rows);
  scatter4(rows, first.anchor.x, first.anchor.y, first.separation, word(first.key));
  behind(out, 8, rows);
  scatter4(rows, second.anchor.x, second.anchor.y, second.separation, word(second.key));
}

/// Centre of A minus centre of B.
BANKSHOT_INLINE void store_difference(const Vec& d, Real* const* out) {
  const Lane zero = broadcast(Real(0));
  Real* rows[lane_count];
  behind(out, 12, rows);
  scatter4(rows, d.x, d.y, zero, zero);
}

/// A candidate point of a manifold.
struct Candidate {
  Lane s, h;  // halfway between the surfaces
  Lane separation;
  Int corners;  // ContactGeometry::corners of this point
  Int key;
  Mask keep;
};

BANKSHOT_INLINE void make_point(const Mask& kept, const Vec& tangent, const Vec& normal, const Lane& s, const Lane& h,
                                const Lane& separation, const Int& key, PointLanes& point) {
  const Lane zero = broadcast(Real(0));
  point.anchor.x = select(kept, tangent.x * s + normal.x * h, zero);
  point.anchor.y = select(kept, tangent.y * s + normal.y * h, zero);
  point.separation = select(kept, separation, zero);
  point.key = select(kept, key, broadcast_int(0));
}

/// `frame_normal`: normal of the candidates' frame.
BANKSHOT_INLINE void make_contact(const Vec& normal, const Vec& frame_normal, const Candidate& low,
                                  const Candidate& high, ContactLanes& contact) {
  const Lane zero = broadcast(Real(0));
  const Int nothing = broadcast_int(0), one = broadcast_int(1);
  const Mask one_point = low.keep | high.keep, two_points = low.keep & high.keep;
  const Lane first_s = select(low.keep, low.s, high.s), first_h = select(low.keep, low.h, high.h);
  const Lane first_separation = select(low.keep, low.separation, high.separation);
  const Int first_corners = select(low.keep, low.corners, high.corners);
  const Int first_key = select(low.keep, low.key, high.key);

  const Vec tangent = {-frame_normal.y, frame_normal.x};
  contact.count = select(one_point, one, nothing) + select(two_points, one, nothing);
  contact.corners = select(one_point, first_corners, nothing) | (select(two_points, high.corners, nothing) << 4);
  contact.normal = {select(one_point, normal.x, zero), select(one_point, normal.y, zero)};
  make_point(one_point, tangent, frame_normal, first_s, first_h, first_separation, first_key, contact.first);
  make_point(two_points, tangent, frame_normal, high.s, high.h, high.separation, high.key, contact.second);
}

BANKSHOT_INLINE void make_nothing(ContactLanes& contact) {
  const Lane zero = broadcast(Real(0));
  const Int nothing = broadcast_int(0);
  contact = {{zero, zero}, nothing, nothing, {{zero, zero}, zero, nothing}, {{zero, zero}, zero, nothing}};
}
