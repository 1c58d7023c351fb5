#include "chart.hpp"

#include <algorithm>
#include <cmath>

#include "svg_parts.hpp"

namespace bankshot_tool {
namespace {

constexpr double chart_width = 800, panel_height = 250, chart_head = 40, chart_foot = 46;
constexpr double chart_left = 76, chart_right = 150, chart_top = 26,
                 chart_bottom = 12;  ///< of the frame within a panel
constexpr double frame_width = chart_width - chart_left - chart_right,
                 frame_height = panel_height - chart_top - chart_bottom;
constexpr std::size_t columns = static_cast<std::size_t>(frame_width);

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
  double low = 0, high = 0;  // 0 is in the range: values are compared with nothing
  for (const ChartLine& line : panel.lines) {
    for (const double value : line.values) {
      if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    }
  }
  const double margin = 0.04 * (high - low);
  return {low < 0 ? low - margin : low, high > 0 ? high + margin : high, 5};
}

/// The values of a line within one column of pixels.
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
  out += "<path class=\"l\" stroke=\"" + std::string(svg_colours[number % svg_colour_count]) + "\"";
  if (number >= svg_colour_count) out += " stroke-dasharray=\"5 3\"";
  out += " d=\"";
  bool pen_down = false;
  for (std::size_t column = 0; column < drawn.size(); ++column) {
    if (gap[column]) pen_down = false;
    const Column& c = drawn[column];
    if (!c.any) continue;
    const std::string at = svg_number(chart_left + static_cast<double>(column), "%.5g") + " ";
    const auto draw_to = [&](double value) {
      out += (pen_down ? "L" : "M") + at + svg_number(y0 + frame_height * (1 - up.share(value)), "%.5g");
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
  add_svg_text(out, chart_left, y0 - 9, "start", panel.title, " class=\"t\"");
  const auto x_at = [&across](double value) { return chart_left + frame_width * across.share(value); };
  for (double value = across.first_tick(); value <= across.high + 1e-9 * across.tick; value += across.tick) {
    out += "<path class=\"g\" d=\"M" + svg_number(x_at(value), "%.5g") + " " + svg_number(y0) + "v" +
           svg_number(frame_height) + "\"/>\n";
    if (label_x) add_svg_text(out, x_at(value), y0 + frame_height + 17, "middle", svg_number(value));
  }
  for (double value = up.first_tick(); value <= up.high + 1e-9 * up.tick; value += up.tick) {
    const double shown = std::abs(value) < 1e-9 * up.tick ? 0 : value;
    const double y = y0 + frame_height * (1 - up.share(value));
    out += std::string("<path class=\"") + (shown == 0 ? "z" : "g") + "\" d=\"M" + svg_number(chart_left) + " " +
           svg_number(y, "%.5g") + "h" + svg_number(frame_width) + "\"/>\n";
    add_svg_text(out, chart_left - 8, y + 4, "end", svg_number(shown));
  }
  for (std::size_t i = 0; i < panel.lines.size(); ++i) {
    add_line(out, panel.lines[i], chart.x, across, up, y0, i);
    const double y = y0 + 8 + 19 * static_cast<double>(i), x = chart_left + frame_width + 14;
    out += "<path class=\"l\" stroke=\"" + std::string(svg_colours[i % svg_colour_count]) + "\"" +
           (i >= svg_colour_count ? " stroke-dasharray=\"5 3\"" : "") + " d=\"M" + svg_number(x) + " " + svg_number(y) +
           "h18\"/>\n";
    add_svg_text(out, x + 24, y + 4, "start", panel.lines[i].name);
  }
}

}  // namespace

std::string chart_svg(const Chart& chart) {
  const double height =
      chart_head + panel_height * static_cast<double>(chart.panels.size()) + chart_foot - chart_bottom;
  std::string out =
      svg_begin(chart_width, height, chart.title,
                ".l{fill:none;stroke-width:1.6;stroke-linejoin:round}.g{stroke:#e2dccf}.z{stroke:#9aa1ab}");
  const Axis across(chart.x.empty() ? 0 : chart.x.front(), chart.x.empty() ? 1 : chart.x.back(), 10);
  for (std::size_t i = 0; i < chart.panels.size(); ++i) {
    const double y0 = chart_head + chart_top + panel_height * static_cast<double>(i);
    add_panel(out, chart, chart.panels[i], across, y0, i + 1 == chart.panels.size());
  }
  add_svg_text(out, chart_left + frame_width / 2, height - 11, "middle", chart.x_label);
  return out + "</svg>\n";
}

}  // namespace bankshot_tool
