#pragma once
// Case number `index` of the campaign over shapes of every kind. It depends on seed and index only.

#include "oracle/parts/whole.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

enum class PartsClass : std::uint8_t {
  turned,    ///< any angles, any positions
  aligned,   ///< quarter turns, positions and sizes in eighths
  far_away,  ///< up to 10,000 sizes from the origin
  sized,     ///< of any magnitude, some made by scaled()
  touching,  ///< moved to within a few bands of one another
  one_angle  ///< both turned by the same angle
};
inline constexpr int parts_class_count = 6;
const char* name_of(PartsClass which) noexcept;

struct PartsCase {
  PartsClass which = PartsClass::turned;
  Whole a, b;
  Pose pose_a, pose_b;
  Vec2 motion = Vec2::Zero();  ///< of A, for sweeps
  Real turn = 0;               ///< of A during that motion
  Vec2 pivot = Vec2::Zero();
  Vec2 axis = Vec2::Zero();                        ///< for mtv_along()
  Vec2 origin = Vec2::Zero(), ray = Vec2::Zero();  ///< against B; the origin is also the point of point queries
};

/// Empty if the library refuses a shape of it.
std::optional<PartsCase> parts_case(std::uint64_t seed, std::uint64_t index);

/// Returns "grid x circle".
std::string pair_name(Kind a, Kind b);

/// Describes both shapes and their poses for people.
std::string description(const PartsCase& data);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
