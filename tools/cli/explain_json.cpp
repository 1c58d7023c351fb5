#include <bankshot/draw/explanation.hpp>

#include <charconv>

#include "explain.hpp"
#include "report_text.hpp"

namespace bankshot_tool {
namespace {

using bankshot::ExplainedAxis;
using bankshot::Explanation;
using bankshot::Real;

std::string number(Real value) {
  char buffer[64];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string point(const bankshot::Vec2& v) { return "[" + number(v[0]) + ", " + number(v[1]) + "]"; }
std::string interval(const bankshot::Interval& i) { return "[" + number(i.lower) + ", " + number(i.upper) + "]"; }

const char* name_of(bankshot::Relation relation) {
  switch (relation) {
    case bankshot::Relation::apart: return "apart";
    case bankshot::Relation::touching: return "touching";
    case bankshot::Relation::overlapping: return "overlapping";
    case bankshot::Relation::a_inside_b: return "a_inside_b";
    case bankshot::Relation::b_inside_a: return "b_inside_a";
    case bankshot::Relation::equal: break;
  }
  return "equal";
}

const char* name_of(bankshot::AxisSource source) {
  switch (source) {
    case bankshot::AxisSource::edge_of_a: return "edge_of_a";
    case bankshot::AxisSource::edge_of_b: return "edge_of_b";
    case bankshot::AxisSource::corners: return "corners";
    case bankshot::AxisSource::positions: break;
  }
  return "positions";
}

const char* name_of(bankshot::Nesting nesting) {
  switch (nesting) {
    case bankshot::Nesting::none: return "none";
    case bankshot::Nesting::a_in_b: return "a_in_b";
    case bankshot::Nesting::b_in_a: return "b_in_a";
    case bankshot::Nesting::same: break;
  }
  return "same";
}

std::string feature(const bankshot::Feature& f) {
  const bool edge = f.kind == bankshot::Feature::Kind::edge;
  return std::string("{\"kind\": \"") + (edge ? "edge" : "corner") + "\", \"index\": " + std::to_string(f.index) + "}";
}

std::string axis_json(const ExplainedAxis& axis, bool chosen) {
  std::string out = "{\"source\": " + quoted(name_of(axis.source));
  if (axis.index_a >= 0) out += ", \"index_a\": " + std::to_string(axis.index_a);
  if (axis.index_b >= 0) out += ", \"index_b\": " + std::to_string(axis.index_b);
  out += ", \"normal\": " + point(axis.normal);
  out += ", \"shadow_a\": " + interval(axis.shadow_a) + ", \"shadow_b\": " + interval(axis.shadow_b);
  out += ", \"nesting\": " + quoted(name_of(axis.nesting)) + ", \"overlap\": " + number(axis.overlap);
  out += ", \"added\": " + number(axis.added) + ", \"depth\": " + number(axis.depth);
  out += std::string(", \"eligible\": ") + (axis.eligible ? "true" : "false");
  return out + ", \"chosen\": " + (chosen ? "true" : "false") + "}";
}

}  // namespace

std::string explanation_json(const bankshot::ScenePair& pair, const Explanation& e) {
  std::string out = "{\n  \"name\": " + quoted(pair.name) + ",\n  \"relation\": " + quoted(name_of(e.relation));
  out += ",\n  \"verdict\": " + quoted(bankshot::verdict(e)) + ",\n  \"reason\": " + quoted(bankshot::reason(e));
  out += ",\n  \"band\": " + number(e.band);
  out += std::string(",\n  \"circles_apart\": ") + (e.circles_apart ? "true" : "false") + ",\n  \"mtv\": ";
  if (e.mtv) {
    out += "{\"translation\": " + point(e.mtv->translation) + ", \"normal\": " + point(e.mtv->normal) +
           ", \"depth\": " + number(e.mtv->depth) + "}";
  } else {
    out += "null";
  }
  if (e.chosen >= 0) {
    out += ",\n  \"feature_a\": " + feature(e.feature_a) + ",\n  \"feature_b\": " + feature(e.feature_b);
  }
  out += ",\n  \"axes\": [";
  for (std::size_t i = 0; i < e.axes.size(); ++i) {
    out += (i == 0 ? "\n    " : ",\n    ") + axis_json(e.axes[i], static_cast<int>(i) == e.chosen);
  }
  return out + (e.axes.empty() ? "]" : "\n  ]") + "\n}\n";
}

}  // namespace bankshot_tool
