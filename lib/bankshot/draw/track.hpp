#pragma once
// The way of one body through a film, and how to say it with few keys. Not part of the public interface.

#include <bankshot/config.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct PoseSample {
  double time = 0;  ///< s
  double x = 0;     ///< world
  double y = 0;
  double angle = 0;   ///< radians, any number of turns
  double length = 0;  ///< of what is drawn out and pushed together, world
};

/// A subset of `samples`, first and last included, such that interpolating between the kept ones never leaves a
/// dropped one by more than `tolerance` (world length): in position, in length, and by the way that a point at distance
/// `reach` from the origin is off when the angle is. Source: Ramer 1972, Douglas and Peucker 1973, with time as the
/// parameter instead of the distance to the chord.
BANKSHOT_API std::vector<PoseSample> thinned(std::span<const PoseSample> samples, double tolerance, double reach);

/// Samples in order of time, of bounded memory: when too many gather they are thinned where they stand, by `tolerance`
/// at first and by more when that is not enough.
class BANKSHOT_API Track {
 public:
  Track(double tolerance, double reach) : tolerance_(tolerance), reach_(reach) {}
  void add(const PoseSample& sample);
  std::span<const PoseSample> samples() const { return samples_; }
  double reach() const { return reach_; }
  void set_reach(double reach) { reach_ = reach; }
  bool moves() const;  ///< whether any sample differs from the first

 private:
  static constexpr std::size_t most_samples = 4096;
  std::vector<PoseSample> samples_;
  double tolerance_;
  double reach_;
};

/// The angle nearest to `guess` that equals `angle` up to whole turns.
BANKSHOT_API double unwrapped(double angle, double guess);

}  // namespace bankshot::BANKSHOT_ABI::detail
