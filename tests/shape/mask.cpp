// Masks of pixels: rectangles without loss, seams only inside, bounded time and memory.
#include <bankshot/math/text.hpp>
#include <bankshot/shape/composites.hpp>
#include <bankshot/shape/mask_parts.hpp>
#include <bankshot/shape/mass.hpp>

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "broad/growth.hpp"
#include "pieces_checks.hpp"

using namespace bankshot;
using bankshot_test::all_parts;
using bankshot_test::Hulls;
using bankshot_test::Part;

namespace {

using Pixels = std::vector<std::uint8_t>;

/// Noise, discs, stripes and combs; never empty.
Pixels random_pixels(Hulls& random, int width, int height) {
  Pixels pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  const auto kind = random.index(4);
  const std::int64_t density = random.between(1, 99), period = random.between(2, 9);
  const double cx = double(random.between(0, width)), cy = double(random.between(0, height)), r = double(width) / 2 + 1;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      bool solid = random.between(0, 99) < density;
      if (kind == 1) solid = (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r;
      if (kind == 2) solid = (x + y / 3) % period == 0 || solid;
      if (kind == 3) solid = y < height / 3 || x % period == 0;
      pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
          solid ? 255 : 0;
    }
  }
  pixels[random.index(pixels.size())] = 1;
  return pixels;
}

MaskDef random_def(Hulls& random, int largest) {
  MaskDef def;
  def.width = static_cast<int>(random.between(1, largest)), def.height = static_cast<int>(random.between(1, largest));
  def.pixel = Vec2(std::ldexp(Real(1), static_cast<int>(random.between(-2, 2))), Real(0.5));
  def.origin = Vec2(static_cast<Real>(random.between(-9, 9)), static_cast<Real>(random.between(-9, 9)));
  return def;
}

/// Corners in pixels.
std::vector<std::pair<int, int>> in_pixels(const MaskDef& def, const Part& part) {
  std::vector<std::pair<int, int>> corners;
  for (const detail::V2 p : part.points) {
    corners.emplace_back(static_cast<int>(std::lround((p.x - def.origin[0]) / def.pixel[0])),
                         static_cast<int>(std::lround((p.y - def.origin[1]) / def.pixel[1])));
  }
  return corners;
}

int sign(int x) { return (x > 0) - (x < 0); }

/// Checks each edge, pixel by pixel: the pixels across it are all solid or all empty.
void expect_edges(const Shape& shape, const Part& part, const std::vector<std::pair<int, int>>& corners) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto [x, y] = corners[i];
    const auto [to_x, to_y] = corners[(i + 1) % corners.size()];
    const int dx = sign(to_x - x), dy = sign(to_y - y), length = std::abs(to_x - x) + std::abs(to_y - y);
    ASSERT_EQ(dx * dy, 0);
    ASSERT_GT(length, 0);
    for (int k = 0; k < length; ++k) {
      const double mx = x + (k + 0.5) * dx, my = y + (k + 0.5) * dy;
      const auto at = [mx, my, dx, dy](double side) {  // the right side of the direction is outside the piece
        return std::pair(static_cast<int>(std::floor(mx + side * dy)), static_cast<int>(std::floor(my - side * dx)));
      };
      ASSERT_TRUE(pixel(shape, at(-0.5).first, at(-0.5).second));
      ASSERT_EQ(pixel(shape, at(0.5).first, at(0.5).second), !part.seams[i].edge);
    }
    EXPECT_EQ(part.normals[i], (detail::V2{static_cast<Real>(dy), static_cast<Real>(-dx)}));
  }
}

void expect_corners(const Shape& shape, const Part& part, const std::vector<std::pair<int, int>>& corners) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto [x, y] = corners[i];
    int solid = 0, qx = 0, qy = 0;
    for (const int sx : {-1, 1}) {
      for (const int sy : {-1, 1}) {
        if (!pixel(shape, sx < 0 ? x - 1 : x, sy < 0 ? y - 1 : y)) continue;
        ++solid, qx = sx, qy = sy;
      }
    }
    const detail::Seam& seam = part.seams[i];
    ASSERT_EQ(seam.corner, solid == 1);
    if (!seam.corner) continue;
    ASSERT_EQ(seam.before + seam.after, (detail::V2{static_cast<Real>(qx), static_cast<Real>(qy)}));
    ASSERT_EQ(cross(seam.after, seam.before), 1);
  }
}

std::string why(const MaskDef& def, const Pixels& pixels) { return try_mask(def, pixels).reason(); }

}  // namespace

TEST(Mask, RectanglesAreThePixelsAndKnowTheirNeighbours) {
  Hulls random(341);
  for (int i = 0; i < 150; ++i) {
    const MaskDef def = random_def(random, i % 3 == 0 ? 200 : 24);
    const Pixels pixels = random_pixels(random, def.width, def.height);
    const Shape shape = mask(def, pixels);
    EXPECT_EQ(shape.kind(), ShapeKind::mask);
    std::vector<int> covered(pixels.size());
    for (const Part& part : all_parts(shape)) {
      const auto corners = in_pixels(def, part);
      ASSERT_LE(corners.size(), 8U);
      int left = corners[0].first, low = corners[0].second, right = left, high = low;
      for (const auto& [x, y] : corners) {
        left = std::min(left, x), low = std::min(low, y), right = std::max(right, x), high = std::max(high, y);
      }
      for (int y = low; y < high; ++y) {
        for (int x = left; x < right; ++x) ++covered[static_cast<std::size_t>(y * def.width + x)];
      }
      expect_edges(shape, part, corners);
      expect_corners(shape, part, corners);
      if (HasFatalFailure()) FAIL() << i;
    }
    for (std::size_t k = 0; k < pixels.size(); ++k) ASSERT_EQ(covered[k], pixels[k] != 0);
    bankshot_test::expect_convex_pieces(shape);
    EXPECT_FALSE(pixel(shape, -1, 0) || pixel(shape, def.width, 0) || pixel(shape, 0, -1) ||
                 pixel(shape, 0, def.height));
    EXPECT_EQ(mask_def(shape).pixel, def.pixel);
  }
}

TEST(Mask, FindsAndMovesItsRectangles) {
  Hulls random(342);
  for (int i = 0; i < 40; ++i) {
    const MaskDef def = random_def(random, 150);
    const Shape shape = mask(def, random_pixels(random, def.width, def.height));
    bankshot_test::expect_finds(shape, 800 + static_cast<std::uint64_t>(i), 40);
    if (i % 8 == 0) bankshot_test::expect_moves(shape, {3, Real(-0.25)});
  }
}

TEST(Mask, MassAndExtentAreThoseOfThePixels) {
  Hulls random(343);
  for (int i = 0; i < 100; ++i) {
    MaskDef def = random_def(random, 100);
    if (i % 2 == 0) def.width = 64 * (1 + i % 4 / 2);  // rows that end with a word
    const Pixels pixels = random_pixels(random, def.width, def.height);
    const Shape shape = mask(def, pixels);
    double count = 0, x = 0, y = 0, second = 0;
    int row_run = 1 << 20, column_run = 1 << 20;
    const auto solid = [&](int c, int r) {
      return c >= 0 && r >= 0 && c < def.width && r < def.height &&
             pixels[static_cast<std::size_t>(r * def.width + c)] != 0;
    };
    for (int r = 0; r < def.height; ++r) {
      for (int c = 0; c < def.width; ++c) {
        if (!solid(c, r)) continue;
        int right = c, up = r;
        while (solid(right, r)) ++right;
        while (solid(c, up)) ++up;
        if (!solid(c - 1, r)) row_run = std::min(row_run, right - c);
        if (!solid(c, r - 1)) column_run = std::min(column_run, up - r);
        const double px = def.origin[0] + def.pixel[0] * (c + 0.5), py = def.origin[1] + def.pixel[1] * (r + 0.5);
        count += 1, x += px, y += py, second += px * px + py * py;
      }
    }
    const double area = double(def.pixel[0]) * def.pixel[1], w = def.pixel[0], h = def.pixel[1];
    const MassProperties mass = mass_properties(shape, 1);
    EXPECT_NEAR(mass.mass, area * count, 1e-6 * area * count);
    EXPECT_NEAR(mass.centre[0], x / count, 1e-4);
    EXPECT_NEAR(mass.centre[1], y / count, 1e-4);
    const double inertia = area * (second - (x * x + y * y) / count + count * (w * w + h * h) / 12);
    EXPECT_NEAR(mass.inertia, inertia, 1e-5 * inertia + 1e-6 * area * second);
    EXPECT_EQ(detail_view(shape).extent,
              std::min(def.pixel[0] * static_cast<Real>(row_run), def.pixel[1] * static_cast<Real>(column_run)));
  }
}

TEST(Mask, EqualityIsThatOfThePixels) {
  MaskDef def;
  def.width = 70, def.height = 3;
  Pixels pixels(210, 1);
  const Shape full = mask(def, pixels);
  pixels[100] = 7;
  EXPECT_EQ(mask(def, pixels), full);
  pixels[100] = 0;
  EXPECT_FALSE(mask(def, pixels) == full);
  pixels[100] = 1;
  def.pixel = Vec2(1, 2);
  EXPECT_FALSE(mask(def, pixels) == full);
}

TEST(Mask, Refusals) {
  MaskDef def;
  EXPECT_EQ(why(def, {}), "mask: width is 0, must be greater than 0");
  def.width = 2;
  EXPECT_EQ(why(def, {}), "mask: height is 0, must be greater than 0");
  def.height = 2;
  EXPECT_EQ(why(def, {1}), "mask: number of pixels passed is 1, must be width x height, 4");
  EXPECT_EQ(why(def, Pixels(4)), "mask: no pixel is solid, at least one must be");
  def.width = def.height = 1 << 14;
  EXPECT_EQ(why(def, {}),
            "mask: number of pixels is 268435456, must be at most 67108864: use several masks or larger pixels");
  def.width = 1, def.height = 1 << 26;
  EXPECT_EQ(why(def, {}),
            "mask: height is 67108864, must be at most 8388608: each row takes the memory of 64 pixels or more");
  def.width = def.height = 2;
  const Pixels full(4, 1);
  def.pixel = Vec2(1, -1);
  EXPECT_EQ(why(def, full), "mask: pixel's height is -1, must be greater than 0");
  def.pixel = Vec2(std::numeric_limits<Real>::infinity(), 1);
  EXPECT_EQ(why(def, full), "mask: pixel's width is inf, must be finite");
  def.pixel = Vec2(1, 1);
  const Real far = std::ldexp(Real(1), std::numeric_limits<Real>::digits);
  const std::string together =
      "mask: pixel is (1, 1), must be larger: its corners round together, as far from the origin as the mask reaches, ";
  def.origin = Vec2(0, far);
  EXPECT_EQ(why(def, full), together + detail::text(detail::V2{2, far + 2}));
  def.origin = Vec2(far, 0);
  EXPECT_EQ(why(def, full), together + detail::text(detail::V2{far + 2, 2}));
  def.origin = Vec2(-far, 0);
  EXPECT_EQ(why(def, full), together + detail::text(detail::V2{far, 2}));
  def.origin = Vec2(0, -far);
  EXPECT_EQ(why(def, full), together + detail::text(detail::V2{2, far}));
  def.origin = Vec2(std::numeric_limits<Real>::quiet_NaN(), 0);
  EXPECT_EQ(why(def, full), "mask: origin is (nan, 0), must be finite");
  def.origin = Vec2(0, 0);
  def.pixel = Vec2(std::numeric_limits<Real>::max(), 1);
  EXPECT_EQ(why(def, full), "mask: upper right corner is (inf, 2), must be finite");
  def.pixel = Vec2(std::numeric_limits<Real>::min(), std::numeric_limits<Real>::min());
  EXPECT_EQ(why(def, full).substr(0, 15), "mask: pixel is ");
  EXPECT_THROW(mask(def, full), std::invalid_argument);
  EXPECT_THROW(pixel(circle(1), 0, 0), std::invalid_argument);
  EXPECT_THROW(mask_def(circle(1)), std::invalid_argument);
}

namespace {

/// A chessboard, the worst there is, and a solid quarter.
Shape chessboard(int side) {
  MaskDef def;
  def.width = def.height = side;
  def.pixel = Vec2(Real(0.25), Real(0.25));
  const auto length = static_cast<std::size_t>(side);
  Pixels pixels(length * length);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::size_t x = i % length, y = i / length;
    pixels[i] = x < length / 2 && y < length / 2 ? 1 : (x + y) % 2;
  }
  return mask(def, pixels);
}

/// The number of places found in so many squares of 1 m.
std::size_t pixels_found(const Shape& board, int times) {
  const std::uint64_t length = static_cast<std::uint64_t>(mask_def(board).width) / 4;
  std::vector<std::uint32_t> found;
  Hulls random(344);
  for (int i = 0; i < times; ++i) {
    const auto x = static_cast<Real>(random.index(length)), y = static_cast<Real>(random.index(length));
    detail_parts(board)->find({{x, y}, {x + 1, y + 1}}, found);
  }
  return found.size();
}

}  // namespace

TEST(Mask, LargeOnes) {
  const Shape shape = chessboard(4096);
  EXPECT_NEAR(mass_properties(shape, 16).mass, 2048.0 * 2048 * 2.5, 1e3);
  EXPECT_GT(pixels_found(shape, 2000), 2000U);
}

// Twice the side means four times the pixels.
TEST(Mask, PixelsAreBuiltInProportionAndFoundAsFastAmongMany) {
  using bankshot::testing::expect_growth;
  expect_growth(128, 5, 5, [](int side) { return [side] { chessboard(side); }; });
  expect_growth(128, 1.5, 1.5, [](int side) { return [board = chessboard(side)] { pixels_found(board, 500); }; });
}
