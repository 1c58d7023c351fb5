#pragma once
// SVG by hand: numbers, escapes, frame of the picture. Not part of the public interface.

#include <bankshot/draw/svg.hpp>

#include <string>
#include <string_view>

namespace bankshot::BANKSHOT_ABI::detail {

/// Appends a number with at most `decimals` decimals and no more digits than it needs; the same in every locale.
void append_number(std::string& out, double value, int decimals);

/// Appends ` name="value"`.
void append_attribute(std::string& out, const char* name, double value, int decimals = 2);

/// Appends text with the characters that XML reserves escaped, and those that it forbids left out.
void append_escaped(std::string& out, std::string_view text);

/// The start of a UTF-8 text in at most about `bytes` bytes, never cut inside a character.
std::string_view shortened(std::string_view text, std::size_t bytes);

/// From the world to pixels: y goes down there.
struct Screen {
  double left = 0, top = 0;      ///< world coordinates of the picture's corner
  double scale = 1;              ///< pixels per length unit
  double width = 0, height = 0;  ///< of the part that shows the world, pixels
  double x(double world_x) const { return (world_x - left) * scale; }
  double y(double world_y) const { return (top - world_y) * scale; }
};
Screen make_screen(const Aabb& view, int width);

inline constexpr double caption_height = 30;

/// The head of a file up to and including the background and the clip path `view`, and its end.
void append_head(std::string& out, const Screen& screen, const std::string& title, const std::string& style);
void append_foot(std::string& out, const Screen& screen, const std::string& title, const std::string& note);

/// Style rules that still pictures and films share.
std::string_view common_style();

void check_options(const SvgOptions& options);

}  // namespace bankshot::BANKSHOT_ABI::detail
