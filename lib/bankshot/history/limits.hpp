#pragma once
#include <bankshot/config.hpp>

#include <cstddef>
#include <limits>

namespace bankshot::BANKSHOT_ABI {

/// Limits on what the bytes of a world or recording may ask for. Bytes that ask for more are refused before anything is
/// built, with the place, "expected at most N" of what the member limits, and the number asked for. A shape that
/// several bodies share is written once, but counts, with all its contents, once for each of them: each may need its
/// own copy.
///
/// Untrusted bytes are read with `load(bytes, {}, LoadLimits{})` or `load_recording(bytes, LoadLimits{})`: these
/// defaults keep the reader below a second of one core and 256 MB beside the bytes, for any bytes. Without limits
/// (no_load_limits) the readers accept any number of each, as far as the bytes go.
struct LoadLimits {
  std::size_t bytes = 24 << 20;    ///< in all; for a recording, and for the world within it
  std::size_t bodies = 20'000;     ///< of the world
  std::size_t shapes = 40'000;     ///< of all bodies, including handles of removed shapes
  std::size_t joints = 20'000;     ///< of the world, including handles of removed joints
  std::size_t corners = 100'000;   ///< of all polygons, chains and pieces of compounds; a circle has one
  std::size_t tiles = 1 << 18;     ///< of all grids
  std::size_t pixels = 4 << 20;    ///< of all masks
  std::size_t materials = 20'000;  ///< of all palettes
  std::size_t ticks = 100'000;     ///< of a recording: verify() takes a step for each

  friend bool operator==(const LoadLimits&, const LoadLimits&) = default;
};

/// No limit on anything.
inline constexpr LoadLimits no_load_limits = {.bytes = std::numeric_limits<std::size_t>::max(),
                                              .bodies = std::numeric_limits<std::size_t>::max(),
                                              .shapes = std::numeric_limits<std::size_t>::max(),
                                              .joints = std::numeric_limits<std::size_t>::max(),
                                              .corners = std::numeric_limits<std::size_t>::max(),
                                              .tiles = std::numeric_limits<std::size_t>::max(),
                                              .pixels = std::numeric_limits<std::size_t>::max(),
                                              .materials = std::numeric_limits<std::size_t>::max(),
                                              .ticks = std::numeric_limits<std::size_t>::max()};

}  // namespace bankshot::BANKSHOT_ABI
