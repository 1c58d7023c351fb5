#include <bankshot/world/threads/thread_team.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

ThreadTeam::ThreadTeam(int threads, const Executor& executor) : size_(threads), executor_(executor) {
  if (threads > 1 && executor.run == nullptr) pool_ = std::make_shared<ThreadPool>(threads - 1);
}

void ThreadTeam::run(int chunks, Task task, void* work) const noexcept {
  if (executor_.run != nullptr) {
    executor_.run(executor_.self, chunks, task, work);
  } else {
    pool_->run(chunks, task, work);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
