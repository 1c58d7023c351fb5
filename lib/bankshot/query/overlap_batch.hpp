#pragma once
// overlap() for one shape against many, and for many against many: lists the shapes that overlap.

#include <bankshot/shape/shape.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI {

/// Two shapes that overlap, by their indices in the lists.
struct OverlapPair {
  std::uint32_t a = 0, b = 0;
  friend bool operator==(const OverlapPair&, const OverlapPair&) = default;
  friend auto operator<=>(const OverlapPair&, const OverlapPair&) = default;
};

// All of these give exactly the answers of overlap() for each pair alone (touching counts), several times faster:
// bounding circles and separating axes run over lanes, and pairs within rounding of touching are tested one by one.
// shapes[i] has the pose poses[i]. Lists of different lengths throw std::invalid_argument.

/// Fills `hits` with the indices of the shapes that overlap `a`, ascending.
BANKSHOT_API void overlaps(const Shape& a, const Pose& pose_a, std::span<const Shape> shapes,
                           std::span<const Pose> poses, std::vector<std::uint32_t>& hits);

/// Fills `pairs` with all (a, b) such that the a-th of the first list overlaps the b-th of the second, sorted.
/// Source: sort and sweep along x (Baraff 1992) on bounding circles for the candidates.
BANKSHOT_API void overlap_pairs(std::span<const Shape> shapes_a, std::span<const Pose> poses_a,
                                std::span<const Shape> shapes_b, std::span<const Pose> poses_b,
                                std::vector<OverlapPair>& pairs);

/// The same within one list: each pair once, a < b.
BANKSHOT_API void overlap_pairs(std::span<const Shape> shapes, std::span<const Pose> poses,
                                std::vector<OverlapPair>& pairs);

}  // namespace bankshot::BANKSHOT_ABI
