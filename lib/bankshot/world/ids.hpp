#pragma once
#include <bankshot/config.hpp>

#include <compare>

namespace bankshot::BANKSHOT_ABI {

/// A handle to a body of one world: a slot, and how often the slot was used before. Stale handles are detected.
struct BodyId {
  std::uint32_t slot = 0xffffffffu;
  std::uint32_t generation = 0;
  friend auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// A handle to one shape of one body, in the same form.
struct ShapeId {
  std::uint32_t slot = 0xffffffffu;
  std::uint32_t generation = 0;
  friend auto operator<=>(const ShapeId&, const ShapeId&) = default;
};

/// A handle to a joint, in the same form.
struct JointId {
  std::uint32_t slot = 0xffffffffu;
  std::uint32_t generation = 0;
  friend auto operator<=>(const JointId&, const JointId&) = default;
};

}  // namespace bankshot::BANKSHOT_ABI
