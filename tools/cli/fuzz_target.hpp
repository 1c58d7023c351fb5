#pragma once
// The interface of a fuzz target: one kind of case, by number.

#include "fuzz_command.hpp"
#include "oracle/kit/check.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace bankshot_tool {

/// The judges of a campaign.
struct Against {
  bool exact = true, laws = true, box2d = true;
};

struct TargetSettings {
  FuzzCommand command;  ///< quoted in findings
  std::uint64_t seed = 1;
  Against against;
  bankshot_oracle::Judging judging;
  std::string scene;              ///< path of the user's own scene; empty: none
  std::vector<std::string> laws;  ///< names of families; empty: all
};

/// The result of one case.
struct CaseResult {
  std::string class_name;
  bankshot_oracle::Findings findings;
};

class FuzzTarget {
 public:
  virtual ~FuzzTarget() = default;
  /// Makes case number `index` and checks it.
  virtual CaseResult run(std::uint64_t index, bankshot_oracle::Notes& notes) = 0;
  /// Returns the case as a scene file, made as small as possible while `check` still fails. Does not run a case again
  /// that ended the program.
  virtual std::string scene(std::uint64_t index, const std::string& check) = 0;
  virtual std::uint64_t batch() const = 0;      ///< cases per process
  virtual bool tells() const { return false; }  ///< true if scene() returns a text for people, not a scene

 protected:
  FuzzTarget() = default;
  FuzzTarget(const FuzzTarget&) = delete;
  FuzzTarget& operator=(const FuzzTarget&) = delete;
};

/// The class of cases that crash or hang the program.
inline constexpr const char* crash_check = "ends the program";

std::unique_ptr<FuzzTarget> make_pair_target(bool sweeps, const TargetSettings& settings);
std::unique_ptr<FuzzTarget> make_parts_target(bool seams, const TargetSettings& settings);
std::unique_ptr<FuzzTarget> make_world_target(const TargetSettings& settings);
std::unique_ptr<FuzzTarget> make_joint_target(const TargetSettings& settings);
std::unique_ptr<FuzzTarget> make_text_target(const TargetSettings& settings);
std::unique_ptr<FuzzTarget> make_law_target(const TargetSettings& settings);

}  // namespace bankshot_tool
