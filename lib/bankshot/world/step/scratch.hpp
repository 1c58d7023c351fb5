#pragma once
// Memory that steps reuse, so that a steady world allocates nothing. Not state: a copy of a world starts without it.
// Not part of the public interface.

#include <bankshot/world/contacts/contact_events.hpp>
#include <bankshot/world/islands/sleep.hpp>
#include <bankshot/world/pairs/find_pairs.hpp>
#include <bankshot/world/rest/classify.hpp>
#include <bankshot/world/solver/solver.hpp>
#include <bankshot/world/step/free_islands.hpp>
#include <bankshot/world/step/penetration.hpp>
#include <bankshot/world/timeline/joint_flight.hpp>
#include <bankshot/world/timeline/speculation.hpp>
#include <bankshot/world/timeline/timeline.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

struct StepScratch {
  PairSearch search;
  BroadPairs broad;
  ContactPairs pairs;
  SolverWork work;
  ToiWork toi;
  Islands islands;
  Solver solver;
  FreeIslands free_islands;
  TiedGroups tied;
  JointFlight flight;
  Timeline timeline;
  Speculation speculation;
  EnergyRecorder books;
  std::vector<Motion> motion;
  std::vector<std::uint8_t> is_pushed;  ///< per body, see wake_ahead()
  ClassifyScratch classify;
  SleepScratch sleep;
  RecordScratch records;
  SensorScratch sensors;
  PenetrationScratch penetrations;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
