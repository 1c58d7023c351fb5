#pragma once
// The point nearest to the origin in the intersection of half planes and discs. Not part of the public interface.

#include <bankshot/query/parts/region.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class NearestCommon {
 public:
  /// The points x with dot(normal, x) >= offset. The normal's length is 1 up to rounding.
  void add_half_plane(P2 normal, double offset) {
    const double scale = 1 / length(normal);
    limits_.push_back({scale * normal, scale * offset, false});
  }
  /// The points within `radius` of `centre`; none when it is negative.
  void add_disc(P2 centre, double radius) { limits_.push_back({centre, radius, true}); }

  /// Lets points lie this far beyond every limit added so far.
  void relax(double by) {
    for (Limit& limit : limits_) limit.number += limit.disc ? by : -by;
  }

  /// Returns false if no point lies in all of them.
  bool solve(P2* nearest) const;

 private:
  struct Limit {
    P2 vector;
    double number = 0;
    bool disc = false;
  };

  double lack(const Limit& limit, P2 x) const;
  bool satisfies(P2 x, std::size_t count, double size) const;
  bool on_boundary(std::size_t i, double size, P2* nearest) const;
  void candidates_on(std::size_t i, std::vector<P2>& out) const;
  double size() const;  ///< largest of all numbers

  std::vector<Limit> limits_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
