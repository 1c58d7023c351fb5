#pragma once
// Memory that steps reuse, so that a steady world allocates nothing. No state: a copy of a world starts without it.
// Not part of the public interface.

#include <bankshot/broad/kept_pairs.hpp>
#include <bankshot/world/free_islands.hpp>
#include <bankshot/world/pairs.hpp>
#include <bankshot/world/penetration.hpp>
#include <bankshot/world/record.hpp>
#include <bankshot/world/rest.hpp>
#include <bankshot/world/sleep.hpp>
#include <bankshot/world/solver.hpp>
#include <bankshot/world/speculation.hpp>
#include <bankshot/world/timeline.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

struct StepScratch {
  KeptPairs pair_finder;
  PairSet pairs;
  Islands islands;
  Solver solver;
  FreeIslands free_islands;
  Timeline timeline;
  Speculation speculation;
  EnergyBooks books;
  std::vector<Motion> motion;
  std::vector<std::uint8_t> touched;  ///< per body, see collide_and_classify()
  RestFinder rest;
  SleepScratch sleep;
  RecordScratch records;
  std::vector<IndexPair> sensor_pairs;
  PenetrationScratch penetrations;
};

}  // namespace bankshot::inline BANKSHOT_ABI::detail
