#pragma once
// What World::predict() is asked and what it answers.

#include <bankshot/math/pose.hpp>
#include <bankshot/world/events.hpp>

#include <optional>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

struct PredictionOptions {
  std::optional<Real> angular_velocity = {};  ///< rad / s, counter-clockwise; empty: as it is
};

/// An impact that the body of a shot takes part in.
struct PredictedImpact {
  int step = 0;   ///< 0: the first one of the shot
  Impact impact;  ///< `time` counts from the beginning of that step
};

struct Prediction {
  std::vector<Pose> poses;               ///< of the body's origin after each step
  std::vector<PredictedImpact> impacts;  ///< by time
  StepStatus status = StepStatus::ok;    ///< limits met on the way, by whatever moved; penetration: of the body itself
};

}  // namespace bankshot::BANKSHOT_ABI
