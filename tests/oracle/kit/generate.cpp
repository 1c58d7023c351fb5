#include "oracle/kit/generate.hpp"

#include <algorithm>

#include "oracle/kit/place.hpp"
#include "oracle/kit/shapes.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

/// Returns about 1e-6 to 1e6, or near 1.
double random_size(Random& random, CaseClass which) {
  if (which == CaseClass::pleasant || random.chance(0.5)) return random.magnitude(-3, 3);
  return random.magnitude(-20, 20);
}

void make_pieces(Random& random, Case& out, double size) {
  const auto sliver = [&] { return sliver_piece(random, size); };
  const auto any = [&] { return any_piece(random, size); };
  out.a = any();
  switch (out.which) {
    case CaseClass::sliver:
      out.a = sliver();
      out.b = random.chance(0.5) ? sliver() : any();
      break;
    case CaseClass::nested: out.b = any_piece(random, size * random.magnitude(0, 4)); break;
    case CaseClass::concentric:
      out.a = centred_piece(random, size);
      out.b = centred_piece(random, size * (random.chance(0.5) ? 1.0 : random.magnitude(-3, 3)));
      break;
    case CaseClass::equal:
      if (random.chance(0.3)) out.a = random.chance(0.5) ? sliver() : collinear_piece(random, size);
      out.b = out.a;
      break;
    case CaseClass::collinear:
      out.a = collinear_piece(random, size);
      out.b = random.chance(0.5) ? collinear_piece(random, size) : any();
      break;
    case CaseClass::many_corners:
      // Mostly some dozens: the time of a case grows with the product of both numbers.
      out.a = round_piece(random, size, random.chance(0.05) ? random.integer(65, 200) : random.integer(9, 64));
      out.b = random.chance(0.3) ? round_piece(random, size, random.integer(9, 48)) : any();
      break;
    case CaseClass::mixed_sizes: out.b = any_piece(random, random.magnitude(-20, 20)); break;
    case CaseClass::grid:
      out.a = grid_piece(random);
      out.b = random.chance(0.1) ? out.a : grid_piece(random);
      break;
    default: out.b = random.chance(0.1) ? sliver() : any(); break;
  }
}

Case start(Random& random, double* size) {
  Case out;
  out.which = static_cast<CaseClass>(random.integer(0, int(generated_classes) - 1));
  *size = random_size(random, out.which);
  make_pieces(random, out, *size);
  turn_pieces(random, out);
  return out;
}

void finish(Random& random, Case& out, double size) {
  if (random.chance(0.5)) {
    std::swap(out.a, out.b);
    out.motion = -out.motion;
  }
  aim_ray(random, out, size);
}

void place_for_geometry(Random& random, Case& out, double size) {
  if (out.which == CaseClass::grid) {
    place_on_grid(random, out);
  } else {
    place_pair(random, out, size);
  }
}

void place_for_sweep(Random& random, Case& out, double size) {
  if (out.which == CaseClass::grid) {
    place_on_grid(random, out);
    const int x = random.integer(-8, 8);
    out.motion = Vec2(Real(x), Real(random.integer(-8, 8)));
  } else {
    place_and_send(random, out, size);
  }
}

double reach_of(const Piece& piece) {
  double size = double(piece.radius);
  for (const Vec2& p : piece.points) size = std::max({size, std::fabs(double(p[0])), std::fabs(double(p[1]))});
  return size;
}

/// Moves a number by a few units in the last place.
void nudge(Random& random, Real& number) {
  const int steps = random.integer(1, 4);
  const Real target = random.chance(0.5) ? Real(1e30) : Real(-1e30);
  for (int i = 0; i < steps; ++i) number = std::nextafter(number, target);
}

/// Changes some numbers of the user's pair; undoes a change that the library refuses.
Case changed(const Case& base, Random& random) {
  Case out = base;
  out.which = CaseClass::around_a_scene;
  for (Piece* piece : {&out.a, &out.b}) {
    const Piece original = *piece;
    const double size = reach_of(*piece);
    if (random.chance(0.3)) piece->pose.rotation = random.rotation();
    if (random.chance(0.3)) piece->pose.position += random.point(size * random.magnitude(-20, 1));
    for (Vec2& p : piece->points) {
      if (random.chance(0.2)) nudge(random, p[random.integer(0, 1)]);
      if (random.chance(0.1)) p += random.point(size * random.magnitude(-20, -2));
    }
    if (piece->radius > 0 && random.chance(0.2)) nudge(random, piece->radius);
    if (!piece->build()) piece->points = original.points, piece->radius = original.radius;
  }
  if (random.chance(0.3)) std::swap(out.a.pose, out.b.pose);
  return out;
}

}  // namespace

Case geometry_case(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 1);
  double size = 1;
  Case out = start(random, &size);
  place_for_geometry(random, out, size);
  finish(random, out, size);
  return out;
}

Case sweep_case(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 2);
  double size = 1;
  Case out = start(random, &size);
  place_for_sweep(random, out, size);
  finish(random, out, size);
  return out;
}

Case geometry_case_around(const Case& base, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 3);
  Case out = changed(base, random);
  const double size = std::max(reach_of(out.a), reach_of(out.b));
  if (random.chance(0.7)) place_pair(random, out, size);
  finish(random, out, size);
  return out;
}

Case sweep_case_around(const Case& base, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 4);
  Case out = changed(base, random);
  const double size = std::max(reach_of(out.a), reach_of(out.b));
  place_and_send(random, out, size);
  finish(random, out, size);
  return out;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
