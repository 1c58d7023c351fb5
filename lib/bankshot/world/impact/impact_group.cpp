#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/impact_group.hpp>

#include <bankshot/world/impact/lcp.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

void ImpactGroup::clear() {
  bodies.clear();
  contacts.clear();
  couplings.clear();
}

int ImpactGroup::rows() const {
  int rows = 0;
  for (const GroupContact& contact : contacts) rows += contact.settings.points;
  return rows;
}

bool ImpactGroup::has(const PairKey& key) const {
  return std::any_of(contacts.begin(), contacts.end(), [&](const GroupContact& of) { return of.key == key; });
}

std::size_t ImpactGroup::place_of(Rank rank) const {
  std::size_t place = 0;
  while (place < bodies.size() && bodies[place].rank != rank) ++place;
  return place;
}

std::size_t ImpactGroup::add(Rank rank, const ImpactBody& state) {
  const std::size_t place = place_of(rank);
  if (place < bodies.size()) return place;
  GroupBody body;
  body.rank = rank;
  body.before = body.smooth = body.now = body.open = state;
  bodies.push_back(body);
  return place;
}

void ImpactGroup::add(const GroupContact& contact) {
  GroupContact& added = contacts.emplace_back(contact);
  added.speeds = normal_speeds(side(added, 0), side(added, 1), added.settings);
  if (!added.support) return;
  for (int i = 0; i < added.settings.points; ++i) {
    const Real now = added.speeds.now[i];
    added.speeds.newton[i] = added.speeds.wanted[i] = added.rattles ? -absolute(now) : min(now, 0);
  }
}

void ImpactGroup::close(std::size_t place, Real firm_gain, Real reach) {
  GroupBody& body = bodies[place];
  body.closed = true;
  body.firm_gain = firm_gain;
  body.reach = reach;
  body.now.inverse_mass = {};
  body.now.inverse_mass_xy = body.now.inverse_inertia = 0;
}

ImpactBody ImpactGroup::side(const GroupContact& contact, int which) const {
  ImpactBody body = bodies[contact.body[which]].now;
  for (int i = 0; i < 2; ++i) body.arm[i] = contact.arm[which][i];
  return body;
}

void ImpactGroup::solve() {
  const bool any_closed = std::any_of(bodies.begin(), bodies.end(), [](const GroupBody& b) { return b.closed; });
  if (contacts.size() == 1 && !any_closed && couplings.empty()) {
    resolve_alone();
    return;
  }
  bool along_path = false;
  do {
    along_path = needs_path() || !couplings.empty();
    if (!(along_path ? follow_path() : reflect())) {
      leave_first();
      return;
    }
  } while (open_weak());
  if (!along_path) apply_friction_in_order();
  for (std::size_t place = 0; place < bodies.size(); ++place) {
    GroupBody& body = bodies[place];
    if (!body.closed) continue;
    const Gain gain = gain_of(place);
    body.now.velocity += gain.linear;
    body.now.angular += gain.angular;
  }
}

/// Applies friction to the impacts, one after the other.
void ImpactGroup::apply_friction_in_order() {
  for (GroupBody& body : bodies) body.smooth = body.now;
  for (GroupContact& contact : contacts) {
    if (contact.support) continue;
    ImpactBody a = side(contact, 0), b = side(contact, 1);
    apply_friction(a, b, contact.settings, contact.outcome);
    take(contact, a, b);
  }
}

/// Sets up the rows. Returns true if friction affects the separation. If not, each row is reflected by its own
/// restitution. A path would distribute several restitutions in another way (0.08 of the largest speed on average), but
/// springs of one stiffness that unload with e^2 of their work are no nearer to it: 0.22 and 0.21 of the approach, and
/// 0.20 if all have one e.
bool ImpactGroup::needs_path() {
  ImpactPath& path = this->path();
  path.clear();
  for (const GroupBody& body : bodies) {
    ImpactBody state = body.now;
    state.velocity = body.before.velocity, state.angular = body.before.angular;
    path.bodies.push_back(wide(state));
  }
  list_couplings(path.couplings);
  const bool supports_rub = rows() <= most_rubbing_rows;
  for (const GroupContact& contact : contacts) {
    PathContact& added =
        path.contacts.emplace_back(path_contact(side(contact, 0), side(contact, 1), contact.settings, contact.speeds));
    std::copy(contact.body, contact.body + 2, added.body);
    added.support = contact.support, added.rattles = contact.rattles;
    if (contact.support && !supports_rub) added.friction = 0;
    for (int i = 0; i < contact.settings.points && contact.support; ++i) added.part[i] = true;
  }
  return path.prepare();
}

/// Returns false if no impulses solve it, see reflect().
bool ImpactGroup::follow_path() {
  ImpactPath& path = this->path();
  path.most_share = most_share();
  if (!path.run()) return false;
  for (std::size_t place = 0; place < bodies.size(); ++place) {
    detail::take(bodies[place].now, path.bodies[place]);
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    GroupContact& contact = contacts[c];
    contact.outcome =
        outcome_of(side(contact, 0), side(contact, 1), contact.settings, contact.speeds, path.contacts[c]);
  }
  return true;
}

/// Solves the first contact alone, and leaves all others to the next instants. If joints tie its two bodies, and even
/// that has no solution, it takes no impulse.
void ImpactGroup::leave_first() {
  contacts.resize(1);
  for (GroupBody& body : bodies) {
    body.now = body.before;
    body.closed = false;
  }
  const GroupContact& only = contacts.front();
  const auto is_of_contact = [&](const BodyCoupling& tie) {
    return tie.body[0] + tie.body[1] == only.body[0] + only.body[1] &&
           (tie.body[0] == only.body[0] || tie.body[0] == only.body[1]);
  };
  if (std::none_of(couplings.begin(), couplings.end(), is_of_contact)) return resolve_alone();
  needs_path();
  if (!follow_path()) contacts.front().outcome = {};
}

/// The couplings of bodies that are not closed.
void ImpactGroup::list_couplings(std::vector<BodyCoupling>& open) const {
  open.clear();
  for (const BodyCoupling& tie : couplings) {
    if (!bodies[tie.body[0]].closed && !bodies[tie.body[1]].closed) open.push_back(tie);
  }
}

ImpactPath& ImpactGroup::path() {
  if (path_ == nullptr) path_ = std::make_unique<ImpactPath>();
  path_->tells_sides = tells_sides_;
  return *path_;
}

void ImpactGroup::resolve_alone() {
  GroupContact& contact = contacts.front();
  ImpactBody a = side(contact, 0), b = side(contact, 1), smooth_a = a, smooth_b = b;
  contact.outcome = resolve_impact(a, b, contact.settings, path());
  push(smooth_a, smooth_b, contact.settings, contact.outcome.normal);
  take(contact, smooth_a, smooth_b);
  for (GroupBody& body : bodies) body.smooth = body.now;
  take(contact, a, b);
}

/// Gives the bodies of a contact the velocities of its sides.
void ImpactGroup::take(const GroupContact& contact, const ImpactBody& a, const ImpactBody& b) {
  bodies[contact.body[0]].now.velocity = a.velocity, bodies[contact.body[0]].now.angular = a.angular;
  bodies[contact.body[1]].now.velocity = b.velocity, bodies[contact.body[1]].now.angular = b.angular;
}

/// The largest believable impulses, relative to the one that stops the largest speed alone. Movable bodies cannot give
/// energy to one another. But a kinematic body, or a closed body that moves, gives what it is asked for. So if one
/// takes part, and rows ask for more than the ratio of the largest mass to the smallest, they contradict one another,
/// and their solution would shoot out a crushed body.
double ImpactGroup::most_share() const {
  const auto drives = [](const GroupBody& body) {
    const bool firm = body.closed || (body.open.inverse_mass == V2{} && body.open.inverse_inertia == 0);
    return firm && (body.before.velocity != V2{} || body.before.angular != 0);
  };
  if (std::none_of(bodies.begin(), bodies.end(), drives)) return tolerance::largest_rubbing_share;
  double least = 0, most = 0;
  for (const GroupBody& body : bodies) {
    const V2& inverse = body.now.inverse_mass;
    const double light = static_cast<double>(max(inverse.x, inverse.y));
    if (!(light > 0)) continue;
    least = least > 0 ? std::min(least, light) : light;
    most = std::max(most, light);
  }
  const double ratio = least > 0 ? most / least : 1;
  return std::min(tolerance::largest_rubbing_share, tolerance::largest_share * ratio);
}

/// Finds the normal impulses of all rows, and applies them. Returns false if no impulses solve it: for a body that two
/// movers crush, not all rows can be satisfied, which shows in endless impulses, or in rows that still lack speed.
bool ImpactGroup::reflect() {
  const PathRows& rows = path().rows();
  const auto takes_part = [](const PathContact& contact) { return contact.part[0] || contact.part[1]; };
  if (std::none_of(rows.contacts().begin(), rows.contacts().end(), takes_part)) return false;
  double k[complementarity_rows * complementarity_rows], q[complementarity_rows], p[complementarity_rows] = {};
  std::size_t normals[complementarity_rows], n = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.is_normal(i)) normals[n++] = i;
  }
  for (std::size_t r = 0; r < n; ++r) {
    const PathRow& row = rows[normals[r]];
    const NormalSpeeds& speeds = contacts[row.contact].speeds;
    q[r] = static_cast<double>(speeds.now[row.point]) - static_cast<double>(speeds.wanted[row.point]);
    for (std::size_t s = 0; s <= r; ++s) k[r * n + s] = k[s * n + r] = rows.unscaled_effect(row, rows[normals[s]]);
  }
  if (n > 0 && !solve_complementarity(k, q, static_cast<int>(n), p, tolerance::path_stiffening)) return false;
  double lack = 0, most = 0;
  for (std::size_t r = 0; r < n; ++r) lack = std::max(lack, -q[r]), most = std::max(most, p[r] * k[r * n + r]);
  if (most > most_share() * lack) return false;
  for (std::size_t r = 0; r < n; ++r) {
    double left = q[r];
    for (std::size_t s = 0; s < n; ++s) left += k[r * n + s] * p[s];
    if (left < -tolerance::believed_error * lack) return false;
  }
  reflect_bodies(p);
  return true;
}

/// Sums in double, since impulses may nearly cancel one another, as on a light body under a heavy one.
void ImpactGroup::reflect_bodies(const double* p) {
  const PathRows& rows = path().rows();
  std::vector<WideBody>& wide = path().bodies;
  for (GroupContact& contact : contacts) contact.outcome = {};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows.is_normal(i)) continue;
    const PathRow& row = rows[i];
    contacts[row.contact].outcome.normal[row.point] = static_cast<Real>(*p);
    for (int side = 0; side < 2; ++side) {
      WideBody& body = wide[row.body[side]];
      const double impulse = side == 0 ? *p : -*p;
      push(body, impulse * row.x, impulse * row.y, impulse * row.turn[side]);
    }
    ++p;
  }
  for (std::size_t place = 0; place < bodies.size(); ++place) detail::take(bodies[place].now, wide[place]);
  for (GroupContact& contact : contacts) {
    const Real impulses[2] = {contact.outcome.normal[0], contact.outcome.normal[1]};
    contact.outcome = outcome_of(side(contact, 0), side(contact, 1), contact.settings, contact.speeds, impulses);
  }
}

BodyImpulse ImpactGroup::impulse_on(const GroupContact& contact, int which) {
  const ImpactOutcome& outcome = contact.outcome;
  if (!(outcome.impulse > 0)) return {};
  const double sign = which == 0 ? 1 : -1;
  const V2 n = contact.settings.normal, t = perp(n);
  BodyImpulse sum;
  const auto add = [&](double size, V2 along, double x, double y) {
    const double px = size * to_double(along.x), py = size * to_double(along.y);
    sum.x += px, sum.y += py, sum.turn += x * py - y * px;
  };
  const V2(&arm)[2] = contact.arm[which];
  double weight[2] = {1, 0};  // of the arms, where friction acts
  if (contact.settings.points == 2) {
    weight[1] = outcome.along_path ? 0.5 : to_double(outcome.normal[1] / outcome.impulse);
    weight[0] = 1 - weight[1];
  }
  for (int i = 0; i < contact.settings.points; ++i) {
    add(sign * to_double(outcome.normal[i]), n, to_double(arm[i].x), to_double(arm[i].y));
  }
  add(sign * to_double(outcome.friction), t, weight[0] * to_double(arm[0].x) + weight[1] * to_double(arm[1].x),
      weight[0] * to_double(arm[0].y) + weight[1] * to_double(arm[1].y));
  return sum;
}

/// The effect of the impulses on a body if it were free.
ImpactGroup::Gain ImpactGroup::gain_of(std::size_t place) const {
  const GroupBody& body = bodies[place];
  Gain gain;
  for (const GroupContact& contact : contacts) {
    const V2 n = contact.settings.normal;
    const Real p0 = contact.outcome.normal[0], p1 = contact.outcome.normal[1];
    if (!(p0 + p1 > 0)) continue;
    for (int x = 0; x < 2; ++x) {
      if (contact.body[x] != place) continue;
      const V2 impulse = x == 0 ? (p0 + p1) * n + contact.outcome.friction * perp(n)
                                : -((p0 + p1) * n + contact.outcome.friction * perp(n));
      const V2 arm = contact.arm[x][0] + (p1 / (p0 + p1)) * (contact.arm[x][1] - contact.arm[x][0]);
      gain.linear += answer(body.open, impulse);
      gain.angular += body.open.inverse_inertia * cross(arm, impulse);
    }
  }
  return gain;
}

/// Closed bodies take the impulses that they withstand, too. One that would gain too much speed by that is no wall: it
/// is opened, and everything must be solved again.
bool ImpactGroup::open_weak() {
  bool opened = false;
  for (std::size_t place = 0; place < bodies.size(); ++place) {
    GroupBody& body = bodies[place];
    if (!body.closed) continue;
    const Gain gain = gain_of(place);
    if (length(gain.linear) + absolute(gain.angular) * body.reach <= body.firm_gain) continue;
    opened = true;
    body.closed = false;
    body.now.inverse_mass = body.open.inverse_mass;
    body.now.inverse_mass_xy = body.open.inverse_mass_xy;
    body.now.inverse_inertia = body.open.inverse_inertia;
  }
  return opened;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
