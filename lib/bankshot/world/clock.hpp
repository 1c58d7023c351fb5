#pragma once
#include <bankshot/world/world.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Turns the uneven frame times of a game into even steps of a world, and poses in between for drawing.
class BANKSHOT_API StepClock {
 public:
  /// `dt` seconds per step (> 0), at most `max_steps` (>= 1) per call of advance(): time beyond that is dropped, so
  /// that a slow frame does not make the next one slower still.
  explicit StepClock(Real dt, int max_steps = 8);

  /// Steps `world` as often as `frame_seconds` (finite, >= 0) and what was left over ask for; remembers the poses
  /// before the last step. Returns the number of steps.
  int advance(World& world, double frame_seconds);

  /// How far the frame lies between the last two steps, in [0, 1).
  Real alpha() const noexcept;
  /// Pose of the body at that moment: position in a straight line, rotation along the shorter arc. A body that is new
  /// since the step before stands where it is; one that was teleported since then is shown on its way until the next
  /// step.
  Pose interpolated(const World& world, BodyId body) const;
  /// Seconds dropped so far because the program fell behind.
  double dropped_seconds() const noexcept;

 private:
  void remember(const World& world);

  double dt_;
  int max_steps_;
  double left_over_ = 0;
  double dropped_ = 0;
  std::vector<BodyId> ids_;
  std::vector<Pose> before_;
};

}  // namespace bankshot::BANKSHOT_ABI
