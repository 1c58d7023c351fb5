#pragma once
#include <bankshot/history/fwd.hpp>
#include <bankshot/history/limits.hpp>
#include <bankshot/shape/result.hpp>
#include <bankshot/world/world.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// The parts of a world that are code and not data. They are not in its bytes, so the caller of load() passes them
/// again. (Threads and executor are not in the bytes either: see load().)
struct WorldHooks {
  MixRule mix = nullptr;
  ForceHook force_hook = {};
  ContactHook contact_hook = {};
};

/// Returns the world as bytes, without hooks, threads, executor and pair limit: everything that can change its future,
/// handles, user data, and the events of its last step. Any build of the library with the same Real reads them, on any
/// machine, and the loaded world continues bit for bit as this one does. docs/history.md describes the format.
BANKSHOT_API std::vector<std::byte> save(const World& world);

/// Returns the world that was saved: equal to it by == and hash(). Throws std::invalid_argument, with the error and its
/// byte, if the bytes are cut, changed, of the other precision, of a newer version or otherwise not a world. Also
/// throws if `hooks` visibly differ from those of the saved world: a hook must be set where the world had one, and null
/// where it had none.
///
/// The world has one thread and no executor until World::set_threads(). Memory and time are proportional to the number
/// of bytes, with two exceptions: a byte of a mask may be 8 pixels, and a shape that several bodies share is written
/// once and copied for each centre of mass. For untrusted bytes use LoadLimits{}.
BANKSHOT_API World load(std::span<const std::byte> bytes, const WorldHooks& hooks = {},
                        const LoadLimits& limits = no_load_limits);

/// The same, but returns the reason instead of throwing it.
BANKSHOT_API Result<World> try_load(std::span<const std::byte> bytes, const WorldHooks& hooks = {},
                                    const LoadLimits& limits = no_load_limits);

}  // namespace bankshot::BANKSHOT_ABI
