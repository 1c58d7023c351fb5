#pragma once
// Asks every query of a case of shapes of every kind, and judges the answers.

#include "oracle/kit/check.hpp"
#include "oracle/parts/case.hpp"
#include "oracle/parts/ways.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// Adds the disagreements over the case. `notes.by["pair | query"]` counts the queries.
void check_parts(const PartsCase& data, const Judging& judging, Notes& notes, Findings& findings);

/// A case under judgement.
class Trial {
 public:
  Trial(const PartsCase& data, const Judging& judging, Notes& notes, Findings& findings);

  const PartsCase& data;
  const Forbidden ways;       ///< for A
  const oracle::Number band;  ///< of the pair
  Fault fault;

  bool both_inside_out() const { return data.a.inside_out() && data.b.inside_out(); }
  bool one_way() const { return !data.a.faces.empty() || !data.b.faces.empty(); }
  void asked(const char* query);
  /// Adds a disagreement unless `right`.
  void expect(bool right, const char* check, oracle::Number off = 0);

 private:
  Notes& notes_;
  Findings& findings_;
};

void check_still(Trial& trial);   ///< overlap, relation, MTVs, distances, points, manifolds
void check_moving(Trial& trial);  ///< rays and sweeps
void check_sweeps(Trial& trial);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
