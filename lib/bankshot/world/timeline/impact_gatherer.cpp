#include <bankshot/world/timeline/impact_gatherer.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/lcp.hpp>
#include <bankshot/world/rest/corner.hpp>
#include <bankshot/world/rest/press.hpp>
#include <bankshot/world/timeline/joint_flight.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

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

bool has_surface(const WorldState& world, const GroupContact& contact) {
  const Real extent = min(world.proxies[contact.key.a].extent, world.proxies[contact.key.b].extent);
  return contact.overlap <= tolerance::solver_way_extents * extent;
}

bool ImpactGatherer::gather(const QueuedImpact& hit, ImpactGroup& group) {
  group_ = &group;
  group.clear();
  const GroupContact contact = first_contact(hit);
  if (passes(hit.candidate, contact, hit.time)) return false;
  release_if_passing(hit, contact);
  surface_.begin_impact();
  add_impact(hit.candidate, hit.time, contact);
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    add_touching(i, hit.time);
    add_companions(group.bodies[i].rank, hit.time);
  }
  drop_hidden_corners(hit.time);
  surface_.end_impact();
  return true;
}

/// True if the contact hook has the pair ignored at this contact: then it is for the rest of the step.
bool ImpactGatherer::passes(std::uint32_t place, const GroupContact& contact, Real time) {
  if (world().settings.contact_hook.function == nullptr) return false;
  Candidate& candidate = candidates_[place];
  const ImpactBody a = paths_.state_at(candidate.body_a, time), b = paths_.state_at(candidate.body_b, time);
  const V2 velocity = relative_velocity(a, b, contact.arm[0][0] - a.shift, contact.arm[1][0] - b.shift);
  candidate.ignored = is_ignored(world(), candidate.key, contact.settings.normal, velocity);
  if (candidate.ignored) predictor_.add(place, time);  // voids its prediction
  return candidate.ignored;
}

/// The contact of the pair whose time has come.
GroupContact ImpactGatherer::first_contact(const QueuedImpact& hit) {
  const Candidate& candidate = candidates_[hit.candidate];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  GroupContact contact;
  // A body that rests on soft contacts may be tilted by a slop: a face that would meet a wall flat without that tilt
  // meets it flat.
  const bool tilted = !alike(world(), rank_a, rank_b) && (paths_.is_held(rank_a) || paths_.is_held(rank_b));
  const Real reach = tilted ? Real(1) : tolerance::impact_gap_slops;
  const Real closing = contact_at(hit.candidate, hit.time, reach, contact);
  if (closing > 0 && contact.gap > 0 && is_sharp(candidate)) {
    // The sweep ends with a gap of the size of rounding, and a fast spin turns by a thousandth until that gap is
    // closed. So the impulse gets the arms and the normal of the moment of touching, if going on brings the two nearer
    // to it.
    GroupContact touching;
    const Real then = hit.time + contact.gap / closing;
    const bool meets = then < dt() && contact_at(hit.candidate, then, reach, touching) > 0;
    const bool nearer = max(touching.overlap, touching.gap) < contact.gap;
    if (meets && nearer && touching.settings.points == 1) contact = touching;
  }
  if (closing > 0) return contact;
  // The sweep saw them approach. If the manifold is at another place, where the two separate, it would yield no
  // impulse.
  contact.settings.points = 1;
  contact.settings.normal = hit.normal;
  contact.features = hit.features;
  const V2 d = paths_.difference(rank_a, rank_b, hit.time);
  for (int i = 0; i < 2; ++i) contact.arm[0][i] = hit.point_from_a, contact.arm[1][i] = hit.point_from_a + d;
  return contact;
}

/// Releases two bodies that stand, if they might pass one another or hold each other alone.
void ImpactGatherer::release_if_passing(const QueuedImpact& hit, const GroupContact& contact) {
  const Candidate& candidate = candidates_[hit.candidate];
  const Rank rank_a = candidate.body_a, rank_b = candidate.body_b;
  if (!paths_.stands(rank_a) || !paths_.stands(rank_b)) return;
  if (!can_pass(candidate, contact.arm[0][0], contact.arm[1][0], hit.time) && !hold_alone(rank_a, rank_b)) return;
  for (const Rank rank : {rank_a, rank_b}) {
    candidates_.add_pairs_of(rank);
    changes_.release(rank, hit.time, !changes_.in_a_corner(candidates_[hit.candidate], rank));
  }
}

/// True if the two could get so deep by the end of the step that they might pass: by the closing speed of their paths
/// at the contact, and by turning relative to one another about that point.
bool ImpactGatherer::can_pass(const Candidate& candidate, V2 arm_a, V2 arm_b, Real time) const {
  const Trajectory &path_a = paths_[candidate.body_a], &path_b = paths_[candidate.body_b];
  const V2 there =
      (path_a.velocity_at(time) + cross(path_a.spin, arm_a)) - (path_b.velocity_at(time) + cross(path_b.spin, arm_b));
  const Real reach = 2 * min(world().bodies.mass[candidate.body_a].reach, world().bodies.mass[candidate.body_b].reach);
  const Real speed = predictor_.closing_speed(candidate, there, time) + absolute(path_a.spin - path_b.spin) * reach;
  const Real extent = min(world().proxies[candidate.key.a].extent, world().proxies[candidate.key.b].extent);
  return speed * (dt() - time) > extent / 4;
}

/// True if the two are held by one another only. Once the guard has taken their contact from the solver nothing holds
/// them: if one of them were kept still, only the other would be led aside, or leave its parabola, and their centre of
/// mass with it.
bool ImpactGatherer::hold_alone(Rank a, Rank b) {
  const auto held_by = [&](Rank rank, Rank other) {
    bool alone = paths_.is_held(rank) && world().bodies.flags[rank].awake;
    if (alone) candidates_.add_pairs_of(rank);
    candidates_.for_each_resting(
        rank, [&](std::uint32_t i) { alone &= candidates_[i].body_a == other || candidates_[i].body_b == other; });
    return alone;
  };
  return held_by(a, b) && held_by(b, a);
}

/// True if the point of contact is known to rounding: a body that rests on soft contacts may be tilted by a slop. If a
/// pair has met before in this step, both ends of a face take the impact; otherwise it would rock from one to the
/// other.
bool ImpactGatherer::is_sharp(const Candidate& candidate) const {
  return candidate.impacts == 0 && !paths_.is_held(candidate.body_a) && !paths_.is_held(candidate.body_b);
}

/// Finds the contact of a pair at that time, with both ends of a face that meets flat. Returns the fastest closing
/// speed there; zero if the two do not touch, or separate.
Real ImpactGatherer::contact_at(std::uint32_t place, Real time, Real reach, GroupContact& contact) {
  const Candidate& candidate = candidates_[place];
  const Real near = max(reach * pair_slop(world(), world().proxies[candidate.key.a], world().proxies[candidate.key.b]),
                        known_gap(world(), candidate.body_a, candidate.body_b));
  const ContactGeometry found = surface_.contact_at(candidate.key, candidate.near, near, time);
  Real fastest = 0;
  for (int i = 0; i < found.count; ++i) {
    const V2 arm = found.points[i].anchor;
    contact.arm[0][i] = arm, contact.arm[1][i] = arm + found.d;
    fastest = max(fastest, paths_.closing_speed_at(candidate, found.normal, arm, arm + found.d, time));
  }
  if (found.count == 1) contact.arm[0][1] = contact.arm[0][0], contact.arm[1][1] = contact.arm[1][0];
  contact.settings.points = found.count;
  contact.settings.normal = found.normal;
  contact.overlap = overlap_of(found);
  contact.gap = found.count == 1 ? found.points[0].separation : Real(0);
  if (fastest > 0) contact.features = contact_features(world(), candidate.key, found);
  return fastest;
}

/// Closing speed below which a pair does not bounce, since its rebound would be too low to see, see docs/step.md. The
/// press is the acceleration that bends the two paths towards one another. The loads of its contacts bend the path of a
/// held body; those loads include a passing blow. So no pair rests whose rebound would end beyond the solver's margin
/// in this step.
Real ImpactGatherer::rest_speed(const Candidate& candidate, const ImpactSettings& settings) const {
  if (settings.restitution == 0 || settings.restitution >= 1) return 0;  // elastic pairs keep their energy
  const Trajectory &a = paths_[candidate.body_a], &b = paths_[candidate.body_b];
  const Real press = -dot(a.acceleration - b.acceleration, settings.normal);
  if (!(press > least_press(world(), candidate.body_a, candidate.body_b))) return 0;
  const Real slop = pair_slop(world(), world().proxies[candidate.key.a], world().proxies[candidate.key.b]);
  return min(std::sqrt(2 * press * slop), tolerance::margin_slops * slop / dt()) / settings.restitution;
}

/// Adds a body, and how it answers to impulses on those that joints tie it to.
std::size_t ImpactGatherer::add_body(Rank rank, Real time) {
  const std::size_t known = group_->place_of(rank);
  if (known < group_->bodies.size()) return known;
  const std::size_t place = group_->add(rank, paths_.state_at(rank, time));
  if (!is_of_group(rank)) return place;
  for (std::size_t other = 0; other < place; ++other) {
    const Rank tied_to = group_->bodies[other].rank;
    if (!step_.flight->are_tied(tied_to, rank)) continue;
    couple_with_itself(other), couple_with_itself(place);
    BodyCoupling tie = step_.flight->coupling_of(tied_to, rank);
    tie.body[0] = other, tie.body[1] = place;
    see_from(tie, group_->bodies[other].now.shift, group_->bodies[place].now.shift);
    group_->couplings.push_back(tie);
  }
  return place;
}

namespace {

/// What a body answers to an impulse on itself beyond `seen`, with its centre there. `tie` has the whole answer, at the
/// true centre.
void keep_rest_of(const ImpactBody& seen, BodyCoupling& tie) {
  see_from(tie, seen.shift, seen.shift);
  tie.answer[0][0] -= to_double(seen.inverse_mass.x), tie.answer[1][1] -= to_double(seen.inverse_mass.y);
  tie.answer[0][1] -= to_double(seen.inverse_mass_xy), tie.answer[1][0] -= to_double(seen.inverse_mass_xy);
  tie.answer[2][2] -= to_double(seen.inverse_inertia);
  for (double(&row)[3] : tie.answer) {
    for (double& x : row) x /= 2;  // it counts for either side
  }
}

}  // namespace

/// Adds what rounding has taken from a body's answer, once.
void ImpactGatherer::couple_with_itself(std::size_t place) {
  const auto is_own = [&](const BodyCoupling& tie) { return tie.body[0] == place && tie.body[1] == place; };
  if (std::any_of(group_->couplings.begin(), group_->couplings.end(), is_own)) return;
  const GroupBody& body = group_->bodies[place];
  BodyCoupling tie = step_.flight->coupling_of(body.rank, body.rank);
  tie.body[0] = tie.body[1] = place;
  keep_rest_of(body.now, tie);
  group_->couplings.push_back(tie);
}

/// Adds the two bodies of a contact, and lets its arms begin at their centres.
void ImpactGatherer::add_bodies(Rank a, Rank b, Real time, GroupContact& contact) {
  contact.body[0] = add_body(a, time);
  contact.body[1] = add_body(b, time);
  for (int side = 0; side < 2; ++side) {
    for (V2& arm : contact.arm[side]) arm -= group_->bodies[contact.body[side]].now.shift;
  }
}

/// Adds an impact at the place given by `contact` to the group.
void ImpactGatherer::add_impact(std::uint32_t place, Real time, GroupContact contact) {
  const Candidate& candidate = candidates_[place];
  contact.key = candidate.key;
  contact.candidate = place;
  add_bodies(candidate.body_a, candidate.body_b, time, contact);
  const ImpactBody a = group_->side(contact, 0), b = group_->side(contact, 1);
  ImpactSettings& settings = contact.settings;
  settings.restitution = set_surface(world(), contact, relative_velocity(a, b, a.arm[0], b.arm[0])).restitution;
  // A pair that has met so often in this step that it has kept less of its impact energy than the slop fraction has no
  // restitution for the rest of the step.
  Real kept = 1;
  for (int i = 0; i < candidate.impacts; ++i) kept *= settings.restitution * settings.restitution;
  if (kept < tolerance::slop_fraction && alike(world(), candidate.body_a, candidate.body_b)) settings.restitution = 0;
  settings.rest_speed = rest_speed(candidate, settings);
  hops_.set(candidate, contact, time, settings);
  rattles(candidate) && has_surface(world(), contact) ? add_in_parts(contact) : group_->add(contact);
}

/// In a rattling pair the separating points take impulses, too: they are not pressed together faster than they
/// separate.
void ImpactGatherer::add_in_parts(GroupContact contact) {
  const NormalSpeeds speeds = normal_speeds(group_->side(contact, 0), group_->side(contact, 1), contact.settings);
  GroupContact meets = contact, parts = contact;
  meets.settings.points = parts.settings.points = 0;
  for (int i = 0; i < contact.settings.points; ++i) {
    GroupContact& part = speeds.now[i] < 0 ? meets : parts;
    const int point = part.settings.points++;
    for (int side = 0; side < 2; ++side) part.arm[side][point] = contact.arm[side][i];
  }
  const bool first = group_->contacts.empty();
  for (GroupContact* const part : {&meets, &parts}) {
    if (part->settings.points == 1) part->arm[0][1] = part->arm[0][0], part->arm[1][1] = part->arm[1][0];
  }
  if (first && meets.settings.points == 0) return group_->add(contact);
  if (meets.settings.points > 0) group_->add(meets);
  if (parts.settings.points == 0) return;
  parts.support = parts.rattles = true;
  parts.settings.hop_speed = parts.settings.spin_hop = 0;
  if (meets.settings.points > 0) parts.settings.friction = 0;
  group_->add(parts);
}

/// Lists the resting candidates of a body, and those that it meets at the same instant, by key.
void ImpactGatherer::list_touching(Rank rank, Real time) {
  around_.clear();
  candidates_.for_each_resting(rank, [&](std::uint32_t place) { around_.push_back(place); });
  const auto resting = static_cast<std::ptrdiff_t>(around_.size());
  for (std::uint32_t place = paths_[rank].awaited; place != none;) {
    const Candidate& candidate = candidates_[place];
    if (!candidate.rests && is_due(candidate, time)) around_.push_back(place);
    place = candidate.awaited[candidate.body_b == rank].next;
  }
  const auto due = around_.begin() + resting;
  std::sort(due, around_.end(), std::greater<>());  // the order in which bodies get paths must not depend on any impact
  const auto is_later = [&](std::uint32_t place) { return !meets_now(place, time); };
  around_.erase(std::remove_if(due, around_.end(), is_later), around_.end());
  sort_around();
}

void ImpactGatherer::sort_around() {
  std::sort(around_.begin(), around_.end(),
            [this](std::uint32_t l, std::uint32_t r) { return candidates_[l].key < candidates_[r].key; });
}

/// Adds the pairs that the companions of a tied body meet at the same instant.
void ImpactGatherer::add_companions(Rank rank, Real time) {
  if (!is_of_group(rank)) return;
  for (const Rank other : step_.flight->companions(rank)) {
    if (other != rank && paths_.has(other) && paths_[other].awaited != none) add_meeting(other, time);
  }
}

/// Adds the pairs that a body of the group meets at the same instant, and its supports.
void ImpactGatherer::add_touching(std::size_t body, Real time) {
  const Rank rank = group_->bodies[body].rank;
  if (!paths_.is_movable(rank)) return;
  add_meeting(rank, time);
  if (paths_.stands(rank)) add_supports(body, time);
  if (paths_[rank].rattling != none) add_rattling(rank, time);
}

/// Adds the pairs that a body meets at the same instant; leaves those, and its resting ones, in `around_`.
void ImpactGatherer::add_meeting(Rank rank, Real time) {
  if (!paths_.is_movable(rank)) return;
  candidates_.add_pairs_of(rank);
  list_touching(rank, time);
  for (const std::uint32_t place : around_) {
    if (!meets_now(place, time)) continue;
    GroupContact contact;
    const Real approach = contact_at(place, time, tolerance::impact_gap_slops, contact);
    if (!together(approach, group_->contacts.front()) || passes(place, contact, time)) continue;
    if (group_->rows() + contact.settings.points > complementarity_rows) break;
    add_impact(place, time, contact);
  }
}

/// Adds the rattling pairs of a body.
void ImpactGatherer::add_rattling(Rank rank, Real time) {
  around_.clear();
  for (std::uint32_t i = paths_[rank].rattling; i != none; i = rattling_[i].next) {
    const std::uint32_t place = rattling_[i].candidate;
    if (!group_->has(candidates_[place].key)) around_.push_back(place);
  }
  sort_around();
  for (const std::uint32_t place : around_) {
    GroupContact contact;
    paths_.of(candidates_[place].body_a), paths_.of(candidates_[place].body_b);
    contact_at(place, time, 1, contact);
    contact.key = candidates_[place].key;
    if (contact.settings.points == 0 || !has_surface(world(), contact) || passes(place, contact, time)) continue;
    if (group_->rows() + contact.settings.points > ImpactGroup::most_rows) break;
    add_impact(place, time, contact);
  }
}

/// Adds the resting contacts of a held body, or closes the body if they would be too many.
void ImpactGatherer::add_supports(std::size_t body, Real time) {
  const Rank rank = group_->bodies[body].rank;
  if (!supports_.find(*group_, around_, rank, time)) {
    const BodyMass& mass = world().bodies.mass[rank];
    group_->close(body, tolerance::firm_slops * tolerance::slop_fraction * mass.extent / dt(), mass.reach);
    return;
  }
  for (GroupContact& contact : supports_.found()) {
    add_bodies(world().proxies[contact.key.a].body, world().proxies[contact.key.b].body, time, contact);
    group_->add(contact);
  }
}

/// True if a pair is predicted to meet so soon that its gap counts as touching at `time`. The speed bound holds for all
/// directions. With that bound alone, rounding would leave out the rest of a face of a body that slides fast along a
/// floor, since it closes as slowly as the contact that is hit.
bool ImpactGatherer::is_due(const Candidate& candidate, Real time) {
  if (!(candidate.when < dt())) return false;
  const Real left = candidate.when - time, known = known_gap(world(), candidate.body_a, candidate.body_b);
  const Real closing = fastest_closing(group_->contacts.front());
  if (closing > 0 && closing * left <= known) return true;
  const Real gap = tolerance::impact_gap_slops *
                   pair_slop(world(), world().proxies[candidate.key.a], world().proxies[candidate.key.b]);
  return predictor_.approach_bound(candidate, time) * left <= gap;
}

/// The same for a pair that is not in the group yet.
bool ImpactGatherer::meets_now(std::uint32_t place, Real time) {
  const Candidate& candidate = candidates_[place];
  if (group_->has(candidate.key) || !is_due(candidate, time)) return false;
  if (candidate.postponed < 0) return true;
  predictor_.sweep_postponed(place);
  return is_due(candidate, time);
}

// A disc that comes down beside the seam of two boxes meets the face of one of them, and by then the corner of the
// other is so near that it would count as met at the same instant. But a corner that reaches no higher than a face
// along the normal of that face is behind it: the face stops the disc, which never meets the corner.

/// Returns the normal of such a face, oriented as in the corner's contact; zero if the corner is not behind the face.
V2 ImpactGatherer::face_before(const GroupContact& corner, const GroupContact& face, Real time) {
  const Proxy &a = world().proxies[corner.key.a], &b = world().proxies[corner.key.b];
  const Real hair = tolerance::impact_gap_slops * pair_slop(world(), a, b);
  for (const int side : {0, 1}) {
    if (world().bodies.flags[side == 0 ? a.body : b.body].type != BodyType::dynamic) continue;
    const bool first = face.body[0] == corner.body[side];
    if (!first && face.body[1] != corner.body[side]) continue;
    const V2 along = first == (side == 0) ? face.settings.normal : -face.settings.normal;
    const Real of_face = gap_along(world(), face.key, paths_.input_at(face.key, 0, time), face.settings.normal);
    if (gap_along(world(), corner.key, paths_.input_at(corner.key, 0, time), along) >= of_face - hair) return along;
  }
  return {};
}

/// Removes corner-to-corner contacts behind a face that is hit at the same instant. The predicted impact stays, or it
/// would be predicted again; it is resolved along the face's normal.
void ImpactGatherer::drop_hidden_corners(Real time) {
  std::vector<GroupContact>& all = group_->contacts;
  const auto at_an_edge = [](const GroupContact& contact) {
    return contact.features.a.kind == Feature::Kind::edge || contact.features.b.kind == Feature::Kind::edge;
  };
  for (std::size_t i = all.size(); i-- > 0;) {
    if (all[i].support || at_an_edge(all[i])) continue;
    if (i == 0 && rattles(candidates_[all[i].candidate])) continue;
    V2 along;
    for (const GroupContact& face : all) {
      if (along == V2{} && !face.support && at_an_edge(face)) along = face_before(all[i], face, time);
    }
    if (along == V2{}) continue;
    GroupContact corner = all[i];
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
    if (i > 0) continue;
    corner.settings.normal = along;
    for (int side = 0; side < 2; ++side) {
      for (V2& arm : corner.arm[side]) arm += group_->bodies[corner.body[side]].now.shift;
    }
    add_impact(corner.candidate, time, corner);
    std::rotate(all.begin(), all.end() - 1, all.end());
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
