#pragma once
#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

namespace bankshot_tool {

/// Computes a text in a process of its own. Work that crashes or never ends does not take the caller with it.
class Child {
 public:
  /// Starts the process, and kills it after `seconds` of wall time. Throws Failure if no process can be created.
  Child(const std::function<std::string()>& work, double seconds);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  int file() const { return file_; }  ///< to poll() for what it has written
  const std::string& text() const { return text_; }
  /// True if it ended normally.
  bool sound() const { return sound_; }

  /// Reads the output so far; true if the process has ended, or was killed at its time limit.
  bool read_on();
  /// Waits for the end, or until `interrupted` (set by a signal handler) is not 0.
  void finish(const volatile int& interrupted);
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  [[noreturn]] static void work_and_exit(const std::function<std::string()>& work, const int (&ends)[2]);

  Clock::time_point deadline_;
  pid_t pid_ = -1;
  int file_ = -1;
  std::string text_;
  bool sound_ = false;
};

}  // namespace bankshot_tool
