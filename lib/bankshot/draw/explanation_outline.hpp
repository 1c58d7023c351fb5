#pragma once
// The shapes, axes and elements of an explaining picture. Not part of the public interface.
//
// World coordinates are taken relative to B's position, so that a pair far from the origin looks like one close to it.
// Everything is in double, additions, products and roots only: the same picture to the last digit everywhere.

#include <bankshot/draw/explanation.hpp>

#include <string>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A point or direction of the picture's arithmetic.
struct P {
  double x = 0, y = 0;
  friend P operator+(P a, P b) { return {a.x + b.x, a.y + b.y}; }
  friend P operator-(P a, P b) { return {a.x - b.x, a.y - b.y}; }
  friend P operator*(double k, P a) { return {k * a.x, k * a.y}; }
  friend double dot(P a, P b) { return a.x * b.x + a.y * b.y; }
};
P point(const Vec2& v);

/// At most four significant digits.
std::string short_number(double value);
/// "(0.6, 0.8)"
std::string short_direction(P n);

/// A shape where it stands, relative to B's position.
struct Outline {
  const Shape& shape;
  P position;
  P turn;  ///< cosine and sine

  P at(int corner) const;
  P normal(int edge) const;
  double radius() const { return static_cast<double>(shape.radius()); }
  double reach(P direction) const;  ///< largest dot(direction, p) over the shape; direction of unit length
  /// The point that reaches farthest; of several the one that also lies farthest along `then`.
  P farthest(P direction, P then) const;
  double outside(P p) const;  ///< how far p lies outside, at most; negative inside
};

/// Directions that lie on one line: a picture shows them together.
struct AxisLine {
  std::vector<int> members;  ///< indices of axes
  int shown = 0;             ///< the one with the shortest way
};
std::vector<AxisLine> lines_of(const Explanation& explanation);
/// "edges 0, 2 of A", "edge 1 of B": one entry per source.
std::vector<std::string> line_names(const Explanation& explanation, const AxisLine& line);

// Elements of the page.
void append_line(std::string& out, P from, P to, const char* css);
void append_arrow(std::string& out, P from, P to, double head, const char* css);  ///< css names a stroke and a fill
void append_polygon(std::string& out, const std::vector<P>& points, const char* css);
void append_circle(std::string& out, P centre, double radius, const char* css);
void append_text(std::string& out, P at, const std::string& text, const char* css);

}  // namespace bankshot::BANKSHOT_ABI::detail
