#pragma once
#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

namespace bankshot_tool {

/// A process that computes a text, so that work which ends the program, or never ends, is not the end of this one.
class Child {
 public:
  /// Starts; after `seconds` of wall time it is ended. Throws Failure when there is no process to be had.
  Child(const std::function<std::string()>& work, double seconds);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  int file() const { return file_; }  ///< to poll() for what it has written
  const std::string& text() const { return text_; }
  /// Whether it ended as it should have.
  bool sound() const { return sound_; }

  /// Takes in what has been written; true when the process has ended or was ended for taking too long.
  bool read_on();
  /// Waits for the end, or until `interrupted` (set by a signal handler) is no longer 0.
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
