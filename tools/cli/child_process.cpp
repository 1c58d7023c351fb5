#include "child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "bad_use.hpp"

namespace bankshot_tool {

namespace {

void write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    done += static_cast<std::size_t>(n);
  }
}

}  // namespace

Child::Child(const std::function<std::string()>& work, double seconds)
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

Child::~Child() {
  if (file_ >= 0) close(file_);
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

bool Child::read_on() {
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

void Child::finish(const volatile int& interrupted) {
  while (!read_on()) {
    if (interrupted != 0) return;
    pollfd file = {file_, POLLIN, 0};
    poll(&file, 1, 200);
  }
}

void Child::finish() {
  const volatile int never = 0;
  finish(never);
}

void Child::work_and_exit(const std::function<std::string()>& work, const int (&ends)[2]) {
  close(ends[0]);
  std::signal(SIGINT, SIG_IGN);  // the parent decides when to stop
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a parent that was killed cannot stop its children
#endif
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

}  // namespace bankshot_tool
