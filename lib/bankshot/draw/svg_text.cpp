#include <bankshot/draw/svg_text.hpp>
#include <bankshot/math/vec2_math.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr std::size_t longest_title = 200;

}  // namespace

void append_attribute(std::string& out, const char* name, double value, int decimals) {
  out += ' ';
  out += name;
  out += "=\"";
  append_number(out, value, decimals);
  out += '"';
}

void append_number(std::string& out, double value, int decimals) {
  char buffer[400];
  const std::to_chars_result end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, decimals);
  std::string_view digits(buffer, static_cast<std::size_t>(end.ptr - buffer));
  if (digits.find('.') != std::string_view::npos) {
    while (digits.back() == '0') digits.remove_suffix(1);
    if (digits.back() == '.') digits.remove_suffix(1);
  }
  if (digits == "-0") digits = "0";
  if (digits.size() > 2 && digits.substr(0, 2) == "0.") digits.remove_prefix(1);
  out += digits;
}

void append_escaped(std::string& out, std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool noncharacter = text.substr(i, 3) == "\xef\xbf\xbe" || text.substr(i, 3) == "\xef\xbf\xbf";
    if (noncharacter) {
      i += 2;
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') {
      out += c;
    }
  }
}

std::string_view shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80) --bytes;
  return text.substr(0, bytes);
}

// The view fills `width` pixels, or 0.8 of that from top to bottom when it is high; a flat or narrow one is given room
// at its sides, so that it stays a picture with a caption.
Screen make_screen(const Aabb& view, int width) {
  const double view_width = static_cast<double>(plain(view.upper).x) - static_cast<double>(plain(view.lower).x);
  const double view_height = static_cast<double>(plain(view.upper).y) - static_cast<double>(plain(view.lower).y);
  Screen screen;
  const double widest = width;
  screen.scale = std::min(widest / view_width, 0.8 * widest / view_height);
  screen.width = std::max(view_width * screen.scale, 0.5 * widest);
  screen.height = std::max(view_height * screen.scale, 0.2 * widest);
  const double middle_x = static_cast<double>(plain(view.lower).x) + view_width / 2;
  const double middle_y = static_cast<double>(plain(view.lower).y) + view_height / 2;
  screen.left = middle_x - screen.width / screen.scale / 2;
  screen.top = middle_y + screen.height / screen.scale / 2;
  return screen;
}

std::string_view common_style() {
  return "text{font:13px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#5c6370}"
         ".frame{fill:#faf8f4;stroke:#e2dccf}"
         ".s{stroke-width:1.25;stroke-linejoin:round;stroke-linecap:round}"
         ".spoke{fill:none;stroke:#22304a;stroke-opacity:.45;stroke-width:1.25;stroke-linecap:round}"
         ".fixed{fill:#cdd1d6;stroke:#9aa1ab}.fixed+.spoke{display:none}.kinematic{fill:#8b95a5;stroke:#5d6879}"
         ".c0{fill:#6c9bc4;stroke:#426e95}.c1{fill:#e3b165;stroke:#a97b34}.c2{fill:#86b57a;stroke:#55834a}"
         ".c3{fill:#d08088;stroke:#98525a}.c4{fill:#9a8cc8;stroke:#685a98}.c5{fill:#62adaa;stroke:#387c7a}"
         ".sleeping{fill:#b9c4d0;stroke:#7f8c9b}.sensor{fill:#86b57a;fill-opacity:.15;stroke:#55834a;"
         "stroke-dasharray:4 3}"
         ".contact{fill:#c2413b}.normal{stroke:#c2413b;fill:none}.centre{fill:#22304a}"
         ".box{fill:none;stroke:#b8a888;stroke-dasharray:2 2}";
}

void append_head(std::string& out, const Screen& screen, const std::string& title, const std::string& style) {
  const double height = screen.height + caption_height;
  out += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";
  append_number(out, screen.width, 2);
  out += ' ';
  append_number(out, height, 2);
  out += '"';
  append_attribute(out, "width", screen.width);
  append_attribute(out, "height", height);
  out += " role=\"img\">\n<title>";
  append_escaped(out, title.empty() ? "A simulated scene" : shortened(title, longest_title));
  out += "</title>\n<style>";
  out += common_style();
  out += style;
  out += "</style>\n<clipPath id=\"view\"><path d=\"M1 1H";
  append_number(out, screen.width - 1, 2);
  out += "V";
  append_number(out, screen.height, 2);
  out += "H1Z\"/></clipPath>\n<rect class=\"frame\" x=\".5\" y=\".5\" rx=\"8\"";
  append_attribute(out, "width", screen.width - 1);
  append_attribute(out, "height", height - 1);
  out += "/>\n<g clip-path=\"url(#view)\">\n";
}

void append_foot(std::string& out, const Screen& screen, const std::string& title, const std::string& note) {
  out += "</g>\n<text x=\"14\"";
  append_attribute(out, "y", screen.height + 20);
  out += '>';
  append_escaped(out, shortened(title, longest_title));
  out += "</text>\n<text text-anchor=\"end\"";
  append_attribute(out, "x", screen.width - 14);
  append_attribute(out, "y", screen.height + 20);
  out += '>';
  append_escaped(out, note);
  out += "</text>\n</svg>\n";
}

void check_options(const SvgOptions& options) {
  const auto refuse = [](const std::string& reason) { throw std::invalid_argument("SvgOptions: " + reason); };
  if (options.width < 100 || options.width > 4000) {
    refuse("width: expected 100 to 4000 pixels, got " + std::to_string(options.width));
  }
  if (options.largest < 100'000) refuse("largest: expected 100000 bytes or more");
  if (options.most_bodies < 1 || options.most_bodies > 5000) {
    refuse("most_bodies: expected 1 to 5000, got " + std::to_string(options.most_bodies));
  }
  if (!options.view) return;
  const V2 size = plain(options.view->upper) - plain(options.view->lower);
  if (!finite(size) || !(size.x > 0 && size.y > 0)) refuse("view: expected a finite box with an inside");
}

}  // namespace bankshot::BANKSHOT_ABI::detail
