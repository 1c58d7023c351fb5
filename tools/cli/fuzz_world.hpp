#pragma once
// The checks of a small world, for campaigns and for replays of one finding.

#include <bankshot/scene/scene.hpp>

#include "fuzz_target.hpp"

namespace bankshot_tool {

/// Checks the guarantees of any world: the same bits if its bodies are created in another order (`order` chooses which)
/// and finite numbers. In a closed room of the generator's kind also: nothing leaves it and energy does not rise,
/// provided that bodies are no thinner than tolerance::thinnest_bands and thinnest_falls allow. After seconds_to_rest()
/// also: everything sleeps. `fault` late_sweep: pretends that one body never sleeps.
bankshot_oracle::Findings check_world(const bankshot::Scene& scene, std::uint64_t order, bankshot_oracle::Notes& notes,
                                      bankshot_oracle::Fault fault = bankshot_oracle::Fault::none);

}  // namespace bankshot_tool
