#pragma once
// One case of a campaign: two placed shapes, and the queries about them.

#include <bankshot/math/pose.hpp>
#include <bankshot/shape/shape.hpp>

#include <array>
#include <optional>
#include <vector>

namespace bankshot_oracle::inline BANKSHOT_ABI {

using bankshot::Pose;
using bankshot::Real;
using bankshot::Rotation;
using bankshot::Shape;
using bankshot::ShapeKind;
using bankshot::Vec2;

/// The definition of a shape, and its pose.
struct Piece {
  ShapeKind kind = ShapeKind::circle;
  std::vector<Vec2> points;  ///< centre; both ends; corners
  Real radius = 0;
  Pose pose;

  std::optional<Shape> build() const;  ///< empty if the library refuses it
};

Piece piece_of(const Shape& shape, const Pose& pose);

/// Difficult classes, and a pleasant one. Not every class makes sense for every query; all occur in all campaigns.
enum class CaseClass : std::uint8_t {
  pleasant,
  near_touching,   ///< gap or overlap of a few units in the last place or a few bands
  near_parallel,   ///< faces that are parallel except for rounding
  sliver,          ///< up to 2^22 times longer than thick
  nested,          ///< one inside the other, sometimes touching from inside
  concentric,      ///< both centres in one place
  equal,           ///< the same shape twice, in one place or nearly so
  collinear,       ///< corners on straight edges
  many_corners,    ///< 9 to 200
  mixed_sizes,     ///< 1e-6 to 1e6 in one pair
  far_away,        ///< up to 1e6 sizes from the origin
  grid,            ///< whole numbers and quarter turns: ties and touches are exact
  stretched,       ///< rotations that are not of unit length
  around_a_scene,  ///< the user's own shapes
};
inline constexpr std::size_t generated_classes = 13;
const char* name_of(CaseClass which) noexcept;

struct Case {
  CaseClass which = CaseClass::pleasant;
  Piece a, b;
  Vec2 motion = Vec2::Zero();  ///< of A, for sweeps
  Vec2 origin = Vec2::Zero();  ///< of a ray against A; also the point of point queries
  Vec2 ray = Vec2::Zero();     ///< its translation
};

/// A case whose shapes the library has accepted.
struct Question {
  const Case& data;
  Shape a, b;
};

/// Empty if the library refuses a shape.
std::optional<Question> question_of(const Case& data);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
