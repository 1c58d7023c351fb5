#include "chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bankshot_tool {
namespace {

constexpr double width = 800, panel_height = 250, head = 40, foot = 46;
constexpr double left = 76, right = 150, top = 26, bottom = 12;  ///< of the frame within a panel
constexpr double frame_width = width - left - right, frame_height = panel_height - top - bottom;
constexpr std::size_t columns = static_cast<std::size_t>(frame_width);

/// Told apart by the colour-blind (Okabe and Ito, 2008), darkest first.
constexpr const char* colours[] = {"#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};
/// Lines beyond the colours are dashed.
constexpr std::size_t colour_count = std::size(colours);

std::string text(double value, const char* format = "%.4g") {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, format, value == 0 ? 0.0 : value);  // no -0
  return buffer;
}

std::string escaped(const std::string& raw) {
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

void add_text(std::string& out, double x, double y, const char* anchor, const std::string& words,
              const char* kind = "") {
  out += "<text x=\"" + text(x) + "\" y=\"" + text(y) + "\" text-anchor=\"" + anchor + "\"" + kind + ">" +
         escaped(words) + "</text>\n";
}

/// An axis from `low` to `high` with ticks at multiples of 1, 2 or 5 times a power of ten.
struct Axis {
  double low = 0, high = 1, tick = 1;

  Axis(double smallest, double largest, double most_ticks) : low(smallest), high(largest) {
    if (!(low < high)) {
      const double margin = low != 0 ? 0.1 * std::abs(low) : 1;
      low -= margin, high += margin;
    }
    const double rough = (high - low) / most_ticks;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    tick = 10 * power;
    for (const double step : {5.0, 2.0, 1.0}) {
      if (step * power >= rough) tick = step * power;
    }
  }
  double share(double value) const { return (value - low) / (high - low); }
  double first_tick() const { return std::ceil(low / tick - 1e-9) * tick; }
};

Axis axis_of(const ChartPanel& panel) {
  double low = 0, high = 0;  // nothing is a value to compare with
  for (const ChartLine& line : panel.lines) {
    for (const double value : line.values) {
      if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    }
  }
  const double margin = 0.04 * (high - low);
  return {low < 0 ? low - margin : low, high > 0 ? high + margin : high, 5};
}

/// What of a line falls into one column of pixels.
struct Column {
  bool any = false;
  double first = 0, last = 0, low = 0, high = 0;

  void take(double value) {
    if (!any) first = low = high = value;
    any = true, last = value;
    low = std::min(low, value), high = std::max(high, value);
  }
};

void add_line(std::string& out, const ChartLine& line, const std::vector<double>& x, const Axis& across, const Axis& up,
              double y0, std::size_t number) {
  std::vector<Column> drawn(columns + 1);
  std::vector<bool> gap(columns + 1, false);
  for (std::size_t i = 0; i < std::min(x.size(), line.values.size()); ++i) {
    const double place = std::clamp(across.share(x[i]), 0.0, 1.0) * static_cast<double>(columns);
    const auto column = static_cast<std::size_t>(place);
    if (std::isfinite(line.values[i])) {
      drawn[column].take(line.values[i]);
    } else {
      gap[column] = true;
    }
  }
  out += "<path class=\"l\" stroke=\"" + std::string(colours[number % colour_count]) + "\"";
  if (number >= colour_count) out += " stroke-dasharray=\"5 3\"";
  out += " d=\"";
  bool pen_down = false;
  for (std::size_t column = 0; column < drawn.size(); ++column) {
    if (gap[column]) pen_down = false;
    const Column& c = drawn[column];
    if (!c.any) continue;
    const std::string at = text(left + static_cast<double>(column), "%.5g") + " ";
    const auto draw_to = [&](double value) {
      out += (pen_down ? "L" : "M") + at + text(y0 + frame_height * (1 - up.share(value)), "%.5g");
      pen_down = true;
    };
    draw_to(c.first);
    if (c.low == c.high) continue;
    draw_to(c.low), draw_to(c.high), draw_to(c.last);
  }
  out += "\"/>\n";
}

void add_panel(std::string& out, const Chart& chart, const ChartPanel& panel, const Axis& across, double y0,
               bool label_x) {
  const Axis up = axis_of(panel);
  add_text(out, left, y0 - 9, "start", panel.title, " class=\"t\"");
  const auto x_at = [&across](double value) { return left + frame_width * across.share(value); };
  for (double value = across.first_tick(); value <= across.high + 1e-9 * across.tick; value += across.tick) {
    out += "<path class=\"g\" d=\"M" + text(x_at(value), "%.5g") + " " + text(y0) + "v" + text(frame_height) + "\"/>\n";
    if (label_x) add_text(out, x_at(value), y0 + frame_height + 17, "middle", text(value));
  }
  for (double value = up.first_tick(); value <= up.high + 1e-9 * up.tick; value += up.tick) {
    const double shown = std::abs(value) < 1e-9 * up.tick ? 0 : value;
    const double y = y0 + frame_height * (1 - up.share(value));
    out += std::string("<path class=\"") + (shown == 0 ? "z" : "g") + "\" d=\"M" + text(left) + " " + text(y, "%.5g") +
           "h" + text(frame_width) + "\"/>\n";
    add_text(out, left - 8, y + 4, "end", text(shown));
  }
  for (std::size_t i = 0; i < panel.lines.size(); ++i) {
    add_line(out, panel.lines[i], chart.x, across, up, y0, i);
    const double y = y0 + 8 + 19 * static_cast<double>(i), x = left + frame_width + 14;
    out += "<path class=\"l\" stroke=\"" + std::string(colours[i % colour_count]) + "\"" +
           (i >= colour_count ? " stroke-dasharray=\"5 3\"" : "") + " d=\"M" + text(x) + " " + text(y) + "h18\"/>\n";
    add_text(out, x + 24, y + 4, "start", panel.lines[i].name);
  }
}

}  // namespace

std::string chart_svg(const Chart& chart) {
  const double height = head + panel_height * static_cast<double>(chart.panels.size()) + foot - bottom;
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + text(width) + " " + text(height) +
                    "\" width=\"" + text(width) + "\" height=\"" + text(height) + "\" role=\"img\">\n<title>" +
                    escaped(chart.title) +
                    "</title>\n<style>text{font:12px system-ui,-apple-system,'Segoe UI',sans-serif;fill:#3d434d}"
                    ".h{font-size:15px;font-weight:600}.t{font-weight:600}.l{fill:none;stroke-width:1.6;"
                    "stroke-linejoin:round}.g{stroke:#e2dccf}.z{stroke:#9aa1ab}</style>\n"
                    "<rect x=\".5\" y=\".5\" rx=\"8\" width=\"" +
                    text(width - 1) + "\" height=\"" + text(height - 1) + "\" fill=\"#faf8f4\" stroke=\"#e2dccf\"/>\n";
  add_text(out, 14, 26, "start", chart.title, " class=\"h\"");
  const Axis across(chart.x.empty() ? 0 : chart.x.front(), chart.x.empty() ? 1 : chart.x.back(), 10);
  for (std::size_t i = 0; i < chart.panels.size(); ++i) {
    const double y0 = head + top + panel_height * static_cast<double>(i);
    add_panel(out, chart, chart.panels[i], across, y0, i + 1 == chart.panels.size());
  }
  add_text(out, left + frame_width / 2, height - 11, "middle", chart.x_label);
  return out + "</svg>\n";
}

}  // namespace bankshot_tool
