#pragma once
#include <chrono>
#include <cstdint>

namespace bankshot_tool {

/// A progress bar on the standard error stream if that is a terminal; otherwise nothing.
class Progress {
 public:
  Progress(std::int64_t steps, bool wanted);
  ~Progress();  ///< wipes the bar
  void show(std::int64_t done);

 private:
  using Clock = std::chrono::steady_clock;
  std::int64_t steps_;
  bool active_;
  bool drawn_ = false;
  Clock::time_point last_;
};

}  // namespace bankshot_tool
