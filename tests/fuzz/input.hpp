#pragma once
// Reads numbers, shapes and poses from the bytes of a fuzzer. Any bytes give something sensible: most mutations of an
// input are another input that goes deep, and missing bytes read as zeros. Successive reads stand in statements of
// their own: the order of arguments is the compiler's choice.

#include <bankshot/math/pose.hpp>
#include <bankshot/shape/shape.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace bankshot_fuzz {

using bankshot::Pose;
using bankshot::Real;
using bankshot::Rotation;
using bankshot::Shape;
using bankshot::Vec2;

/// Width of the core of a polygon where it is narrowest; infinite for other shapes, which need no width.
inline Real core_width(const Shape& shape) {
  Real width = std::numeric_limits<Real>::infinity();
  for (int i = 0; i < shape.corner_count() && shape.corner_count() > 2; ++i) {
    const Vec2 normal = shape.normal(i), corner = shape.corner(i);
    Real deepest = 0;
    for (int k = 0; k < shape.corner_count(); ++k) {
      const Vec2 way = corner - shape.corner(k);
      deepest = std::max(deepest, normal[0] * way[0] + normal[1] * way[1]);
    }
    width = std::min(width, deepest);
  }
  return width;
}

/// That width over the distance of the corners from the shape's origin.
inline Real slimness(const Shape& shape) {
  Real reach = 0;
  for (int i = 0; i < shape.corner_count(); ++i) {
    const Vec2 corner = shape.corner(i);
    reach = std::max({reach, std::fabs(corner[0]), std::fabs(corner[1])});
  }
  return reach > 0 ? core_width(shape) / reach : Real(1);
}

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool empty() const { return at_ >= size_; }
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  int below(int count) { return byte() % count; }
  bool chance() { return (byte() & 1) != 0; }

  /// Often a small multiple of 1/8, or an earlier number, exactly or some ulps off; at times anything from 2^-20 to
  /// 2^20 in size. Always finite.
  Real number() {
    Real value = 0;
    switch (below(8)) {
      case 0:
      case 1:
      case 2: value = static_cast<Real>(signed_byte()) / 8; break;
      case 3: value = static_cast<Real>(signed_byte()); break;
      case 4: value = static_cast<Real>(word()) / 16384; break;
      case 5:
        value = static_cast<Real>(word()) / 32768;
        value = std::ldexp(value, below(41) - 20);
        break;
      case 6: value = before(); break;
      default:
        value = before();
        value = near(value, signed_byte());
        break;
    }
    past_[count_++ % past_size] = value;
    return value;
  }
  /// Returns a positive number.
  Real length() {
    const Real value = std::fabs(number());
    return value > 0 ? value : Real(1);
  }
  Vec2 point() {
    const Real x = number();
    return Vec2(x, number());
  }

  Rotation rotation() {
    switch (below(5)) {
      case 0: return {1, 0};
      case 1: return {0, 1};
      case 2: return {-1, 0};
      case 3: return {0, -1};
      default: return Rotation::from_angle(std::fmod(number(), Real(64)));
    }
  }
  Pose pose() {
    const Vec2 position = point();
    return {position, rotation()};
  }

  /// Never refused: a shape that the builders do not take becomes a box of 1 by 1. So does a needle so narrow that a
  /// rotation rounds its width away: it is then no longer convex, and nothing is promised of it.
  Shape shape() {
    const bankshot::Result<Shape> made = wanted_shape();
    return made && slimness(*made) > 256 * std::numeric_limits<Real>::epsilon() ? *made : bankshot::box(1, 1);
  }

 private:
  static constexpr std::size_t past_size = 8;

  int signed_byte() { return static_cast<int>(byte()) - 128; }
  int word() {
    const int high = byte();
    return high * 256 + byte() - 32768;
  }
  Real before() { return past_[byte() % past_size]; }
  static Real near(Real value, int ulps) {
    if (value == 0) return std::ldexp(static_cast<Real>(ulps), -30);  // no denormals: their squares are 0
    const Real towards = ulps < 0 ? -std::numeric_limits<Real>::infinity() : std::numeric_limits<Real>::infinity();
    for (int i = 0; i < std::abs(ulps) % 16; ++i) value = std::nextafter(value, towards);
    return value;
  }

  bankshot::Result<Shape> wanted_shape() {
    const int kind = below(7);
    switch (kind) {
      case 0: {
        const Real size = length();
        return bankshot::try_circle(size, offset());
      }
      case 1: {
        const Vec2 from = point(), to = point();
        return bankshot::try_capsule(from, to, length());
      }
      case 2: {
        const Vec2 from = point();
        return bankshot::try_segment(from, point());
      }
      case 3:
      case 4: {
        const Real width = length(), height = length();
        const Vec2 centre = offset();
        const Rotation turn = chance() ? rotation() : Rotation{};
        return bankshot::try_box(width, height, centre, turn, radius());
      }
      case 5: return any_polygon();
      default: return round_polygon();
    }
  }
  Vec2 offset() { return chance() ? point() : Vec2(0, 0); }
  Real radius() { return chance() ? length() : Real(0); }

  bankshot::Result<Shape> any_polygon() {
    std::vector<Vec2> corners(static_cast<std::size_t>(3 + below(6)));
    for (Vec2& corner : corners) corner = point();
    return bankshot::try_polygon(corners, radius());
  }
  /// On an ellipse, with 3 to 62 corners and edges that may be nearly parallel.
  bankshot::Result<Shape> round_polygon() {
    const int count = 3 + below(60);
    const Real across = length(), high = length(), start = number();
    std::vector<Vec2> corners;
    for (int i = 0; i < count; ++i) {
      const Real angle = start + Real(6.2831853) * static_cast<Real>(i) / static_cast<Real>(count);
      const Rotation turn = Rotation::from_angle(angle);
      corners.push_back(Vec2(across * turn.c, high * turn.s));
    }
    return bankshot::try_polygon(corners, radius());
  }

  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
  Real past_[past_size] = {};
  std::size_t count_ = 0;
};

}  // namespace bankshot_fuzz
