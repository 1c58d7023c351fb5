#pragma once
// Predicted impacts handed to the solver as speculative contacts. Not part of the public interface.

#include <bankshot/world/timeline/impact_queue.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Collects, by key, the predicted impacts that the solver may take over as speculative contacts: see speculation.hpp.
void collect_predicted(const TimelineStep& step, Trajectories& paths, const Candidates& candidates,
                       const ImpactQueue& queue, std::vector<SpeculativeContact>& contacts);

}  // namespace bankshot::BANKSHOT_ABI::detail
