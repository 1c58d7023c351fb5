#include <bankshot/mover/way_out.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// A translation, and the smallest gap after it.
struct Exit {
  V2 translation;
  Real gap;
};

Exit exit_by(std::span<const Boundary> boundaries, V2 translation) noexcept {
  Real least = boundaries[0].gap + dot(boundaries[0].normal, translation);
  for (const Boundary& b : boundaries) least = min(least, b.gap + dot(b.normal, translation));
  return {translation, least};
}

/// The better of two: one that leads out, then the shorter one; or else the one with more room.
bool better(const Exit& a, const Exit& b, Real enough) noexcept {
  const bool a_out = a.gap >= enough, b_out = b.gap >= enough;
  if (a_out != b_out) return a_out;
  if (!a_out && a.gap != b.gap) return a.gap > b.gap;
  return length_squared(a.translation) < length_squared(b.translation);
}

/// The translation after which both gaps are `skin`, unless the two are nearly parallel.
bool corner_of(const Boundary& a, const Boundary& b, Real skin, V2* translation) noexcept {
  const Real turn = cross(a.normal, b.normal);
  if (absolute(turn) < Real(1) / 256) return false;
  const Real lack_a = skin - a.gap, lack_b = skin - b.gap;
  *translation =
      Real(1) / turn * V2{lack_a * b.normal.y - lack_b * a.normal.y, lack_b * a.normal.x - lack_a * b.normal.x};
  return true;
}

}  // namespace

V2 way_out(std::span<const Boundary> boundaries, Real skin) noexcept {
  if (boundaries.empty()) return {};
  // Rounding must not make an exit out of corners fail.
  const Real enough = skin - skin / 64;
  Exit best = exit_by(boundaries, {});
  const auto consider = [&](V2 translation) {
    const Exit exit = exit_by(boundaries, translation);
    if (better(exit, best, enough)) best = exit;
  };
  for (const Boundary& a : boundaries) {
    if (a.gap >= enough) continue;
    consider((skin - a.gap) * a.normal);
    for (const Boundary& b : boundaries) {
      V2 corner;
      if (&a != &b && corner_of(a, b, skin, &corner)) consider(corner);
    }
  }
  return best.translation;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
