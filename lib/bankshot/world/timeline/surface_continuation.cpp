#include <bankshot/world/timeline/surface_continuation.hpp>

#include <bankshot/tolerance.hpp>
#include <bankshot/world/contacts/collide.hpp>
#include <bankshot/world/rest/corner.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Lower bound of the distance of a shape's surface from the centre of its body; 0: unknown.
Real inner_reach(const WorldState& world, const Proxy& own) {
  if (!own.convex) return 0;
  const Geometry& shape = world.geometry[own.geometry];
  if (shape.kind == GeometryKind::box) return own.extent / 2;
  return shape.count == 1 && shape.points[0] == V2{} ? shape.radius : Real(0);
}

}  // namespace

void SurfaceContinuation::begin_impact() {
  if (++impacts_ == 0) ++impacts_;
  impact_ = impacts_;
}

const PairInput& SurfaceContinuation::place_then(PairPlaces& places) {
  if (!std::exchange(places.then_known, true)) places.then = paths_.input_at(places.key, 0, dt());
  return places.then;
}

/// Signed gap at a time between a body and what it rests on, at most the gap when the step began; negative is a
/// penetration.
Real SurfaceContinuation::line_at(Rank rank, const SupportingContact& support, Real time) {
  const V2 way = paths_.difference(rank, support.other, time) -
                 centre_difference(world().bodies.pose[rank], world().bodies.pose[support.other]);
  return support.separation + min(dot(support.normal, way), 0);
}

/// True if a pair is no deeper at a time, along the normal of what one of its bodies rests on, than
/// supporting_contacts.hpp says. A body that is deeper in its support than any resting body has left the face sideways,
/// and no longer rests on it.
bool SurfaceContinuation::goes_on(const PairPlaces& places, const PairInput& in, bool first,
                                  const SupportingContact& support, Real time) {
  const Proxy &a = world().proxies[places.key.a], &b = world().proxies[places.key.b];
  const Real slop = pair_slop(world(), a, b);
  const Real line = line_at(first ? a.body : b.body, support, time), least = line - slop;
  if (-line > tolerance::margin_slops * pairs().near[support.pair].slop) return false;
  const V2 along = first ? support.normal : -support.normal;
  // The centres decide most pairs, with a margin far beyond rounding.
  if (places.inner > 0 && dot(along, in.d) - places.inner < least - slop) return false;
  return gap_along(world(), places.key, in, along) >= least;
}

/// Signed gap at a time of the pair that a body met last in this step, along the normal of that impact. Cached while an
/// impact is gathered, since many pairs ask.
Real SurfaceContinuation::met_gap(Rank rank, Real time) {
  Trajectory& path = paths_[rank];
  if (impact_ != 0 && path.met_asked == impact_) return path.met_gap;
  path.met_gap = gap_along(world(), path.met, paths_.input_at(path.met, 0, time), path.met_normal);
  path.met_asked = impact_;
  return path.met_gap;
}

/// The same as goes_on() for the pair that one of them met last in this step, along the normal of that impact.
bool SurfaceContinuation::goes_on_from(PairPlaces& places, Rank rank, V2 along, Real time) {
  const Proxy &a = world().proxies[places.key.a], &b = world().proxies[places.key.b];
  const PairKey met = paths_[rank].met;
  const V2 normal = paths_[rank].met_normal;
  const Real slop = pair_slop(world(), a, b);
  const Real line = met_gap(rank, time);
  if (!(absolute(line) <= slop) || !at_a_face(world(), met, paths_.input_at(met, 0, time), normal)) return false;
  if (!(gap_along(world(), places.key, places.now, along) >= line - slop)) return false;
  const Real lowest = min(gap_along(world(), met, paths_.input_at(met, 0, dt()), normal), line);
  return gap_along(world(), places.key, place_then(places), along) >= lowest - slop;
}

/// True if the pair continues() the surface that one of its bodies met last in this step.
bool SurfaceContinuation::continues_hit(PairPlaces& places, bool first, Real time, V2 normal, V2& along) {
  const PairKey& key = places.key;
  const Rank rank = world().proxies[first ? key.a : key.b].body;
  const Trajectory& path = paths_[rank];
  if (path.met_normal == V2{} || path.met == key) return false;
  const Rank met_a = world().proxies[path.met.a].body, met_b = world().proxies[path.met.b].body;
  const V2 towards = met_a == rank ? path.met_normal : -path.met_normal;
  along = first ? towards : -towards;
  if (same_normal(along, normal) || rooms_of(world(), path.met).any()) return false;
  if (!weighs_on(world(), rank, met_a == rank ? met_b : met_a, towards)) return false;
  return goes_on_from(places, rank, along, time) &&
         !climbs(world(), key, places.now, !first, normal, along, met_gap(rank, time));
}

/// True if a pair closes along a normal from `time` on by at least the gap that counts as touching.
bool SurfaceContinuation::comes_along(const PairPlaces& places, V2 normal, Real time) {
  const Proxy &a = world().proxies[places.key.a], &b = world().proxies[places.key.b];
  const Trajectory &path_a = paths_.of(a.body), &path_b = paths_.of(b.body);
  const ContactGeometry contact = contact_along(world(), places.key, places.now, normal);
  Real way = 0;
  for (int i = 0; i < contact.count; ++i) {
    const V2 arm = contact.points[i].anchor;
    const V2 speed = (path_a.velocity_at(time) + cross(path_a.spin, arm)) -
                     (path_b.velocity_at(time) + cross(path_b.spin, arm + contact.d));
    way = max(way, -dot(speed, normal) * (dt() - time));
  }
  return way >= tolerance::impact_gap_slops * pair_slop(world(), a, b);
}

bool SurfaceContinuation::continues(const PairKey& key, std::uint32_t near, const PairInput& in, Real time, V2 normal,
                                    V2& along) {
  const Proxy &a = world().proxies[key.a], &b = world().proxies[key.b];
  const Real inner_a = inner_reach(world(), a), inner_b = inner_reach(world(), b);
  PairPlaces places{key, in, inner_a > 0 && inner_b > 0 ? inner_a + inner_b : Real(0)};
  for (const bool first : {true, false}) {
    const Rank rank = first ? a.body : b.body;
    if (world().bodies.flags[rank].type != BodyType::dynamic || !has_faces(world(), first ? key.b : key.a)) continue;
    const bool held = paths_.of(rank).is_held();
    if (continues_hit(places, first, time, normal, along)) return true;
    if (!held) continue;
    if (!supports_.begun()) supports_.begin(world(), pairs(), nullptr);
    for (const SupportingContact& support : supports_.of(world(), pairs(), rank)) {
      along = first ? support.normal : -support.normal;
      const bool own = support.pair == near && !pairs().near[near].continued;
      if (own || !goes_on(places, in, first, support, time)) continue;
      if (same_normal(along, normal) && comes_along(places, along, time)) continue;
      if (climbs(world(), key, in, !first, normal, along, line_at(rank, support, time))) continue;
      if (goes_on(places, place_then(places), first, support, dt())) return true;
    }
  }
  return false;
}

ContactGeometry SurfaceContinuation::contact_at(const PairKey& key, std::uint32_t near, Real reach, Real time) {
  PairInput input = paths_.input_at(key, reach, time);
  ContactGeometry contact;
  find_contact(world(), key, input, contact);
  if (contact.count == 0 || !may_continue(world(), key)) return contact;
  V2 along;
  if (!continues(key, near, input, time, contact.normal, along)) return contact;
  return contact_along(world(), key, input, along);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
