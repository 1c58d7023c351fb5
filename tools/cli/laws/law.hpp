#pragma once
// A law of physics: data and a function that measures the error of an engine.

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "../engines/engine.hpp"
#include "draw.hpp"

namespace bankshot_tool::laws {

using namespace engines;

/// Settings of one run of a law.
struct Trial {
  const Candidate* engine = nullptr;
  double dt = 1.0 / 60;
  std::uint64_t seed = 1;
  std::int64_t cases = 10'000;  ///< of random laws
  bool default_cases = true;    ///< true if the user gave no number: a family takes its own
  bool quick = false;           ///< shorter, for tests
  Set set = {};                 ///< features of families, set by hand
};

/// One figure by which a law is judged. `bound` is the largest allowed value, or the smallest.
struct Row {
  const char* name;
  const char* unit;
  double bound = 0;
  enum class Side { at_most, at_least, at_most_box2d } side = Side::at_most;  ///< the last: what Box2D reached
};

struct Series {
  std::string name;
  std::vector<double> x, y;
};

struct Measured {
  std::vector<double> figures;  ///< one for each row; NaN: nothing could be measured, which breaks the law
  std::string note;             ///< for people: the worst case
  Series series;                ///< for the plot; may be empty
};

struct Law {
  const char* name;
  const char* sentence;
  std::vector<Row> rows;
  std::function<Measured(const Trial& trial)> measure;
  const char* axis = "";   ///< quantity on the vertical axis of the plot; empty: no plot
  const char* along = "";  ///< and on the horizontal axis
  bool awaited = false;    ///< the library is known to miss it: --check does not count it, --strict does
};

constexpr double unmeasured = std::numeric_limits<double>::quiet_NaN();
/// A figure that the engine does not tell: no verdict.
constexpr double untold = -std::numeric_limits<double>::infinity();

// The laws of each file.
std::vector<Law> drop_laws();
std::vector<Law> tumble_laws();
std::vector<Law> gas_laws();
std::vector<Law> cradle_laws();
std::vector<Law> valley_laws();
std::vector<Law> billiard_laws();
std::vector<Law> pair_laws();
std::vector<Law> friction_laws();
std::vector<Law> shot_laws();
std::vector<Law> stack_laws();
std::vector<Law> ledger_laws();
std::vector<Law> joint_pendulum_laws();
std::vector<Law> joint_chain_laws();
std::vector<Law> joint_drive_laws();
std::vector<Law> joint_loop_laws();
std::vector<Law> joint_impact_laws();
std::vector<Law> rest_laws();
std::vector<Law> family_laws();
const std::vector<Law>& all_laws();

}  // namespace bankshot_tool::laws
