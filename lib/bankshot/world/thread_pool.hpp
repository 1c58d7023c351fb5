#pragma once
// A few threads that wait for work, and how a step hands it to them. Not part of the public interface.

#include <bankshot/world/executor.hpp>
#include <bankshot/world/float_environment.hpp>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace bankshot::inline BANKSHOT_ABI::detail {

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

/// A range of the things that a stage goes through, all of which are the work of one piece.
struct Range {
  std::size_t piece = 0, begin = 0, end = 0;
};

/// The share of one of `pieces` in `count` things.
inline Range range_of(std::size_t count, int piece, int pieces) {
  const auto i = static_cast<std::size_t>(piece), all = static_cast<std::size_t>(pieces);
  return {i, count * i / all, count * (i + 1) / all};
}

/// Whoever helps the thread that steps a world. A copy has the same helpers.
class Crew {
 public:
  Crew() = default;
  /// `threads` >= 1, the caller's included. Without an executor of the user starts the others.
  Crew(int threads, const Executor& executor);

  int size() const noexcept { return size_; }
  /// Into how many pieces to cut `count` things, of which one should have no fewer than `least`.
  int pieces(std::size_t count, std::size_t least) const noexcept {
    const std::size_t most = static_cast<std::size_t>(size_), full = count / least;
    return static_cast<int>(full < 1 ? 1 : full < most ? full : most);
  }
  /// Calls work(piece) for each piece, which must need none of the others; returns when all are done. Not from within
  /// a piece.
  template <class Work>
  void each(int pieces, Work&& work) const;
  /// Calls work(range) for ranges that together are all of `count` things, one for each of pieces(count, least).
  template <class Work>
  void ranges(std::size_t count, std::size_t least, Work&& work) const;
  /// Whether question(range) is true of any of them.
  template <class Question>
  bool any_range(std::size_t count, std::size_t least, Question&& question) const;

 private:
  void run(int pieces, Task task, void* work) const noexcept;

  int size_ = 1;
  Executor executor_;
  std::shared_ptr<ThreadPool> pool_;
};

template <class Work>
void Crew::each(int pieces, Work&& work) const {
  if (size_ == 1 || pieces <= 1) {
    for (int piece = 0; piece < pieces; ++piece) work(piece);
    return;
  }
  using Plain = std::remove_reference_t<Work>;
  run(
      pieces,
      [](void* plain, int piece) noexcept {
        const FloatEnvironment standard;
        (*static_cast<Plain*>(plain))(piece);
      },
      const_cast<void*>(static_cast<const void*>(&work)));
}

template <class Work>
void Crew::ranges(std::size_t count, std::size_t least, Work&& work) const {
  const int all = pieces(count, least);
  each(all, [&](int piece) { work(range_of(count, piece, all)); });
}

template <class Question>
bool Crew::any_range(std::size_t count, std::size_t least, Question&& question) const {
  std::atomic<bool> yes = false;
  ranges(count, least, [&](const Range& range) {
    if (question(range)) yes.store(true, std::memory_order_relaxed);
  });
  return yes.load(std::memory_order_relaxed);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
