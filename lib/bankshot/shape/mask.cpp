#include <bankshot/shape/build.hpp>
#include <bankshot/shape/mask_parts.hpp>
#include <bankshot/tolerance.hpp>

#include <stdexcept>

namespace bankshot::BANKSHOT_ABI {
namespace {

using detail::MaskParts;
using detail::V2;

constexpr const char* mask_name = "mask";

/// A pixel is many rounding units of the farthest coordinate.
constexpr Real least_pixel = 16 * tolerance::eps;

detail::Reason check_size(const MaskDef& def, std::size_t pixels) {
  if (def.width <= 0) return detail::reason(mask_name, "width", std::to_string(def.width), "greater than 0");
  if (def.height <= 0) return detail::reason(mask_name, "height", std::to_string(def.height), "greater than 0");
  const std::int64_t count = std::int64_t(def.width) * def.height;
  if (count > mask_pixel_limit) {
    return detail::reason(mask_name, "number of pixels", std::to_string(count),
                          "at most " + std::to_string(mask_pixel_limit) + ": use several masks or larger pixels");
  }
  // Rows are stored in words of 64 pixels; very narrow masks would take far more memory than they have pixels.
  const std::int64_t rounded = (std::int64_t(def.width) + 63) / 64 * 64 * def.height;
  if (rounded > 8 * mask_pixel_limit) {
    return detail::reason(mask_name, "height", std::to_string(def.height),
                          "at most " + std::to_string(8 * mask_pixel_limit / (rounded / def.height)) +
                              ": each row takes the memory of 64 pixels or more");
  }
  if (pixels != static_cast<std::uint64_t>(count)) {
    return detail::reason(mask_name, "number of pixels passed", std::to_string(pixels),
                          "width x height, " + std::to_string(count));
  }
  return {};
}

detail::Reason check_place(const MaskDef& def) {
  const detail::Lattice lattice = {detail::plain(def.origin), detail::plain(def.pixel)};
  if (auto reason = detail::check_positive(mask_name, "pixel's width", lattice.step.x)) return reason;
  if (auto reason = detail::check_positive(mask_name, "pixel's height", lattice.step.y)) return reason;
  if (auto reason = detail::check_point(mask_name, "origin", lattice.origin)) return reason;
  const V2 end = lattice.at(def.width, def.height);
  if (auto reason = detail::check_point(mask_name, "upper right corner", end)) return reason;
  const V2 far_x = {lattice.origin.x, end.x}, far_y = {lattice.origin.y, end.y};
  const Real x = detail::max(detail::absolute(far_x.x), detail::absolute(far_x.y));
  const Real y = detail::max(detail::absolute(far_y.x), detail::absolute(far_y.y));
  if (lattice.step.x < least_pixel * x || lattice.step.y < least_pixel * y) {
    return detail::reason(
        mask_name, "pixel", detail::text(lattice.step),
        "larger: its corners round together, as far from the origin as the mask reaches, " + detail::text(V2{x, y}));
  }
  return {};
}

const MaskParts& mask_parts(const Shape& shape, const char* call) {
  if (shape.kind() != ShapeKind::mask) throw std::invalid_argument(detail::joined({call, ": shape is not a mask"}));
  return *static_cast<const MaskParts*>(detail_parts(shape));
}

}  // namespace

Result<Shape> try_mask(const MaskDef& def, std::span<const std::uint8_t> pixels) {
  if (auto reason = check_size(def, pixels.size())) return Result<Shape>::refused(*reason);
  if (auto reason = check_place(def)) return Result<Shape>::refused(*reason);
  auto bits = std::make_shared<const detail::MaskBits>(def.width, def.height, pixels);
  if (!bits->any()) return Result<Shape>::refused("mask: no pixel is solid, at least one must be");
  const auto parts = std::make_shared<const MaskParts>(def, std::move(bits));
  const std::string size = detail::text(detail::plain(def.pixel));
  if (auto reason = detail::check_moments(parts->moments(), mask_name, "pixel", size)) {
    return Result<Shape>::refused(*reason);
  }
  return detail::compose(ShapeKind::mask, detail::corners_of(parts->bounds), parts);
}

Shape mask(const MaskDef& def, std::span<const std::uint8_t> pixels) { return try_mask(def, pixels).value(); }

MaskDef mask_def(const Shape& mask) { return mask_parts(mask, "mask_def").def(); }

bool pixel(const Shape& mask, int column, int row) { return mask_parts(mask, "pixel").bits().solid(column, row); }

}  // namespace bankshot::BANKSHOT_ABI
