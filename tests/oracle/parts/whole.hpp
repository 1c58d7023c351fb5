#pragma once
// Shapes of every kind beside what they are made of by their definition: convex sets of plain numbers, never asked of
// the library.

#include <optional>

#include "oracle/geometry_oracle.hpp"
#include "oracle/kit/case.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// A convex set, as it is placed or in its own coordinates.
using Solid = oracle::Placed;

enum class Kind : std::uint8_t {
  circle,
  capsule,
  segment,
  box,
  polygon,
  rounded_polygon,
  simple_polygon,
  compound,
  chain,
  one_way,  ///< a one-sided chain, or one-way tiles
  grid,
  mask,
  container
};
inline constexpr int kind_count = 13;
const char* name_of(Kind kind) noexcept;

/// What stops from its left side alone.
struct Face {
  oracle::Point from, to;
};

struct Whole {
  Kind kind = Kind::circle;
  Shape shape;
  std::vector<Solid> solids;  ///< in the shape's coordinates; of a container its room instead
  std::vector<Face> faces;    ///< one-way ones

  bool inside_out() const { return kind == Kind::container; }
  /// Placed, as seen from `origin`: what is far away and near it is not rounded as coarsely as places far away are.
  std::vector<Solid> at(const Pose& pose, oracle::Point origin = {0, 0}) const;
  std::vector<Face> faces_at(const Pose& pose) const;
};

oracle::Point placed_point(oracle::Point local, const Pose& pose);

/// What shapes of a case are drawn by.
struct Manner {
  double size = 1;        ///< of the shapes, about
  bool lattice = false;   ///< numbers are multiples of an eighth of `size`, a power of two
  bool rescaled = false;  ///< by scaled(), where the kind allows it
};

/// Empty where the library refuses what was drawn.
std::optional<Whole> draw_whole(Random& random, Kind kind, const Manner& manner);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
