#pragma once
// A job system of the user's for the steps of a world.

#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {

/// One of several independent chunks of work.
using Task = void (*)(void* work, int chunk) noexcept;

/// A job system that steps use instead of threads of their own. `run` calls task(work, chunk) once for each chunk from
/// 0 to chunks - 1, on any threads and in any order, and returns when all calls have returned. A step calls it up to
/// some hundred times, from the thread that steps, each time with work of some microseconds or more. It must outlive
/// the world and all copies of the world, which use it too: copies that are stepped at the same time call it at the
/// same time.
struct Executor {
  void (*run)(void* self, int chunks, Task task, void* work) noexcept = nullptr;  ///< nullptr: none
  void* self = nullptr;
};

}  // namespace bankshot::BANKSHOT_ABI
