// Random poses and motions. The library itself helps to bring shapes within ulps of touching: a wrong answer would only
// make the case easier than intended.

#include "oracle/kit/place.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/query/overlap.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>

#include "oracle/kit/shapes.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

Real real(double x) { return static_cast<Real>(x); }

struct Direction {
  double x = 1, y = 0;
};

Direction direction_of(const Rotation& turn) { return {double(turn.c), double(turn.s)}; }

/// Returns any direction, or an outward normal of an edge of B.
Direction random_direction(Random& random, const Piece& b) {
  if (b.points.size() < 2 || random.chance(0.4)) return direction_of(random.rotation());
  const auto i = static_cast<std::size_t>(random.integer(0, int(b.points.size()) - 1));
  const Vec2 p = b.points[i], q = b.points[(i + 1) % b.points.size()];
  const double x = double(q[1]) - double(p[1]), y = double(p[0]) - double(q[0]);
  const double length = std::sqrt(x * x + y * y);
  if (!(length > 0)) return {};
  const double c = double(b.pose.rotation.c), s = double(b.pose.rotation.s);
  return {(c * x - s * y) / length, (s * x + c * y) / length};
}

void put_a(Case& out, const Direction& u, double away, double aside) {
  out.a.pose.position = Vec2(real(double(out.b.pose.position[0]) + away * u.x - aside * u.y),
                             real(double(out.b.pose.position[1]) + away * u.y + aside * u.x));
}

/// Returns the position of A relative to B along u at which their projections on u touch.
double outer_contact(const Case& out, const Direction& u) {
  return reach_along(out.b, u.x, u.y) + reach_along(out.a, -u.x, -u.y);
}

/// Returns a critical gap, in length units: zero, some units in the last place, or around the edges of the band.
double small_gap(Random& random, double band) {
  switch (random.integer(0, 5)) {
    case 0: return 0;
    case 1: return band * random.sign() * (1 + random.sign() * random.magnitude(-12, -2));
    case 2: return band * random.between(-2, 2);
    case 3: return band * random.sign() * random.magnitude(-6, 0);
    case 4: return band * random.sign() * random.magnitude(0, 8);
    default: return random.sign() * band;
  }
}

/// Moves A along the closest direction until the gap is about `wanted` bands; the position is rounded as well.
void snap(Random& random, Case& out) {
  const auto question = question_of(out);
  if (!question) return;
  const auto closest = bankshot::closest_points(question->a, out.a.pose, question->b, out.b.pose);
  const double band = double(bankshot::touching_band(question->a, out.a.pose, question->b, out.b.pose));
  const double step = small_gap(random, band) - double(closest.distance);
  const Vec2 target(real(double(out.a.pose.position[0]) + step * double(closest.normal[0])),
                    real(double(out.a.pose.position[1]) + step * double(closest.normal[1])));
  if (std::isfinite(target[0]) && std::isfinite(target[1])) out.a.pose.position = target;
  for (int k = 0; k < 2; ++k) {
    if (random.chance(0.3)) {
      Real& x = out.a.pose.position[k];
      x = std::nextafter(x, random.chance(0.5) ? Real(1e30) : Real(-1e30));
    }
  }
}

/// Returns the position of B: near the origin, or up to 1e6 sizes from it.
Vec2 place_of_b(Random& random, CaseClass which, double size) {
  if (which == CaseClass::far_away) return random.point(size * random.magnitude(4, 20));
  return random.chance(0.3) ? Vec2(0, 0) : random.point(4 * size);
}

bool wants_snap(Random& random, CaseClass which) {
  switch (which) {
    case CaseClass::pleasant: return false;
    case CaseClass::near_touching: return true;
    case CaseClass::concentric: return false;
    default: return random.chance(0.5);
  }
}

}  // namespace

void turn_pieces(Random& random, Case& out) {
  out.a.pose.rotation = random.chance(0.2) ? Rotation{} : random.rotation();
  out.b.pose.rotation = random.chance(0.2) ? out.a.pose.rotation : random.rotation();
  if (out.which == CaseClass::equal) out.b.pose.rotation = out.a.pose.rotation;
  if (out.which == CaseClass::near_parallel || (out.which == CaseClass::equal && random.chance(0.3))) {
    Rotation& turn = out.b.pose.rotation = out.a.pose.rotation;
    if (random.chance(0.3)) turn = {-turn.s, turn.c};
    const Real tiny = real(random.sign() * random.magnitude(-30, -8));
    turn = {turn.c - tiny * turn.s, turn.s + tiny * turn.c};
  }
  if (out.which == CaseClass::stretched) {
    for (Piece* piece : {&out.a, &out.b}) {
      const double factor = 1 + random.sign() * random.magnitude(-23, -12);  // a world accepts an error of 1/1024
      piece->pose.rotation = {real(factor * double(piece->pose.rotation.c)),
                              real(factor * double(piece->pose.rotation.s))};
    }
  }
}

void place_pair(Random& random, Case& out, double size) {
  out.b.pose.position = place_of_b(random, out.which, size);
  const Direction u = random_direction(random, out.b);
  const double outer = outer_contact(out, u);
  const double aside = random.chance(0.5) ? 0.0 : size * random.between(-1, 1);
  double away = outer + size * random.between(-1, 1);
  if (out.which == CaseClass::near_touching) away = outer;
  if (out.which == CaseClass::nested || out.which == CaseClass::mixed_sizes) {
    // From deep inside to touching from inside.
    const double inner = reach_along(out.b, u.x, u.y) - reach_along(out.a, u.x, u.y);
    away = random.chance(0.3) ? inner : random.chance(0.5) ? inner * random.unit() : away;
  }
  if (out.which == CaseClass::concentric) away = random.chance(0.7) ? 0 : size * random.magnitude(-24, -4);
  if (out.which == CaseClass::equal) away = random.chance(0.5) ? 0 : size * random.magnitude(-24, 0);
  put_a(out, u, away, out.which == CaseClass::concentric || out.which == CaseClass::equal ? 0 : aside);
  if (out.which == CaseClass::equal && away == 0) return;
  if (wants_snap(random, out.which)) snap(random, out);
}

void place_on_grid(Random& random, Case& out) {
  constexpr Real quarter[5] = {1, 0, -1, 0, 1};
  for (Piece* piece : {&out.a, &out.b}) {
    const int turns = random.integer(0, 3);
    piece->pose.rotation = {quarter[turns], quarter[turns + 1]};
    const int x = random.integer(-4, 4);
    piece->pose.position = Vec2(Real(x), Real(random.integer(-4, 4)));
  }
}

void place_and_send(Random& random, Case& out, double size) {
  const int scenario = random.integer(0, 9);
  if (scenario == 0) {  // from any start, as for the other queries
    place_pair(random, out, size);
    out.motion = random.point(size * random.magnitude(-6, 8));
    return;
  }
  out.b.pose.position = place_of_b(random, out.which, size);
  const Direction u = random_direction(random, out.b), side = {-u.y, u.x};
  const double width = outer_contact(out, side), other_width = outer_contact(out, {-side.x, -side.y});
  double aside = random.between(-other_width, width);
  if (scenario <= 3) aside = width;  // a graze, see below
  const double gap = scenario <= 5 ? size * random.magnitude(-8, 10) : size * random.unit();
  put_a(out, u, outer_contact(out, u) + gap, aside);
  const double band = double(bankshot::tolerance::band_factor * bankshot::tolerance::eps) * (gap + 2 * size);
  if (scenario <= 3) put_a(out, u, outer_contact(out, u) + gap, aside + small_gap(random, band));
  double length = gap * random.between(0.5, 3);
  if (scenario == 6 || scenario == 7) {  // starts within ulps of touching: approaches, parts, slides
    snap(random, out);
    length = size * random.between(-1, 3);
    if (scenario == 7) {
      out.motion = Vec2(real(length * side.x), real(length * side.y));
      return;
    }
  }
  out.motion = Vec2(real(-length * u.x), real(-length * u.y));
  if (scenario == 8 || scenario == 9) {  // ends within ulps of touching
    const auto question = question_of(out);
    const Vec2 far = Real(4) * out.motion;
    if (!question) return;
    const auto hit = bankshot::sweep(question->a, out.a.pose, far, question->b, out.b.pose);
    if (hit.status != bankshot::SweepStatus::hit) return;
    const double share = double(hit.fraction) * (1 + random.sign() * random.magnitude(-30, -18));
    out.motion = Vec2(real(share * double(far[0])), real(share * double(far[1])));
  }
}

void aim_ray(Random& random, Case& out, double size) {
  const Direction u = random_direction(random, out.a), side = {-u.y, u.x};
  const double top = reach_along(out.a, u.x, u.y), left = reach_along(out.a, side.x, side.y);
  const double right = reach_along(out.a, -side.x, -side.y);
  double aside = random.between(-right, left);
  const double band = double(bankshot::tolerance::band_factor * bankshot::tolerance::eps) * (std::fabs(top) + size);
  double away = top + size * random.between(-1, 1);
  switch (random.integer(0, 5)) {
    case 0: aside = left + small_gap(random, band); break;  // just past it
    case 1: away = top + small_gap(random, band); break;    // starts at its surface
    case 2: away = top + size * random.magnitude(-4, 16); break;
    default: break;
  }
  const Vec2 at = out.a.pose.position;
  out.origin =
      Vec2(real(double(at[0]) + away * u.x + aside * side.x), real(double(at[1]) + away * u.y + aside * side.y));
  const double length = (std::fabs(away - top) + size) * random.between(-0.5, 3);
  out.ray = Vec2(real(-length * u.x), real(-length * u.y));
  if (random.chance(0.1)) out.ray = random.point(4 * size);
  if (random.chance(0.02)) out.ray = Vec2(0, 0);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
