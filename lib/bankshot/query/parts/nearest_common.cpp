// Handles one limit after the other, as Seidel's incremental linear programming (1991) does. This needs only that the
// limits are convex: while the nearest point so far satisfies the next limit, it stays the nearest; otherwise the new
// one lies on that limit's boundary. It is either the nearest point of that boundary, or a crossing with an earlier
// limit.

#include <bankshot/query/parts/nearest_common.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Error bound of a point constructed on one or two limits: some roundings of its coordinates and of the numbers it was
/// computed from.
double rounding(P2 x, double size) { return 0x1p-50 * (size + length(x)); }

}  // namespace

double NearestCommon::size() const {
  double size = 0;
  for (const Limit& limit : limits_) {
    size = std::max(size, std::fabs(limit.number));
    if (limit.disc) size = std::max(size, length(limit.vector));
  }
  return size;
}

/// The distance by which x violates the limit; not above zero if it satisfies it.
double NearestCommon::lack(const Limit& limit, P2 x) const {
  return limit.disc ? length(x - limit.vector) - limit.number : limit.number - dot(limit.vector, x);
}

bool NearestCommon::satisfies(P2 x, std::size_t count, double size) const {
  const double allowed = rounding(x, size);
  return std::all_of(limits_.begin(), limits_.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](const Limit& limit) { return lack(limit, x) <= allowed; });
}

void NearestCommon::candidates_on(std::size_t i, std::vector<P2>& out) const {
  const Limit& own = limits_[i];
  const auto line_with_disc = [&out](const Limit& line, const Limit& disc) {
    const double height = line.number - dot(line.vector, disc.vector);
    const double square = (disc.number - height) * (disc.number + height);
    if (square < 0) return;
    const P2 foot = disc.vector + height * line.vector, along = std::sqrt(square) * right_of(line.vector);
    out.push_back(foot + along), out.push_back(foot - along);
  };
  if (own.disc) {
    const double away = length(own.vector);
    out.push_back(away > 0 ? (1 - own.number / away) * own.vector : P2{own.number, 0});
  } else {
    out.push_back(own.number * own.vector);
  }
  for (std::size_t j = 0; j < i; ++j) {
    const Limit& other = limits_[j];
    if (own.disc != other.disc) {
      own.disc ? line_with_disc(other, own) : line_with_disc(own, other);
    } else if (own.disc) {
      const P2 w = other.vector - own.vector;
      const double square = dot(w, w);
      if (!(square > 0)) continue;
      const double share = (square + (own.number - other.number) * (own.number + other.number)) / (2 * square);
      const double high = own.number * own.number / square - share * share;
      if (high < 0) continue;
      const P2 foot = own.vector + share * w, across = std::sqrt(high) * right_of(w);
      out.push_back(foot + across), out.push_back(foot - across);
    } else {
      // From the foot along the line: however flat the two cross, the result lies on both to rounding, since an error
      // along the line is scaled by the slope alone on the other line.
      const P2 foot = own.number * own.vector, along = right_of(own.vector);
      const double slope = dot(other.vector, along);
      if (slope != 0) out.push_back(foot + ((other.number - dot(other.vector, foot)) / slope) * along);
    }
  }
}

bool NearestCommon::on_boundary(std::size_t i, double size, P2* nearest) const {
  std::vector<P2> candidates;
  candidates_on(i, candidates);
  bool found = false;
  for (const P2 candidate : candidates) {
    if (found && !(dot(candidate, candidate) < dot(*nearest, *nearest))) continue;
    if (!satisfies(candidate, i, size)) continue;
    *nearest = candidate;
    found = true;
  }
  return found;
}

bool NearestCommon::solve(P2* nearest) const {
  const double size = this->size();
  *nearest = {};
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    if (limits_[i].disc && limits_[i].number < 0) return false;
    if (lack(limits_[i], *nearest) <= rounding(*nearest, size)) continue;
    if (!on_boundary(i, size, nearest)) return false;
  }
  return true;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
