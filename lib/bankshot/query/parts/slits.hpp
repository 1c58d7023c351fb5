#pragma once
// Slits of parts that stop a shape without width. Not part of the public interface.

#include <bankshot/query/parts/parts.hpp>
#include <bankshot/query/toi/linear.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// The stretch of a line along which a core touches another; `low`, `high`: the corner at either end.
struct TouchingEdge {
  Real from = 0, to = 0;
  int low = 0, high = 0;
};

/// Two parts of which one passes the other on a straight path, touching it from the side.
struct Beside {
  TouchingEdge of_a, of_b;  ///< along the path, relative to B; A's at the start of the path
  Real place = 0;           ///< of A's side, across the path
  std::int32_t a = 0, b = 0;
  bool left = false;  ///< A is to the left of B

  Real begins() const { return of_b.from - of_a.to; }                         ///< distance after which they touch
  Feature corner_a() const { return {Feature::Kind::corner, of_a.high, a}; }  ///< the corners that touch first
  Feature corner_b() const { return {Feature::Kind::corner, of_b.low, b}; }
};

/// True if a pair touches from the side on its path. Does not set the part numbers.
bool passes_beside(const LinearPair& pair, Beside* found);

/// A place where parts on either side meet.
struct Slit {
  Real distance = infinite;  ///< travelled by A up to the slit
  Beside left, right;
};

/// The sweep result for a slit.
SweepHit hit_at(const Slit& slit, const Shape& a, const Shape& b, const Placement& at, Real band, V2 motion,
                V2 position_b);

/// Pairs of parts that pass one another on one straight path.
class Slits {
 public:
  void add(const Beside& found) { (found.left ? left_ : right_).push_back(found); }

  /// Returns the first slit at which A gets deeper than the band.
  Slit first(Real length, Real band) const;

 private:
  std::vector<Beside> left_, right_;
};

/// True if a part is so thin that slits may let it in.
BANKSHOT_INLINE bool without_width(const Part& a, const Part& b, Real band) {
  return min(a.view.extent, b.view.extent) <= 2 * band;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
