#include <bankshot/shape/build.hpp>
#include <bankshot/shape/grid_squares.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr Spot square_corners[] = {{0, 0}, {sixteenths, 0}, {sixteenths, sixteenths}, {0, sixteenths}};

/// The cell across the edge from corner i on.
struct Step {
  int right, up;
};
constexpr Step across[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};

/// The cell beyond a corner; those beside it are one step away.
constexpr Step beyond(std::size_t i) { return {square_corners[i].x == 0 ? -1 : 1, square_corners[i].y == 0 ? -1 : 1}; }

/// All values that depend only on which cells are squares.
struct Known {
  std::array<V2, 4> normals;
  std::array<std::array<Seam, 8>, 4> seams;  ///< by corner, and by which of the three cells around it are squares

  static unsigned index(std::size_t corner, SquaresAround around) {
    const auto [right, up] = beyond(corner);
    return (around.has(right, 0) ? 1U : 0U) | (around.has(0, up) ? 2U : 0U) | (around.has(right, up) ? 4U : 0U);
  }

  Known() {
    const auto point = [](Spot spot) { return V2{static_cast<Real>(spot.x), static_cast<Real>(spot.y)}; };
    for (std::size_t i = 0; i < 4; ++i) {
      normals[i] = outward_normal(point(square_corners[i]), point(square_corners[(i + 1) % 4]));
      for (unsigned all = 0; all < 512; ++all) {
        const SquaresAround around{true, all | SquaresAround::bit(0, 0)};
        seams[i][index(i, around)] = seam_among(
            square_corners[i], [&](int right, int up) { return around.has(right, up) ? solid_tile : empty_tile; });
      }
    }
  }
};

const Known& known() {
  static const Known result;
  return result;
}

}  // namespace

V2 normal_of_square(std::size_t i) noexcept { return known().normals[i]; }

Seam seam_of_square(std::size_t i, SquaresAround squares) noexcept {
  Seam seam = known().seams[i][Known::index(i, squares)];
  seam.edge = !squares.has(across[i].right, across[i].up);
  return seam;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
