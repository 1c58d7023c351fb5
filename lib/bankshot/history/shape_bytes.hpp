#pragma once
// Shapes as bytes: what their builders take. Not part of the public interface.

#include <bankshot/history/byte_stream.hpp>
#include <bankshot/shape/composites.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void write_shape(ByteWriter& out, const Shape& shape);

/// A shape with the bits of the one that was written: builders derive everything else from these numbers. What a
/// builder refuses is refused with its reason.
Shape read_shape(ByteReader& in);

}  // namespace bankshot::BANKSHOT_ABI::detail
