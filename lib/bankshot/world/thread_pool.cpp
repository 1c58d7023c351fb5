#include <bankshot/world/thread_pool.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

ThreadPool::ThreadPool(int helpers) {
  try {
    for (int i = 0; i < helpers; ++i) threads_.emplace_back([this] { help(); });
  } catch (...) {
    stop();
    throw;
  }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() noexcept {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::take_pieces() noexcept {
  for (int piece = next_.fetch_add(1); piece < pieces_; piece = next_.fetch_add(1)) task_(work_, piece);
}

void ThreadPool::help() {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return stopping_ || round_ != seen; });
    if (stopping_) return;
    seen = round_;
    lock.unlock();
    take_pieces();
    lock.lock();
    if (--busy_ == 0) done_.notify_one();
  }
}

void ThreadPool::run(int pieces, Task task, void* work) noexcept {
  const std::unique_lock mine(in_use_, std::try_to_lock);
  if (!mine.owns_lock()) {
    for (int piece = 0; piece < pieces; ++piece) task(work, piece);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    pieces_ = pieces, task_ = task, work_ = work;
    next_ = 0;
    busy_ = static_cast<int>(threads_.size());
    ++round_;
  }
  wake_.notify_all();
  take_pieces();
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return busy_ == 0; });
}

Crew::Crew(int threads, const Executor& executor) : size_(threads), executor_(executor) {
  if (threads > 1 && executor.run == nullptr) pool_ = std::make_shared<ThreadPool>(threads - 1);
}

void Crew::run(int pieces, Task task, void* work) const noexcept {
  if (executor_.run != nullptr) {
    executor_.run(executor_.self, pieces, task, work);
  } else {
    pool_->run(pieces, task, work);
  }
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
