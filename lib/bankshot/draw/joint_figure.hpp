#pragma once
// What a joint looks like: lines and marks that move with its bodies. Not part of the public interface.

#include <bankshot/world/world.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// A line that moves with one of the two bodies, in its coordinates. Side 0 is A, side 1 is B.
struct JointLine {
  std::size_t side = 0;
  Vec2 from = Vec2::Zero(), to = Vec2::Zero();
};

/// A mark at a point of one of them.
struct JointMark {
  enum class Kind : std::uint8_t { pin, weld, stop };
  Kind kind = Kind::pin;
  std::size_t side = 0;
  Vec2 at = Vec2::Zero();
  Vec2 across = Vec2::UnitY();  ///< of a stop: along its line, unit
};

struct JointFigure {
  enum class Between : std::uint8_t { nothing, rod, spring };
  std::vector<JointLine> lines;
  std::vector<JointMark> marks;
  Between between = Between::nothing;  ///< from anchor A to anchor B, in the world
};

/// A hinge or weld has lines from its anchor to the centres of the bodies that move, a hinge rays at its limits; a
/// slider and a wheel their line, from limit to limit; a rod is itself.
JointFigure joint_figure(const World& world, JointId joint);

/// A spring from (0, 0) to (length, 0): points of a zigzag of this half width.
std::vector<Vec2> zigzag(Real length, Real half_width);

}  // namespace bankshot::BANKSHOT_ABI::detail
