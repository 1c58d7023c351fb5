#pragma once
// The forbidden translations of A beside B, by the definition of both, and the shortest free ones: brute force in long
// double.

#include "oracle/parts/whole.hpp"
#include "oracle/union_exit.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

inline constexpr oracle::Number endless = std::numeric_limits<oracle::Number>::infinity();

/// A stretch of a straight path, as fractions of it.
struct Span {
  oracle::Number from = 0, to = 0;
};

struct Forbidden {
  std::vector<Solid> solids;
  std::vector<oracle::Wall> walls;
  std::vector<oracle::Ring> rings;

  /// Depth of a translation in any one obstacle, at most; negative: the distance from all of them. (In the whole it may
  /// be deeper: in a seam.)
  oracle::Number depth_at(oracle::Point translation) const;
  /// Returns the length of the shortest free translation with all obstacles larger by `grown`; infinite if none is
  /// shorter than `below`.
  oracle::Number way_out(oracle::Number grown, oracle::Number rounding, oracle::Number below) const;
  /// Returns the same for A already moved by the translation.
  Forbidden moved(oracle::Point translation) const;
  /// True if a translation leads into the whole, though perhaps along a seam, and so deep into no solid: with all
  /// obstacles larger by a band, nothing is free within two.
  bool thick_at(oracle::Point translation, oracle::Number band) const;
  /// Returns where on the line s * way any one obstacle is met deeper than `level`, sorted by the beginnings.
  std::vector<Span> along(oracle::Point way, oracle::Number level) const;
};

Forbidden forbidden(const Whole& a, const Pose& pose_a, const Whole& b, const Pose& pose_b);
/// The same for a point in place of A.
Forbidden forbidden(oracle::Point point, const Whole& b, const Pose& pose_b);

/// Returns where a point that starts at 0 first leaves all spans; 0 if none contains it.
oracle::Number first_out(const std::vector<Span>& spans);
/// Returns the first place in [0, end] within any span; infinite if there is none.
oracle::Number first_in(const std::vector<Span>& spans, oracle::Number end);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
