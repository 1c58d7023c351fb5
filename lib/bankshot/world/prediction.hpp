#pragma once
// Options and result of World::predict().

#include <bankshot/math/pose.hpp>
#include <bankshot/world/events.hpp>

#include <optional>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

struct PredictionOptions {
  std::optional<Real> angular_velocity = {};  ///< rad / s, counter-clockwise; empty: unchanged
};

/// An impact of the predicted body.
struct PredictedImpact {
  int step = 0;   ///< 0: the first step of the prediction
  Impact impact;  ///< `time` counts from the beginning of that step
};

struct Prediction {
  std::vector<Pose> poses;               ///< of the body's origin after each step
  std::vector<PredictedImpact> impacts;  ///< by time
  StepStatus status = StepStatus::ok;  ///< limits met by any body that moved; `penetration` only for the predicted body
};

}  // namespace bankshot::BANKSHOT_ABI
