#include <bankshot/world/rest/wedged_pairs.hpp>

#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <span>
#include <tuple>

// A bounce ends where there is no more room. With g the gap between a body and a firm one, and h the gap to a firm one
// on its other side, no bounce rises by more than g + h, however fast it is and whatever presses. So if that is less
// than the slop, now and when the step ends, the bounce is too low to see. No loads need be known. On the timeline such
// a body would be thrown to and fro, ever faster as its two sides approach, each bounce taking less time than the one
// before.
//
// The two sides have to push along one line, or the body escapes sideways: along normals that are opposite to within
// slop / extent, the error of a normal (see least_press()), and at places that overlap sideways.
//
// Elastic pairs keep their energy, and bounce in any room.

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// A contact as seen from the body that may be pushed.
struct Push {
  V2 normal;               ///< direction of the push
  V2 wall;                 ///< velocity of the firm body at the contact
  Real gap = 0, slop = 0;  ///< lengths
  V2 ends[2];              ///< of the contact, from the centre of the body
};

Push push_of(const WorldState& world, const ContactPairs& pairs, Rank body, std::uint32_t i) {
  const ContactPair& pair = pairs.near[i];
  const ContactGeometry& contact = pairs.geometry[i];
  const bool first = pair.body_a == body;
  const V2 of_a = contact.points[0].anchor, of_b = contact.points[contact.count - 1].anchor;
  const V2 to_body = first ? V2{} : contact.d, to_wall = first ? contact.d : V2{};
  const BodyVelocity& wall = world.bodies.velocity[first ? pair.body_b : pair.body_a];
  Push push;
  push.normal = first ? contact.normal : -contact.normal;
  push.wall = wall.linear + cross(wall.angular, Real(0.5) * (of_a + of_b) + to_wall);
  push.gap = pairs.speeds[i].gap, push.slop = pair.slop;
  push.ends[0] = of_a + to_body, push.ends[1] = of_b + to_body;
  return push;
}

/// A function that grows with the angle, with a slope of at most 1: 4 for a whole turn, and 2 for half a turn.
Real direction_of(V2 n) {
  const Real share = n.y / (absolute(n.x) + absolute(n.y));
  return n.x < 0 ? 2 - share : n.y < 0 ? 4 + share : share;
}

/// True if the two contacts leave the body between them no visible room.
bool enclose(const Push& one, const Push& other, Real dt) {
  constexpr Real known = tolerance::slop_fraction;
  const V2 n = one.normal;
  if (!(dot(n, other.normal) <= -(1 - known * known / 2))) return false;
  const Real slop = min(one.slop, other.slop);
  const Real room = one.gap + other.gap + dt * max(dot(other.wall - one.wall, n), 0);
  if (!(room <= slop)) return false;
  const V2 along = perp(n);
  const auto low = [&](const Push& p) { return min(dot(along, p.ends[0]), dot(along, p.ends[1])); };
  const auto high = [&](const Push& p) { return max(dot(along, p.ends[0]), dot(along, p.ends[1])); };
  return low(one) <= high(other) + slop && low(other) <= high(one) + slop;
}

}  // namespace

void WedgedPairs::find(const WorldState& world, Real dt, const ContactPairs& pairs,
                       const std::vector<std::uint32_t>& concerned) {
  lodged_.clear(), sides_.clear();
  concerned_.assign(world.bodies.size(), 0);
  bool any = false;
  const auto pushed_by_firm = [&](const ContactPair& pair) {
    const bool a = gives_way(world.bodies.flags[pair.body_a]), b = gives_way(world.bodies.flags[pair.body_b]);
    return a == b ? none : a ? pair.body_a : pair.body_b;
  };
  for (const std::uint32_t i : concerned) {
    const Rank body = pairs.near[i].restitution < 1 ? pushed_by_firm(pairs.near[i]) : none;
    if (body != none) concerned_[body] = 1, any = true;
  }
  if (!any) return;
  for (std::uint32_t i = 0; i < pairs.near.size(); ++i) {
    const ContactPair& pair = pairs.near[i];
    const Rank body = pushed_by_firm(pair);
    if (body == none || !concerned_[body] || pairs.geometry[i].count == 0 || pair.passes) continue;
    if (pairs.speeds[i].gap > pair.slop) continue;
    const V2 normal = pairs.geometry[i].normal;
    sides_.push_back({body, i, direction_of(pair.body_a == body ? normal : -normal)});
  }
  std::sort(sides_.begin(), sides_.end(), [](const Side& l, const Side& r) {
    return std::tie(l.body, l.direction, l.pair) < std::tie(r.body, r.direction, r.pair);
  });
  for (auto first = sides_.begin(); first != sides_.end();) {
    const auto last = std::find_if(first, sides_.end(), [&](const Side& side) { return side.body != first->body; });
    find_among(world, dt, pairs, {first, last});
    first = last;
  }
}

/// Handles one body. Checks each side against those that push the opposite way, until one is found that encloses it.
void WedgedPairs::find_among(const WorldState& world, Real dt, const ContactPairs& pairs, std::span<Side> sides) {
  constexpr Real window = 2 * tolerance::slop_fraction;  // twice the error of normals
  const auto before = [](const Side& side, Real direction) { return side.direction < direction; };
  for (Side& side : sides) {
    for (const Real turn : {Real(-2), Real(2)}) {
      const Real opposite = side.direction + turn;
      auto other = std::lower_bound(sides.begin(), sides.end(), opposite - window, before);
      for (; !side.enclosed && other != sides.end() && other->direction <= opposite + window; ++other) {
        // The pair that is listed first has the normal, so that the result does not depend on the order of the check.
        const auto [one, two] = std::minmax(side.pair, other->pair);
        if (!enclose(push_of(world, pairs, side.body, one), push_of(world, pairs, side.body, two), dt)) continue;
        side.enclosed = other->enclosed = true;
      }
    }
    if (!side.enclosed) continue;
    if (lodged_.empty()) lodged_.assign(pairs.near.size(), 0);
    lodged_[side.pair] = pairs.near[side.pair].restitution < 1;
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
