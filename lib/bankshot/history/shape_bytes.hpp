#pragma once
// Shapes as bytes: the arguments of their builders. Not part of the public interface.

#include <bankshot/history/byte_stream.hpp>
#include <bankshot/shape/composites.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

void write_shape(ByteWriter& out, const Shape& shape);

/// Reads a shape with the same bits as the written one: builders derive everything else from these numbers. Refuses
/// what a builder refuses, with its reason.
Shape read_shape(ByteReader& in);

}  // namespace bankshot::BANKSHOT_ABI::detail
