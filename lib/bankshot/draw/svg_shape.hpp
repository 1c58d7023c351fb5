#pragma once
// Shapes as elements of a picture. Not part of the public interface.

#include <bankshot/shape/shape.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Appends an element for the shape in its own coordinates, in pixels about (0, 0) with y down: the transform of the
/// group around it does the rest. `attributes` go into the element.
void append_shape(std::string& out, const Shape& shape, double scale, std::string_view attributes);

/// The same for several convex shapes as one: lines between them do not show.
void append_whole(std::string& out, std::span<const Shape> pieces, double scale, std::string_view attributes);
/// A rim around a container's room, as wide as rim_of() says, length units.
void append_room(std::string& out, const Shape& container, double scale, std::string_view attributes);
double rim_of(const Shape& container);
/// Closed outlines, of which some may be holes.
void append_outlines(std::string& out, std::span<const std::vector<Vec2>> loops, double scale,
                     std::string_view attributes);
/// A side that stops what comes from the left of the way from `from` to `to`.
void append_one_way(std::string& out, const Vec2& from, const Vec2& to, double scale, std::string_view attributes);

}  // namespace bankshot::BANKSHOT_ABI::detail
