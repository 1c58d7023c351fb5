#pragma once
// What the builders of all shapes share: checks, reasons, and the numbers derived from the core. Not part of the public
// interface.

#include <bankshot/math/text.hpp>
#include <bankshot/shape/composite.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

using Reason = std::optional<std::string>;  ///< why something is refused; empty when it is not

std::string joined(std::initializer_list<std::string_view> parts);

/// "<what>: <field> is <value>, must be <must>".
std::string reason(std::string_view what, std::string_view field, std::string_view value, std::string_view must);

/// Refuses a length that is not finite, or not greater than 0.
Reason check_positive(std::string_view what, std::string_view field, Real value);

/// Refuses a length that is not finite, or below 0.
Reason check_not_negative(std::string_view what, std::string_view field, Real value);

/// Refuses a point that is not finite, or so far from the origin that squares of its coordinates overflow.
Reason check_point(std::string_view what, std::string_view field, V2 point);

/// Refuses a rotation that is not of unit length, but for the drift of a long run.
Reason check_rotation(std::string_view what, std::string_view field, Q2 rotation);

/// The arrays of `data` as the library sees them.
ConvexView view_of(const ConvexData& data) noexcept;

/// And the other way: what `view` shows, as arrays of its own.
ConvexData data_of(ShapeKind kind, const ConvexView& view);

/// The unit vector to the right of the way from `from` to `to`: the outward normal of a counter-clockwise core's edge.
V2 outward_normal(V2 from, V2 to);

/// Fills in centre and reach from points and radius.
void bound(ConvexData& data);

/// Fills in normals, centre, reach and extent from kind, points and radius.
void derive(ConvexData& data);

/// Refuses an area or inertia that leaves the range of Real, naming `field` and `value` as what decides the size.
Reason check_moments(const Moments& moments, std::string_view what, std::string_view field, std::string_view value);

/// Derives what is missing, refuses a shape whose area or inertia leaves the range of Real or whose smallest
/// width underflows, and wraps it.
Result<Shape> finish(ConvexData data, std::string_view what, std::string_view field, std::string_view value);

/// A shape made of `parts`, whose points are those that Shape::corner() gives.
Shape compose(ShapeKind kind, std::vector<V2> points, std::shared_ptr<const Composite> parts);

/// More pieces are refused, so that their numbers and memory stay in bounds.
inline constexpr std::size_t piece_limit = std::size_t(1) << 24;

/// "<width> x <height>" of a box.
std::string size_text(const Box& box);

/// The corners of a box, counter-clockwise from the lower left.
std::vector<V2> corners_of(const Box& box);

}  // namespace bankshot::BANKSHOT_ABI::detail
