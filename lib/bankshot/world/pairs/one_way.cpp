#include <bankshot/world/pairs/one_way.hpp>

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/parts/seam.hpp>
#include <bankshot/world/pairs/pairs.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// True if two one-way faces of a shape, given by their ends, are the same one or meet in a corner.
bool joined_faces(const V2* p, const V2* q) { return p[0] == q[0] || p[1] == q[0] || p[0] == q[1] || p[1] == q[1]; }

/// A one-way face of a shape; `reached` if the search has come to it from face to face.
struct NearFace {
  std::int32_t number = 0;
  V2 ends[2];
  bool reached = false;
};

/// Marks all faces that can be reached from marked ones.
void spread(std::vector<NearFace>& faces) {
  std::vector<std::size_t> fresh;
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (faces[i].reached) fresh.push_back(i);
  }
  while (!fresh.empty()) {
    const std::size_t from = fresh.back();
    fresh.pop_back();
    for (std::size_t i = 0; i < faces.size(); ++i) {
      if (faces[i].reached || !joined_faces(faces[i].ends, faces[from].ends)) continue;
      faces[i].reached = true;
      fresh.push_back(i);
    }
  }
}

bool is_reached(const std::vector<NearFace>& faces, std::int32_t number) {
  return std::any_of(faces.begin(), faces.end(),
                     [number](const NearFace& face) { return face.number == number && face.reached; });
}

/// True if a one-way face leads on to another one without turning round: a fast sliding body passes several of them
/// within a step. Searches the faces that are no farther from either than half the diagonal of the box around both.
bool leads_to(const Shape& shape, const Part& from, const Part& to) {
  const V2 *p = from.view.points, *q = to.view.points, out = to.view.normals[to.one_way];
  Box box = joined(joined(Box{p[0], p[0]}, Box{p[1], p[1]}), joined(Box{q[0], q[0]}, Box{q[1], q[1]}));
  box = widened_by(box, length(box.upper - box.lower) / 2);
  std::vector<std::uint32_t> numbers;
  parts_near(shape, box, numbers);
  std::vector<NearFace> faces;
  PieceSpace space;
  for (const std::uint32_t number : numbers) {
    const Part face = part_of(shape, number, space);
    if (face.one_way < 0 || !(dot(face.view.normals[face.one_way], out) > 0)) continue;
    faces.push_back({face.number, {face.view.points[0], face.view.points[1]}, face.number == from.number});
  }
  spread(faces);
  return is_reached(faces, to.number);
}

bool is_one_way(const Shape& shape, std::uint32_t number) noexcept {
  const Composite* const parts = detail_parts(shape);
  return parts != nullptr && parts->one_way(number);
}

/// True if that part of the shape is this one-way face, or is joined to it; `far`: or leads to it. The shape may have
/// been replaced since the number was stored.
bool goes_on_from(const Shape& shape, std::uint32_t number, const Part& face, bool far) {
  if (!is_one_way(shape, number)) return false;
  PieceSpace space;
  const Part from = part_of(shape, number, space);
  return joined_faces(from.view.points, face.view.points) || (far && leads_to(shape, from, face));
}

/// True if the other shape is on its way through the face `number` of the first one, or through one that is connected
/// to it. A shape that comes from behind is partly in front before it is through, beside the face that it comes
/// through, and is not stopped there. `past`: it counts as through only if it is farther behind the face than that.
/// Searches the faces within `reach`.
bool comes_through(const Shape& shape, const Shape& other, const Placement& at, Real reach, std::int32_t number,
                   Real past) {
  PartNumbers numbers;
  std::vector<NearFace> faces;
  bool any = false;
  for_each_pair(shape, other, at, reach, numbers, [&](const Part& face, const Part& part) {
    if (face.one_way < 0) return true;
    if (faces.empty() || faces.back().number != face.number) {
      faces.push_back({face.number, {face.view.points[0], face.view.points[1]}});
    }
    const bool through = goes_through(face, place(face.view, at.qa), place(part.view, at.qb), -at.d, past);
    faces.back().reached |= through, any |= through;
    return true;
  });
  if (!any) return false;
  spread(faces);
  return is_reached(faces, number);
}

}  // namespace

bool has_one_way(const WorldState& world, const PairKey& key) noexcept {
  return is_one_way(shape_of(world, key.a), key.part_a) || is_one_way(shape_of(world, key.b), key.part_b);
}

bool stood_there(const WorldState& world, const PairKey& key, const PartPair& parts, bool far) {
  const auto from = [&](const CachedContact& record) {
    return (parts.a.one_way < 0 || goes_on_from(shape_of(world, key.a), record.key.part_a, parts.a, far)) &&
           (parts.b.one_way < 0 || goes_on_from(shape_of(world, key.b), record.key.part_b, parts.b, far));
  };
  auto record = first_from(world.contacts, {key.a, key.b, 0, 0});
  for (; record != world.contacts.end() && record->key.a == key.a && record->key.b == key.b; ++record) {
    if (from(*record)) return true;
  }
  return false;
}

Real stopped_within(const WorldState& world, const PairKey& key, const PartPair& parts, bool stood) {
  const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
  if (!stood) return 2 * pair_slop(world, a, b);
  // The side without the face is pressed in.
  if (parts.a.one_way < 0) return a.extent;
  return parts.b.one_way < 0 ? b.extent : min(a.extent, b.extent);
}

bool comes_through(const WorldState& world, const PairKey& key, const PartPair& parts, const Placement& at, Real past) {
  const Shape &a = shape_of(world, key.a), &b = shape_of(world, key.b);
  const Real reach = min(world.proxies[key.a].extent, world.proxies[key.b].extent);
  return (parts.a.one_way >= 0 && comes_through(a, b, at, reach, parts.a.number, past)) ||
         (parts.b.one_way >= 0 && comes_through(b, a, at.exchanged(), reach, parts.b.number, past));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
