#pragma once
#include <bankshot/config.hpp>

#include <cstddef>
#include <limits>

namespace bankshot::BANKSHOT_ABI {

/// How much the bytes of a world or recording may ask for. What asks for more is refused before it is made, with its
/// place and "expected at most N" of what the member limits, and what was asked for. A shape that several bodies share
/// is written once, and counts once for each that has it, with all that is in it: each may need a copy of its own.
///
/// Bytes that a stranger wrote are read with `load(bytes, {}, LoadLimits{})`, `load_recording(bytes, LoadLimits{})`:
/// these defaults keep the reader below a second of one core and 256 MB beside the bytes, whatever they are. Without
/// limits the readers take any number of each, as far as the bytes go: no_load_limits.
struct LoadLimits {
  std::size_t bytes = 24 << 20;    ///< in all; of a recording, and of the world within it
  std::size_t bodies = 20'000;     ///< of the world
  std::size_t shapes = 40'000;     ///< of all bodies, handles of shapes that are gone among them
  std::size_t corners = 100'000;   ///< of all polygons, chains, and pieces of compounds, of which a circle has one
  std::size_t tiles = 1 << 18;     ///< of all grids
  std::size_t pixels = 4 << 20;    ///< of all masks
  std::size_t materials = 20'000;  ///< of all palettes
  std::size_t ticks = 100'000;     ///< of a recording: verify() makes a step for each

  friend bool operator==(const LoadLimits&, const LoadLimits&) = default;
};

/// Any number of anything.
inline constexpr LoadLimits no_load_limits = {.bytes = std::numeric_limits<std::size_t>::max(),
                                              .bodies = std::numeric_limits<std::size_t>::max(),
                                              .shapes = std::numeric_limits<std::size_t>::max(),
                                              .corners = std::numeric_limits<std::size_t>::max(),
                                              .tiles = std::numeric_limits<std::size_t>::max(),
                                              .pixels = std::numeric_limits<std::size_t>::max(),
                                              .materials = std::numeric_limits<std::size_t>::max(),
                                              .ticks = std::numeric_limits<std::size_t>::max()};

}  // namespace bankshot::BANKSHOT_ABI
