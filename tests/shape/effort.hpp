#pragma once
// Processor time spent, for tests that something grows as slowly as it should: bounds many times what it takes, which
// only the wrong order of growth can pass, and which do not know what else the machine does.

#include <ctime>

namespace bankshot_test {

class Effort {
 public:
  double seconds() const { return double(std::clock() - start_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t start_ = std::clock();
};

}  // namespace bankshot_test
