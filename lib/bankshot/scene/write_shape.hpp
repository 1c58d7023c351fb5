#pragma once
// The writer of shapes. Not part of the public interface.

#include <bankshot/scene/write_parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Adds the members that make the shape: its kind and its numbers.
void add_geometry(const Shape& shape, Members& out);

}  // namespace bankshot::BANKSHOT_ABI::detail
