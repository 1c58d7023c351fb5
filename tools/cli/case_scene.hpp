#pragma once
// Converts a case of a campaign to a scene file and back. The shapes are the bodies "A" and "B". The velocity of "A" is
// its translation in a sweep. A body "ray" without a shape gives the origin of a ray and, as its velocity, the ray's
// translation. The file is complete: every program that reads scenes can read it, and `bankshot run` can play it.

#include <bankshot/scene/scene.hpp>

#include <string>

#include "oracle/kit/case.hpp"

namespace bankshot_tool {

struct StoredCase {
  bankshot_oracle::Case data;
  bool sweep = false;
};

/// Throws Failure if the library refuses a shape of the case.
bankshot::Scene scene_of_case(const StoredCase& stored, const std::string& name, const std::string& description);

/// Returns the bodies "A" and "B", or the first two with shapes. Throws Failure if there are none.
StoredCase case_of_scene(const bankshot::Scene& scene, const std::string& file);

/// Returns the pairs of shapes of the scene's bodies, at most `most`.
std::vector<bankshot_oracle::Case> pairs_of_scene(const bankshot::Scene& scene, std::size_t most);

}  // namespace bankshot_tool
