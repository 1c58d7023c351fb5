#pragma once
// The gap of two shapes by brute force in long double: the judge of rays and sweeps. Shares no code with the library.

#include <bankshot/math/pose.hpp>
#include <bankshot/shape/shape.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace bankshot_test {

using Wide = long double;

struct WidePoint {
  Wide x = 0, y = 0;
};
inline WidePoint operator+(WidePoint a, WidePoint b) { return {a.x + b.x, a.y + b.y}; }
inline WidePoint operator-(WidePoint a, WidePoint b) { return {a.x - b.x, a.y - b.y}; }
inline WidePoint operator*(Wide k, WidePoint a) { return {k * a.x, k * a.y}; }
inline Wide dot(WidePoint a, WidePoint b) { return a.x * b.x + a.y * b.y; }
inline Wide cross(WidePoint a, WidePoint b) { return a.x * b.y - a.y * b.x; }
inline Wide length(WidePoint a) { return std::sqrt(dot(a, a)); }
inline WidePoint wide(const bankshot::Vec2& v) { return {v[0], v[1]}; }

/// A placed shape: the points of its core and its radius.
struct WideShape {
  std::vector<WidePoint> points;
  Wide radius = 0;
};

inline WideShape placed(const bankshot::Shape& shape, WidePoint position, Wide c, Wide s,
                        WidePoint pivot = WidePoint{}) {
  WideShape result;
  result.radius = shape.radius();
  result.points.reserve(static_cast<std::size_t>(shape.corner_count()));
  for (int i = 0; i < shape.corner_count(); ++i) {
    const WidePoint p = wide(shape.corner(i)) - pivot;
    result.points.push_back(position + WidePoint{c * p.x - s * p.y, s * p.x + c * p.y});
  }
  return result;
}
inline WideShape placed(const bankshot::Shape& shape, const bankshot::Pose& pose) {
  return placed(shape, wide(pose.position), pose.rotation.c, pose.rotation.s);
}

inline Wide distance_to_segment(WidePoint p, WidePoint a, WidePoint b) {
  const WidePoint e = b - a;
  const Wide square = dot(e, e);
  const Wide t = square > 0 ? std::clamp(dot(p - a, e) / square, Wide(0), Wide(1)) : Wide(0);
  return length(p - (a + t * e));
}

inline Wide separation_along(const WideShape& a, const WideShape& b, WidePoint n) {
  Wide low = INFINITY, high = -INFINITY;
  for (const WidePoint p : a.points) low = std::min(low, dot(n, p));
  for (const WidePoint q : b.points) high = std::max(high, dot(n, q));
  return low - high;
}

/// Gap of the surfaces: distance when the cores are apart, otherwise minus the least one-sided overlap, less the radii.
inline Wide exact_gap(const WideShape& a, const WideShape& b) {
  Wide separation = -INFINITY, distance = INFINITY;
  for (const WideShape* own : {&a, &b}) {
    const WideShape& other = own == &a ? b : a;
    const std::size_t n = own->points.size();
    for (std::size_t i = 0; i < n; ++i) {
      const WidePoint p = own->points[i], q = own->points[(i + 1) % n];
      for (const WidePoint r : other.points) distance = std::min(distance, distance_to_segment(r, p, q));
      if (n == 1) continue;
      const WidePoint e = (1 / length(q - p)) * (q - p), out = {e.y, -e.x};
      separation = std::max(separation, separation_along(other, *own, out));
      if (n == 2) separation = std::max(separation, separation_along(other, *own, e));  // beyond the ends
    }
  }
  if (a.points.size() == 1 && b.points.size() == 1) separation = distance;
  return (separation > 0 ? distance : separation) - a.radius - b.radius;
}

/// The first place in [from, to] where f falls to zero, by sampling, refining every dip, and bisection; NaN if none.
/// `depth` is how far below zero f must get to count.
inline Wide first_fall(const std::function<Wide(Wide)>& f, Wide from, Wide to, int samples, Wide depth,
                       Wide* least = nullptr) {
  std::vector<Wide> ts, fs;
  ts.reserve(static_cast<std::size_t>(samples) + 1);
  fs.reserve(static_cast<std::size_t>(samples) + 1);
  for (int i = 0; i <= samples; ++i) {
    ts.push_back(from + (to - from) * i / samples);
    fs.push_back(f(ts.back()));
  }
  Wide smallest = fs[0];
  for (int i = 0; i <= samples; ++i) {
    const auto k = static_cast<std::size_t>(i);
    Wide low_t = ts[k], low_f = fs[k];
    // A dip, and one whose sides are steep enough to reach zero between the samples.
    const bool dip = i > 0 && i < samples && fs[k] <= fs[k - 1] && fs[k] <= fs[k + 1] &&
                     fs[k] <= 2 * (std::max(fs[k - 1], fs[k + 1]) - fs[k]);
    if (dip && low_f >= -depth) {  // golden section
      Wide lo = ts[k - 1], hi = ts[k + 1];
      const Wide g = 0.6180339887498948482L;
      Wide x = hi - g * (hi - lo), y = lo + g * (hi - lo), fx = f(x), fy = f(y);
      for (int j = 0; j < 40; ++j) {
        if (fx < fy) {
          hi = y, y = x, fy = fx, x = hi - g * (hi - lo), fx = f(x);
        } else {
          lo = x, x = y, fx = fy, y = lo + g * (hi - lo), fy = f(y);
        }
      }
      if (std::min(fx, fy) < low_f) low_t = fx < fy ? x : y, low_f = std::min(fx, fy);
    }
    smallest = std::min(smallest, low_f);
    if (low_f >= -depth) continue;
    if (least) *least = smallest;
    Wide lo = i > 0 ? ts[k - 1] : from, hi = low_t;
    for (int j = 0; j < 70; ++j) {
      const Wide middle = (lo + hi) / 2;
      (f(middle) < 0 ? hi : lo) = middle;
    }
    return hi;
  }
  if (least) *least = smallest;
  return NAN;
}

/// Where a convex function of t falls to zero and where it rises again, and its minimum; `enter` is NaN when the
/// minimum is above zero. Exact for the gap of shapes that move in a straight line without turning.
struct Chord {
  Wide enter = NAN, leave = NAN, least = 0;
};
template <class F>
Chord convex_chord(const F& f, Wide from, Wide to) {
  const Wide g = 0.6180339887498948482L;
  Wide lo = from, hi = to;
  Wide x = hi - g * (hi - lo), y = lo + g * (hi - lo), fx = f(x), fy = f(y);
  for (int j = 0; j < 60; ++j) {
    if (fx < fy) {
      hi = y, y = x, fy = fx, x = hi - g * (hi - lo), fx = f(x);
    } else {
      lo = x, x = y, fx = fy, y = lo + g * (hi - lo), fy = f(y);
    }
  }
  Chord chord;
  Wide bottom = fx < fy ? x : y;
  for (const Wide end : {from, to}) {
    if (f(end) < f(bottom)) bottom = end;
  }
  chord.least = f(bottom);
  if (chord.least > 0) return chord;
  const auto root = [&](Wide outside, Wide inside) {
    if (f(outside) <= 0) return outside;
    for (int j = 0; j < 50; ++j) {
      const Wide middle = (outside + inside) / 2;
      (f(middle) > 0 ? outside : inside) = middle;
    }
    return inside;
  };
  chord.enter = root(from, bottom);
  chord.leave = root(to, bottom);
  return chord;
}

}  // namespace bankshot_test
