#pragma once
#include <bankshot/world/world.hpp>

namespace bankshot::BANKSHOT_ABI {

/// Turns the uneven frame times of a game into equal steps of a world, and interpolates poses between steps for
/// drawing.
class BANKSHOT_API StepClock {
 public:
  /// Takes steps of `dt` seconds (> 0), at most `max_steps` (>= 1) per call of advance(). Time beyond that is dropped,
  /// so that a slow frame does not make the next one slower still.
  explicit StepClock(Real dt, int max_steps = 8);

  /// Steps `world` through `frame_seconds` (finite, >= 0) and the time left over from earlier calls. Remembers the
  /// poses before the last step. Returns the number of steps.
  int advance(World& world, double frame_seconds);

  /// Returns where the frame lies between the last two steps, in [0, 1).
  Real alpha() const noexcept;
  /// Returns the pose of the body at that moment: its position along a straight line, its rotation along the shorter
  /// arc. A body added since the last step began is returned at its current pose. A body teleported since then is shown
  /// between the two places until the next step.
  Pose interpolated(const World& world, BodyId body) const;
  /// Returns the seconds dropped so far because the program fell behind.
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
