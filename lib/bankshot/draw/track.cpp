#include <bankshot/draw/track.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

double error_of(const PoseSample& sample, const PoseSample& from, const PoseSample& to, double reach) {
  const double span = to.time - from.time;
  const double part = span > 0 ? (sample.time - from.time) / span : 0;
  const double x = sample.x - (from.x + part * (to.x - from.x));
  const double y = sample.y - (from.y + part * (to.y - from.y));
  const double angle = sample.angle - (from.angle + part * (to.angle - from.angle));
  const double length = sample.length - (from.length + part * (to.length - from.length));
  return std::max({std::sqrt(x * x + y * y), std::fabs(angle) * reach, std::fabs(length)});
}

}  // namespace

std::vector<PoseSample> thinned(std::span<const PoseSample> samples, double tolerance, double reach) {
  if (samples.size() < 3) return {samples.begin(), samples.end()};
  std::vector<bool> keep(samples.size(), false);
  keep.front() = keep.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, samples.size() - 1}};
  while (!open.empty()) {
    const std::pair<std::size_t, std::size_t> range = open.back();
    open.pop_back();
    std::size_t worst = range.first;
    double worst_error = tolerance;
    for (std::size_t i = range.first + 1; i < range.second; ++i) {
      const double error = error_of(samples[i], samples[range.first], samples[range.second], reach);
      if (error > worst_error) {
        worst = i;
        worst_error = error;
      }
    }
    if (worst == range.first) continue;
    keep[worst] = true;
    open.emplace_back(range.first, worst);
    open.emplace_back(worst, range.second);
  }
  std::vector<PoseSample> kept;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (keep[i]) kept.push_back(samples[i]);
  }
  return kept;
}

void Track::add(const PoseSample& sample) {
  samples_.push_back(sample);
  if (samples_.size() < most_samples) return;
  samples_ = thinned(samples_, tolerance_, reach_);
  while (samples_.size() > most_samples / 2) {
    tolerance_ *= 2;
    samples_ = thinned(samples_, tolerance_, reach_);
  }
}

bool Track::moves() const {
  const auto differs = [this](const PoseSample& sample) {
    const PoseSample& first = samples_.front();
    return sample.x != first.x || sample.y != first.y || sample.angle != first.angle || sample.length != first.length;
  };
  return std::any_of(samples_.begin(), samples_.end(), differs);
}

double unwrapped(double angle, double guess) {
  constexpr double turn = 6.283185307179586;
  return angle + turn * std::round((guess - angle) / turn);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
