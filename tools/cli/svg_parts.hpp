#pragma once
// Elements that the command's pictures share.

#include <array>
#include <string>

namespace bankshot_tool {

/// Distinguishable with colour blindness (Okabe and Ito, 2008), darkest first.
inline constexpr std::array svg_colours = {"#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
/// Lines beyond the colours are dashed.
inline constexpr std::size_t svg_colour_count = svg_colours.size();

std::string svg_number(double value, const char* format = "%.4g");
/// Escapes the characters that XML reserves.
std::string svg_escaped(const std::string& raw);
/// `kind`: further attributes, with a space before each.
void add_svg_text(std::string& out, double x, double y, const char* anchor, const std::string& words,
                  const char* kind = "");
/// Writes <svg>, the frame and the title; text of class t is bold. `style`: further rules.
std::string svg_begin(double width, double height, const std::string& title, const std::string& style);

}  // namespace bankshot_tool
