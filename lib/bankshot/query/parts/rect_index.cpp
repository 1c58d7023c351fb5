#include <bankshot/query/parts/rect_index.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Up to this many boxes are scanned without cells.
constexpr std::size_t few_rects = 16;

std::size_t cell_of(double away, double size, std::size_t count) {
  return away > 0 ? std::min(static_cast<std::size_t>(std::min(away / size, 1e9)), count - 1) : 0;
}

}  // namespace

RectIndex::RectIndex(const std::vector<Rect>& rects) : rects_(&rects) {
  if (rects.empty()) rects_ = nullptr;
  P2 upper{};
  for (std::size_t i = 0; i < rects.size(); ++i) {
    const P2 corner = rects[i].lower, size = rects[i].upper - corner;
    lower_ = i == 0 ? corner : P2{std::min(lower_.x, corner.x), std::min(lower_.y, corner.y)};
    upper = i == 0 ? corner : P2{std::max(upper.x, corner.x), std::max(upper.y, corner.y)};
    widest_ = std::max(widest_, size.x), highest_ = std::max(highest_, size.y);
  }
  if (rects.size() > few_rects) {
    columns_ = rows_ = static_cast<std::size_t>(std::sqrt(static_cast<double>(rects.size())));
    const P2 all = upper - lower_;
    cell_ = {all.x > 0 ? all.x / static_cast<double>(columns_) : 1, all.y > 0 ? all.y / static_cast<double>(rows_) : 1};
  }
  const auto number_of = [&](const Rect& rect) {
    const Cells cell = cells_at(rect.lower);
    return cell.row * columns_ + cell.column;
  };
  begin_.assign(columns_ * rows_ + 1, 0);
  for (const Rect& rect : rects) ++begin_[number_of(rect) + 1];
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  numbers_.resize(rects.size());
  for (std::size_t i = 0; i < rects.size(); ++i) numbers_[next[number_of(rects[i])]++] = static_cast<std::uint32_t>(i);
}

RectIndex::Cells RectIndex::cells_at(P2 point) const {
  return {cell_of(point.x - lower_.x, cell_.x, columns_), cell_of(point.y - lower_.y, cell_.y, rows_)};
}

}  // namespace bankshot::BANKSHOT_ABI::detail
