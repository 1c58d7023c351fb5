#pragma once
// The names of the limits in errors, and arithmetic on spent amounts. Not part of the public interface.

#include <bankshot/history/limits.hpp>

#include <array>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

/// One of the limits.
using LoadLimit = std::size_t LoadLimits::*;

struct LoadLimitName {
  LoadLimit limit;
  const char* name;  ///< plural
};

inline constexpr std::array<LoadLimitName, 9> load_limit_names = {{{&LoadLimits::bytes, "bytes"},
                                                                   {&LoadLimits::bodies, "bodies"},
                                                                   {&LoadLimits::shapes, "shapes"},
                                                                   {&LoadLimits::joints, "joints"},
                                                                   {&LoadLimits::corners, "corners"},
                                                                   {&LoadLimits::tiles, "tiles"},
                                                                   {&LoadLimits::pixels, "pixels"},
                                                                   {&LoadLimits::materials, "materials of palettes"},
                                                                   {&LoadLimits::ticks, "ticks"}}};
static_assert(sizeof(LoadLimits) == load_limit_names.size() * sizeof(std::size_t));

constexpr const char* name_of(LoadLimit limit) {
  for (const LoadLimitName& entry : load_limit_names) {
    if (entry.limit == limit) return entry.name;
  }
  return "";
}

inline constexpr LoadLimits none_spent = {.bytes = 0,
                                          .bodies = 0,
                                          .shapes = 0,
                                          .joints = 0,
                                          .corners = 0,
                                          .tiles = 0,
                                          .pixels = 0,
                                          .materials = 0,
                                          .ticks = 0};

constexpr LoadLimits operator-(LoadLimits a, const LoadLimits& b) {
  for (const auto& [limit, name] : load_limit_names) a.*limit -= b.*limit;
  return a;
}

/// The limit on the total elements of all lists of a type; specialised beside their field lists. Null: only bytes are
/// limited.
template <class T>
inline constexpr LoadLimit limit_of = nullptr;
/// True if it holds for each list on its own, since its elements are counted in another list as well.
template <class T>
inline constexpr bool limited_alone = false;

}  // namespace bankshot::BANKSHOT_ABI::detail
