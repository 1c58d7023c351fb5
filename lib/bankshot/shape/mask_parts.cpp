#include <bankshot/shape/build.hpp>
#include <bankshot/shape/mask_parts.hpp>
#include <bankshot/shape/stored_pieces.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {
namespace detail {
namespace {

/// Corners and edges of one piece, collected in a walk around it.
struct Outline {
  PieceSpace& space;
  std::size_t count = 0;

  void add(V2 point, V2 normal, const Seam& seam) {
    space.points[count] = point;
    space.normals[count] = normal;
    space.seams[count] = seam;
    ++count;
  }
};

}  // namespace

MaskParts::MaskParts(const MaskDef& def, std::shared_ptr<const MaskBits> bits)
    : def_(def), lattice_{plain(def.origin), plain(def.pixel)}, bits_(std::move(bits)) {
  const Real row = static_cast<Real>(bits_->shortest_row_run()) * lattice_.step.x;
  const Real column = static_cast<Real>(bits_->shortest_column_run()) * lattice_.step.y;
  extent = min(row, column);
  measure();
}

template <class Visit>
void MaskParts::for_each_rect(Visit visit) const {
  for (int row = 0; row < bits_->block_rows(); ++row) {
    for (int column = 0; column < bits_->block_columns(); ++column) {
      const std::uint32_t first = bits_->first_of(column, row), count = bits_->count_of(column, row);
      for (std::uint32_t i = 0; i < count; ++i) visit(bits_->rect(first + i));
    }
  }
}

void MaskParts::measure() {
  PixelRect around = {bits_->width(), bits_->height(), 0, 0};
  MomentSum sum;
  const double pixel_x = lattice_.step.x, pixel_y = lattice_.step.y;
  for_each_rect([&](const PixelRect& rect) {
    around = {std::min(around.left, rect.left), std::min(around.low, rect.low), std::max(around.right, rect.right),
              std::max(around.high, rect.high)};
    const double width = pixel_x * (rect.right - rect.left), height = pixel_y * (rect.high - rect.low);
    sum.add({width * height, lattice_.origin.x + pixel_x * (rect.left + rect.right) / 2,
             lattice_.origin.y + pixel_y * (rect.low + rect.high) / 2,
             width * height * (width * width + height * height) / 12});
  });
  moments_ = sum.total();
  bounds = box_of(around);
}

void MaskParts::find(const Box& box, std::vector<std::uint32_t>& out) const {
  const double block_x = double(lattice_.step.x) * MaskBits::block, block_y = double(lattice_.step.y) * MaskBits::block;
  const CellRange columns = cells_around(box.lower.x, box.upper.x, lattice_.origin.x, block_x, bits_->block_columns());
  const CellRange rows = cells_around(box.lower.y, box.upper.y, lattice_.origin.y, block_y, bits_->block_rows());
  for (int row = rows.first; row <= rows.last; ++row) {
    for (int column = columns.first; column <= columns.last; ++column) {
      const int x = column * MaskBits::block, y = row * MaskBits::block;
      if (!overlaps(box_of({x, y, x + MaskBits::block, y + MaskBits::block}), box)) continue;
      const std::uint32_t first = bits_->first_of(column, row), count = bits_->count_of(column, row);
      // A rectangle that begins below the box by more than the height of the tallest, and a row for rounding, ends
      // below it.
      const Real from = box.lower.y - static_cast<Real>(bits_->tallest_of(column, row) + 1) * lattice_.step.y;
      std::uint32_t i = 0;
      for (std::uint32_t end = count; i < end;) {
        const std::uint32_t middle = i + (end - i) / 2;
        if (box_of(bits_->rect(first + middle)).lower.y < from) {
          i = middle + 1;
        } else {
          end = middle;
        }
      }
      for (; i < count; ++i) {
        const Box piece = box_of(bits_->rect(first + i));
        if (piece.lower.y > box.upper.y) break;
        if (overlaps(piece, box)) out.push_back(first + i);
      }
    }
  }
}

/// The union is convex at a point if exactly one of the four pixels around it is solid.
Seam MaskParts::seam_at(int x, int y, bool covered) const noexcept {
  const bool left_low = bits_->solid(x - 1, y - 1), right_low = bits_->solid(x, y - 1);
  const bool left_high = bits_->solid(x - 1, y), right_high = bits_->solid(x, y);
  Seam seam;
  seam.edge = !covered;
  seam.corner = left_low + right_low + left_high + right_high == 1;
  if (!seam.corner) return seam;
  if (right_high) seam.before = {0, 1}, seam.after = {1, 0};
  if (left_high) seam.before = {-1, 0}, seam.after = {0, 1};
  if (left_low) seam.before = {0, -1}, seam.after = {-1, 0};
  if (right_low) seam.before = {1, 0}, seam.after = {0, -1};
  return seam;
}

Piece MaskParts::piece(std::uint32_t number, PieceSpace& space) const noexcept {
  const PixelRect rect = bits_->rect(number);
  Outline outline{space};
  // One side: from a corner of the rectangle pixel by pixel along it; a new edge begins where the pixels on the other
  // side change.
  struct Side {
    int x, y, dx, dy, length, beyond_x, beyond_y;
    V2 normal;
  };
  const int width = rect.right - rect.left, height = rect.high - rect.low;
  const Side sides[] = {{rect.left, rect.low, 1, 0, width, 0, -1, {0, -1}},
                        {rect.right, rect.low, 0, 1, height, 0, 0, {1, 0}},
                        {rect.right, rect.high, -1, 0, width, -1, 0, {0, 1}},
                        {rect.left, rect.high, 0, -1, height, -1, -1, {-1, 0}}};
  for (const Side& side : sides) {
    bool before = false;
    for (int k = 0; k < side.length; ++k) {
      const int x = side.x + k * side.dx, y = side.y + k * side.dy;
      const bool covered = bits_->solid(x + side.beyond_x, y + side.beyond_y);
      if (k == 0 || covered != before) outline.add(lattice_.at(x, y), side.normal, seam_at(x, y, covered));
      before = covered;
    }
  }
  const Box box = box_of(rect);
  const V2 size = box.upper - box.lower;
  const Real reach = length(Real(0.5) * size) * (1 + 64 * std::numeric_limits<Real>::epsilon());
  return {{space.points.data(), space.normals.data(), static_cast<int>(outline.count), 0,
           Real(0.5) * box.lower + Real(0.5) * box.upper, reach, min(size.x, size.y)},
          space.seams.data(),
          -1};
}

std::shared_ptr<const Composite> MaskParts::moved(V2 by) const {
  auto result = std::make_shared<MaskParts>(*this);
  result->lattice_.origin += by;
  result->def_.origin = vec2(result->lattice_.origin);
  result->measure();
  return result;
}

void MaskParts::describe(std::vector<double>& out) const {
  out.insert(out.end(), {double(def_.width), double(def_.height), double(lattice_.step.x), double(lattice_.step.y),
                         double(lattice_.origin.x), double(lattice_.origin.y)});
  // Runs of equal words: length, and both halves.
  const std::span<const std::uint64_t> words = bits_->words();
  for (std::size_t i = 0; i < words.size();) {
    std::size_t end = i;
    while (end < words.size() && words[end] == words[i]) ++end;
    out.insert(out.end(), {double(end - i), double(words[i] >> 32), double(words[i] & 0xFFFFFFFFU)});
    i = end;
  }
}

}  // namespace detail

using namespace detail;

namespace {

constexpr const char* mask_name = "mask";

/// A pixel is many rounding units of the farthest coordinate.
constexpr Real least_pixel = 16 * tolerance::eps;

Reason check_size(const MaskDef& def, std::size_t pixels) {
  if (def.width <= 0) return reason(mask_name, "width", std::to_string(def.width), "greater than 0");
  if (def.height <= 0) return reason(mask_name, "height", std::to_string(def.height), "greater than 0");
  const std::int64_t count = std::int64_t(def.width) * def.height;
  if (count > mask_pixel_limit) {
    return reason(mask_name, "number of pixels", std::to_string(count),
                  "at most " + std::to_string(mask_pixel_limit) + ": use several masks or larger pixels");
  }
  // Rows are stored in words of 64 pixels; very narrow masks would take far more memory than they have pixels.
  const std::int64_t rounded = (std::int64_t(def.width) + 63) / 64 * 64 * def.height;
  if (rounded > 8 * mask_pixel_limit) {
    return reason(mask_name, "height", std::to_string(def.height),
                  "at most " + std::to_string(8 * mask_pixel_limit / (rounded / def.height)) +
                      ": each row takes the memory of 64 pixels or more");
  }
  if (pixels != static_cast<std::uint64_t>(count)) {
    return reason(mask_name, "number of pixels passed", std::to_string(pixels),
                  "width x height, " + std::to_string(count));
  }
  return {};
}

Reason check_place(const MaskDef& def) {
  const Lattice lattice = {plain(def.origin), plain(def.pixel)};
  if (auto reason = check_positive(mask_name, "pixel's width", lattice.step.x)) return reason;
  if (auto reason = check_positive(mask_name, "pixel's height", lattice.step.y)) return reason;
  if (auto reason = check_point(mask_name, "origin", lattice.origin)) return reason;
  const V2 end = lattice.at(def.width, def.height);
  if (auto reason = check_point(mask_name, "upper right corner", end)) return reason;
  const V2 far_x = {lattice.origin.x, end.x}, far_y = {lattice.origin.y, end.y};
  const Real x = max(absolute(far_x.x), absolute(far_x.y));
  const Real y = max(absolute(far_y.x), absolute(far_y.y));
  if (lattice.step.x < least_pixel * x || lattice.step.y < least_pixel * y) {
    return reason(mask_name, "pixel", text(lattice.step),
                  "larger: its corners round together, as far from the origin as the mask reaches, " + text(V2{x, y}));
  }
  return {};
}

const MaskParts& mask_parts(const Shape& shape, const char* call) {
  if (shape.kind() != ShapeKind::mask) throw std::invalid_argument(joined({call, ": shape is not a mask"}));
  return *static_cast<const MaskParts*>(detail_parts(shape));
}

}  // namespace

Result<Shape> try_mask(const MaskDef& def, std::span<const std::uint8_t> pixels) {
  if (auto reason = check_size(def, pixels.size())) return refused(reason);
  if (auto reason = check_place(def)) return refused(reason);
  auto bits = std::make_shared<const MaskBits>(def.width, def.height, pixels);
  if (!bits->any()) return Result<Shape>::refused("mask: no pixel is solid, at least one must be");
  const auto parts = std::make_shared<const MaskParts>(def, std::move(bits));
  const std::string size = text(plain(def.pixel));
  if (auto reason = check_moments(parts->moments(), mask_name, "pixel", size)) {
    return refused(reason);
  }
  return compose(ShapeKind::mask, corners_of(parts->bounds), parts);
}

Shape mask(const MaskDef& def, std::span<const std::uint8_t> pixels) { return try_mask(def, pixels).value(); }

MaskDef mask_def(const Shape& mask) { return mask_parts(mask, "mask_def").def(); }

bool pixel(const Shape& mask, int column, int row) { return mask_parts(mask, "pixel").bits().solid(column, row); }

}  // namespace bankshot::BANKSHOT_ABI
