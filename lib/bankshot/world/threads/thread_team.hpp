#pragma once
// Distributes the work of a step over several threads. Not part of the public interface.
//
// A stage goes through a list: each chunk has a range of it, reads nothing that any chunk writes, and writes its
// results to places of its own. The results of the ranges are joined in their order. So no bit depends on the number of
// ranges, nor on the threads that run them.

#include <bankshot/world/threads/float_environment.hpp>
#include <bankshot/world/threads/thread_pool.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Maximum number of threads.
inline constexpr int thread_limit = 256;

/// Number of pairs, or of bodies, that is worth another thread in a stage with little work for each.
inline constexpr std::size_t least_pairs = 256, least_bodies = 128;

/// A range of the items of a stage: the work of one chunk.
struct Range {
  std::size_t chunk = 0, begin = 0, end = 0;
};

/// The share of one of `chunks` in `count` items.
inline Range range_of(std::size_t count, int chunk, int chunks) {
  const auto i = static_cast<std::size_t>(chunk), all = static_cast<std::size_t>(chunks);
  return {i, count * i / all, count * (i + 1) / all};
}

/// The results of one chunk in a common list: `count` from `begin` on. Uninitialised, since a step usually uses one
/// place of an array for all possible chunks.
struct FilledRange {
  std::size_t begin, count;
};

/// Closes the gaps in a list that chunks filled side by side, in the order of the chunks.
template <class T>
void close_gaps(std::vector<T>& list, std::span<const FilledRange> chunks) {
  std::size_t end = 0;
  for (const FilledRange& made : chunks) {
    const auto from = list.begin() + static_cast<std::ptrdiff_t>(made.begin);
    const auto to = list.begin() + static_cast<std::ptrdiff_t>(end);
    if (from != to) std::copy(from, from + static_cast<std::ptrdiff_t>(made.count), to);
    end += made.count;
  }
  list.resize(end);
}

/// A round of chunks on several threads. An exception of a chunk is kept until the end of the round, when no thread
/// uses the caller's stack any more; if several chunks throw, one exception is kept.
template <class Work>
class ChunkRound {
 public:
  explicit ChunkRound(Work& work) : work_(work) {}
  static void run(void* round, int chunk) noexcept { static_cast<ChunkRound*>(round)->run(chunk); }
  /// Throws the exception that a chunk has thrown.
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void run(int chunk) noexcept {
    const FloatEnvironment standard;
    try {
      work_(chunk);
    } catch (...) {
      if (!failed_.exchange(true, std::memory_order_relaxed)) failure_ = std::current_exception();
    }
  }

  Work& work_;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
};

/// The helpers of the thread that steps a world. A copy shares them.
class ThreadTeam {
 public:
  ThreadTeam() = default;
  /// `threads` >= 1, including the caller's. Starts the others unless the user has an executor.
  ThreadTeam(int threads, const Executor& executor);

  int size() const noexcept { return size_; }
  /// Number of chunks for `count` items, of which each should have at least `least`.
  int chunks(std::size_t count, std::size_t least) const noexcept {
    const std::size_t most = static_cast<std::size_t>(size_), full = count / least;
    return static_cast<int>(full < 1 ? 1 : full < most ? full : most);
  }
  /// Calls work(chunk) for each chunk; chunks must not depend on one another. Returns when all are done, or throws the
  /// exception of one of them. Must not be called from within a chunk.
  template <class Work>
  void each(int chunks, Work&& work) const;
  /// Calls work(range) for ranges that cover `count` items, one for each of chunks(count, least).
  template <class Work>
  void ranges(std::size_t count, std::size_t least, Work&& work) const;
  /// True if question(range) is true for any of them.
  template <class Question>
  bool any_range(std::size_t count, std::size_t least, Question&& question) const;
  /// Calls fill(range), which fills a list from range.begin on and returns the number of its results. Returns the
  /// argument for close_gaps().
  template <class Fill>
  std::span<const FilledRange> fill_ranges(std::size_t count, std::size_t least,
                                           std::array<FilledRange, thread_limit>& made, Fill&& fill) const;

 private:
  void run(int chunks, Task task, void* work) const noexcept;

  int size_ = 1;
  Executor executor_;
  std::shared_ptr<ThreadPool> pool_;
};

template <class Work>
void ThreadTeam::each(int chunks, Work&& work) const {
  if (size_ == 1 || chunks <= 1) {
    for (int chunk = 0; chunk < chunks; ++chunk) work(chunk);
    return;
  }
  ChunkRound round(work);
  run(chunks, ChunkRound<std::remove_reference_t<Work>>::run, &round);
  round.finish();
}

template <class Work>
void ThreadTeam::ranges(std::size_t count, std::size_t least, Work&& work) const {
  if (size_ == 1) return work(Range{0, 0, count});
  const int all = chunks(count, least);
  each(all, [&](int chunk) { work(range_of(count, chunk, all)); });
}

template <class Question>
bool ThreadTeam::any_range(std::size_t count, std::size_t least, Question&& question) const {
  if (size_ == 1) return question(Range{0, 0, count});
  std::atomic<bool> yes = false;
  ranges(count, least, [&](const Range& range) {
    if (question(range)) yes.store(true, std::memory_order_relaxed);
  });
  return yes.load(std::memory_order_relaxed);
}

template <class Fill>
std::span<const FilledRange> ThreadTeam::fill_ranges(std::size_t count, std::size_t least,
                                                     std::array<FilledRange, thread_limit>& made, Fill&& fill) const {
  ranges(count, least, [&](const Range& range) { made[range.chunk] = {range.begin, fill(range)}; });
  return std::span<const FilledRange>(made).first(static_cast<std::size_t>(chunks(count, least)));
}

}  // namespace bankshot::BANKSHOT_ABI::detail
