// Broad phase: finds the moving shapes of a step, and those whose boxes overlap.

#include <bankshot/world/pairs/find_pairs.hpp>

#include <bankshot/math/vector_growth.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/motion.hpp>
#include <bankshot/world/pairs/contracts.hpp>
#include <bankshot/world/pairs/pair_limit.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// The accelerations of a free body.
struct Drive {
  V2 acceleration;
  Real angular = 0;
};

Drive drive_of(const WorldState& world, Rank rank) {
  Drive drive;
  const BodyFlags& flags = world.bodies.flags[rank];
  if (flags.type == BodyType::dynamic) {
    drive.acceleration = acceleration(world.bodies.mass[rank], world.bodies.forces[rank], flags,
                                      plain(world.settings.gravity), drive.angular);
  }
  return drive;
}

/// How far turning and acceleration take the points of a body from where its velocity alone would.
Real way_aside(const BodyVelocity& velocity, const BodyMass& mass, Drive drive, Real dt) {
  if (!(mass.inverse_mass > 0)) drive = {};
  const Real turn = min(absolute(velocity.angular) * dt + absolute(drive.angular) * dt * dt, Real(2));
  return length(drive.acceleration) * dt * dt + turn * mass.reach;
}

/// How far a body may get: along its velocity, to the sides of its shapes' boxes, and by a push.
struct Way {
  Real straight = 0, aside = 0;
  V2 push;
};

/// The corners of a sharp box are two and their opposites.
BANKSHOT_INLINE Box box_around_box(const Geometry& shape, const BodyPose& pose) {
  const V2 one = rotate(pose.rotation, shape.first_corner), other = rotate(pose.rotation, shape.last_corner);
  const V2 half = {max(absolute(one.x), absolute(other.x)), max(absolute(one.y), absolute(other.y))};
  return {pose.centre - half, pose.centre + half};
}

/// The box that a shape may reach within the step: straight ahead, and by a margin to all sides. Two bodies that fly
/// side by side are no pair. The margin is the largest gap of a solver pair, but at most the displacement, plus the
/// sideways motion. Most bodies in a pile do not move farther than that, nor are they pushed.
BANKSHOT_INLINE Box reach_of(const Box& tight, V2 velocity, Real extent, const Way& way, Real dt) {
  const Real least = tolerance::solver_way_extents * extent;
  const bool far = way.straight > least;
  Box near = tight;
  if (far) near = joined(tight, shifted(tight, ((1 - least / way.straight) * dt) * velocity));
  near = widened_by(near, (far ? least : way.straight) + way.aside);
  return way.push == V2{} ? near : joined(near, shifted(near, way.push));
}

/// Reads a convex shape's corners from the geometry, which is faster.
Box tight_box(const WorldState& world, const Proxy& proxy, const BodyPose& pose) {
  if (!proxy.convex) return shape_box(world.baked[proxy.geometry], pose);
  const Geometry& shape = world.geometry[proxy.geometry];
  if (shape.kind == GeometryKind::box) return box_around_box(shape, pose);
  const auto count = static_cast<std::size_t>(shape.count);
  return box_around({shape.points, count}, shape.radius, pose.rotation, pose.centre);
}

/// Returns true if the shapes in these places are those of the last step.
bool box_shapes(const WorldState& world, Rank rank, const Way& way, Real dt, std::size_t place, BroadPairs& broad) {
  bool same = true;
  const BodyPose& pose = world.bodies.pose[rank];
  for (std::uint32_t p = world.proxy_begin[rank]; p < world.proxy_begin[rank + 1]; ++p, ++place) {
    const Proxy& proxy = world.proxies[p];
    const Box tight = tight_box(world, proxy, pose);
    same &= broad.active[place] == p;
    broad.active[place] = p;
    broad.tight[place] = tight;
    broad.reach[place] = reach_of(tight, world.bodies.velocity[rank].linear, proxy.extent, way, dt);
    broad.shapes[place] = {rank * Proxy::kinds + proxy.kind, proxy.extent};
  }
  return same;
}

/// Collects the shapes of a range of bodies from `place` on, and advances it. Returns true if they are those of the
/// last step.
bool collect_range(const WorldState& world, Real dt, const Range& range, std::size_t& place, BroadPairs& broad) {
  bool same = true;
  const auto before = [](const PushedBody& body, Rank rank) { return body.rank < rank; };
  auto pushed = std::lower_bound(broad.pushed.begin(), broad.pushed.end(), static_cast<Rank>(range.begin), before);
  for (Rank rank = static_cast<Rank>(range.begin); rank < range.end; ++rank) {
    broad.mobility[rank] = {};
    if (!may_move(world.bodies.flags[rank])) continue;
    const BodyVelocity& v = world.bodies.velocity[rank];
    const BodyMass& mass = world.bodies.mass[rank];
    const Drive drive = drive_of(world, rank);
    const Real straight = dt * length(v.linear), aside = way_aside(v, mass, drive, dt), way = straight + aside;
    const Real margin = tolerance::margin_slops * tolerance::slop_fraction * mass.extent;
    while (pushed != broad.pushed.end() && pushed->rank < rank) ++pushed;
    const V2 push = pushed != broad.pushed.end() && pushed->rank == rank ? pushed->way : V2{};
    Way reach{straight, aside + margin, push};
    broad.mobility[rank] = {way,
                            mass.inverse_mass,
                            v.linear,
                            drive.acceleration,
                            absolute(v.angular) * mass.reach + dt * world.bodies.forces[rank].table.linear,
                            way + margin + length(push)};
    if (!broad.tied_ways.empty() && broad.tied_ways[rank] > 0) {  // joints may send it anywhere
      const Real most = broad.tied_ways[rank] + margin + length(push);
      broad.mobility[rank] = {most, mass.inverse_mass, {}, {}, most / dt, most};
      reach = {0, most, {}};
    }
    same &= box_shapes(world, rank, reach, dt, place, broad);
    place += world.proxy_begin[rank + 1] - world.proxy_begin[rank];
  }
  return same;
}

/// Fills the arrays anew. Returns true if their shapes are those of the last step.
bool collect_active(const WorldState& world, Real dt, BroadPairs& broad) {
  std::array<std::size_t, thread_limit> places;
  const auto chunks = static_cast<std::size_t>(world.active.chunks(world.team, least_bodies));
  std::fill_n(places.begin(), chunks, std::size_t{0});
  world.active.ranges(world.team, least_bodies, [&](const Range& range) {
    std::size_t shapes = 0;
    for (std::size_t rank = range.begin; rank < range.end; ++rank) {
      const std::size_t own = world.proxy_begin[rank + 1] - world.proxy_begin[rank];
      shapes += may_move(world.bodies.flags[rank]) ? own : 0;
    }
    places[range.chunk] += shapes;
  });
  std::size_t count = 0;
  for (std::size_t& place : std::span(places).first(chunks)) place = std::exchange(count, count + place);
  const bool as_many = broad.active.size() == count;
  resize_anew(broad.active, count), resize_anew(broad.tight, count);
  resize_anew(broad.reach, count), resize_anew(broad.shapes, count);
  resize_anew(broad.mobility, world.bodies.size());  // entries outside the active ranges are unchanged
  return !world.active.any_range(world.team, least_bodies, [&](const Range& range) {
    return !collect_range(world, dt, range, places[range.chunk], broad);
  }) && as_many;
}

/// This many shapes in a row, which are usually close together, share one query for resting shapes. Saves 5 % of the
/// instructions of marbles.
constexpr std::size_t asked_together = 16;

/// The resting shapes near a group. If they are too many, each shape queries for itself, which is then faster.
struct RestingNearby {
  static constexpr std::size_t most = 16;
  std::size_t count = 0;  ///< most + 1: too many
  std::array<std::uint32_t, most> proxy;
  std::array<Box, most> box;

  bool add(std::uint32_t of, const Box& around) {
    if (count == most) return ++count, false;
    proxy[count] = of, box[count++] = around;
    return true;
  }
};

/// Finds the pairs of moving and resting shapes, in the tree of the latter. A body that is not dynamic has no pairs
/// with fixed ones, unless one of the two shapes sees all.
class RestingFinder {
 public:
  RestingFinder(const WorldState& world, const BroadPairs& broad, std::vector<RestingPair>& found)
      : world_(world), broad_(broad), found_(found), limit_(candidate_limit(world)) {
    found_.clear();
  }
  void find(const Range& range);

  std::size_t count() const noexcept { return count_; }  ///< if above the limit, the list is incomplete
  const MostPairs& most() const noexcept { return most_; }

 private:
  void begin(std::size_t i) {
    i_ = i, own_ = 0;
    all_ = world_.bodies.flags[broad_.shapes[i].body()].type == BodyType::dynamic ||
           world_.proxies[broad_.active[i]].sees_all;
  }
  void add(std::uint32_t resting);
  void end() { most_.ask(own_, i_), count_ += own_; }

  const WorldState& world_;
  const BroadPairs& broad_;
  std::vector<RestingPair>& found_;
  const std::size_t limit_;
  std::size_t i_ = 0, own_ = 0, count_ = 0;  // the moving shape, its pairs, all pairs
  bool all_ = false;                         // it may have pairs with any
  MostPairs most_;
};

void RestingFinder::add(std::uint32_t resting) {
  const Proxy& other = world_.proxies[resting];
  if (!all_ && !other.sees_all && world_.bodies.flags[other.body].type == BodyType::fixed) return;
  ++own_;
  if (found_.size() >= limit_) return;
  const std::uint32_t moving = broad_.active[i_];
  const bool before = moving < resting;
  const IndexPair pair = before ? IndexPair{moving, resting} : IndexPair{resting, moving};
  found_.push_back({pair, static_cast<std::uint32_t>(i_), before});
}

void RestingFinder::find(const Range& range) {
  for (std::size_t first = range.begin; first < range.end; first += asked_together) {
    const std::size_t last = std::min(first + asked_together, range.end);
    Box around = broad_.reach[first];
    for (std::size_t i = first + 1; i < last; ++i) around = joined(around, broad_.reach[i]);
    RestingNearby nearby;
    world_.resting.query(around, [&](std::uint32_t shape_slot) {
      const ShapeSlot& slot = world_.shape_slots[shape_slot];
      return nearby.add(slot.proxy, world_.resting.box(slot.leaf));
    });
    for (std::size_t i = first; nearby.count > 0 && i < last; ++i) {
      begin(i);
      if (nearby.count > RestingNearby::most) {
        const auto visit = [&](std::uint32_t shape_slot) {
          add(world_.shape_slots[shape_slot].proxy);
          return true;
        };
        all_ ? world_.resting.query(broad_.reach[i], visit) : world_.resting.query_marked(broad_.reach[i], visit);
      } else {
        for (std::size_t k = 0; k < nearby.count; ++k) {
          if (overlaps(nearby.box[k], broad_.reach[i])) add(nearby.proxy[k]);
        }
      }
      end();
    }
  }
}

void find_with_resting(const WorldState& world, std::vector<FilteredRange>& ranges, BroadPairs& broad) {
  broad.with_resting.clear();
  if (world.resting.size() == 0) return;
  const std::size_t shapes = broad.active.size();
  std::array<std::size_t, thread_limit> counts{};
  std::array<MostPairs, thread_limit> most{};
  world.team.ranges(shapes, least_bodies, [&](const Range& range) {
    RestingFinder finder(world, broad, ranges[range.chunk].with_resting);
    finder.find(range);
    counts[range.chunk] = finder.count(), most[range.chunk] = finder.most();
  });
  const auto chunks = static_cast<std::size_t>(world.team.chunks(shapes, least_bodies));
  std::size_t count = 0;
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    count += counts[chunk];
    most[0].ask(most[chunk].count, most[chunk].place);
  }
  if (count > candidate_limit(world)) refuse_candidates(world, broad, most[0]);
  broad.with_resting.swap(ranges[0].with_resting);
  for (std::size_t chunk = 1; chunk < chunks; ++chunk) {
    const std::vector<RestingPair>& found = ranges[chunk].with_resting;
    broad.with_resting.insert(broad.with_resting.end(), found.begin(), found.end());
  }
  const auto earlier = [](const RestingPair& l, const RestingPair& r) { return l.pair < r.pair; };
  std::vector<RestingPair>& all = broad.with_resting;
  if (!std::is_sorted(all.begin(), all.end(), earlier)) {  // as they are if all rest on the same shape
    std::sort(all.begin(), all.end(), earlier);
  }
}

/// Kept pairs that are known to be near need no search. `same_lists`: see PersistentPairs::hold().
void find_moving(const WorldState& world, Real dt, bool same_lists, PairSearch& search, BroadPairs& broad,
                 ContactPairs& pairs) {
  PairCache& finder = search.finder;
  const CandidateSieve sieve(world, broad);
  const std::size_t kept = finder.prepare(broad.reach, broad.found, &sieve);
  if (finder.crowded()) {
    broad.with_resting.clear();
    refuse_candidates(world, broad, most_found(broad));
  }
  const bool held = search.known.hold(world, finder, dt, same_lists, broad, pairs);
  if (kept == 0) return;
  const std::span<const IndexPair> among = held ? search.known.others() : finder.kept();
  resize_anew(broad.found, among.size());
  std::array<FilledRange, thread_limit> made;
  const auto pick = [&](const Range& range) {
    return PairCache::pick(broad.reach, among.subspan(range.begin, range.end - range.begin),
                           broad.found.data() + range.begin);
  };
  close_gaps(broad.found, world.team.fill_ranges(among.size(), least_pairs, made, pick));
}

}  // namespace

void find_pairs(const WorldState& world, Real dt, PairSearch& search, BroadPairs& broad, ContactPairs& pairs,
                ToiWork& toi) {
  const auto threads = static_cast<std::size_t>(world.team.size());
  if (search.ranges.size() < threads) search.ranges.resize(threads);
  const bool same_shapes = collect_active(world, dt, broad);
  find_moving(world, dt, same_shapes && toi.speculative.empty(), search, broad, pairs);
  find_with_resting(world, search.ranges, broad);
  BANKSHOT_ASSERT_KEPT(fault_of_candidates(world, broad));
  filter_pairs(world, dt, broad, search.known, search.ranges, pairs, toi);
  BANKSHOT_ASSERT_KEPT(fault_of_pairs(world, pairs, toi));
  if (!search.known.held()) search.known.choose(world, search.finder, broad, pairs);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
