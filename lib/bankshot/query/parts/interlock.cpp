// Overlap in a seam, and exact fits.
//
// A line may lie in the seam of two tiles: it only touches each of them, but it is deep inside the union, and no short
// move frees it. A disc may fill a corridor from wall to wall: it touches both, and again no short move is free of
// both. The obstacles of the two cases look alike (union_exit.cpp): the two obstacles share a line, A overlaps neither
// along it, and A overlaps one of them next to it. So the union of the obstacles cannot tell a seam from a slot. The
// position of the contacts can. In the seam, both tiles meet A at the same place, and A has the solid all around it
// there: the part of the scene about this place holds it, however small that part is. The corridor holds A at no single
// place: a short move frees A from one contact, and the opposite move frees it from the other; A just cannot make both
// moves. Shapes in a seam go on overlapping when either is made a little smaller. Shapes that just fit then come apart:
// so they touch.
//
// Therefore: shapes of which no parts overlap do so if and only if some place holds A. A place p holds A when the
// obstacles of the pairs of parts that touch at p leave no short move free.
//
// - Obstacles of pairs that touch elsewhere are ignored. In a corner, A touches floor and wall at p, and a move between
//   the two is free; in a closed room that A fills, each corner of A has two walls only.
// - Two pairs that share the place need not share a part: four parts meet where two chains cross at a corner of each.
// - A place is not always a point. Lines can lie alongside one another: one comes from the left, runs along the other
//   and leaves it on the right. They cross on the whole stretch. For lines that stretch is one place. (So a chain that
//   lies along another one round bends, and hence along lines that face each other, counts as held, though it may lie
//   on one side of it only.)
// - Only the ends of contacts need be tested. Contacts of convex parts that do not overlap are points or segments. Of
//   contacts that share a point, some end there; no two of them cross, or parts would overlap.
//
// Geometrically, only a shape without an interior can be held like this: if two regions overlap, so do their interiors,
// and so do those of two parts. By the band, a shape can be held too if it is no wider than the band where it is in the
// solid: the tip of a needle, a thin box.

#include <bankshot/query/parts/interlock.hpp>

#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/parts/rounded_polygons.hpp>
#include <bankshot/query/parts/union_exit.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// The cosine of 120 degrees, with room for rounding. Normals that no half plane leaves out include two at least this
/// far apart.
constexpr double opposite = -0.49;

/// The place where two parts touch.
struct ContactStretch {
  P2 from, to;
};

struct Touch {
  ContactStretch where;
  P2 normal;
  RoundedPolygon obstacle;
  bool wide = false;       ///< true if both parts have a width
  bool alongside = false;  ///< two lines that touch over a length above rounding
};

/// The direction from B to A of the shortest separation; arbitrary if both are points.
P2 parting(const RoundedPolygon& obstacle) {
  P2 normal{0, 1};
  if (obstacle.corners.size() == 1 && !(obstacle.radius > 0)) return normal;
  std::vector<Curve> curves;
  outline(obstacle, 0, curves);
  double least = endless;
  for (const Curve& curve : curves) {
    if (!(curve.end() > 0)) continue;
    const double s = nearest_on(curve, {0, curve.end()}, 0), away = length(curve.at(s));
    if (away < least) least = away, normal = outward_at(curve, s);
  }
  return normal;
}

/// How far the rounded polygon reaches in a direction.
double height_of(const RoundedPolygon& blob, P2 outward) {
  double height = -endless;
  for (const P2 corner : blob.corners) height = std::max(height, dot(outward, corner));
  return height + blob.radius;
}

/// The part of a line within two bands of the rounded polygon, shortened by two bands at both ends.
bool along_side(const RoundedPolygon& blob, P2 from, P2 tangent, double band, Span* side) {
  if (!line_inside(blob, 2 * band, from, tangent, side)) return false;
  const double middle = side->from / 2 + side->to / 2;
  *side = {std::min(side->from + 2 * band, middle), std::max(side->to - 2 * band, middle)};
  return true;
}

/// In world directions, from B's position: the part of the line halfway between the two that is near both. Nearly
/// parallel edges touch as far as that.
ContactStretch contact_of(const RoundedPolygon& a, const RoundedPolygon& b, P2 normal, double band) {
  const P2 tangent = -right_of(normal);
  const P2 middle = ((height_of(b, normal) - height_of(a, -normal)) / 2) * normal;
  Span of_a, of_b;
  if (!along_side(a, middle, tangent, band, &of_a) || !along_side(b, middle, tangent, band, &of_b)) {
    return {middle, middle};
  }
  double low = std::max(of_a.from, of_b.from), high = std::min(of_a.to, of_b.to);
  if (low > high) low = high = low / 2 + high / 2;  // end to end
  return {middle + low * tangent, middle + high * tangent};
}

double away(P2 point, const ContactStretch& stretch) {
  const P2 edge = stretch.to - stretch.from, w = point - stretch.from;
  const double square = dot(edge, edge);
  const double share = square > 0 ? std::clamp(dot(w, edge) / square, 0.0, 1.0) : 0;
  return length(w - share * edge);
}

/// True if two contacts push against one another over a length above rounding: whatever is between them has no width
/// there.
bool face_to_face(const Touch& one, const Touch& two, double band) {
  const P2 along = one.where.to - one.where.from;
  const double size = length(along);
  if (dot(one.normal, two.normal) > opposite || !(size > 8 * band)) return false;
  const P2 way = (1 / size) * along;
  const double from = dot(two.where.from - one.where.from, way), to = dot(two.where.to - one.where.from, way);
  const double low = std::max(std::min(from, to), 0.0), high = std::min(std::max(from, to), size);
  return high - low > 8 * band && away(one.where.from + low * way, two.where) <= 4 * band &&
         away(one.where.from + high * way, two.where) <= 4 * band;
}

/// A part between two opposed contacts counts as having no width.
void narrow_between(std::vector<Touch>& touches, double band) {
  for (std::size_t i = 0; i < touches.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!touches[i].wide && !touches[j].wide) continue;
      if (face_to_face(touches[i], touches[j], band)) touches[i].wide = touches[j].wide = false;
    }
  }
}

std::vector<Touch> touches_of(const Shape& a, const Shape& b, const Placement& at, Real band) {
  std::vector<Touch> touches;
  for_each_pair(a, b, at, band, [&](const Part& part_a, const Part& part_b) {
    if (has_one_way(part_a, part_b)) return true;
    Touch touch;
    touch.obstacle = obstacle(part_a, part_b, at);
    if (distance(touch.obstacle, {}) > double(band)) return true;
    const bool thin_a = part_a.view.extent <= band, thin_b = part_b.view.extent <= band;
    touch.normal = parting(touch.obstacle);
    touch.where =
        contact_of(blob_of(part_a, at.qa, wide(at.d)), blob_of(part_b, at.qb, {}), touch.normal, double(band));
    touch.wide = !thin_a && !thin_b;
    touch.alongside = thin_a && thin_b && length(touch.where.to - touch.where.from) > 4 * double(band);
    touches.push_back(touch);
    return true;
  });
  narrow_between(touches, double(band));
  return touches;
}

/// Precondition: the contacts do not cross.
bool meet(const ContactStretch& one, const ContactStretch& two, double tolerance) {
  return away(one.from, two) <= tolerance || away(one.to, two) <= tolerance || away(two.from, one) <= tolerance ||
         away(two.to, one) <= tolerance;
}

/// The indices of the contacts at a point, continued along lines that lie alongside one another; ascending.
std::vector<std::size_t> touching_at(P2 point, const std::vector<Touch>& touches, double tolerance) {
  std::vector<ContactStretch> place{{point, point}};
  std::vector<bool> there(touches.size());
  for (std::size_t next = 0; next < place.size(); ++next) {
    const ContactStretch stretch = place[next];
    for (std::size_t i = 0; i < touches.size(); ++i) {
      if (there[i] || !meet(stretch, touches[i].where, tolerance)) continue;
      there[i] = true;
      if (touches[i].alongside) place.push_back(touches[i].where);
    }
  }
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < touches.size(); ++i) {
    if (there[i]) numbers.push_back(i);
  }
  return numbers;
}

bool holds(const std::vector<std::size_t>& numbers, const std::vector<Touch>& touches, double band) {
  std::vector<RoundedPolygon> blobs;
  std::vector<bool> wide;
  for (const std::size_t number : numbers) {
    blobs.push_back(touches[number].obstacle);
    wide.push_back(touches[number].wide);
  }
  return surrounded(std::move(blobs), std::move(wide), band);
}

/// True if contacts hold A from opposed sides. Directions that no half plane leaves out include two at 120 degrees or
/// more: without such two, nothing is held and the search can stop.
bool opposed(const Shape& a, const Shape& b, const Placement& at, Real band) {
  std::vector<V2> normals;
  bool any = false;
  for_each_pair(a, b, at, band, [&](const Part& part_a, const Part& part_b) {
    if (has_one_way(part_a, part_b)) return true;
    const PairFrame frame = frame_of(part_a, part_b, at, band);
    if (!frame.usable) return true;
    const Axis axis = find_axis(frame);
    if (axis.separation - frame.radii > band) return true;
    any = std::any_of(normals.begin(), normals.end(),
                      [&axis](V2 other) { return dot(axis.normal, other) <= Real(opposite); });
    normals.push_back(axis.normal);
    return !any;
  });
  return any;
}

}  // namespace

// Parts that touch are at most a band apart, and their contact is put halfway between them. So contacts at one place
// are at most two bands apart.
bool held_at_one_place(const Shape& a, const Shape& b, const Placement& at, Real band) {
  const std::vector<Touch> touches = touches_of(a, b, at, band);
  std::vector<std::size_t> last;
  for (const Touch& touch : touches) {
    for (const P2 end : {touch.where.from, touch.where.to}) {
      std::vector<std::size_t> there = touching_at(end, touches, 2 * double(band));
      // A single obstacle is convex, and the origin lies on its outline: an exit remains.
      if (there.size() < 2 || there == last) continue;
      if (holds(there, touches, double(band))) return true;
      last = std::move(there);
    }
  }
  return false;
}

bool interlocked(const Shape& a, const Shape& b, const Placement& at, Real band) {
  if (!thin(a) && !thin(b) && !opposed(a, b, at, band)) return false;
  return shortest_exit(a, b, at, band).depth > band && held_at_one_place(a, b, at, band);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
