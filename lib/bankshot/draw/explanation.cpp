// What explain() found, in words, and the page around the figures.

#include <bankshot/draw/explanation.hpp>
#include <bankshot/draw/explanation_figure.hpp>
#include <bankshot/draw/explanation_outline.hpp>
#include <bankshot/draw/svg_text.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI {

namespace {

using detail::short_number;

std::string corner_name(const Shape& shape, int index) {
  if (shape.kind() == ShapeKind::circle) return "centre";
  return (shape.kind() == ShapeKind::polygon ? "corner " : "end ") + std::to_string(index);
}

std::string edge_name(const Shape& shape, int index) {
  return (shape.kind() == ShapeKind::polygon ? "edge " : "side ") + std::to_string(index);
}

/// Where the chosen axis comes from, as the middle of a sentence.
std::string along(const Explanation& e) {
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(e.chosen)];
  switch (axis.source) {
    case AxisSource::edge_of_a:
    case AxisSource::edge_of_b: return "along the normal of " + axis_name(e, e.chosen);
    case AxisSource::corners: return "along the line from " + axis_name(e, e.chosen);
    case AxisSource::positions: break;
  }
  return "along the line between the two positions";
}

bool in_one_place(const Explanation& e) {
  if (e.a.corner_count() != 1 || e.b.corner_count() != 1) return false;
  return e.axes[0].depth == e.a.radius() + e.b.radius();
}

std::string reason_to_be_apart(const Explanation& e) {
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(e.chosen)];
  std::string text = "The shadows " + along(e) + " leave a gap of " + short_number(-axis.depth) +
                     ". One such axis is enough: two convex shapes that meet have shadows that meet on every axis.";
  if (e.circles_apart) text += " Here even the bounding circles are apart, so that no axis had to be asked.";
  return text;
}

std::string reason_to_meet(const Explanation& e) {
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(e.chosen)];
  if (in_one_place(e)) {
    return "The two centres are in one place, so that all directions are equally good: an axis of the shapes' own "
           "decides, and A leaves by the sum of the radii, " +
           short_number(axis.depth) + ".";
  }
  std::string text = e.axes.size() == 1
                         ? "The shadows overlap " + along(e) + ", the only axis to ask: A gets out by "
                         : "The shadows overlap on every axis. The shortest way out is " + along(e) + ", by ";
  text += short_number(axis.depth) + ".";
  if (axis.added > 0) {
    const bool a_in_b = axis.nesting == Nesting::a_in_b;
    const std::string inner = a_in_b ? "A" : "B", outer = a_in_b ? "B" : "A";
    text += " There the shadow of " + inner + " lies inside that of " + outer + ", so the overlap of " +
            short_number(axis.overlap) + " is not enough: " + short_number(axis.added) + " more lead to the end.";
  }
  return text;
}

}  // namespace

std::string axis_name(const Explanation& e, int index) {
  const ExplainedAxis& axis = e.axes.at(static_cast<std::size_t>(index));
  switch (axis.source) {
    case AxisSource::edge_of_a: return edge_name(e.a, axis.index_a) + " of A";
    case AxisSource::edge_of_b: return edge_name(e.b, axis.index_b) + " of B";
    case AxisSource::corners:
      return corner_name(e.b, axis.index_b) + " of B to " + corner_name(e.a, axis.index_a) + " of A";
    case AxisSource::positions: break;
  }
  return "position of B to position of A";
}

std::string feature_name(const Shape& shape, const Feature& feature) {
  return feature.kind == Feature::Kind::edge ? edge_name(shape, feature.index) : corner_name(shape, feature.index);
}

std::string verdict(const Explanation& e) {
  switch (e.relation) {
    case Relation::apart: return "A and B are apart";
    case Relation::touching: return "A and B touch";
    case Relation::overlapping: return "A and B overlap";
    case Relation::a_inside_b: return "A lies inside B";
    case Relation::b_inside_a: return "B lies inside A";
    case Relation::equal: break;
  }
  return "A and B cover the same points";
}

std::string reason(const Explanation& e) {
  if (e.chosen < 0)
    return "A pose is not finite, or the positions are too far apart to subtract: there is no axis to ask.";
  switch (e.relation) {
    case Relation::apart: return reason_to_be_apart(e);
    case Relation::touching:
      return "No axis separates the shadows, and " + along(e) + " they share no more than rounding can tell (" +
             short_number(e.band) + ", the band). They touch: what is left to move is within rounding.";
    case Relation::overlapping: return reason_to_meet(e);
    case Relation::a_inside_b: return reason_to_meet(e) + " No point of A reaches out of B, so A lies inside.";
    case Relation::b_inside_a: return reason_to_meet(e) + " No point of B reaches out of A, so B lies inside.";
    case Relation::equal: break;
  }
  return reason_to_meet(e) + " Each lies inside the other, so they are equal.";
}

namespace detail {
namespace {

constexpr double page = 960, margin = 24, words_left = 600, figure_height = 450, card_gap = 14;
constexpr std::size_t most_lines = 16;

const char* style_rules() {
  return "text{font:14px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;fill:#39414e}"
         ".paper{fill:#fffdf9;stroke:#e2dccf}.panel{fill:#faf7f0;stroke:#e7e1d4}.best{stroke:#c2413b;stroke-width:2}"
         ".title{font-size:21px;font-weight:600;fill:#22304a}.verdict{font-size:23px;font-weight:600;fill:#22304a}"
         ".head{font-size:16px;font-weight:600;fill:#22304a}.key{fill:#7b8494}.small{font-size:12.5px}"
         ".strong{font-weight:600}.tick{font-size:10px;fill:#b3ab99}.grid{stroke:#ece6d9;fill:none}"
         ".fa{fill:#6c9bc4}.sa{stroke:#426e95}.fb{fill:#e3b165}.sb{stroke:#a97b34}"
         ".shape{fill-opacity:.55;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.spoke{display:none}"
         ".ghost{fill:#6c9bc4;fill-opacity:.1;stroke:#426e95;stroke-width:1.5;stroke-dasharray:6 4;"
         "stroke-linejoin:round}"
         ".beam{fill-opacity:.1}.ray{fill:none;stroke-opacity:.55;stroke-dasharray:3 3}"
         ".wall{fill:#7b8494;stroke:#7b8494;stroke-width:1.25}.bar{fill-opacity:.8}"
         ".end{stroke:#7b8494;stroke-opacity:.7;fill:none}"
         ".overlap{fill:#c2413b}.added{fill:#8a5cb8}.gap{fill:#2f8f5b}"
         ".mtv{fill:#c2413b;stroke:#c2413b;stroke-width:3;stroke-linejoin:round}"
         ".gapline{fill:none;stroke:#2f8f5b;stroke-width:2.5;stroke-dasharray:6 4}"
         ".edge{fill:none;stroke-width:4;stroke-linecap:round}.ea{stroke:#2d577c}.eb{stroke:#8b5f1c}"
         ".da{fill:#2d577c}.db{fill:#8b5f1c}"
         ".halo{paint-order:stroke;stroke:#faf7f0;stroke-width:4px;stroke-linejoin:round}.mid{text-anchor:middle}"
         ".name{font-size:21px;font-weight:700;text-anchor:middle;stroke-opacity:.75}.na{fill:#2d577c}.nb{fill:#8b5f1c}"
         ".mtvname{font-weight:700;fill:#c2413b}.gapname{font-weight:700;fill:#2f8f5b}"
         ".axis{font-style:italic;font-size:17px;fill:#5c6370}"
         ".to{fill:#c2413b}.ta{fill:#8a5cb8}.tg{fill:#2f8f5b}";
}

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end + 1;
    if (!line.empty() && letters(line) + 1 + letters(word) > width) {
      lines.push_back(line);
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(line);
  return lines;
}

void append_panel(std::string& out, P at, P size, const char* css) {
  out.append("<rect class=\"").append(css).append("\" rx=\"8\"");
  append_attribute(out, "x", at.x, 1);
  append_attribute(out, "y", at.y, 1);
  append_attribute(out, "width", size.x, 1);
  append_attribute(out, "height", size.y, 1);
  out += "/>\n";
}

/// "overlap 1 + 0.25 added = way out 1.25", each part in its colour.
void append_sum(std::string& out, P at, const ExplainedAxis& axis) {
  const auto part = [&](const char* css, const std::string& text) {
    out.append("<tspan dx=\"4\" class=\"").append(css).append("\">");
    append_escaped(out, text);
    out += "</tspan>";
  };
  out += "<text class=\"small\"";
  append_attribute(out, "x", at.x - 4, 1);
  append_attribute(out, "y", at.y, 1);
  out += '>';
  if (axis.overlap < 0) {
    part("tg strong", "gap " + short_number(-axis.overlap));
  } else if (axis.added > 0) {
    part("to strong", short_number(axis.overlap));
    part("ta strong", "+ " + short_number(axis.added));
    part("strong", "= way out " + short_number(axis.depth));
  } else {
    part("to strong", "way out " + short_number(axis.depth));
  }
  out += "</text>\n";
}

/// What the axis of a small figure is, in as many lines as `rows`.
void append_card_text(std::string& out, const Explanation& e, const AxisLine& line, P at, std::size_t rows,
                      const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    append_text(out, {at.x, at.y + 17.0 * static_cast<double>(i)}, names[i], "small strong");
  }
  const double y = at.y + 17.0 * static_cast<double>(rows);
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(line.shown)];
  append_text(out, {at.x, y}, "n = " + short_direction(point(axis.normal)), "small key");
  append_sum(out, {at.x, y + 17}, axis);
  if (line.shown == e.chosen) {
    append_text(out, {at.x, y + 34}, e.relation == Relation::apart ? "the largest gap" : "the shortest way: chosen",
                "small to strong");
  } else if (!axis.eligible) {
    append_text(out, {at.x, y + 34}, "an edge lies nearer: not used", "small key");
  } else if (axis.added > 0) {
    const char* nested = axis.nesting == Nesting::a_in_b   ? "A's shadow lies inside B's"
                         : axis.nesting == Nesting::b_in_a ? "B's shadow lies inside A's"
                                                           : "A lies on the far side";
    append_text(out, {at.x, y + 34}, nested, "small ta");
  }
}

struct Cards {
  std::vector<AxisLine> lines;
  std::size_t left_out = 0;
  std::vector<std::vector<std::string>> names;  ///< wrapped
  int columns = 4;
  double width = 0, height = 0, picture = 0;
  std::size_t rows = 1;  ///< of text for names
};

Cards cards_of(const Explanation& e) {
  Cards cards;
  cards.lines = lines_of(e);
  if (cards.lines.size() > most_lines) {  // the best, in their order
    const auto depth = [&](const AxisLine& line) { return e.axes[static_cast<std::size_t>(line.shown)].depth; };
    std::vector<AxisLine> best = cards.lines;
    std::stable_sort(best.begin(), best.end(),
                     [&](const AxisLine& one, const AxisLine& two) { return depth(one) < depth(two); });
    const Real worst = depth(best[most_lines - 1]);
    std::vector<AxisLine> kept;
    for (const AxisLine& line : cards.lines) {
      if (kept.size() < most_lines && depth(line) <= worst) kept.push_back(line);
    }
    cards.left_out = cards.lines.size() - kept.size();
    cards.lines = kept;
  }
  const std::size_t count = cards.lines.size();
  cards.columns = count <= 2 ? 2 : count == 3 || count == 5 || count == 6 ? 3 : 4;
  cards.width = (page - 2 * margin - (cards.columns - 1) * card_gap) / cards.columns;
  cards.picture = cards.columns == 4 ? 190 : 220;
  const std::size_t letters_per_row = cards.columns == 4 ? 28 : 38;
  for (const AxisLine& line : cards.lines) {
    std::vector<std::string> text;
    for (const std::string& name : line_names(e, line)) {
      for (std::string& row : wrapped(name, letters_per_row)) text.push_back(std::move(row));
    }
    if (text.size() > 3) {
      text.resize(3);
      text.back() += " ...";
    }
    cards.rows = std::max(cards.rows, text.size());
    cards.names.push_back(std::move(text));
  }
  cards.height = cards.picture + 17.0 * static_cast<double>(cards.rows) + 66;
  return cards;
}

FigureStyle place_of_card(const Cards& cards, std::size_t i, double top) {
  const auto column = static_cast<double>(i % static_cast<std::size_t>(cards.columns));
  const auto row = static_cast<double>(i / static_cast<std::size_t>(cards.columns));
  return {margin + column * (cards.width + card_gap), top + row * (cards.height + card_gap), cards.width, cards.picture,
          false};
}

void append_cards(std::string& out, const Explanation& e, const Cards& cards, double top) {
  const auto inner = [&](std::size_t i) {
    FigureStyle style = place_of_card(cards, i, top);
    style.x += 12;
    style.y += 12;
    style.width -= 24;
    style.height -= 16;
    return style;
  };
  double scale = 1e300;
  for (std::size_t i = 0; i < cards.lines.size(); ++i) {
    scale = std::min(scale, figure_scale(e, cards.lines[i].shown, inner(i)));
  }
  for (std::size_t i = 0; i < cards.lines.size(); ++i) {
    const FigureStyle style = place_of_card(cards, i, top);
    const bool chosen = cards.lines[i].shown == e.chosen;
    append_panel(out, {style.x, style.y}, {cards.width, cards.height}, chosen ? "panel best" : "panel");
    append_figure(out, e, cards.lines[i].shown, inner(i), scale);
    append_card_text(out, e, cards.lines[i], {style.x + 14, style.y + cards.picture + 19}, cards.rows, cards.names[i]);
  }
}

/// A row of the legend: what the colour or the stroke stands for.
void append_key(std::string& out, P at, const char* css, const char* text) {
  append_polygon(out, {{at.x, at.y - 9}, {at.x + 22, at.y - 9}, {at.x + 22, at.y - 1}, {at.x, at.y - 1}}, css);
  append_text(out, {at.x + 32, at.y}, text, "small");
}

void append_legend(std::string& out, const Explanation& e, double y) {
  append_key(out, {words_left, y}, "bar fa sa", "shadow of A");
  append_key(out, {words_left + 166, y}, "bar fb sb", "shadow of B");
  y += 22;
  if (e.relation == Relation::apart) {
    append_key(out, {words_left, y}, "gap", "gap");
    append_key(out, {words_left + 166, y}, "overlap", "overlap");
  } else {
    append_key(out, {words_left, y}, "overlap", "overlap");
    append_key(out, {words_left + 166, y}, "added", "containment adds");
    if (e.mtv && e.mtv->depth > 0) append_key(out, {words_left, y + 22}, "ghost", "A after the MTV");
  }
}

/// Verdict, reason and numbers; returns where it ends.
double append_verdict(std::string& out, const Explanation& e, double y) {
  append_text(out, {words_left, y}, verdict(e), "verdict");
  y += 30;
  for (const std::string& line : wrapped(reason(e), 43)) {
    append_text(out, {words_left, y}, line, "");
    y += 20;
  }
  y += 14;
  const auto row = [&](const char* key, const std::string& value) {
    append_text(out, {words_left, y}, key, "key");
    append_text(out, {words_left + 112, y}, value, "");
    y += 21;
  };
  if (e.chosen < 0) return y;
  const ExplainedAxis& axis = e.axes[static_cast<std::size_t>(e.chosen)];
  if (e.mtv) {
    row("MTV", short_direction(point(e.mtv->translation)));
    row("length", short_number(e.mtv->depth));
  } else {
    row("distance", short_number(-axis.depth));
  }
  row("normal n", short_direction(point(axis.normal)));
  row("feature of A", feature_name(e.a, e.feature_a));
  row("feature of B", feature_name(e.b, e.feature_b));
  row("axes asked", std::to_string(e.axes.size()));
  return y;
}

void append_opening(std::string& out, const Explanation& e, const std::string& title, double height) {
  out += "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ";
  append_number(out, page, 0);
  out += ' ';
  append_number(out, height, 1);
  out += '"';
  append_attribute(out, "width", page, 0);
  append_attribute(out, "height", height, 1);
  out += " role=\"img\">\n<title>";
  append_escaped(out, title.empty() ? verdict(e) : title + ": " + verdict(e));
  out += "</title>\n<desc>";
  append_escaped(out, reason(e));
  out += "</desc>\n<style>";
  out += style_rules();
  out += "</style>\n";
  append_panel(out, {0.5, 0.5}, {page - 1, height - 1}, "paper");
}

}  // namespace
}  // namespace detail

std::string explanation_svg(const Explanation& e, const ExplanationOptions& options) {
  using namespace detail;
  const std::string title(shortened(options.title, 80));
  double top = margin;
  if (!title.empty()) top += 32;
  std::string right;
  const double verdict_end = append_verdict(right, e, top + 26);
  const double legend = std::max(verdict_end + 16, top + figure_height - 60);
  append_legend(right, e, legend);
  const double first_part = std::max(figure_height, legend + 52 - top);
  const bool any = e.chosen >= 0;
  const Cards cards = any ? cards_of(e) : Cards{};
  const bool several = cards.lines.size() > 1;  // one alone is the large figure already
  const double cards_top = top + first_part + 50;
  const auto rows = static_cast<double>((cards.lines.size() + static_cast<std::size_t>(cards.columns) - 1) /
                                        static_cast<std::size_t>(cards.columns));
  const double height =
      several ? cards_top + rows * (cards.height + card_gap) - card_gap + margin : top + first_part + margin;
  std::string out;
  append_opening(out, e, title, height);
  if (!title.empty()) append_text(out, {margin, margin + 16}, title, "title");
  append_panel(out, {margin, top}, {words_left - margin - 24, first_part}, "panel");
  if (any) {
    const FigureStyle style = {margin + 20, top + 20, words_left - margin - 64, first_part - 40, true};
    append_figure(out, e, e.chosen, style, figure_scale(e, e.chosen, style));
  }
  out += right;
  if (several) {
    std::string heading = "Every axis, with the shadows of both shapes on it";
    if (cards.left_out > 0) {
      heading = "The best " + std::to_string(cards.lines.size()) + " axes; " + std::to_string(cards.left_out) +
                " more are farther";
    }
    append_text(out, {margin, cards_top - 16}, heading, "head");
    append_cards(out, e, cards, cards_top);
  }
  return out + "</svg>\n";
}

}  // namespace bankshot::BANKSHOT_ABI
