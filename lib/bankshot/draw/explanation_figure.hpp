#pragma once
// One figure of an explaining picture. Not part of the public interface.

#include <bankshot/draw/explanation.hpp>

#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

/// What a figure shows beside the shapes and the wall with their shadows.
struct FigureStyle {
  double x = 0, y = 0, width = 0, height = 0;  ///< its place on the page, pixels
  bool whole = false;                          ///< with the grid, names, features, arrow and ghost
};

/// Both shapes, the axis as a wall beside them, both shadows on it.
void append_figure(std::string& out, const Explanation& explanation, int axis, const FigureStyle& style, double scale);
/// The largest scale, pixels per length unit, at which the figure fits its place.
double figure_scale(const Explanation& explanation, int axis, const FigureStyle& style);

}  // namespace bankshot::BANKSHOT_ABI::detail
