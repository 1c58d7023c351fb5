#pragma once
#include <bankshot/history/bytes.hpp>
#include <bankshot/history/input.hpp>

#include <optional>

namespace bankshot::BANKSHOT_ABI {

/// What a tick came to, in few bytes. The hash tells whether a world is the same in everything; the short ones, of
/// place and motion of each body, tell where to look when it is not. Of 65,536 bodies that differ one goes unnoticed by
/// them, and none by the hash.
struct TickDigest {
  std::uint64_t hash = 0;             ///< World::hash()
  std::vector<std::uint16_t> bodies;  ///< in the order of World::bodies()
};

/// Of the world as it is now. Numbers without a unit: hashes of bits, equal where all bits are, on every machine.
BANKSHOT_API TickDigest digest(const World& world);

/// A run of a world: how it began, what users did to its bodies, and what each tick came to. Whoever has it can tell
/// whether another machine, build or version of the library gets the same bits, and if not, from where on.
struct Recording {
  std::vector<std::byte> start;   ///< save() of the world as it began
  Real dt = 0;                    ///< of every step, s
  std::vector<BodyInput> inputs;  ///< in the order of ticks
  std::vector<TickDigest> ticks;  ///< of the beginning, then after each step
};

/// Of a world that goes on by record_step() alone from now on. `dt` in seconds; throws std::invalid_argument where
/// World::step() does: it is finite, above 0 and at most 1.
BANKSHOT_API Recording begin_recording(const World& world, Real dt);
/// Does what the inputs say, whose ticks are to be the world's (else std::invalid_argument, and nothing is done),
/// steps, and notes both. Throws what apply() throws: those before the one that is refused are done and noted then.
BANKSHOT_API StepStatus record_step(Recording& recording, World& world, std::span<const BodyInput> inputs = {});

/// What of a world is not as it was recorded; of several the first of these.
enum class Difference : std::uint8_t {
  body_count,  ///< how many bodies there are
  motion,      ///< where a body is, or how it moves
  substance,   ///< the shapes of a body, what they are made of, or its mass; looked for at the beginning alone
  rest,        ///< contacts; at the beginning settings too, of bodies or of the world
};

/// Where a run parts from its recording.
struct Divergence {
  std::uint64_t step = 0;  ///< after so many steps; 0: the worlds begin differently
  Difference difference = Difference::rest;
  std::optional<BodyId> body;  ///< the first one that differs in motion or substance; none: see `difference`
};

/// Compares the world with what was recorded after so many steps; `step` is below recording.ticks.size().
BANKSHOT_API std::optional<Divergence> compare(const Recording& recording, std::size_t step, const World& world);

/// Runs the recording again and says where it comes out otherwise; nothing when it does not. Throws
/// std::invalid_argument when its beginning is no world, or one beyond the limits, or an input is refused.
BANKSHOT_API std::optional<Divergence> verify(const Recording& recording, const WorldHooks& hooks = {},
                                              const LoadLimits& limits = no_load_limits);

/// A recording as bytes, and back, as save() and load() do with worlds. Of the world that it begins with only the
/// number of bytes is looked at: verify() loads it, and takes the limits for that.
BANKSHOT_API std::vector<std::byte> save(const Recording& recording);
BANKSHOT_API Recording load_recording(std::span<const std::byte> bytes, const LoadLimits& limits = no_load_limits);
BANKSHOT_API Result<Recording> try_load_recording(std::span<const std::byte> bytes,
                                                  const LoadLimits& limits = no_load_limits);

}  // namespace bankshot::BANKSHOT_ABI
