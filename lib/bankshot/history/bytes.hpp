#pragma once
#include <bankshot/history/fwd.hpp>
#include <bankshot/history/limits.hpp>
#include <bankshot/shape/result.hpp>
#include <bankshot/world/world.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// What of a world is code and not data: not in its bytes, so whoever loads them passes it again. (Threads and executor
/// are not in them either: see load().)
struct WorldHooks {
  MixRule mix = nullptr;
  ForceHook force_hook = {};
  ContactHook contact_hook = {};
};

/// The world as bytes, hooks, threads, executor and pair limit left out: everything that can change its future,
/// handles, user data, and the events of its last step. Any build of the library with the same Real reads them,
/// whatever the machine, and the world that it gets goes on bit for bit as this one does. docs/history.md describes the
/// format.
BANKSHOT_API std::vector<std::byte> save(const World& world);

/// The world that was saved: equal to it by == and hash(). Throws std::invalid_argument, saying what is wrong at which
/// byte, when the bytes are cut, changed, of the other precision, of a newer version or otherwise no world; and when
/// `hooks` are not those that the world had, as far as can be told: set where it had one, null where it had none.
/// The world has one thread and no executor until World::set_threads(). Memory and time stay in proportion to the
/// number of bytes, but for masks, of which a byte may be 8 pixels, and for shapes that several bodies share: they are
/// written once, and copied for each centre of mass. Strangers' bytes: LoadLimits{}.
BANKSHOT_API World load(std::span<const std::byte> bytes, const WorldHooks& hooks = {},
                        const LoadLimits& limits = no_load_limits);

/// The same, returning the reason instead of throwing it.
BANKSHOT_API Result<World> try_load(std::span<const std::byte> bytes, const WorldHooks& hooks = {},
                                    const LoadLimits& limits = no_load_limits);

}  // namespace bankshot::BANKSHOT_ABI
