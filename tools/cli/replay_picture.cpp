#include "replay_picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "oracle/kit/answers.hpp"
#include "oracle/kit/peer_answer.hpp"
#include "svg_parts.hpp"

namespace bankshot_tool {

namespace {

using bankshot::Vec2;
using bankshot_oracle::Case;
using bankshot_oracle::Piece;

constexpr double panel = 440, margin = 30, caption = 50;

struct Point {
  double x = 0, y = 0;
};

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

/// Returns the corners relative to the position of B: far from the origin a picture lacks the digits.
std::vector<Point> corners_of(const Piece& piece, const Vec2& origin, const Vec2& moved) {
  const double c = double(piece.pose.rotation.c), s = double(piece.pose.rotation.s);
  const double x = double(piece.pose.position[0]) - double(origin[0]) + double(moved[0]);
  const double y = double(piece.pose.position[1]) - double(origin[1]) + double(moved[1]);
  std::vector<Point> points;
  for (const Vec2& p : piece.points) {
    const double px = double(p[0]), py = double(p[1]);
    points.push_back({x + (c * px - s * py), y + (s * px + c * py)});
  }
  return points;
}

/// One panel: its contents and its scale.
class Panel {
 public:
  void show(const std::vector<Point>& points, double radius) {
    for (const Point& p : points) {
      low_ = {std::min(low_.x, p.x - radius), std::min(low_.y, p.y - radius)};
      high_ = {std::max(high_.x, p.x + radius), std::max(high_.y, p.y + radius)};
    }
    scale_ = (panel - 2 * margin) / std::max({high_.x - low_.x, high_.y - low_.y, 1e-300});
  }

  std::string x(double at) const { return text_of(left + margin + (at - low_.x) * scale_); }
  std::string y(double at) const { return text_of(caption + panel - margin - (at - low_.y) * scale_); }

  std::string shape(const std::vector<Point>& points, double radius, const char* style) const {
    std::string path = "<path d=\"";
    for (std::size_t i = 0; i < points.size(); ++i)
      path += (i == 0 ? "M" : " L") + x(points[i].x) + "," + y(points[i].y);
    if (points.size() > 2) path += " Z";
    if (points.size() == 1) path += " l0.001,0";
    const std::string width = text_of(std::max(2 * radius * scale_, 1.2));
    return path + "\" " + style + " stroke-width=\"" + width +
           "\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n";
  }

  std::string line(Point from, Point to, const char* style) const {
    return "<path d=\"M" + x(from.x) + "," + y(from.y) + " L" + x(to.x) + "," + y(to.y) + "\" fill=\"none\" " + style +
           "/>\n";
  }

  double left = 0;

 private:
  Point low_{1e300, 1e300}, high_{-1e300, -1e300};
  double scale_ = 1;
};

/// One engine's answer.
struct Answer {
  std::string name, text;
  Vec2 translation = Vec2::Zero();  ///< of A out of B
  double fraction = -1;             ///< of the sweep or the ray; negative: a miss
  double skin = 0;
};

Answer ours(const StoredCase& stored) {
  Answer answer;
  answer.name = "Bankshot";
  const auto question = bankshot_oracle::question_of(stored.data);
  if (!question) {
    answer.text = "refuses a shape";
    return answer;
  }
  if (stored.sweep) {
    const auto hit = ask_sweep(*question, bankshot_oracle::Fault::none).hit;
    static constexpr const char* names[] = {"missed", "hit", "initial overlap", "out of steps"};
    answer.text = std::string("sweep: ") + names[std::size_t(hit.status)] + " at " + text_of(double(hit.fraction));
    if (hit) answer.fraction = double(hit.fraction);
    return answer;
  }
  static constexpr const char* names[] = {"apart", "touching", "overlapping", "A inside B", "B inside A", "equal"};
  const auto said = ask_geometry(*question, bankshot_oracle::Fault::none);
  answer.text = names[std::size_t(said.relation)];
  if (said.mtv) {
    answer.translation = said.mtv->translation;
    answer.text += ", depth " + text_of(double(said.mtv->depth));
  }
  if (said.ray) answer.fraction = double(said.ray->fraction);
  answer.text += said.ray ? ", ray hits at " + text_of(answer.fraction) : std::string(", ray misses");
  return answer;
}

Answer theirs(const StoredCase& stored) {
  const auto said = bankshot_oracle::box2d_answer(stored.data, stored.sweep);
  return {"Box2D 2.4.1", said.text, said.translation, double(said.fraction), double(said.skin)};
}

std::string draw(const StoredCase& stored, const Answer& answer, double left) {
  const Case& data = stored.data;
  const Vec2 origin = data.b.pose.position;
  const auto radius = [&](const Piece& piece) {
    return double(piece.radius) + (piece.kind == bankshot::ShapeKind::circle ? 0 : answer.skin);
  };
  const auto at_share = [](const Vec2& way, double share) { return Vec2(static_cast<bankshot::Real>(share) * way); };
  const Vec2 goal =
      stored.sweep ? at_share(data.motion, answer.fraction < 0 ? 1 : answer.fraction) : answer.translation;
  const auto a = corners_of(data.a, origin, Vec2::Zero()), b = corners_of(data.b, origin, Vec2::Zero());
  const auto moved = corners_of(data.a, origin, goal);
  Panel view;
  view.left = left;
  view.show(a, radius(data.a));
  view.show(b, radius(data.b));
  view.show(moved, radius(data.a));
  std::string out = "<text x=\"" + text_of(left + margin) + "\" y=\"20\" font-weight=\"bold\">" + answer.name +
                    "</text>\n<text x=\"" + text_of(left + margin) + "\" y=\"38\">" + svg_escaped(answer.text) +
                    "</text>\n";
  out += view.shape(b, radius(data.b), "fill=\"#9aa5b1\" stroke=\"#9aa5b1\" opacity=\"0.7\"");
  out += view.shape(a, radius(data.a), "fill=\"#2f6fb3\" stroke=\"#2f6fb3\" opacity=\"0.6\"");
  if (goal != Vec2::Zero()) {
    out += view.shape(moved, radius(data.a), "fill=\"#e08a1e\" stroke=\"#e08a1e\" opacity=\"0.45\"");
    out += view.line(a[0], moved[0], "stroke=\"#b3261e\" stroke-width=\"2\"");
  }
  if (!stored.sweep && data.ray != Vec2::Zero()) {
    const Point from = {double(data.origin[0]) - double(origin[0]), double(data.origin[1]) - double(origin[1])};
    const double share = answer.fraction < 0 ? 1 : answer.fraction;
    const Point to = {from.x + share * double(data.ray[0]), from.y + share * double(data.ray[1])};
    out += view.line(from, to, "stroke=\"#3a7d44\" stroke-width=\"1.5\" stroke-dasharray=\"6 4\"");
  }
  return out;
}

}  // namespace

std::string picture_of_case(const StoredCase& stored, const std::string& title) {
  const std::string width = text_of(2 * panel), height = text_of(panel + caption);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height + "\" width=\"" + width +
         "\" height=\"" + height + "\" font-family=\"sans-serif\" font-size=\"11\">\n" + replay_mark + "\n<title>" +
         svg_escaped(title) + "</title>\n<rect width=\"" + width + "\" height=\"" + height + "\" fill=\"white\"/>\n" +
         draw(stored, ours(stored), 0) + draw(stored, theirs(stored), panel) + "</svg>\n";
}

}  // namespace bankshot_tool
