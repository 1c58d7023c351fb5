#pragma once
// The second stage of the judge: integers of any length.

#include "oracle/exact/judge.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

class WholeNumbers {
 public:
  WholeNumbers(const Placed& a, const Placed& b);
  WholeNumbers(const WholeNumbers&) = delete;
  WholeNumbers& operator=(const WholeNumbers&) = delete;
  ~WholeNumbers();

  /// Returns the sign of (signed gap - level).
  int compare(Level level);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
