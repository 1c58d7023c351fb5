#pragma once
// Common code of the builders of all shapes: checks, reasons, and the numbers derived from the core. Not part of the
// public interface.

#include <bankshot/math/text.hpp>
#include <bankshot/shape/composite.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

using Reason = std::optional<std::string>;  ///< why an argument is refused; empty if it is accepted

std::string joined(std::initializer_list<std::string_view> parts);

/// "<what>: <field> is <value>, must be <must>".
std::string reason(std::string_view what, std::string_view field, std::string_view value, std::string_view must);

/// Refuses a length that is not finite, or not greater than 0.
Reason check_positive(std::string_view what, std::string_view field, Real value);

/// Refuses a length that is not finite, or below 0.
Reason check_not_negative(std::string_view what, std::string_view field, Real value);

/// Refuses a point that is not finite, or so far from the origin that squares of its coordinates overflow.
Reason check_point(std::string_view what, std::string_view field, V2 point);

/// The same for a point in a list, as "<field> <number>".
Reason check_point(std::string_view what, std::string_view field, std::size_t number, V2 point);

/// Refuses a rotation that is not of unit length, up to the drift of a long run.
Reason check_rotation(std::string_view what, std::string_view field, Q2 rotation);

/// The arrays of `data` as the library sees them.
ConvexView view_of(const ConvexData& data) noexcept;

/// The inverse: arrays that own what `view` shows.
ConvexData data_of(ShapeKind kind, const ConvexView& view);

/// The unit vector to the right of the direction from `from` to `to`: the outward normal of a counter-clockwise core's
/// edge.
V2 outward_normal(V2 from, V2 to);

/// Fills in centre and reach from points and radius.
void bound(ConvexData& data);

/// Fills in normals, centre, reach and extent from kind, points and radius.
void derive(ConvexData& data);

/// Refuses an area or inertia outside the range of Real, with `field` and `value` as what decides the size.
Reason check_moments(const Moments& moments, std::string_view what, std::string_view field, std::string_view value);

/// Derives the missing members and wraps the shape. Refuses a shape whose area or inertia is outside the range of Real
/// or whose smallest width underflows.
Result<Shape> finish(ConvexData data, std::string_view what, std::string_view field, std::string_view value);

/// Refuses as a builder does.
BANKSHOT_INLINE Result<Shape> refused(const Reason& reason) { return Result<Shape>::refused(*reason); }
Result<Shape> refused(std::string_view what, std::string_view field, std::string_view value, std::string_view must);

/// A composite of `parts`; `points` are those of Shape::corner().
Shape compose(ShapeKind kind, std::vector<V2> points, std::shared_ptr<const Composite> parts);

/// The most pieces of a shape, which bounds their numbers and memory.
inline constexpr std::size_t piece_limit = std::size_t(1) << 24;

/// "<width> x <height>" of a box.
std::string size_text(const Box& box);

/// The corners of a box, counter-clockwise from the lower left.
std::vector<V2> corners_of(const Box& box);

}  // namespace bankshot::BANKSHOT_ABI::detail
