// Small plots side by side: each engine over time or over bounces, at one length of step.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "lab.hpp"
#include "report.hpp"

namespace bankshot_tool::laws {
namespace {

constexpr double panel_width = 380, panel_height = 230, columns = 2;
constexpr double frame_left = 62, frame_right = 14, frame_top = 34, frame_bottom = 40;  ///< of the frame within a panel
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73"};  ///< colour-blind safe, Okabe and Ito

struct Range {
  double low = 0, high = 1;
};

/// Visible range of the y values: Bankshot's, and the others' up to three times the reference away from it. Lines
/// beyond leave the frame.
Range range_of(const std::vector<const Result*>& results) {
  const double reference = results.front()->measured.series.y.front();
  double low = reference, high = reference;
  for (const Result* result : results) {
    for (const double y : result->measured.series.y) {
      if (!std::isfinite(y)) continue;
      low = std::min(low, std::max(y, 0.0));
      high = std::max(high, std::min(y, 1.5 * reference));
    }
  }
  const double margin = std::max(0.06 * (high - low), 1e-4 * std::abs(reference));
  return {low - margin, high + margin};
}

std::string text_at(double x, double y, const char* anchor, const std::string& text, const char* more = "") {
  return "<text x=\"" + number(x, 6) + "\" y=\"" + number(y, 6) + "\" text-anchor=\"" + anchor + "\"" + more + ">" +
         text + "</text>\n";
}

std::string line_at(double x1, double y1, double x2, double y2) {
  return "<path class=\"grid\" d=\"M" + number(x1, 6) + " " + number(y1, 6) + "L" + number(x2, 6) + " " +
         number(y2, 6) + "\"/>\n";
}

/// Returns 1, 2 or 5 times a power of ten, of which a few fill `span`.
double round_step(double span) {
  double step = 1;
  while (step > span / 3) step /= 10;
  while (step * 10 < span / 3) step *= 10;
  return 5 * step <= span / 3 ? 5 * step : 2 * step <= span / 3 ? 2 * step : step;
}

/// Maps values to the picture.
struct Frame {
  double x0, y0;  ///< of the panel's corner
  Range x, y;
  double across(double value) const {
    return x0 + frame_left + (value - x.low) / (x.high - x.low) * (panel_width - frame_left - frame_right);
  }
  double down(double value) const {
    return y0 + panel_height - frame_bottom -
           (value - y.low) / (y.high - y.low) * (panel_height - frame_top - frame_bottom);
  }
};

std::string axes(const Frame& frame, const Law& law) {
  std::string text;
  const double xs = round_step(frame.x.high - frame.x.low), ys = round_step(frame.y.high - frame.y.low);
  for (double x = std::ceil(frame.x.low / xs) * xs; x <= frame.x.high; x += xs) {
    text += line_at(frame.across(x), frame.y0 + frame_top, frame.across(x), frame.y0 + panel_height - frame_bottom);
    text += text_at(frame.across(x), frame.y0 + panel_height - frame_bottom + 14, "middle", number(x, 6));
  }
  for (double y = std::ceil(frame.y.low / ys) * ys; y <= frame.y.high; y += ys) {
    text += line_at(frame.x0 + frame_left, frame.down(y), frame.x0 + panel_width - frame_right, frame.down(y));
    text += text_at(frame.x0 + frame_left - 5, frame.down(y) + 4, "end", number(std::abs(y) < ys / 2 ? 0 : y, 7));
  }
  text += text_at(frame.x0 + frame_left, frame.y0 + 20, "start", std::string(law.name) + ": " + law.axis,
                  " class=\"title\"");
  text += text_at(frame.x0 + panel_width - frame_right, frame.y0 + panel_height - frame_bottom + 28, "end", law.along);
  return text;
}

std::string curve(const Frame& frame, const Series& series, const char* colour, int panel) {
  std::string path;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (!std::isfinite(series.y[i])) break;
    // Clamps values far outside: the numbers stay short.
    const double down = std::clamp(frame.down(series.y[i]), frame.y0 - 1000, frame.y0 + 1000);
    path += (path.empty() ? "M" : "L") + number(frame.across(series.x[i]), 5) + " " + number(down, 5);
  }
  return "<path clip-path=\"url(#c" + std::to_string(panel) + ")\" fill=\"none\" stroke=\"" + colour +
         "\" stroke-width=\"1.6\" d=\"" + path + "\"/>\n";
}

/// Returns the results of a law at one step that can be drawn, in the order of the engines.
std::vector<const Result*> drawn(const Law& law, double dt, const std::vector<Result>& results) {
  std::vector<const Result*> some;
  for (const Result& result : results) {
    if (result.law == &law && result.trial.dt == dt && !result.measured.series.x.empty()) some.push_back(&result);
  }
  return some;
}

std::string panel(const Law& law, const std::vector<const Result*>& results, const Plan& plan, int index) {
  Frame frame{
      panel_width * (index % int(columns)), panel_height * std::floor(index / columns) + 30, {0, 0}, range_of(results)};
  for (const Result* result : results) frame.x.high = std::max(frame.x.high, result->measured.series.x.back());
  std::string text = axes(frame, law);
  text += "<clipPath id=\"c" + std::to_string(index) + "\"><rect x=\"" + number(frame.x0 + frame_left, 6) + "\" y=\"" +
          number(frame.y0 + frame_top, 6) + "\" width=\"" + number(panel_width - frame_left - frame_right, 6) +
          "\" height=\"" + number(panel_height - frame_top - frame_bottom, 6) + "\"/></clipPath>\n";
  for (std::size_t i = results.size(); i-- > 0;) {  // Bankshot on top
    const auto engine = std::find(plan.engines.begin(), plan.engines.end(), results[i]->trial.engine);
    text += curve(frame, results[i]->measured.series, colours[(engine - plan.engines.begin()) % 3], index);
  }
  return text;
}

}  // namespace

std::string plots(const Plan& plan, const std::vector<Result>& results) {
  const double dt = plan.steps[plan.steps.size() / 2];
  std::string panels;
  int count = 0;
  for (const Law* law : plan.laws) {
    const std::vector<const Result*> some = drawn(*law, dt, results);
    if (!some.empty()) panels += panel(*law, some, plan, count++);
  }
  const double width = panel_width * columns, height = 30 + panel_height * std::ceil(count / columns);
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width, 5) + "\" height=\"" + number(height, 5) +
      "\" viewBox=\"0 0 " + number(width, 5) + " " + number(height, 5) +
      "\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#444\">\n<style>.grid{stroke:#ddd;fill:none}"
      ".title{font-weight:bold;fill:#222}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  double x = frame_left;
  for (std::size_t i = 0; i < plan.engines.size(); ++i, x += 150) {
    text +=
        std::string("<path stroke=\"") + colours[i % 3] + "\" stroke-width=\"3\" d=\"M" + number(x, 5) + " 16h22\"/>\n";
    text += text_at(x + 28, 20, "start", plan.engines[i]->title);
  }
  return text + text_at(width - frame_right, 20, "end", "dt = " + step_name(dt) + " s") + panels + "</svg>\n";
}

}  // namespace bankshot_tool::laws
