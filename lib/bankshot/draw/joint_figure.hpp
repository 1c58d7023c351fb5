#pragma once
// What a joint looks like: lines and marks that move with its bodies. Not part of the public interface.

#include <bankshot/world/world.hpp>

#include <optional>
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

/// What leads from one place to another, in the world.
struct JointSpan {
  enum class Look : std::uint8_t { rod, spring, wheels };  ///< wheels: a rod with a pin at either end
  struct End {
    std::size_t side = 0;            ///< the anchor of that body
    std::optional<Vec2> world = {};  ///< or a place that stays
    Vec2 of(const Joint& now) const { return world ? *world : side == 0 ? now.anchor_a : now.anchor_b; }
  };
  Look look = Look::rod;
  End from{0}, to{1};
};

struct JointFigure {
  std::vector<JointLine> lines;
  std::vector<JointMark> marks;
  std::vector<JointSpan> spans;
};

/// A hinge or weld has lines from its anchor to the centres of the bodies that move, a hinge rays at its limits; a
/// slider and a wheel their line, from limit to limit; a gear hands along its marks; a rack the line of its teeth; a
/// rod is itself, and a pulley its rope.
JointFigure joint_figure(const World& world, JointId joint);

/// A spring from (0, 0) to (length, 0): points of a zigzag of this half width.
std::vector<Vec2> zigzag(Real length, Real half_width);

}  // namespace bankshot::BANKSHOT_ABI::detail
