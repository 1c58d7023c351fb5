#pragma once
// Lines over a common axis, as an SVG file.

#include <string>
#include <vector>

namespace bankshot_tool {

struct ChartLine {
  std::string name;            ///< in the legend
  std::vector<double> values;  ///< one for each of Chart::x
};

struct ChartPanel {
  std::string title;  ///< says what is drawn, and in which unit
  std::vector<ChartLine> lines;
};

/// Panels one below the other over the same x.
struct Chart {
  std::string title;
  std::string x_label;
  std::vector<double> x;  ///< ascending
  std::vector<ChartPanel> panels;
};

/// Numbers that are not finite leave a gap. Size does not grow with the number of values: what falls into one column of
/// pixels is drawn from its lowest to its highest.
std::string chart_svg(const Chart& chart);

}  // namespace bankshot_tool
