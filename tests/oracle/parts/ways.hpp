#pragma once
// What forbids a translation of A beside B, by the definition of both, and the ways through it: brute force in long
// double.

#include "oracle/parts/whole.hpp"
#include "oracle/union_exit.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

inline constexpr oracle::Number endless = std::numeric_limits<oracle::Number>::infinity();

/// A stretch of a straight way, in parts of it.
struct Span {
  oracle::Number from = 0, to = 0;
};

struct Forbidden {
  std::vector<Solid> solids;
  std::vector<oracle::Wall> walls;
  std::vector<oracle::Ring> rings;

  /// How deep a translation leads into any one of them, at most; negative: how far from all of them it stays. (In the
  /// whole it may be deeper: in a seam.)
  oracle::Number depth_at(oracle::Point translation) const;
  /// The shortest translation that is free, all being larger by `grown`; infinite where none is shorter than `below`.
  oracle::Number way_out(oracle::Number grown, oracle::Number rounding, oracle::Number below) const;
  /// The same for what has been moved by the translation already.
  Forbidden moved(oracle::Point translation) const;
  /// Whether a translation leads into the whole, though perhaps along a seam, and so deep into no solid: all being
  /// larger by a band, nothing is free within two.
  bool thick_at(oracle::Point translation, oracle::Number band) const;
  /// Where on the line s * way any one of them is met deeper than `level`, in order of the beginnings.
  std::vector<Span> along(oracle::Point way, oracle::Number level) const;
};

Forbidden forbidden(const Whole& a, const Pose& pose_a, const Whole& b, const Pose& pose_b);
/// The same of a point in place of A.
Forbidden forbidden(oracle::Point point, const Whole& b, const Pose& pose_b);

/// Where what starts at 0 first comes out of all spans; 0 where none holds it.
oracle::Number first_out(const std::vector<Span>& spans);
/// The first place in [0, end] within any span; infinite if there is none.
oracle::Number first_in(const std::vector<Span>& spans, oracle::Number end);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
