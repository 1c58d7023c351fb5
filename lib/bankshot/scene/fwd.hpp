#pragma once
#include <bankshot/config.hpp>

namespace bankshot::inline BANKSHOT_ABI {
struct Scene;
struct SceneBody;
struct SceneGoal;
struct SceneShape;
class SceneError;
class GoalCounter;
}  // namespace bankshot::inline BANKSHOT_ABI
