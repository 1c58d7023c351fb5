// Gathers an impact group: the pair whose time has come, all that its bodies meet at that instant, and the bodies that
// support a resting one.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/lcp.hpp>
#include <bankshot/world/rest/corner.hpp>
#include <bankshot/world/rest/press.hpp>
#include <bankshot/world/timeline/timeline.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// True if the last sub-step of a contact pressed more than a tilt of one slop would explain.
bool bears_load(const WorldState& world, const CachedContact& record, Real dt) {
  const Rank a = world.proxies[record.key.a].body, b = world.proxies[record.key.b].body;
  const Real h = dt / static_cast<Real>(world.settings.substeps);
  const Real impulse = record.normal_impulse[0] + record.normal_impulse[1];
  const Real inverse_mass = world.bodies.mass[a].inverse_mass + world.bodies.mass[b].inverse_mass;
  return impulse * inverse_mass > least_press(world, a, b) * h;
}

/// Error of the gaps between two bodies, as a length: the band of their sizes. If a coin falls flat on a floor of 200
/// m, rounding alone brings one end nearer by more than what counts as one instant.
Real known_gap(const WorldState& world, Rank a, Rank b) {
  return tolerance::band_factor * tolerance::eps * (world.bodies.mass[a].reach + world.bodies.mass[b].reach);
}

/// Returns the fastest closing speed of the contact's points.
Real fastest_closing(const GroupContact& contact) {
  Real fastest = 0;
  for (int i = 0; i < contact.settings.points; ++i) fastest = max(fastest, -contact.speeds.now[i]);
  return fastest;
}

bool together(Real approach, const GroupContact& first) {
  const Real other = fastest_closing(first);
  return approach > 0 && approach * tolerance::one_instant > other &&
         (other == 0 || other * tolerance::one_instant > approach);
}

}  // namespace

/// Loads velocities and inverse masses at the time of an impact.
void Timeline::load(const WorldState& world, Rank rank, Real time, ImpactBody& body) {
  const Flight& path = flights_[flight(world, rank)];
  const BodyFlags& flags = world.bodies.flags[rank];
  body.velocity = path.velocity_at(time) + path.hidden();
  body.angular = path.spin + path.hidden_spin(time);
  if (flags.type != BodyType::dynamic) return;
  const BodyMass& mass = world.bodies.mass[rank];
  body.inverse_mass = {flags.locks.x ? Real(0) : mass.inverse_mass, flags.locks.y ? Real(0) : mass.inverse_mass};
  body.inverse_inertia = mass.inverse_inertia;
}

/// Narrow-phase input of a pair at a time, for points within `reach` of one another.
PairInput Timeline::input_at(const WorldState& world, const PairKey& key, Real reach, Real time) {
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  const std::uint32_t flight_a = flight(world, a.body), flight_b = flight(world, b.body);
  PairInput input;
  input.a = &world.geometry[a.geometry], input.b = &world.geometry[b.geometry];
  input.d = difference(world, a.body, b.body, time);
  input.qa = placed(flights_[flight_a], time).turned_to;
  input.qb = placed(flights_[flight_b], time).turned_to;
  input.margin = reach;
  return input;
}

/// The contact of a pair at a time.
ContactGeometry Timeline::geometry_at(const WorldState& world, const PairKey& key, Real reach, Real time) {
  PairInput input = input_at(world, key, reach, time);
  ContactGeometry contact;
  find_contact(world, key, input, contact);
  return contact;
}

/// The same for a pair that may continue the surface that one of the two rests on; `near`: its place among contact
/// pairs.
ContactGeometry Timeline::geometry_in_place(const WorldState& world, const PairKey& key, std::uint32_t near, Real reach,
                                            Real time) {
  PairInput input = input_at(world, key, reach, time);
  ContactGeometry contact;
  find_contact(world, key, input, contact);
  if (contact.count == 0 || !may_continue(world, key)) return contact;
  V2 along;
  if (!continues(world, key, near, input, time, contact.normal, along)) return contact;
  return contact_along(world, key, input, along);
}

/// Closing speed of the paths at these points of A and of B; negative: separating.
Real Timeline::approach(const Candidate& candidate, V2 normal, V2 arm_a, V2 arm_b, Real time) const {
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  const V2 relative = (a.velocity_at(time) + cross(a.spin, arm_a)) - (b.velocity_at(time) + cross(b.spin, arm_b));
  return -dot(relative, normal);
}

/// Finds the contact of a pair at that time, with both ends of a face that meets flat. Returns the fastest closing
/// speed there; zero if the two do not touch, or separate.
Real Timeline::contact_at(const WorldState& world, std::uint32_t place, Real time, Real reach, GroupContact& contact) {
  const Candidate& candidate = candidates_[place];
  const Real near = max(reach * pair_slop(world, world.proxies[candidate.key.a], world.proxies[candidate.key.b]),
                        known_gap(world, candidate.body_a, candidate.body_b));
  const ContactGeometry found = geometry_in_place(world, candidate.key, candidate.near, near, time);
  Real fastest = 0;
  for (int i = 0; i < found.count; ++i) {
    const V2 arm = found.points[i].anchor;
    contact.arm[0][i] = arm, contact.arm[1][i] = arm + found.d;
    fastest = max(fastest, approach(candidate, found.normal, arm, arm + found.d, time));
  }
  if (found.count == 1) contact.arm[0][1] = contact.arm[0][0], contact.arm[1][1] = contact.arm[1][0];
  contact.settings.points = found.count;
  contact.settings.normal = found.normal;
  contact.overlap = overlap_of(found);
  contact.gap = found.count == 1 ? found.points[0].separation : Real(0);
  if (fastest > 0) contact.features = contact_features(world, candidate.key, found);
  return fastest;
}

/// True if the solver moves the body.
bool Timeline::rests(const WorldState& world, Rank rank) const {
  return world.bodies.flags[rank].type == BodyType::dynamic && flights_[flight_of_[rank]].held;
}

/// True if the point of contact is known to rounding: a body that rests on soft contacts may be tilted by a slop. If a
/// pair has met before in this step, both ends of a face take the impact; otherwise it would rock from one to the
/// other.
bool Timeline::is_sharp(const WorldState& world, const Candidate& candidate) const {
  return candidate.impacts == 0 && !rests(world, candidate.body_a) && !rests(world, candidate.body_b);
}

/// True if a body that rests on firm bodies only meets another part of a fixed shape that it rests on, see corner.hpp.
bool Timeline::in_a_corner(const WorldState& world, std::uint32_t place, Rank rank) const {
  const PairKey& hit = candidates_[place].key;
  bool corner = false;
  for_each_candidate(rank, first_of_[rank].resting,
                     [&](std::uint32_t i) { corner |= is_other_side(world, candidates_[i].key, hit); });
  return corner && rests_on_firm(world, rank);
}

void Timeline::gather(const WorldState& world, const PairSet& pairs, const QueuedImpact& hit) {
  cluster_.clear();
  gathered_ = 0;
  const Candidate& candidate = candidates_[hit.candidate];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  GroupContact contact;
  // A body that rests on soft contacts may be tilted by a slop: a face that would meet a wall flat without that tilt
  // meets it flat.
  const bool tilted = !alike(world, rank_a, rank_b) && (rests(world, rank_a) || rests(world, rank_b));
  const Real reach = tilted ? Real(1) : tolerance::impact_gap_slops;
  const Real closing = contact_at(world, hit.candidate, hit.time, reach, contact);
  if (closing > 0 && contact.gap > 0 && is_sharp(world, candidate)) {
    // The sweep ends with a gap of the size of rounding, and a fast spin turns by a thousandth until that gap is
    // closed. So the impulse gets the arms and the normal of the moment of touching, if going on brings the two nearer
    // to it.
    GroupContact touching;
    const Real then = hit.time + contact.gap / closing;
    const bool meets = then < dt_ && contact_at(world, hit.candidate, then, reach, touching) > 0;
    const bool nearer = max(touching.overlap, touching.gap) < contact.gap;
    if (meets && nearer && touching.settings.points == 1) contact = touching;
  }
  if (!(closing > 0)) {
    // The sweep saw them approach. If the manifold is at another place, where the two separate, it would yield no
    // impulse.
    contact.settings.points = 1;
    contact.settings.normal = hit.normal;
    contact.features = hit.features;
    const V2 d = difference(world, rank_a, rank_b, hit.time);
    for (int i = 0; i < 2; ++i) contact.arm[0][i] = hit.point_from_a, contact.arm[1][i] = hit.point_from_a + d;
  }
  ImpactBody a, b;
  a.arm[0] = contact.arm[0][0], b.arm[0] = contact.arm[1][0];
  const bool stand = stands(world, rank_a) && stands(world, rank_b);
  if (stand && (can_pass(world, candidate, a, b, hit.time) || hold_alone(world, pairs, rank_a, rank_b))) {
    for (const Rank rank : {rank_a, rank_b}) {
      enlist(world, pairs, rank);
      release(world, rank, hit.time, !in_a_corner(world, hit.candidate, rank));
    }
  }
  if (++gatherings_ == 0) ++gatherings_;
  gathered_ = gatherings_;
  add_impact(world, hit.candidate, hit.time, contact);
  for (std::size_t i = 0; i < cluster_.bodies.size(); ++i) expand(world, pairs, i, hit.time);
  leave_corners(world, hit.time);
  gathered_ = 0;
}

// A disc that comes down beside the joint of two boxes meets the face of one of them, and by then the corner of the
// other is so near that it would count as met at the same instant. But a corner that reaches no higher than a face
// along the normal of that face is behind it: the face stops the disc, which never meets the corner.

/// Returns the normal of such a face, oriented as in the corner's contact; zero if the corner is not behind the face.
V2 Timeline::covered_by(const WorldState& world, const GroupContact& corner, const GroupContact& face, Real time) {
  const Proxy &a = world.proxies[corner.key.a], &b = world.proxies[corner.key.b];
  const Real hair = tolerance::impact_gap_slops * pair_slop(world, a, b);
  for (const int side : {0, 1}) {
    if (world.bodies.flags[side == 0 ? a.body : b.body].type != BodyType::dynamic) continue;
    const bool first = face.body[0] == corner.body[side];
    if (!first && face.body[1] != corner.body[side]) continue;
    const V2 along = first == (side == 0) ? face.settings.normal : -face.settings.normal;
    const Real of_face = gap_along(world, face.key, input_at(world, face.key, 0, time), face.settings.normal);
    if (gap_along(world, corner.key, input_at(world, corner.key, 0, time), along) >= of_face - hair) return along;
  }
  return {};
}

/// Removes corner-to-corner contacts behind a face that is hit at the same instant. The predicted impact stays, or it
/// would be predicted again; it is resolved along the face's normal.
void Timeline::leave_corners(const WorldState& world, Real time) {
  std::vector<GroupContact>& all = cluster_.contacts;
  const auto at_an_edge = [](const GroupContact& contact) {
    return contact.features.a.kind == Feature::Kind::edge || contact.features.b.kind == Feature::Kind::edge;
  };
  for (std::size_t i = all.size(); i-- > 0;) {
    if (all[i].support || at_an_edge(all[i])) continue;
    if (i == 0 && persists(candidates_[all[i].candidate])) continue;
    V2 along;
    for (const GroupContact& face : all) {
      if (along == V2{} && !face.support && at_an_edge(face)) along = covered_by(world, all[i], face, time);
    }
    if (along == V2{}) continue;
    GroupContact corner = all[i];
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    if (i > 0) continue;
    corner.settings.normal = along;
    add_impact(world, corner.candidate, time, corner);
    std::rotate(all.begin(), all.end() - 1, all.end());
  }
}

std::size_t Timeline::add_body(const WorldState& world, Rank rank, Real time) {
  ImpactBody body;
  load(world, rank, time, body);
  return cluster_.add(rank, body);
}

/// Sets friction and surface speed of a contact at that relative velocity. Returns its restitution.
Real Timeline::set_surface(const WorldState& world, GroupContact& contact, V2 velocity) const {
  ImpactSettings& settings = contact.settings;
  const PairKey& key = contact.key;
  const PairMaterial material = hooked(world, key, settings.normal, velocity, pair_material(world, key));
  settings.friction = material.friction;
  settings.surface_speed =
      material_of(world, key.a, key.part_a).surface_speed + material_of(world, key.b, key.part_b).surface_speed;
  return material.restitution;
}

/// Closing speed below which a pair does not bounce, since its rebound would be too low to see, see docs/step.md. The
/// press is the acceleration that bends the two paths towards one another. The loads of its contacts bend the path of a
/// held body; those loads include a passing blow. So no pair rests whose rebound would end beyond the solver's margin
/// in this step.
Real Timeline::rest_speed(const WorldState& world, const Candidate& candidate, const ImpactSettings& settings) const {
  if (settings.restitution == 0 || settings.restitution >= 1) return 0;  // elastic pairs keep their energy
  const Flight &a = flights_[flight_of_[candidate.body_a]], &b = flights_[flight_of_[candidate.body_b]];
  const Real press = -dot(a.acceleration - b.acceleration, settings.normal);
  if (!(press > least_press(world, candidate.body_a, candidate.body_b))) return 0;
  const Real slop = pair_slop(world, world.proxies[candidate.key.a], world.proxies[candidate.key.b]);
  return min(std::sqrt(2 * press * slop), tolerance::speculative_slops * slop / dt_) / settings.restitution;
}

/// Adds an impact at the place given by `contact` to the group.
void Timeline::add_impact(const WorldState& world, std::uint32_t place, Real time, GroupContact contact) {
  const Candidate& candidate = candidates_[place];
  contact.key = candidate.key;
  contact.candidate = place;
  contact.body[0] = add_body(world, candidate.body_a, time);
  contact.body[1] = add_body(world, candidate.body_b, time);
  const ImpactBody a = cluster_.side(contact, 0), b = cluster_.side(contact, 1);
  ImpactSettings& settings = contact.settings;
  settings.restitution = set_surface(world, contact, relative_velocity(a, b, a.arm[0], b.arm[0]));
  // A pair that has met so often in this step that it has kept less of its impact energy than the slop fraction has no
  // restitution for the rest of the step.
  Real kept = 1;
  for (int i = 0; i < candidate.impacts; ++i) kept *= settings.restitution * settings.restitution;
  if (kept < tolerance::slop_fraction && alike(world, candidate.body_a, candidate.body_b)) settings.restitution = 0;
  settings.rest_speed = rest_speed(world, candidate, settings);
  set_hops(world, candidate, contact, time, settings);
  persists(candidate) && has_surface(world, contact) ? add_in_parts(contact) : cluster_.add(contact);
}

/// In a persistent pair the separating points take impulses, too: they are not pressed together faster than they
/// separate.
void Timeline::add_in_parts(GroupContact contact) {
  const NormalSpeeds speeds = normal_speeds(cluster_.side(contact, 0), cluster_.side(contact, 1), contact.settings);
  GroupContact meets = contact, parts = contact;
  meets.settings.points = parts.settings.points = 0;
  for (int i = 0; i < contact.settings.points; ++i) {
    GroupContact& part = speeds.now[i] < 0 ? meets : parts;
    const int point = part.settings.points++;
    for (int side = 0; side < 2; ++side) part.arm[side][point] = contact.arm[side][i];
  }
  const bool first = cluster_.contacts.empty();
  for (GroupContact* const part : {&meets, &parts}) {
    if (part->settings.points == 1) part->arm[0][1] = part->arm[0][0], part->arm[1][1] = part->arm[1][0];
  }
  if (first && meets.settings.points == 0) return cluster_.add(contact);
  if (meets.settings.points > 0) cluster_.add(meets);
  if (parts.settings.points == 0) return;
  parts.support = parts.rattles = true;
  parts.settings.hop_speed = parts.settings.spin_hop = 0;
  if (meets.settings.points > 0) parts.settings.friction = 0;
  cluster_.add(parts);
}

/// True if a pair is not so deep that its way out is unknown.
bool Timeline::has_surface(const WorldState& world, const GroupContact& contact) const {
  const Real extent = min(world.proxies[contact.key.a].extent, world.proxies[contact.key.b].extent);
  return contact.overlap <= tolerance::solver_way_extents * extent;
}

/// Adds the persistent pairs of a body.
void Timeline::add_persisting(const WorldState& world, Rank rank, Real time) {
  around_.clear();
  for (std::uint32_t i = flights_[flight_of_[rank]].persisting; i != none; i = persisting_[i].next) {
    const std::uint32_t place = persisting_[i].candidate;
    if (!has(candidates_[place].key)) around_.push_back(place);
  }
  const auto by_key = [this](std::uint32_t l, std::uint32_t r) { return candidates_[l].key < candidates_[r].key; };
  std::sort(around_.begin(), around_.end(), by_key);
  for (const std::uint32_t place : around_) {
    GroupContact contact;
    flight(world, candidates_[place].body_a), flight(world, candidates_[place].body_b);
    contact_at(world, place, time, 1, contact);
    contact.key = candidates_[place].key;
    if (contact.settings.points == 0 || !has_surface(world, contact)) continue;
    if (cluster_.rows() + contact.settings.points > ImpactGroup::most_rows) break;
    add_impact(world, place, time, contact);
  }
}

/// Adds the pairs that a body of the group meets at the same instant, and its supports.
void Timeline::expand(const WorldState& world, const PairSet& pairs, std::size_t body, Real time) {
  const Rank rank = cluster_.bodies[body].rank;
  if (!movable(world, rank)) return;
  enlist(world, pairs, rank);
  around_.clear();
  for_each_candidate(rank, first_of_[rank].resting, [&](std::uint32_t place) { around_.push_back(place); });
  const auto resting = static_cast<std::ptrdiff_t>(around_.size());
  for (std::uint32_t place = flights_[flight_of_[rank]].awaited; place != none;) {
    const Candidate& candidate = candidates_[place];
    if (!candidate.rests && is_due(world, candidate, time)) around_.push_back(place);
    place = candidate.awaited[candidate.body_b == rank].next;
  }
  const auto due = around_.begin() + resting;
  std::sort(due, around_.end(), std::greater<>());  // the order in which bodies get paths must not depend on any impact
  const auto is_later = [&](std::uint32_t place) { return !meets_now(world, place, time); };
  around_.erase(std::remove_if(due, around_.end(), is_later), around_.end());
  const auto by_key = [this](std::uint32_t l, std::uint32_t r) { return candidates_[l].key < candidates_[r].key; };
  std::sort(around_.begin(), around_.end(), by_key);
  for (const std::uint32_t place : around_) {
    if (!meets_now(world, place, time)) continue;
    GroupContact contact;
    const Real approach = contact_at(world, place, time, tolerance::impact_gap_slops, contact);
    if (!together(approach, cluster_.contacts.front())) continue;
    if (cluster_.rows() + contact.settings.points > complementarity_rows) break;
    add_impact(world, place, time, contact);
  }
  if (stands(world, rank)) add_supports(world, body, time);
  if (flights_[flight_of_[rank]].persisting != none) add_persisting(world, rank, time);
}

/// True if a pair is predicted to meet so soon that its gap counts as touching at `time`. The speed bound holds for all
/// directions. With that bound alone, rounding would leave out the rest of a face of a body that slides fast along a
/// floor, since it closes as slowly as the contact that is hit.
bool Timeline::is_due(const WorldState& world, const Candidate& candidate, Real time) {
  if (!(candidate.when < dt_)) return false;
  const Real left = candidate.when - time, known = known_gap(world, candidate.body_a, candidate.body_b);
  const Real closing = fastest_closing(cluster_.contacts.front());
  if (closing > 0 && closing * left <= known) return true;
  const Real gap =
      tolerance::impact_gap_slops * pair_slop(world, world.proxies[candidate.key.a], world.proxies[candidate.key.b]);
  return approach_bound(world, candidate, time) * left <= gap;
}

/// The same for a pair that is not in the group yet.
bool Timeline::meets_now(const WorldState& world, std::uint32_t place, Real time) {
  const Candidate& candidate = candidates_[place];
  if (has(candidate.key) || !is_due(world, candidate, time)) return false;
  if (candidate.put_off < 0) return true;
  catch_up(world, place);
  return is_due(world, candidate, time);
}

bool Timeline::has(const PairKey& key) const {
  const auto same = [&key](const GroupContact& contact) { return contact.key == key; };
  return std::any_of(cluster_.contacts.begin(), cluster_.contacts.end(), same);
}

/// Notes that two bodies held by the solver may have a resting contact.
void Timeline::look_for_support(const WorldState& world, const PairKey& key, std::uint32_t near) {
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  // Each neighbour gets a path here, whether it is examined or not, since finish() removes the negative zeros of all
  // bodies with a path.
  flight(world, a.body), flight(world, b.body);
  if (stands(world, a.body) && stands(world, b.body) && !has(key)) support_keys_.push_back({key, near});
}

/// Adds the resting contact of such a pair as a support, if there is one. Returns its number of points.
int Timeline::take_support(const WorldState& world, const SupportKey& of, PairInput& in, ContactGeometry& found,
                           Real time) {
  const PairKey& key = of.key;
  const Proxy &proxy_a = world.proxies[key.a], &proxy_b = world.proxies[key.b];
  if (!proxy_a.convex || !proxy_b.convex) find_contact(world, key, in, found);
  V2 along;
  if (found.count > 0 && may_continue(world, key) && continues(world, key, of.near, in, time, found.normal, along)) {
    found = contact_along(world, key, in, along);
  }
  if (found.count == 0) return 0;
  GroupContact contact;
  contact.key = key;
  contact.support = true;
  contact.settings.points = 0;
  contact.settings.normal = found.normal;
  // A separating point supports nothing: stopping it would add energy.
  const Flight &a = flights_[flight_of_[proxy_a.body]], &b = flights_[flight_of_[proxy_b.body]];
  for (int i = 0; i < found.count; ++i) {
    const V2 ra = found.points[i].anchor, rb = ra + in.d;
    const V2 relative = (a.velocity_at(time) + a.hidden() + cross(a.spin + a.hidden_spin(time), ra)) -
                        (b.velocity_at(time) + b.hidden() + cross(b.spin + b.hidden_spin(time), rb));
    if (dot(relative, found.normal) * dt_ > tolerance::impact_gap_slops * in.margin) continue;
    const int point = contact.settings.points++;
    contact.arm[0][point] = ra, contact.arm[1][point] = rb;
    if (point == 0) set_surface(world, contact, relative);
  }
  if (contact.settings.points == 0) return 0;
  supports_.push_back(contact);
  return contact.settings.points;
}

/// Collects the resting contacts among `support_keys_`, as far as there is room for them. Works on a few at a time,
/// since in company most bodies have too many. Returns the number of rows of the group with them.
int Timeline::find_supports(const WorldState& world, Real time) {
  constexpr std::size_t fewest = 4;  // at a time: the number of lanes of a vector
  int rows = cluster_.rows();
  for (std::size_t begin = 0; begin < support_keys_.size() && rows <= ImpactGroup::most_rows;) {
    const std::size_t room = static_cast<std::size_t>(ImpactGroup::most_rows - rows) / 2 + 1;
    const std::size_t end = std::min(begin + std::max(room, fewest), support_keys_.size());
    doubtful_input_.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const PairKey& key = support_keys_[i].key;
      const Real slop = pair_slop(world, world.proxies[key.a], world.proxies[key.b]);
      doubtful_input_.push_back(input_at(world, key, slop, time));
    }
    doubtful_contact_.resize(doubtful_input_.size());
    find_manifolds(doubtful_input_, doubtful_contact_.data());
    for (std::size_t i = begin; i < end && rows <= ImpactGroup::most_rows; ++i) {
      rows += take_support(world, support_keys_[i], doubtful_input_[i - begin], doubtful_contact_[i - begin], time);
    }
    begin = end;
  }
  return rows;
}

/// Adds the resting contacts of a held body, or closes the body if they would be too many.
void Timeline::add_supports(const WorldState& world, std::size_t body, Real time) {
  const Rank rank = cluster_.bodies[body].rank;
  supports_.clear(), support_keys_.clear();
  if (world.bodies.flags[rank].awake) {
    for (const std::uint32_t place : around_) {
      if (candidates_[place].rests) look_for_support(world, candidates_[place].key, candidates_[place].near);
    }
  } else {
    for (const CachedContact& record : world.sleeping_contacts) {
      const bool own = world.proxies[record.key.a].body == rank || world.proxies[record.key.b].body == rank;
      // A bouncing contact without a load passes impacts on like any touching pair.
      if (own && (bears_load(world, record, dt_) || pair_material(world, record.key).restitution == 0)) {
        look_for_support(world, record.key, none);
      }
    }
  }
  if (find_supports(world, time) > ImpactGroup::most_rows) {
    const BodyMass& mass = world.bodies.mass[rank];
    cluster_.close(body, tolerance::firm_slops * tolerance::slop_fraction * mass.extent / dt_, mass.reach);
    return;
  }
  for (GroupContact& contact : supports_) {
    contact.body[0] = add_body(world, world.proxies[contact.key.a].body, time);
    contact.body[1] = add_body(world, world.proxies[contact.key.b].body, time);
    cluster_.add(contact);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
