#include "family.hpp"

#include <algorithm>
#include <cmath>

#include "lab.hpp"

namespace bankshot_tool::laws {

Tally::Tally(const Family& family) : family_(family), sums_(family.figures.size()) {}

void Tally::add(std::uint64_t index, const Figures& figures) {
  cases_ += figures.empty() ? 0 : 1;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (!figures[i]) continue;
    Sum& sum = sums_[i];
    const double value = std::isnan(*figures[i]) ? std::numeric_limits<double>::infinity() : *figures[i];
    if (value > sum.worst) {
      sum.worst = value;
      sum.worst_case = index;
    }
    sum.total += value;
    sum.missed += misses(family_.figures[i], value) ? 1 : 0;
    sum.all.push_back(value);
  }
}

double Tally::median(std::size_t figure) const {
  std::vector<double> all = sums_[figure].all;
  if (all.empty()) return 0;
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
}

const std::vector<Family>& all_families() {
  static const std::vector<Family> families = [] {
    std::vector<Family> sum;
    for (const auto group : {impact_families, pair_families, throw_families, bowl_families, seam_families}) {
      for (Family& family : group()) sum.push_back(std::move(family));
    }
    return sum;
  }();
  return families;
}

}  // namespace bankshot_tool::laws
