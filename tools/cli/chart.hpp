#pragma once
// Line charts over a common axis, as an SVG file.

#include <string>
#include <vector>

namespace bankshot_tool {

struct ChartLine {
  std::string name;            ///< in the legend
  std::vector<double> values;  ///< one for each of Chart::x
};

struct ChartPanel {
  std::string title;  ///< the quantity and its unit
  std::vector<ChartLine> lines;
};

/// Panels below one another that share the x axis.
struct Chart {
  std::string title;
  std::string x_label;
  std::vector<double> x;  ///< ascending
  std::vector<ChartPanel> panels;
};

/// Numbers that are not finite leave a gap. The file does not grow with the number of values: within a column of pixels
/// one stroke joins the lowest value and the highest.
std::string chart_svg(const Chart& chart);

}  // namespace bankshot_tool
