#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {
struct Scene;
struct SceneBody;
struct SceneGoal;
struct SceneJoint;
struct SceneShape;
struct ScenePair;
class SceneError;
struct SceneLimits;
class GoalCounter;
}  // namespace bankshot::BANKSHOT_ABI
