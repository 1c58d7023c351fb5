// Floors are drawn by their profile, a line that runs from left to right; a mover touches the profile from above. There
// a one-sided chain stops the same movers as a two-sided chain of the same points, and is judged as such, as long as
// the mover stays between the ends: beyond them it may come from below.

#include "oracle/parts/seams.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/tolerance.hpp>

#include "oracle/parts/check.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

using oracle::Number;
using oracle::Point;

namespace {

struct Floor {
  std::vector<Vec2> profile;
  Whole whole;
};

std::vector<Solid> segments_of(const std::vector<Vec2>& profile) {
  std::vector<Solid> solids;
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    solids.push_back({{oracle::point(profile[i]), oracle::point(profile[i + 1])}, 0});
  }
  return solids;
}

/// Straight on at every second joint; rises and falls by up to half a right angle, or by little.
std::vector<Vec2> draw_profile(Random& random) {
  const int count = random.integer(2, 7);
  const bool even = random.chance(0.5), flat = random.chance(0.3);
  const double steep = random.chance(0.3) ? 0.01 : 1;
  std::vector<Vec2> profile{Vec2(0, 0)};
  Real rise = 0, width = 1;
  for (int i = 0; i < count; ++i) {
    if (!even || i == 0) width = static_cast<Real>(random.between(0.3, 2));
    if (!flat && random.chance(0.5)) rise = static_cast<Real>(steep * random.between(-1, 1)) * width;
    profile.push_back(profile.back() + Vec2(width, rise));
  }
  return profile;
}

std::optional<Floor> made(std::vector<Vec2> profile, Kind kind, const bankshot::Result<Shape>& shape,
                          std::vector<Solid> solids) {
  if (!shape) return std::nullopt;
  return Floor{std::move(profile), {kind, *shape, std::move(solids), {}}};
}

std::optional<Floor> chain_floor(std::vector<Vec2> profile, bool one_sided) {
  const auto sides = one_sided ? bankshot::ChainSides::left : bankshot::ChainSides::both;
  const auto shape = bankshot::try_chain(profile, false, sides);
  std::vector<Solid> solids = segments_of(profile);
  return made(std::move(profile), one_sided ? Kind::one_way : Kind::chain, shape, std::move(solids));
}

/// A column under each stretch of the profile.
std::optional<Floor> compound_floor(std::vector<Vec2> profile) {
  std::vector<Shape> pieces;
  std::vector<Solid> solids;
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const Vec2 from = profile[i], to = profile[i + 1];
    const std::vector<Vec2> corners{from, Vec2(from.x(), -16), Vec2(to.x(), -16), to};
    const auto piece = bankshot::try_polygon(corners);
    if (!piece) return std::nullopt;
    pieces.push_back(*piece);
    solids.push_back({{}, 0});
    for (const Vec2& corner : corners) solids.back().core.push_back(oracle::point(corner));
  }
  return made(std::move(profile), Kind::compound, bankshot::try_compound(pieces), std::move(solids));
}

/// A row of tiles with slopes on a row of full ones.
std::optional<Floor> grid_floor(Random& random) {
  const int columns = random.integer(2, 7);
  const bool flat = random.chance(0.4);
  const Real cell = random.chance(0.5) ? Real(1) : static_cast<Real>(random.between(0.3, 2));
  const bankshot::GridDef def{.columns = columns, .rows = 2, .cell = cell, .origin = Vec2(0, -cell)};
  std::vector<bankshot::Tile> tiles(static_cast<std::size_t>(columns), bankshot::solid_tile);
  std::vector<Solid> solids;
  std::vector<Vec2> profile;
  int height = random.integer(0, 16);
  const Number width = Number(cell), bottom = Number(def.origin.y());
  for (int i = 0; i <= columns; ++i) {
    const Real x = Real(i) * cell;
    profile.emplace_back(x, Real(height) / 16 * cell);
    if (i == columns) break;
    const int next = flat || random.chance(0.4) ? height : random.integer(0, 16);
    const Number left = Number(i) * width, right = Number(i + 1) * width;
    solids.push_back({{{left, bottom}, {right, bottom}, {right, 0}, {left, 0}}, 0});
    bankshot::Tile tile = bankshot::empty_tile;
    if (height > 0 || next > 0) {
      tile.form = bankshot::Tile::Form::floor;
      tile.left = static_cast<std::uint8_t>(height), tile.right = static_cast<std::uint8_t>(next);
      solids.push_back(
          {{{left, 0}, {right, 0}, {right, Number(next) / 16 * width}, {left, Number(height) / 16 * width}}, 0});
    }
    tiles.push_back(tile);
    height = next;
  }
  return made(std::move(profile), Kind::grid, bankshot::try_grid(def, tiles), std::move(solids));
}

std::optional<Floor> draw_floor(Random& random, std::uint64_t kind) {
  if (kind == 3) return grid_floor(random);
  std::vector<Vec2> profile = draw_profile(random);
  return kind == 2 ? compound_floor(std::move(profile)) : chain_floor(std::move(profile), kind == 1);
}

/// Draws a rounded mover; `height`: of its centre above the surface on which it lies.
std::optional<Whole> draw_mover(Random& random, std::uint64_t kind, Real& height) {
  const Real radius = static_cast<Real>(random.between(0.05, 1)), half = static_cast<Real>(random.between(0.05, 1));
  const Real high = static_cast<Real>(random.between(0.05, 0.6));
  height = kind == 2 ? high + radius : radius;
  std::optional<bankshot::Result<Shape>> shape;
  Solid solid{{}, Number(radius)};
  const auto core = [&solid](std::vector<Vec2> points) {
    for (const Vec2& p : points) solid.core.push_back(oracle::point(p));
    return points;
  };
  if (kind == 0) return Whole{Kind::circle, bankshot::circle(radius), {{{{0, 0}}, Number(radius)}}, {}};
  if (kind == 1) {
    const std::vector<Vec2> ends = core({Vec2(-half, 0), Vec2(half, 0)});
    shape.emplace(bankshot::try_capsule(ends[0], ends[1], radius));
  } else {
    shape.emplace(bankshot::try_polygon(
        core({Vec2(-half, -high), Vec2(half, -high), Vec2(half, high), Vec2(-half, high)}), radius));
  }
  if (!*shape) return std::nullopt;
  return Whole{kind == 1 ? Kind::capsule : Kind::rounded_polygon, **shape, {solid}, {}};
}

Rotation heading_of(const Vec2& along) {
  const Vec2 unit = along.normalized();
  return {unit.x(), unit.y()};
}

/// Places the mover on the profile, at a joint or anywhere, and moves it out of overlaps. False if it overlapped by
/// more than rounding: the translation out may lead below the floor.
bool lay(Random& random, const Floor& floor, Real height, PartsCase& data) {
  if (random.chance(0.7)) data.pose_b.rotation = random.rotation();
  if (random.chance(0.5)) data.pose_b.position = random.point(random.chance(0.2) ? 100 : 4);
  const auto last = static_cast<int>(floor.profile.size()) - 2;
  const auto at = static_cast<std::size_t>(random.integer(0, last));
  const Vec2 from = floor.profile[at], along = floor.profile[at + 1] - from;
  const Real share = random.chance(0.3) ? Real(0) : static_cast<Real>(random.unit());
  const Vec2 up = Vec2(-along.y(), along.x()).normalized();
  data.pose_a = {data.pose_b * (from + share * along + height * up), data.pose_b.rotation * heading_of(along)};
  if (floor.profile[at + 1].y() == from.y()) data.pose_a.rotation = data.pose_b.rotation;
  const Shape whole = floor.whole.kind == Kind::one_way ? bankshot::chain(floor.profile) : floor.whole.shape;
  const bankshot::ClosestPoints closest = closest_points(data.a.shape, data.pose_a, whole, data.pose_b);
  const double bands = random.chance(0.5) ? 0.0 : random.between(-16, 32);
  data.pose_a.position += (static_cast<Real>(bands) * bankshot::tolerance::eps - closest.distance) * closest.normal;
  // Along the surface, nearly along it, or anywhere.
  Vec2 way = static_cast<Real>(random.sign() * random.between(0.1, 4)) * Vec2(along.normalized());
  const double manner = random.unit();
  if (manner > 0.6) way += static_cast<Real>(random.magnitude(-24, -4)) * up * static_cast<Real>(random.sign());
  if (manner > 0.9) way = random.point(3);
  data.motion = data.pose_b.rotation * way;
  data.turn = static_cast<Real>(random.between(-4, 4));
  if (random.chance(0.5)) data.turn *= static_cast<Real>(random.magnitude(-24, -4));
  return Number(closest.distance) > -data.a.solids.front().radius / 2;
}

/// True if the mover stays between the ends of the floor on its whole path.
bool between_ends(const Floor& floor, const PartsCase& data) {
  Number reach = 0;
  for (const Point& p : data.a.solids[0].core) reach = std::max(reach, oracle::length(p));
  reach += data.a.solids[0].radius;
  const Point axis{Number(data.pose_b.rotation.c), Number(data.pose_b.rotation.s)};
  const Number start = dot(axis, oracle::point(data.pose_a.position) - oracle::point(data.pose_b.position));
  const auto inside = [&](Number x) {
    return x - reach > Number(floor.profile.front().x()) && x + reach < Number(floor.profile.back().x());
  };
  return inside(start) && inside(start + dot(axis, oracle::point(data.motion)));
}

/// True if the mover is in front of the floor: out of a narrow hollow the shortest translation may lead through one of
/// its sides.
bool in_front(const Floor& floor, const PartsCase& data) {
  const Point axis{Number(data.pose_b.rotation.c), Number(data.pose_b.rotation.s)};
  const Point from_b = oracle::point(data.pose_a.position) - oracle::point(data.pose_b.position);
  const Point centre{dot(axis, from_b), cross(axis, from_b)};
  const auto next = std::upper_bound(floor.profile.begin() + 1, floor.profile.end() - 1, centre.x,
                                     [](Number x, const Vec2& p) { return x < Number(p.x()); });
  const Point from = oracle::point(*(next - 1)), to = oracle::point(*next);
  return cross(to - from, centre - from) > 0;
}

}  // namespace

std::optional<PartsCase> seams_case(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 78);
  // Every mover takes its turn on every floor.
  auto floor = draw_floor(random, index % 4);
  Real height = 0;
  auto mover = draw_mover(random, index / 4 % 3, height);
  if (!floor || !mover) return std::nullopt;
  PartsCase data{PartsClass::touching, *std::move(mover), floor->whole, {}, {}};
  for (int i = 0; i < 8; ++i) {
    if (!lay(random, *floor, height, data)) continue;
    if (data.b.kind != Kind::one_way || (between_ends(*floor, data) && in_front(*floor, data))) return data;
  }
  return std::nullopt;
}

void check_seams(const PartsCase& data, const Judging& judging, Notes& notes, Findings& findings) {
  Trial trial(data, judging, notes, findings);
  if (trial.ways.depth_at({0, 0}) > trial.band / 2) return;  // in a hollow too narrow for it
  check_sweeps(trial);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
