#include <bankshot/draw/explanation.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "explain.hpp"

namespace bankshot_tool {
namespace {

using bankshot::ExplainedAxis;
using bankshot::Explanation;
using bankshot::Pose;
using bankshot::Real;
using bankshot::Shape;
using bankshot::ShapeKind;

std::string short_number(Real value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.5g", static_cast<double>(value) + 0.0);
  return buffer;
}

std::string pair_of(Real x, Real y, const char* open, const char* close) {
  return open + short_number(x) + ", " + short_number(y) + close;
}

std::string shape_text(const Shape& shape) {
  const std::string rounding = shape.radius() > 0 ? ", radius " + short_number(shape.radius()) : "";
  switch (shape.kind()) {
    case ShapeKind::circle: return "circle" + rounding;
    case ShapeKind::capsule: return "capsule" + rounding;
    case ShapeKind::segment: return "segment";
    default: break;
  }
  return "polygon, " + std::to_string(shape.corner_count()) + " corners" + rounding;
}

std::string pose_text(const Pose& pose) {
  std::string text = " at " + pair_of(pose.position[0], pose.position[1], "(", ")");
  constexpr double degrees = 57.29577951308232;
  const double angle = static_cast<double>(pose.rotation.angle()) * degrees;
  if (angle != 0) text += ", turned by " + short_number(static_cast<Real>(angle)) + " degrees";
  return text;
}

/// Wraps the text into indented rows, none wider than most terminals.
std::string wrapped(const std::string& text) {
  constexpr std::size_t width = 100;
  std::string out = "  ";
  std::size_t column = 2, at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (column + end - at > width) {
      out.back() = '\n';
      out += "  ";
      column = 2;
    }
    out += text.substr(at, end - at) + " ";
    column += end - at + 1;
    at = end + 1;
  }
  out.pop_back();
  return out + "\n";
}

using Row = std::vector<std::string>;

Row row_of(const Explanation& e, int index) {
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(index)];
  const auto interval = [](const bankshot::Interval& i) { return pair_of(i.lower, i.upper, "[", "]"); };
  std::string note;
  if (index == e.chosen) note = "chosen";
  if (!axis.eligible) note = "an edge lies nearer";
  if (axis.added > 0) {
    if (!note.empty()) note += "; ";
    note += axis.nesting == bankshot::Nesting::a_in_b   ? "A inside B"
            : axis.nesting == bankshot::Nesting::b_in_a ? "B inside A"
                                                        : "the long way";
  }
  return {index == e.chosen ? "*" : "",
          bankshot::axis_name(e, index),
          pair_of(axis.normal[0], axis.normal[1], "(", ")"),
          interval(axis.shadow_a),
          interval(axis.shadow_b),
          axis.overlap < 0 ? "gap " + short_number(-axis.overlap) : short_number(axis.overlap),
          axis.added > 0 && axis.overlap >= 0 ? short_number(axis.added) : "",
          axis.depth < 0 || axis.overlap < 0 ? "" : short_number(axis.depth),
          note};
}

std::string table(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += (i == 0 ? "" : "  ") + row[i] + std::string(widths[i] - row[i].size(), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::string explanation_text(const bankshot::ScenePair& pair, const Explanation& e) {
  std::string out = (pair.name.empty() ? "" : pair.name + "\n") + bankshot::verdict(e) + "\n\n";
  out += wrapped(bankshot::reason(e)) + "\n";
  out += "  A  " + shape_text(e.a) + "," + pose_text(e.pose_a) + "\n";
  out += "  B  " + shape_text(e.b) + "," + pose_text(e.pose_b) + "\n\n";
  std::vector<Row> rows = {
      {"", "axis", "normal, B to A", "shadow of A", "shadow of B", "overlap", "added", "way out", ""}};
  for (int i = 0; i < static_cast<int>(e.axes.size()); ++i) rows.push_back(row_of(e, i));
  if (e.chosen >= 0) out += table(rows) + "\n";
  if (e.mtv) {
    out += "  MTV           " + pair_of(e.mtv->translation[0], e.mtv->translation[1], "(", ")") + ", length " +
           short_number(e.mtv->depth) + "\n";
    out += "  normal        " + pair_of(e.mtv->normal[0], e.mtv->normal[1], "(", ")") + "\n";
  } else if (e.chosen >= 0) {
    out += "  distance      " + short_number(-e.axes[static_cast<std::size_t>(e.chosen)].depth) + "\n";
  }
  if (e.chosen >= 0) {
    out += "  feature of A  " + bankshot::feature_name(e.a, e.feature_a) + "\n";
    out += "  feature of B  " + bankshot::feature_name(e.b, e.feature_b) + "\n";
    out += "  band          " + short_number(e.band) + "\n\n";
    out += "  Shadows are measured along the normal from B's position. A goes the way out along the normal.\n";
  }
  return out;
}

}  // namespace bankshot_tool
