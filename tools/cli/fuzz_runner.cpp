#include "fuzz_runner.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <list>

#include "child_process.hpp"

namespace bankshot_tool {

namespace {

using Clock = std::chrono::steady_clock;

std::string run_range(FuzzTarget& target, CaseRange range) {
  FuzzReport report;
  for (std::uint64_t i = range.begin; i < range.end; ++i) {
    const CaseResult result = target.run(i, report.notes);
    report.add_case(i, result.class_name, result.findings);
  }
  return report.to_text();
}

class Campaign {
 public:
  Campaign(FuzzTarget& target, const FuzzPlan& plan, const FuzzState& state)
      : target_(target), plan_(plan), state_(state), again_(state.begun.begin(), state.begun.end()) {}

  FuzzState run(const FuzzWatch& watch, const volatile int& interrupted) {
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
        watch(now());
      }
    }
    watch(now());
    return now();
  }

 private:
  struct Running {
    CaseRange range;
    Child child;
    Running(FuzzTarget& target, CaseRange part, double seconds)
        : range(part), child([&target, part] { return run_range(target, part); }, seconds) {}
  };

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

  FuzzState now() const {
    FuzzState state = state_;
    state.begun.assign(again_.begin(), again_.end());
    for (const Running& one : running_) state.begun.push_back(one.range);
    state.seconds += elapsed();
    return state;
  }

  /// Batches begun earlier and parts of a failed batch come first, and are finished even if no new batch is to begin.
  bool start_one(bool more) {
    CaseRange range;
    if (!again_.empty()) {
      range = again_.front();
      again_.pop_front();
    } else if (more && state_.next < plan_.range.end) {
      range = {state_.next, state_.next + std::min(plan_.range.end - state_.next, target_.batch())};
      state_.next = range.end;
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
        state_.report.add(FuzzReport::from_text(one->child.text()));
      } else {
        look_into(one->range);
      }
      one = running_.erase(one);
    }
  }

  /// Halves a failed batch until one case is left.
  void look_into(CaseRange range) {
    if (range.end - range.begin > 1) {
      const std::uint64_t middle = range.begin + (range.end - range.begin) / 2;
      again_.push_back({range.begin, middle});
      again_.push_back({middle, range.end});
      return;
    }
    state_.report.add_case(range.begin, "unknown", {{crash_check, "", 0}});
  }

  FuzzTarget& target_;
  const FuzzPlan& plan_;
  FuzzState state_;  ///< except for begun batches, and the time since this call
  std::deque<CaseRange> again_;
  std::list<Running> running_;
  Clock::time_point started_ = Clock::now();
};

}  // namespace

FuzzState run_campaign(FuzzTarget& target, const FuzzPlan& plan, const FuzzState& state, const FuzzWatch& watch,
                       const volatile int& interrupted) {
  return Campaign(target, plan, state).run(watch, interrupted);
}

std::string scene_in_child(FuzzTarget& target, std::uint64_t index, const std::string& check, double seconds) {
  Child child([&] { return target.scene(index, check); }, seconds);
  child.finish();
  return child.sound() ? child.text() : std::string();
}

}  // namespace bankshot_tool
