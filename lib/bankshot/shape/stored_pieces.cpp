#include <bankshot/shape/stored_pieces.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

Box box_of(const ConvexView& view) noexcept {
  V2 low = view.points[0], high = low;
  for (int i = 1; i < view.count; ++i) {
    const V2 p = view.points[i];
    low = {min(low.x, p.x), min(low.y, p.y)};
    high = {max(high.x, p.x), max(high.y, p.y)};
  }
  const V2 rounding = {view.radius, view.radius};
  return {low - rounding, high + rounding};
}

void MomentSum::add(const Moments& part) {
  if (!any_) {
    any_ = true;
    x_ = part.x, y_ = part.y;
  }
  const double x = part.x - x_, y = part.y - y_;
  area_ += part.area;
  first_x_ += part.area * x;
  first_y_ += part.area * y;
  second_ += part.inertia + part.area * (x * x + y * y);  // parallel-axis theorem
}

Moments MomentSum::total() const {
  if (!(area_ > 0)) return {0, x_, y_, 0};
  const double x = first_x_ / area_, y = first_y_ / area_;
  return {area_, x_ + x, y_ + y, second_ - area_ * (x * x + y * y)};
}

void StoredPieces::add(const ConvexView& view, int one_way) {
  heads_.push_back({points_.size(), view.count, one_way, view.radius, view.centre, view.reach, view.extent});
  points_.insert(points_.end(), view.points, view.points + view.count);
  if (view.count > 1) {
    normals_.insert(normals_.end(), view.normals, view.normals + view.count);
  } else {
    normals_.push_back({});
  }
  seams_.resize(points_.size());
}

std::span<Seam> StoredPieces::seams(std::uint32_t number) {
  const Head& head = heads_[number];
  return std::span(seams_).subspan(head.first, static_cast<std::size_t>(head.count));
}

Piece StoredPieces::piece(std::uint32_t number) const noexcept {
  const Head& head = heads_[number];
  const V2* const normals = head.count > 1 ? normals_.data() + head.first : nullptr;
  return {{points_.data() + head.first, normals, head.count, head.radius, head.centre, head.reach, head.extent},
          seams_.data() + head.first,
          head.one_way};
}

Piece StoredPieces::piece(std::uint32_t number, PieceSpace&) const noexcept { return piece(number); }

Box StoredPieces::box(std::uint32_t number) const noexcept { return box_of(piece(number).view); }

void StoredPieces::index() {
  std::vector<Box> boxes;
  boxes.reserve(heads_.size());
  for (std::uint32_t i = 0; i < size(); ++i) boxes.push_back(box(i));
  tree_ = PieceTree(boxes);
  bounds = tree_.bounds();
}

void StoredPieces::finish() {
  heads_.shrink_to_fit(), points_.shrink_to_fit(), normals_.shrink_to_fit(), seams_.shrink_to_fit();
  index();
  MomentSum sum;
  for (std::uint32_t i = 0; i < size(); ++i) sum.add(moments_of(piece(i).view));
  moments_ = sum.total();
}

std::shared_ptr<const Composite> StoredPieces::moved(V2 by) const {
  auto result = std::make_shared<StoredPieces>(*this);
  for (V2& point : result->points_) point += by;
  for (Head& head : result->heads_) head.centre += by;
  result->moments_.x += double(by.x);
  result->moments_.y += double(by.y);
  result->index();
  return result;
}

void StoredPieces::describe(std::vector<double>& out) const {
  out.push_back(static_cast<double>(heads_.size()));
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Head& head = heads_[i];
    out.insert(out.end(), {double(head.count), double(head.radius), double(head.one_way)});
    for (int k = 0; k < head.count; ++k) {
      const V2 point = points_[head.first + static_cast<std::size_t>(k)];
      out.insert(out.end(), {double(point.x), double(point.y)});
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
