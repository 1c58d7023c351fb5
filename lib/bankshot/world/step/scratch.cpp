#include <bankshot/world/step/scratch.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

void FreeScratch::operator()(StepScratch* scratch) const noexcept { delete scratch; }

}  // namespace bankshot::inline BANKSHOT_ABI::detail
