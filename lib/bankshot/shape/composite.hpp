#pragma once
// Shapes made of convex pieces, as the library itself sees them. Not part of the public interface.
//
// A composite shape answers every question piece by piece. What its pieces share inside the whole must not show: an
// edge between two pieces is no surface, and a corner where a piece meets its neighbours sticks out only as far as the
// whole does. Each piece therefore carries a seam per corner.

#include <bankshot/math/box.hpp>
#include <bankshot/shape/convex.hpp>
#include <bankshot/shape/moments.hpp>
#include <bankshot/tolerance.hpp>

#include <array>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

/// What the boundary of the whole does at corner i of a piece, and along the edge from it to corner i + 1.
struct Seam {
  /// Where the whole is convex at this corner: the directions in which its boundary leaves the corner, unit vectors. A
  /// contact at the corner may have the normals n (outward) with dot(n, before) <= 0 and dot(n, after) <= 0. Elsewhere
  /// the directions of the piece's own edges, each shorter than a unit vector by the share of the edge that other
  /// pieces hide from this corner on; or nothing, where no edge is hidden in part.
  V2 before, after;
  bool corner = true;  ///< false: the whole is straight, reflex or solid here; only faces meet anything
  bool edge = true;    ///< false: the edge lies inside the whole
};

/// The share of an edge that is hidden from a corner on, by the direction in which it leaves that. Less than directions
/// are known to is none.
BANKSHOT_INLINE Real hidden_share(const Seam& seam, V2 leaves) {
  const Real square = length_squared(leaves);
  if (seam.corner || square == 0 || square >= 1 - 16 * tolerance::eps) return 0;
  return 1 - std::sqrt(square);
}

/// A convex part of a composite, in the composite's coordinates.
struct Piece {
  ConvexView view;
  const Seam* seams = nullptr;  ///< view.count of them; null when nothing is hidden
  /// The only face that stops anything, by its edge index, and only what comes from its outer side; -1: an ordinary
  /// piece.
  int one_way = -1;
};

/// Room for a piece that is made when it is asked for.
struct PieceSpace {
  std::array<V2, 8> points, normals;
  std::array<Seam, 8> seams;
};

class Composite {
 public:
  virtual ~Composite() = default;

  /// Numbers of the pieces whose boxes meet `box` (composite coordinates, closed), ascending, appended to `out`.
  virtual void find(const Box& box, std::vector<std::uint32_t>& out) const = 0;

  /// Whether there is a piece of that number.
  virtual bool has(std::uint32_t number) const noexcept = 0;

  /// The piece of that number, which find() gave. Lives as long as the composite and `space`.
  virtual Piece piece(std::uint32_t number, PieceSpace& space) const noexcept = 0;

  /// Which of its shape's materials a piece has; 0 unless the composite is a grid.
  virtual std::uint8_t material(std::uint32_t) const noexcept { return 0; }

  /// Whether there is a piece of that number, and it stops what comes from one side only.
  virtual bool one_way(std::uint32_t) const noexcept { return false; }

  /// With density 1; chains: density per unit length.
  virtual Moments moments() const noexcept = 0;

  /// The same composite, moved.
  virtual std::shared_ptr<const Composite> moved(V2 by) const = 0;

  /// Every number that makes it what it is, appended to `out`: equal composites have equal lists.
  virtual void describe(std::vector<double>& out) const = 0;

  /// Around all pieces, composite coordinates.
  Box bounds;
  /// Smallest extent of any piece that matters to how fast something may pass; length.
  Real extent = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
