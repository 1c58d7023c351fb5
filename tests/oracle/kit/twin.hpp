#pragma once
// A case in a form that Box2D 2.4.1 accepts. Box2D works in metres and in single precision. The case is therefore
// scaled by a power of two until its smaller shape is about a metre large, and its numbers are rounded to float. The
// library is then asked about exactly those numbers.
//
// Known differences that are modelled:
// - polygons and edges carry a skin of b2_polygonRadius (1 cm) in overlaps, manifolds and times of impact, and none in
//   rays: the twin has our shape grown by it, and sharp;
// - there is no capsule: an edge with a radius behaves like one in everything but manifolds and rays;
// - a polygon has at most eight corners, and its hull drops corners closer than half of b2_linearSlop or in line.

#include <box2d/box2d.h>

#include <memory>

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

struct TwinShape {
  std::shared_ptr<b2Shape> theirs;
  std::optional<Shape> grown;  ///< with the skin
  std::optional<Shape> sharp;  ///< without; for Box2D's rays
  double reach = 0;            ///< from the origin of the shape, skin included
  bool rounded = false;        ///< has a radius that Box2D's manifolds and rays ignore
};

struct Twin {
  TwinShape a, b;
  Case data;  ///< the numbers that both libraries get
  b2Transform at_a, at_b;
  double unit = 1;  ///< lengths were multiplied by this
  double size = 0;  ///< sum of the reach of the two and their distances from the origin

  /// Rounding of Box2D's single precision: a corner turned and moved into the world takes two products and two sums,
  /// its cosine and sine are rounded too, and a projection or difference as much again.
  double noise() const { return 8 * 1.1920929e-7 * size; }
};

/// Empty, with the reason, if Box2D cannot take the case.
std::optional<Twin> twin_of(const Case& data, const char** reason);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
