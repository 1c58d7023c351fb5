#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

std::optional<Shape> Piece::build() const {
  const auto taken = [](bankshot::Result<Shape> result) {
    return result ? std::optional<Shape>(*result) : std::nullopt;
  };
  if (kind == ShapeKind::polygon) return taken(bankshot::try_polygon(points, radius));
  if (points.size() < (kind == ShapeKind::circle ? 1u : 2u)) return std::nullopt;
  if (kind == ShapeKind::circle) return taken(bankshot::try_circle(radius, points[0]));
  if (kind == ShapeKind::capsule) return taken(bankshot::try_capsule(points[0], points[1], radius));
  return taken(bankshot::try_segment(points[0], points[1]));
}

Piece piece_of(const Shape& shape, const Pose& pose) {
  Piece piece;
  piece.kind = shape.kind();
  for (int i = 0; i < shape.corner_count(); ++i) piece.points.push_back(shape.corner(i));
  piece.radius = shape.radius();
  piece.pose = pose;
  return piece;
}

const char* name_of(CaseClass which) noexcept {
  static constexpr std::array<const char*, generated_classes + 1> names = {
      "pleasant",  "near touching", "near parallel", "sliver",   "nested", "concentric", "equal",
      "collinear", "many corners",  "mixed sizes",   "far away", "grid",   "stretched",  "around a scene"};
  return names[static_cast<std::size_t>(which)];
}

std::optional<Question> question_of(const Case& data) {
  auto a = data.a.build();
  auto b = data.b.build();
  if (!a || !b) return std::nullopt;
  return Question{data, *std::move(a), *std::move(b)};
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
