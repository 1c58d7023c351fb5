#pragma once
#include <bankshot/history/bytes.hpp>
#include <bankshot/history/input.hpp>

#include <optional>

namespace bankshot::BANKSHOT_ABI {

/// The state of the world at a tick, in a few bytes. `hash` shows whether two worlds are the same in everything. The
/// short hashes, of the position and motion of each body, show where to look when they are not. Of 65,536 bodies that
/// differ, the short hashes miss one, and `hash` misses none.
struct TickDigest {
  std::uint64_t hash = 0;             ///< World::hash()
  std::vector<std::uint16_t> bodies;  ///< in the order of World::bodies()
};

/// Returns the digest of the world as it is now. Its numbers have no unit: they are hashes of bits, equal on every
/// machine if all bits are.
BANKSHOT_API TickDigest digest(const World& world);

/// A run of a world: its beginning, the users' inputs to its bodies, and the digest of each tick. It shows whether
/// another machine, build or version of the library gets the same bits, and if not, from which step on.
struct Recording {
  std::vector<std::byte> start;   ///< save() of the world at the beginning
  Real dt = 0;                    ///< of every step, s
  std::vector<BodyInput> inputs;  ///< in the order of ticks
  std::vector<TickDigest> ticks;  ///< at the beginning, then after each step
};

/// Begins the recording of a world that from now on advances by record_step() alone. `dt` is in seconds. Throws
/// std::invalid_argument where World::step() does: dt must be finite, above 0 and at most 1.
BANKSHOT_API Recording begin_recording(const World& world, Real dt);
/// Applies the inputs, steps, and records both. The ticks of the inputs must equal the world's tick (else throws
/// std::invalid_argument, and nothing is done). Throws what apply() throws: the inputs before the refused one are then
/// applied and recorded.
BANKSHOT_API StepStatus record_step(Recording& recording, World& world, std::span<const BodyInput> inputs = {});

/// What differs between a world and its recording; if several things do, the first of these.
enum class Difference : std::uint8_t {
  body_count,  ///< the number of bodies
  motion,      ///< the pose or the velocities of a body
  substance,   ///< the shapes of a body, their materials, or its mass; compared at the beginning only
  rest,        ///< contacts; at the beginning also settings of bodies or of the world
};

/// Where a run diverges from its recording.
struct Divergence {
  std::uint64_t step = 0;  ///< number of steps taken; 0: the worlds begin differently
  Difference difference = Difference::rest;
  std::optional<BodyId> body;  ///< the first one that differs in motion or substance; none: see `difference`
};

/// Compares the world with the recording after `step` steps; `step` is below recording.ticks.size().
BANKSHOT_API std::optional<Divergence> compare(const Recording& recording, std::size_t step, const World& world);

/// Runs the recording again and returns where the result differs; nothing if it does not. Throws std::invalid_argument
/// if the recorded beginning is not a world, or is one beyond the limits, or if an input is refused.
BANKSHOT_API std::optional<Divergence> verify(const Recording& recording, const WorldHooks& hooks = {},
                                              const LoadLimits& limits = no_load_limits);

/// Converts a recording to bytes and back, as save() and load() do for worlds. For the world that it begins with, only
/// the number of bytes is checked: verify() loads it, and applies the limits to it.
BANKSHOT_API std::vector<std::byte> save(const Recording& recording);
BANKSHOT_API Recording load_recording(std::span<const std::byte> bytes, const LoadLimits& limits = no_load_limits);
BANKSHOT_API Result<Recording> try_load_recording(std::span<const std::byte> bytes,
                                                  const LoadLimits& limits = no_load_limits);

}  // namespace bankshot::BANKSHOT_ABI
