#include "fuzz_runner.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <list>

#include "bad_use.hpp"

namespace bankshot_tool {

namespace {

using Clock = std::chrono::steady_clock;

struct Range {
  std::uint64_t begin = 0, end = 0;
};

void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

/// A process that computes a text.
class Child {
 public:
  Child(const std::function<std::string()>& work, double seconds)
      : deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {
    int ends[2];
    std::fflush(nullptr);
    if (pipe(ends) != 0) throw Failure(std::string("cannot make a pipe: ") + std::strerror(errno));
    pid_ = fork();
    if (pid_ < 0) {
      close(ends[0]);
      close(ends[1]);
      throw Failure(std::string("cannot start a process: ") + std::strerror(errno));
    }
    if (pid_ == 0) work_and_exit(work, ends);
    close(ends[1]);
    file_ = ends[0];
    fcntl(file_, F_SETFL, O_NONBLOCK);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (file_ >= 0) close(file_);
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }

  int file() const { return file_; }
  const std::string& text() const { return text_; }
  /// Whether it ended as it should have.
  bool sound() const { return sound_; }

  /// Takes in what has been written; true when the process has ended or was ended for taking too long.
  bool read_on() {
    char buffer[65536];
    for (;;) {
      const ssize_t n = read(file_, buffer, sizeof buffer);
      if (n > 0) {
        text_.append(buffer, static_cast<std::size_t>(n));
        continue;
      }
      if (n < 0 && errno == EINTR) continue;
      if (n == 0) break;
      if (Clock::now() < deadline_) return false;
      kill(pid_, SIGKILL);
      break;
    }
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    sound_ = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return true;
  }

 private:
  [[noreturn]] static void work_and_exit(const std::function<std::string()>& work, const int (&ends)[2]) {
    close(ends[0]);
    std::signal(SIGINT, SIG_IGN);  // the parent decides when to stop
    int code = 1;
    try {
      write_all(ends[1], work());
      code = 0;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "bankshot: %s\n", error.what());
    }
    close(ends[1]);
    _exit(code);
  }

  Clock::time_point deadline_;
  pid_t pid_ = -1;
  int file_ = -1;
  std::string text_;
  bool sound_ = false;
};

std::string run_range(FuzzTarget& target, Range range) {
  FuzzReport report;
  for (std::uint64_t i = range.begin; i < range.end; ++i) {
    const CaseResult result = target.run(i, report.notes);
    report.add_case(i, result.class_name, result.findings);
  }
  return report.to_text();
}

class Campaign {
 public:
  Campaign(FuzzTarget& target, const FuzzPlan& plan) : target_(target), plan_(plan), next_(plan.first) {}

  FuzzReport run(const FuzzProgress& progress, const volatile int& interrupted) {
    Clock::time_point shown = started_;
    for (;;) {
      const bool more = interrupted == 0 && !(plan_.seconds > 0 && elapsed() >= plan_.seconds);
      while (running_.size() < std::size_t(plan_.jobs) && start_one(more)) {
      }
      if (running_.empty()) break;
      wait();
      collect();
      if (Clock::now() - shown > std::chrono::seconds(1)) {
        shown = Clock::now();
        progress(report_.cases, elapsed());
      }
    }
    progress(report_.cases, elapsed());
    return report_;
  }

 private:
  struct Running {
    Range range;
    Child child;
    Running(FuzzTarget& target, Range part, double seconds)
        : range(part), child([&target, part] { return run_range(target, part); }, seconds) {}
  };

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  /// Parts of a batch that failed come first, and are finished even when nothing new is to begin.
  bool start_one(bool more) {
    Range range;
    if (!again_.empty()) {
      range = again_.front();
      again_.pop_front();
    } else if (more && next_ - plan_.first < plan_.cases) {
      const std::uint64_t left = plan_.cases - (next_ - plan_.first);
      range = {next_, next_ + std::min(left, target_.batch())};
      next_ = range.end;
    } else {
      return false;
    }
    running_.emplace_back(target_, range, plan_.case_seconds);
    return true;
  }

  void wait() {
    std::vector<pollfd> files;
    for (const Running& one : running_) files.push_back({one.child.file(), POLLIN, 0});
    poll(files.data(), static_cast<nfds_t>(files.size()), 200);
  }

  void collect() {
    for (auto one = running_.begin(); one != running_.end();) {
      if (!one->child.read_on()) {
        ++one;
        continue;
      }
      if (one->child.sound()) {
        report_.add(FuzzReport::from_text(one->child.text()));
      } else {
        look_into(one->range);
      }
      one = running_.erase(one);
    }
  }

  /// Halves what failed until one case is left.
  void look_into(Range range) {
    if (range.end - range.begin > 1) {
      const std::uint64_t middle = range.begin + (range.end - range.begin) / 2;
      again_.push_back({range.begin, middle});
      again_.push_back({middle, range.end});
      return;
    }
    report_.add_case(range.begin, "unknown", {{crash_check, "", 0}});
  }

  FuzzTarget& target_;
  const FuzzPlan& plan_;
  std::uint64_t next_;
  std::deque<Range> again_;
  std::list<Running> running_;
  FuzzReport report_;
  Clock::time_point started_ = Clock::now();
};

}  // namespace

FuzzReport run_campaign(FuzzTarget& target, const FuzzPlan& plan, const FuzzProgress& progress,
                        const volatile int& interrupted) {
  return Campaign(target, plan).run(progress, interrupted);
}

std::string scene_in_child(FuzzTarget& target, std::uint64_t index, const std::string& check, double seconds) {
  Child child([&] { return target.scene(index, check); }, seconds);
  while (!child.read_on()) {
    pollfd file = {child.file(), POLLIN, 0};
    poll(&file, 1, 200);
  }
  return child.sound() ? child.text() : std::string();
}

}  // namespace bankshot_tool
