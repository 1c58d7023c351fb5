#pragma once
// Memory that steps reuse, so that a steady world allocates nothing. No state: a copy of a world starts without it.
// Not part of the public interface.

#include <bankshot/broad/kept_pairs.hpp>
#include <bankshot/world/energy_books.hpp>
#include <bankshot/world/island.hpp>
#include <bankshot/world/pairs.hpp>
#include <bankshot/world/record.hpp>
#include <bankshot/world/solver.hpp>
#include <bankshot/world/speculation.hpp>
#include <bankshot/world/timeline.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

struct StepScratch {
  KeptPairs pair_finder;
  PairSet pairs;
  Islands islands;
  Solver solver;
  Timeline timeline;
  Speculation speculation;
  EnergyBooks books;
  std::vector<Motion> motion;
  std::vector<std::uint8_t> supported;      ///< per body, see collide_and_classify()
  std::vector<std::uint32_t> unclassified;  ///< near pairs, see collide_and_classify()
  std::vector<Real> island_still;           ///< per island, how long all of it has been still
  RecordScratch records;
  std::vector<IndexPair> sensor_pairs;
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail
