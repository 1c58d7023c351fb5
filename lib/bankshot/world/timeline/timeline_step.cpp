#include <bankshot/world/timeline/timeline_step.hpp>

#include <bankshot/world/timeline/joint_flight.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

bool TimelinePart::is_of_group(Rank rank) const { return step_.flight != nullptr && step_.flight->is_of_group(rank); }

}  // namespace bankshot::BANKSHOT_ABI::detail
