#pragma once
// The reader of grids and masks. Not part of the public interface.

#include <bankshot/scene/json_node.hpp>
#include <bankshot/shape/composites.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

Shape read_grid(const JsonNode& node);
Shape read_mask(const JsonNode& node);

}  // namespace bankshot::BANKSHOT_ABI::detail
