// Speeds at contact points over lanes: each lane is one contact pair. Compiled once per width by contact_speeds.cpp.

#include <bankshot/world/rest/contact_speed_lanes.inl>

/// Loads the fields of contacts that speeds depend on.
BANKSHOT_INLINE void load_contact(const Real* const* contact_rows, ContactLanes& contact, Vec& d) {
  Lane count, unused, unused_2;
  gather4(contact_rows, contact.normal.x, contact.normal.y, count, unused);
  contact.count = first_half(first_word(count));
  const Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = contact_rows[l] + 4;
  gather4(rows, contact.first.anchor.x, contact.first.anchor.y, contact.first.separation, unused);
  for (int l = 0; l < lane_count; ++l) rows[l] = contact_rows[l] + 8;
  gather4(rows, contact.second.anchor.x, contact.second.anchor.y, contact.second.separation, unused);
  for (int l = 0; l < lane_count; ++l) rows[l] = contact_rows[l] + 12;
  gather4(rows, d.x, d.y, unused, unused_2);
}

/// Computes one vector of pairs, from the i-th on. `full`: all lanes have pairs, at addresses that the compiler knows;
/// otherwise idle lanes repeat the last pair.
BANKSHOT_INLINE void speeds_of_vector(bool full, const ContactPair* pairs, const ContactGeometry* geometry,
                                      const BodyVelocity* velocity, const BodyMass* mass, std::size_t i,
                                      std::size_t count, ContactSpeeds* out, Real dt, PairAnswers* answers) {
  const ContactPair* pair_rows[lane_count];
  const Real* contact_rows[lane_count];
  Real* out_rows[lane_count];
  for (std::size_t l = 0; l < lane_count; ++l) {
    const std::size_t at = full || i + l < count ? i + l : count - 1;
    pair_rows[l] = pairs + at;
    contact_rows[l] = &geometry[at].normal.x;
    out_rows[l] = &out[at].gap;
  }
  ContactLanes contact;
  Vec d;
  load_contact(contact_rows, contact, d);
  SpeedLanes speeds;
  find_speeds(pair_rows, contact, d, velocity, mass, speeds);
  scatter4(out_rows, speeds.gap, speeds.closing, speeds.largest, speeds.spin);
  if (answers != nullptr) store_int(answers + i, answers_of(pair_rows, speeds, dt));
}

/// `answers`: null, or with room up to the end of the last vector.
inline void speeds_of_pairs(const ContactPair* pairs, const ContactGeometry* geometry, const BodyVelocity* velocity,
                            const BodyMass* mass, std::size_t count, ContactSpeeds* out, Real dt,
                            PairAnswers* answers) {
  std::size_t i = 0;
  for (; i + lane_count <= count; i += lane_count) {
    speeds_of_vector(true, pairs, geometry, velocity, mass, i, count, out, dt, answers);
  }
  if (i < count) speeds_of_vector(false, pairs, geometry, velocity, mass, i, count, out, dt, answers);
}
