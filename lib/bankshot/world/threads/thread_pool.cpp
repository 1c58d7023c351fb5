#include <bankshot/world/threads/thread_pool.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr std::uint64_t chunk_limit = 512;  ///< more than the chunks of any round

/// The last round: none after it.
constexpr std::uint64_t over = ~std::uint64_t{0};

/// Number of looks before the thread yields the processor to others, and before it sleeps: about 0.02 and 0.1 ms.
constexpr int impatient_looks = 1000, most_looks = 4000, looks_per_yield = 64;

/// Tells the processor that this is a spin loop.
void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) && defined(__GNUC__)
  asm volatile("yield");
#endif
}

/// Waits between two looks.
void rest(int looks) noexcept {
  if (looks > impatient_looks && looks % looks_per_yield == 0) {
    std::this_thread::yield();
  } else {
    pause();
  }
}

}  // namespace

ThreadPool::ThreadPool(int helpers) : seats_(static_cast<std::size_t>(helpers) + 1) {
  try {
    for (std::size_t own = 1; own < seats_.size(); ++own) threads_.emplace_back([this, own] { help(own); });
  } catch (...) {
    stop();
    throw;
  }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() noexcept {
  round_ = over;
  { const std::lock_guard lock(mutex_); }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

// A late thread, with a round that is over, finds all its chunks taken: a seat's round only ever grows. So a thread
// that takes a chunk has a round that is still running, and its task does not change.
void ThreadPool::take_chunks(Round round, std::size_t own) noexcept {
  const std::size_t chunks = round % chunk_limit;
  for (std::size_t i = 0; i < chunks; ++i) {
    const std::size_t chunk = (own + i) % chunks;
    Round before = seats_[chunk].taken.load(std::memory_order_relaxed);
    if (before >= round || !seats_[chunk].taken.compare_exchange_strong(before, round)) continue;
    task_(work_, static_cast<int>(chunk));
    seats_[chunk].done.store(round, std::memory_order_release);
  }
}

/// Waits briefly for a round after `seen`. Returns true if there is one.
bool ThreadPool::look_out(Round seen) const noexcept {
  for (int looks = 0; looks < most_looks; ++looks) {
    if (round_.load(std::memory_order_acquire) != seen) return true;
    rest(looks);
  }
  return false;
}

/// A thread that begins a round wakes all that have declared before that they sleep; a thread that declares it later
/// sees the round.
void ThreadPool::sleep(Round seen) noexcept {
  std::unique_lock lock(mutex_);
  ++sleepers_;
  wake_.wait(lock, [&] { return round_ != seen; });
  --sleepers_;
}

void ThreadPool::help(std::size_t own) noexcept {
  for (Round seen = 0; seen != over;) {
    if (!look_out(seen)) sleep(seen);
    seen = round_.load(std::memory_order_acquire);
    if (seen != over) take_chunks(seen, own);
  }
}

void ThreadPool::run(int chunks, Task task, void* work) noexcept {
  if (in_use_.exchange(true, std::memory_order_acquire)) {
    for (int chunk = 0; chunk < chunks; ++chunk) task(work, chunk);
    return;
  }
  task_ = task, work_ = work;
  const Round last = round_.load(std::memory_order_relaxed);
  const Round round = (last / chunk_limit + 1) * chunk_limit + static_cast<Round>(chunks);
  round_ = round;
  if (sleepers_ > 0) {
    { const std::lock_guard lock(mutex_); }
    wake_.notify_all();
  }
  take_chunks(round, 0);
  for (std::size_t chunk = 0; chunk < static_cast<std::size_t>(chunks); ++chunk) {
    for (int looks = 0; seats_[chunk].done.load(std::memory_order_acquire) != round; ++looks) rest(looks % most_looks);
  }
  in_use_.store(false, std::memory_order_release);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
