#pragma once
#include <bankshot/config.hpp>

#include <cstddef>

namespace bankshot::BANKSHOT_ABI {

/// Limits on what the text of a scene or pair may ask for. A text that asks for more is refused before anything is
/// built, with the place and "expected at most N" of what the member limits. Copies of a repeated body or joint
/// count separately, with all their contents.
///
/// Untrusted scenes are read with `parse_scene(text, name, SceneLimits{})`: these defaults keep the reader below a
/// second of one core and 256 MB, for any text. By default the readers use the limits of the format,
/// scene_format_limits, which hold in any case.
struct SceneLimits {
  std::size_t bytes = 4 << 20;       ///< of the text, or of the file
  std::size_t levels = 32;           ///< of nested brackets
  std::size_t values = 300'000;      ///< numbers, strings, lists and objects
  std::size_t bodies = 20'000;       ///< of the scene
  std::size_t shapes = 40'000;       ///< of all bodies, including pieces of compounds
  std::size_t shapes_of_body = 64;   ///< of one dynamic body: its mass may be recomputed for each
  std::size_t corners = 100'000;     ///< of all polygons and chains; those of a compound in another one count again
  std::size_t tiles = 1 << 18;       ///< of all grids
  std::size_t pixels = 4 << 20;      ///< of all masks
  std::size_t materials = 20'000;    ///< of all palettes
  std::size_t joints = 20'000;       ///< of the scene
  std::size_t goals = 100;           ///< of the scene
  std::size_t name_bytes = 4 << 20;  ///< of the names of all bodies and joints, and of those that goals count

  friend bool operator==(const SceneLimits&, const SceneLimits&) = default;
};

/// The limits of the format.
inline constexpr SceneLimits scene_format_limits = {.bytes = std::size_t{256} << 20,
                                                    .levels = 64,
                                                    .values = 10'000'000,
                                                    .bodies = 1'000'000,
                                                    .shapes = 10'000'000,
                                                    .shapes_of_body = 10'000'000,
                                                    .corners = 100'000'000,
                                                    .tiles = std::size_t{1} << 30,
                                                    .pixels = std::size_t{1} << 32,
                                                    .materials = 10'000'000,
                                                    .joints = 1'000'000,
                                                    .goals = 1'000'000,
                                                    .name_bytes = std::size_t{256} << 20};

}  // namespace bankshot::BANKSHOT_ABI
