#pragma once
// The checks of a small world, for campaigns and for playing one finding again.

#include <bankshot/scene/scene.hpp>

#include "fuzz_target.hpp"

namespace bankshot_tool {

/// What the world promises whatever is in it: the same bits when its bodies are created in another order, finite
/// numbers, and for a closed room of the generator's kind that nothing leaves it and energy does not rise, as far as
/// bodies are no thinner than tolerance::thinnest_bands and thinnest_falls say. `order` chooses the other order of
/// creation. And where seconds_to_rest() are over, that all sleeps. `fault` late_sweep: one body seems never to.
bankshot_oracle::Findings check_world(const bankshot::Scene& scene, std::uint64_t order, bankshot_oracle::Notes& notes,
                                      bankshot_oracle::Fault fault = bankshot_oracle::Fault::none);

}  // namespace bankshot_tool
