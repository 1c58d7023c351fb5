#include <bankshot/world/step/scratch.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void FreeScratch::operator()(StepScratch* scratch) const noexcept { delete scratch; }

}  // namespace bankshot::BANKSHOT_ABI::detail
