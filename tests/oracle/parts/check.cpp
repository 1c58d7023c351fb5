#include "oracle/parts/check.hpp"

#include <bankshot/query/overlap.hpp>

namespace bankshot_oracle::inline BANKSHOT_ABI {

Trial::Trial(const PartsCase& of, const Judging& judging, Notes& notes, Findings& findings)
    : data(of),
      ways(forbidden(of.a, of.pose_a, of.b, of.pose_b)),
      band(oracle::Number(touching_band(of.a.shape, of.pose_a, of.b.shape, of.pose_b))),
      fault(judging.fault),
      notes_(notes),
      findings_(findings) {}

void Trial::asked(const char* query) { ++notes_.by[pair_name(data.a.kind, data.b.kind) + " | " + query]; }

void Trial::expect(bool right, const char* check, oracle::Number off) {
  if (right) return;
  char detail[64];
  std::snprintf(detail, sizeof detail, "%.4Lg, band %.4Lg", off, band);
  findings_.push_back({check, detail, static_cast<double>(off / band)});
}

void check_parts(const PartsCase& data, const Judging& judging, Notes& notes, Findings& findings) {
  Trial trial(data, judging, notes, findings);
  check_still(trial);
  check_moving(trial);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
