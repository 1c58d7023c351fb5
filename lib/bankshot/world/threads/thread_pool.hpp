#pragma once
// A few threads that wait for work. Not part of the public interface.

#include <bankshot/world/executor.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The caller of run() and `helpers` threads work on the chunks of one round after another. A step has some hundred
/// rounds of a few microseconds each. So a thread that waits for the next one first spins, for about the length of a
/// single-threaded stage, and sleeps only then: between steps.
///
/// Each thread begins with the chunk of its own number, so that from round to round it finds its data in its cache.
/// Then it continues with chunks that no thread has taken: no round waits for a thread that the system has not woken
/// yet.
class ThreadPool {
 public:
  /// Throws std::system_error if the system has no more threads.
  explicit ThreadPool(int helpers);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Like Executor::run, for at most as many chunks as there are threads, including the caller's. While another thread
  /// uses the pool, the caller does all of the work.
  void run(int chunks, Task task, void* work) noexcept;

 private:
  /// The number of a round, combined with its number of chunks; later rounds are larger.
  using Round = std::uint64_t;
  /// A chunk: the last round in which it was taken, and in which it was done. Two cache lines, since some processors
  /// fetch two at a time.
  struct alignas(128) Seat {
    std::atomic<Round> taken = 0, done = 0;
  };

  void help(std::size_t own) noexcept;
  void stop() noexcept;
  void take_chunks(Round round, std::size_t own) noexcept;
  bool look_out(Round seen) const noexcept;
  void sleep(Round seen) noexcept;

  std::vector<Seat> seats_;
  std::vector<std::thread> threads_;
  alignas(128) std::atomic<Round> round_ = 0;  ///< read by all threads that wait for the next one
  Task task_ = nullptr;                        ///< of this round
  void* work_ = nullptr;
  alignas(128) std::atomic<bool> in_use_ = false;
  std::atomic<int> sleepers_ = 0;
  std::mutex mutex_;  ///< for falling asleep, so that no thread misses its wake-up
  std::condition_variable wake_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
