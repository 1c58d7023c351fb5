#pragma once
// What the builders of all shapes share: checks, reasons, and the numbers derived from the core. Not part of the public
// interface.

#include <bankshot/math/text.hpp>
#include <bankshot/shape/convex.hpp>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace bankshot::inline BANKSHOT_ABI::detail {

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

/// The arrays of `data` as the library sees them.
ConvexView view_of(const ConvexData& data) noexcept;

/// Fills in normals, centre, reach and extent from kind, points and radius.
void derive(ConvexData& data);

/// Derives what is missing, refuses a shape whose area or inertia leaves the range of Real (naming `field` and `value`
/// as what decides its size), and wraps it.
Result<Shape> finish(ConvexData data, std::string_view what, std::string_view field, std::string_view value);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
