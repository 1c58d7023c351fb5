#pragma once
// Joints of parts that stop what has no width. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/toi/linear.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Where two cores touch along a line, as stretches of it; `low`, `high`: a corner at either end.
struct TouchingEdge {
  Real from = 0, to = 0;
  int low = 0, high = 0;
};

/// Two parts, one of which goes past the other on a straight way, touching it from the side.
struct Beside {
  TouchingEdge of_a, of_b;  ///< along the way, relative to B; A's where it begins
  Real place = 0;           ///< of A's side, across the way
  std::int32_t a = 0, b = 0;
  bool left = false;  ///< A is to the left of B

  Real begins() const { return of_b.from - of_a.to; }                         ///< after which way they touch
  Feature corner_a() const { return {Feature::Kind::corner, of_a.high, a}; }  ///< with which they then do
  Feature corner_b() const { return {Feature::Kind::corner, of_b.low, b}; }
};

/// Whether a pair touches from the side on its way. Says nothing about parts and their numbers.
bool passes_beside(const LinearPair& pair, Beside* found);

/// A place where parts on either side meet.
struct Joint {
  Real distance = infinite;  ///< that A has gone until there
  Beside left, right;
};

/// What a sweep tells of a joint.
SweepHit hit_at(const Joint& joint, const Shape& a, const Shape& b, const Placement& at, Real band, V2 motion,
                V2 position_b);

/// Pairs of parts that go past one another on one straight way.
class Joints {
 public:
  void add(const Beside& found) { (found.left ? left_ : right_).push_back(found); }

  /// The first joint at which A gets deeper than the band.
  Joint first(Real length, Real band) const;

 private:
  std::vector<Beside> left_, right_;
};

/// Whether a part is so thin that joints may let it in.
BANKSHOT_INLINE bool without_width(const Part& a, const Part& b, Real band) {
  return min(a.view.extent, b.view.extent) <= 2 * band;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
