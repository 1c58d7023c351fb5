#include "svg_parts.hpp"

#include <cstdio>

namespace bankshot_tool {
namespace {}  // namespace

std::string svg_number(double value, const char* format) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, format, value == 0 ? 0.0 : value);  // no -0
  return buffer;
}

std::string svg_escaped(const std::string& raw) {
  std::string out;
  for (const char c : raw) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out;
}

void add_svg_text(std::string& out, double x, double y, const char* anchor, const std::string& words,
                  const char* kind) {
  out += "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\" text-anchor=\"" + anchor + "\"" + kind + ">" +
         svg_escaped(words) + "</text>\n";
}

std::string svg_begin(double width, double height, const std::string& title, const std::string& style) {
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(width) + " " +
                    svg_number(height) + "\" width=\"" + svg_number(width) + "\" height=\"" + svg_number(height) +
                    "\" role=\"img\">\n<title>" + svg_escaped(title) +
                    "</title>\n<style>text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#3d434d}"
                    ".h{font-size:15px;font-weight:600}.t{font-weight:600}" +
                    style + "</style>\n<rect x=\".5\" y=\".5\" rx=\"8\" width=\"" + svg_number(width - 1) +
                    "\" height=\"" + svg_number(height - 1) + "\" fill=\"#faf8f4\" stroke=\"#e2dccf\"/>\n";
  add_svg_text(out, 14, 26, "start", title, " class=\"h\"");
  return out;
}

}  // namespace bankshot_tool
