#pragma once
// A few threads that wait for work, and how a step hands it to them. Not part of the public interface.

#include <bankshot/world/executor.hpp>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// The caller of run() and `helpers` threads take piece after piece. Throws std::system_error when the system has no
/// more threads.
class ThreadPool {
 public:
  explicit ThreadPool(int helpers);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// As Executor::run. While another thread has the pool, the caller does it all.
  void run(int pieces, Task task, void* work) noexcept;

 private:
  void help();
  void stop() noexcept;
  void take_pieces() noexcept;

  std::vector<std::thread> threads_;
  std::mutex in_use_;
  std::mutex mutex_;  ///< guards what follows
  std::condition_variable wake_, done_;
  std::uint64_t round_ = 0;
  int busy_ = 0;  ///< threads that have not finished this round
  bool stopping_ = false;
  // Of this round.
  int pieces_ = 0;
  Task task_ = nullptr;
  void* work_ = nullptr;
  std::atomic<int> next_ = 0;
};

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
  /// Calls work(piece) for each piece, which must need none of the others; returns when all are done.
  template <class Work>
  void each(int pieces, Work&& work) const;

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
      pieces, [](void* plain, int piece) noexcept { (*static_cast<Plain*>(plain))(piece); },
      const_cast<void*>(static_cast<const void*>(&work)));
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
