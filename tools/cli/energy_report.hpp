#pragma once
// What a run did with energy: figures and a picture.

#include <bankshot/world/world.hpp>

#include <string>
#include <vector>

#include "chart.hpp"

namespace bankshot_tool {

/// The ledger of a run so far, and its course if a picture is wanted.
class EnergyReport {
 public:
  explicit EnergyReport(bool course) : course_(course) {}

  /// Takes in the world before its first step and after each one.
  void take_in(const bankshot::World& world, double time);
  /// The totals, one line for each entry that is not nothing.
  void print() const;
  std::string svg(const std::string& title) const;

 private:
  bool course_, begun_ = false;
  bankshot::EnergyLedger sum_;
  std::vector<double> time_;
  std::vector<bankshot::EnergyLedger> ledgers_;  ///< totals up to each time
};

}  // namespace bankshot_tool
