#pragma once
#include <bankshot/config.hpp>

namespace bankshot::inline BANKSHOT_ABI {
struct Scene;
struct SceneBody;
struct SceneGoal;
struct SceneShape;
struct ScenePair;
class SceneError;
struct SceneLimits;
class GoalCounter;
}  // namespace bankshot::inline BANKSHOT_ABI
