#pragma once
// The energy of a run: figures and a picture.

#include <bankshot/world/world.hpp>

#include <string>
#include <vector>

#include "chart.hpp"

namespace bankshot_tool {

/// The ledger of a run so far, and its course over time if a picture is wanted.
class EnergyReport {
 public:
  explicit EnergyReport(bool course) : course_(course) {}

  /// Records the state before the first step and after each step.
  void take_in(const bankshot::World& world, double time);
  /// Prints the totals, one line for each entry that is not zero.
  void print() const;
  std::string svg(const std::string& title) const;

 private:
  bool course_, begun_ = false;
  bankshot::EnergyLedger sum_;
  std::vector<double> time_;
  std::vector<bankshot::EnergyLedger> ledgers_;  ///< totals up to each time
};

}  // namespace bankshot_tool
