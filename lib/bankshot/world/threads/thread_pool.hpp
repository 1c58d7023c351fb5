#pragma once
// A few threads that wait for work. Not part of the public interface.

#include <bankshot/world/executor.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The caller of run() and `helpers` threads work on the pieces of one round after another. A step has some hundred
/// rounds of a few microseconds each, so whoever waits for the next one first looks out for it without a pause, for
/// about as long as a stage lasts that one thread does by itself, and sleeps only then: outside of steps.
///
/// Each thread begins with the piece of its own number, so that from round to round it finds in its cache what it had
/// there, and goes on with those that nobody has taken: no round waits for a thread that the system has not woken yet.
class ThreadPool {
 public:
  /// Throws std::system_error when the system has no more threads.
  explicit ThreadPool(int helpers);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// As Executor::run, for no more pieces than there are threads, the caller's included. While another thread has the
  /// pool, the caller does it all.
  void run(int pieces, Task task, void* work) noexcept;

 private:
  /// The number of a round, and how many pieces it has; later rounds are larger.
  using Round = std::uint64_t;
  /// A piece of the round: the last round in which somebody took it, and in which it was done. Two cache lines, which
  /// some processors fetch together.
  struct alignas(128) Seat {
    std::atomic<Round> taken = 0, done = 0;
  };

  void help(std::size_t own) noexcept;
  void stop() noexcept;
  void take_pieces(Round round, std::size_t own) noexcept;
  bool look_out(Round seen) const noexcept;
  void sleep(Round seen) noexcept;

  std::vector<Seat> seats_;
  std::vector<std::thread> threads_;
  alignas(128) std::atomic<Round> round_ = 0;  ///< read by all who wait for the next one
  Task task_ = nullptr;                        ///< of this round
  void* work_ = nullptr;
  alignas(128) std::atomic<bool> in_use_ = false;
  std::atomic<int> sleepers_ = 0;
  std::mutex mutex_;  ///< of those who fall asleep, so that none misses its call
  std::condition_variable wake_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
