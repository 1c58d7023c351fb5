#pragma once
#include <bankshot/config.hpp>

namespace bankshot::BANKSHOT_ABI {

/// A closed interval of the real line: the projection of a shape on an axis.
struct BANKSHOT_API Interval {
  Real lower = 0;
  Real upper = 0;

  Real extent() const noexcept { return upper - lower; }
  bool contains(const Interval& inner) const noexcept;

  /// Returns the signed gap to `other`: positive when apart, otherwise minus the length of the shared part. That length
  /// is the smaller of the two one-sided exits when neither contains the other.
  Real gap(const Interval& other) const noexcept;

  /// Returns the shortest signed shift of *this* after which the two touch from outside, containment included (the exit
  /// on the nearer side, not the length of the shared part). Positive moves up, and so does a tie. Zero only when
  /// already touching or apart.
  Real exit(const Interval& other) const noexcept;

  friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace bankshot::BANKSHOT_ABI
