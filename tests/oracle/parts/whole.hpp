#pragma once
// Shapes of every kind beside their definition as convex sets of plain numbers. The sets are never read from the
// library.

#include <optional>

#include "oracle/geometry_oracle.hpp"
#include "oracle/kit/case.hpp"
#include "oracle/kit/random.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// A convex set, placed or in its own coordinates.
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

/// A face that stops movers from its left side only.
struct Face {
  oracle::Point from, to;
};

struct Whole {
  Kind kind = Kind::circle;
  Shape shape;
  std::vector<Solid> solids;  ///< in the shape's coordinates; of a container its room instead
  std::vector<Face> faces;    ///< one-way ones

  bool inside_out() const { return kind == Kind::container; }
  /// Returns the solids placed, as seen from `origin`: differences from a far origin are not rounded as coarsely as
  /// places there.
  std::vector<Solid> at(const Pose& pose, oracle::Point origin = {0, 0}) const;
  std::vector<Face> faces_at(const Pose& pose) const;
};

oracle::Point placed_point(oracle::Point local, const Pose& pose);

/// Parameters by which the shapes of a case are drawn.
struct Manner {
  double size = 1;        ///< of the shapes, about
  bool lattice = false;   ///< numbers are multiples of an eighth of `size`, a power of two
  bool rescaled = false;  ///< by scaled(), where the kind allows it
};

/// Empty if the library refuses the drawn shape.
std::optional<Whole> draw_whole(Random& random, Kind kind, const Manner& manner);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
