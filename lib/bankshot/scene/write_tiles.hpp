#pragma once
// The writer of grids and masks. Not part of the public interface.

#include <bankshot/scene/write_parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void add_grid(const Shape& grid, Members& out);
void add_mask(const Shape& mask, Members& out);

}  // namespace bankshot::BANKSHOT_ABI::detail
