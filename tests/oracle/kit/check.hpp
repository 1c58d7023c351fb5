#pragma once
// The checks of a case, and their findings.

#include <map>
#include <string>
#include <vector>

#include "oracle/exact/judge.hpp"
#include "oracle/kit/answers.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// A disagreement.
struct Finding {
  std::string check;   ///< its class: one row of the table of a campaign
  std::string detail;  ///< the answer and the truth, for one case
  double bands = 0;    ///< the error in bands of the pair, if it has one
};
using Findings = std::vector<Finding>;

/// Counts of a campaign beside its findings.
struct Notes {
  Tally tally;
  std::uint64_t in_band = 0;                ///< pairs whose gap or overlap is within the band
  std::map<std::string, std::uint64_t> by;  ///< anything else worth a row: known differences, verdicts
};

struct Judging {
  Stage stage = Stage::intervals_first;
  Fault fault = Fault::none;
};

/// Checks against the exact judge.
void check_geometry(const Question& question, const GeometryAnswers& answers, const Judging& judging, Notes& notes,
                    Findings& findings);
void check_sweep(const Question& question, const SweepAnswers& answers, const Judging& judging, Notes& notes,
                 Findings& findings);

/// Checks against the library's own answers to transformed cases.
void check_geometry_laws(const Question& question, const GeometryAnswers& answers, const Judging& judging, Notes& notes,
                         Findings& findings);
void check_sweep_laws(const Question& question, const SweepAnswers& answers, const Judging& judging, Notes& notes,
                      Findings& findings);

/// Checks against Box2D 2.4.1; false if the build has none.
bool box2d_available() noexcept;
void check_geometry_box2d(const Question& question, const GeometryAnswers& answers, Notes& notes, Findings& findings);
void check_sweep_box2d(const Question& question, const SweepAnswers& answers, Notes& notes, Findings& findings);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
