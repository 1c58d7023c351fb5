#pragma once
// What errors call the limits. Not part of the public interface.

#include <bankshot/scene/limits.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {

/// One of the limits.
using SceneLimit = std::size_t SceneLimits::*;

struct LimitName {
  SceneLimit limit;
  const char* name;  ///< of many
};

inline constexpr std::array<LimitName, 13> limit_names = {{{&SceneLimits::bytes, "bytes of text"},
                                                           {&SceneLimits::levels, "levels of brackets"},
                                                           {&SceneLimits::values, "values"},
                                                           {&SceneLimits::bodies, "bodies"},
                                                           {&SceneLimits::shapes, "shapes"},
                                                           {&SceneLimits::shapes_of_body, "shapes of one dynamic body"},
                                                           {&SceneLimits::corners, "corners"},
                                                           {&SceneLimits::tiles, "tiles"},
                                                           {&SceneLimits::pixels, "pixels"},
                                                           {&SceneLimits::materials, "materials of palettes"},
                                                           {&SceneLimits::joints, "joints"},
                                                           {&SceneLimits::goals, "goals"},
                                                           {&SceneLimits::name_bytes, "bytes of names"}}};
static_assert(sizeof(SceneLimits) == limit_names.size() * sizeof(std::size_t));

constexpr const char* name_of(SceneLimit limit) {
  for (const LimitName& entry : limit_names) {
    if (entry.limit == limit) return entry.name;
  }
  return "";
}

}  // namespace bankshot::BANKSHOT_ABI::detail
