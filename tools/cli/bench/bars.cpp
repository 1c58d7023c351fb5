// Bars on a logarithmic scale: one engine may take a hundred times as long as another for the same scene.

#include <algorithm>
#include <cmath>

#include "../svg_parts.hpp"
#include "report.hpp"

namespace bankshot_tool::bench {
namespace {

constexpr double bars_width = 800, bars_head = 64, bars_foot = 34, bars_left = 130, bars_right = 70;
constexpr double bar = 13, between = 12;  ///< heights

/// Powers of ten around all times.
struct Scale {
  double low = 0, high = 0;  ///< exponents

  explicit Scale(const std::vector<Outcome>& outcomes) {
    double least = 1, most = 1;
    for (const Outcome& outcome : outcomes) {
      for (const Run& run : outcome.runs) {
        if (!run.built) continue;
        least = std::min(least, median(run.milliseconds));
        most = std::max(most, median(run.milliseconds));
      }
    }
    low = std::floor(std::log10(least) - 1e-9), high = std::ceil(std::log10(most) + 1e-9);
  }
  double x(double milliseconds) const {
    return bars_left + (std::log10(milliseconds) - low) / (high - low) * (bars_width - bars_left - bars_right);
  }
};

void add_bar(std::string& out, double y, double until, std::size_t engine, const std::string& words) {
  out += "<rect x=\"" + svg_number(bars_left) + "\" y=\"" + svg_number(y) + "\" width=\"" +
         svg_number(until - bars_left) + "\" height=\"" + svg_number(bar - 2) + "\" fill=\"" +
         svg_colours[engine % svg_colour_count] + "\"/>\n";
  add_svg_text(out, until + 5, y + bar - 4, "start", words);
}

void add_legend(std::string& out, const Outcome& outcome) {
  double x = bars_left;
  for (std::size_t i = 0; i < outcome.runs.size(); ++i, x += 130) {
    out += "<rect x=\"" + svg_number(x) + "\" y=\"39\" width=\"12\" height=\"11\" fill=\"" +
           svg_colours[i % svg_colour_count] + "\"/>\n";
    add_svg_text(out, x + 18, 49, "start", outcome.runs[i].engine->title);
  }
}

double height_of(const Outcome& outcome) { return bar * static_cast<double>(outcome.runs.size()) + between; }

}  // namespace

std::string bars(const std::vector<Outcome>& outcomes) {
  double height = bars_head + bars_foot;
  for (const Outcome& outcome : outcomes) height += height_of(outcome);
  std::string out = svg_begin(bars_width, height, "Milliseconds per step", ".g{stroke:#e2dccf}");
  const Scale scale(outcomes);
  for (double power = scale.low; power <= scale.high; ++power) {
    const double x = scale.x(std::pow(10, power));
    out += "<path class=\"g\" d=\"M" + svg_number(x) + " " + svg_number(bars_head - 6) + "V" +
           svg_number(height - bars_foot) + "\"/>\n";
    add_svg_text(out, x, height - 14, "middle", svg_number(std::pow(10, power)) + " ms");
  }
  add_legend(out, outcomes.front());
  double y = bars_head;
  for (const Outcome& outcome : outcomes) {
    add_svg_text(out, bars_left - 10, y + height_of(outcome) / 2 - 2, "end", title(outcome), " class=\"t\"");
    for (std::size_t i = 0; i < outcome.runs.size(); ++i) {
      if (!outcome.runs[i].built) continue;
      const double time = median(outcome.runs[i].milliseconds);
      add_bar(out, y + bar * static_cast<double>(i), scale.x(time), i, number(time, 3));
    }
    y += height_of(outcome);
  }
  return out + "</svg>\n";
}

}  // namespace bankshot_tool::bench
