// Pixel against pixel, 64 at a time.
//
// If both masks have one rotation and one pixel size, A's pixel i lies over B's pixels i + s for the few integers s
// within a pixel of the offset between the masks: two if it is fractional, three if pixels stand edge to edge. For each
// such shift along x and y, the rows of one are shifted onto those of the other and the words are compared by AND. Only
// the rows and words that both masks cover are visited.

#include <bankshot/query/parts/mask_overlap.hpp>

#include <bankshot/shape/mask_parts.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Whole shifts along one axis, first to last.
struct Shifts {
  int first = 0, last = -1;
};

/// `offset` of A's first pixel from B's, in pixels; `loose`: how far apart pixels may be and still touch.
Shifts shifts_of(double offset, double loose, int size_a, int size_b) {
  const double limit = double(size_a) + size_b + 2;
  if (!(std::fabs(offset) < limit)) return {};
  const double first = std::ceil(offset - 1 - loose), last = std::floor(offset + 1 + loose);
  return {static_cast<int>(std::max(first, -limit)), static_cast<int>(std::min(last, limit))};
}

/// 64 bits of a row from bit `from` on, which may lie outside of the row.
std::uint64_t window(const MaskBits& bits, const std::uint64_t* row, int from) {
  constexpr int block = MaskBits::block;
  const int word = from >= 0 ? from / block : -((-from + block - 1) / block);
  const int shift = from - word * block;
  const auto at = [&](int i) { return i < 0 || i >= static_cast<int>(bits.row_length()) ? std::uint64_t{0} : row[i]; };
  return shift == 0 ? at(word) : (at(word) >> shift) | (at(word + 1) << (block - shift));
}

/// True if A's row, shifted right by `shift`, shares a pixel with B's.
bool rows_meet(const MaskBits& a, const std::uint64_t* row_a, const MaskBits& b, const std::uint64_t* row_b,
               int shift) {
  constexpr int block = MaskBits::block;
  const int left = std::max(0, shift), right = std::min(b.width(), a.width() + shift);
  for (int word = left / block; word * block < right; ++word) {
    if ((row_b[word] & window(a, row_a, word * block - shift)) != 0) return true;
  }
  return false;
}

}  // namespace

std::optional<bool> masks_overlap(const Shape& a, const Shape& b, const Placement& at, Real band) noexcept {
  if (a.kind() != ShapeKind::mask || b.kind() != ShapeKind::mask) return std::nullopt;
  const auto& mask_a = static_cast<const MaskParts&>(*detail_parts(a));
  const auto& mask_b = static_cast<const MaskParts&>(*detail_parts(b));
  const V2 pixel = plain(mask_a.def().pixel);
  if (pixel != plain(mask_b.def().pixel) || at.qa.c != at.qb.c || at.qa.s != at.qb.s) return std::nullopt;
  const double c = at.qa.c, s = at.qa.s, square = c * c + s * s;
  const double x = (c * at.d.x + s * at.d.y) / square, y = (c * at.d.y - s * at.d.x) / square;
  const V2 origin_a = plain(mask_a.def().origin), origin_b = plain(mask_b.def().origin);
  const MaskBits &bits_a = mask_a.bits(), &bits_b = mask_b.bits();
  const double loose = double(band) / std::sqrt(square);
  const Shifts along =
      shifts_of((x + origin_a.x - origin_b.x) / pixel.x, loose / pixel.x, bits_a.width(), bits_b.width());
  const Shifts up =
      shifts_of((y + origin_a.y - origin_b.y) / pixel.y, loose / pixel.y, bits_a.height(), bits_b.height());
  for (int rise = up.first; rise <= up.last; ++rise) {
    for (int row = std::max(0, -rise); row < std::min(bits_a.height(), bits_b.height() - rise); ++row) {
      for (int shift = along.first; shift <= along.last; ++shift) {
        if (rows_meet(bits_a, bits_a.row(row), bits_b, bits_b.row(row + rise), shift)) return true;
      }
    }
  }
  return false;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
