// Time to rest. tau(x) = sqrt(2 x / g) is the time of a fall from x, e the restitution, mu the friction.
//
// Bouncing. A body with the energy to rise to h stops bouncing after tau(h) (1 + e) / (1 - e): the fall, and the
// geometric series of the hops. Among other bodies it stops sooner: impacts between bodies cost energy as well.
// Sliding. The remaining speed along a floor is at most sqrt(2 g h), which friction stops within tau(h) / mu.
// Falling over. A body that stands on a corner leaves it at the rate sqrt(g r / (k^2 + r^2)) >= 1 / tau(r), r its reach
// and k <= r its radius of gyration. From the smallest lean above rounding it takes ln(1 / eps) tau(r). The centre
// comes down by r at most, and bounces for tau(r) (1 + e) / (1 - e).
// Then all is still, and sleeps after the delay. Rolling is left out: nothing stops a disc on a level floor.
//
// At rest. Once no body has the energy to rise by its slop, bounces go on for tau(slop) (1 + e) / (1 - e) at most, and
// still bodies sleep after the delay. A later impact has no cause: the contacts that should hold the body have thrown
// it.

#include "rest.hpp"

#include <bankshot/config.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace bankshot_tool {
namespace {

double fall_time(double height, double gravity) { return std::sqrt(2 * height / gravity); }

/// Duration of all bounces in units of the first fall.
double bounces(double restitution) {
  return restitution < 1 ? (1 + restitution) / (1 - restitution) : std::numeric_limits<double>::infinity();
}

/// Height to which the energy of a body would take it.
double top_of(const RestBody& body, const RestMotion& motion, double gravity) {
  const double kinetic = (body.mass * motion.speed * motion.speed + body.inertia * motion.spin * motion.spin) / 2;
  return motion.height + kinetic / (body.mass * gravity);
}

constexpr double rolling_time = 0.1;  ///< s in which a disc turns as fast as it goes; impacts change one of the two
constexpr double rolling_match = 0.1;

}  // namespace

double time_below_slop(const std::vector<RestBody>& bodies, const RestRules& rules) {
  double highest = 0;
  for (const RestBody& body : bodies) highest = std::max(highest, rules.slop * body.extent);
  return fall_time(highest, rules.gravity) * bounces(rules.restitution) + rules.delay;
}

double time_to_rest(const std::vector<RestBody>& bodies, const std::vector<RestMotion>& start, const RestRules& rules) {
  double highest = 0, reach = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    highest = std::max(highest, top_of(bodies[i], start[i], rules.gravity));
    reach = std::max(reach, bodies[i].reach);
  }
  constexpr double eps = std::numeric_limits<bankshot::Real>::epsilon();
  const double series = bounces(rules.restitution);
  return fall_time(highest, rules.gravity) * (series + 1 / rules.friction) +
         fall_time(reach, rules.gravity) * (std::log(1 / eps) + series) + rules.delay;
}

RestWatch::RestWatch(std::vector<RestBody> bodies, const RestRules& rules, double dt, double seconds)
    : bodies_(std::move(bodies)),
      rules_(rules),
      dt_(dt),
      seconds_(seconds),
      grace_(time_below_slop(bodies_, rules)),
      rolled_(bodies_.size(), 0),
      quick_until_(bodies_.size(), 0),
      stirred_until_(bodies_.size(), 0) {}

void RestWatch::see(const std::vector<RestMotion>& motions, const std::vector<RestPair>& impacts,
                    const Touching& touching) {
  const bool rolling = anything_rolls();
  for (const auto& [a, b] : impacts) {
    const std::size_t until =
        std::max(a == no_rest_body ? 0 : stirred_until_[a], b == no_rest_body ? 0 : stirred_until_[b]);
    if (a != no_rest_body) stirred_until_[a] = until;
    if (b != no_rest_body) stirred_until_[b] = until;
  }
  impacts_.push_back(rolling ? 0 : static_cast<int>(impacts.size()));
  top_.emplace_back(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) note_rolling(i, motions[i]);
  last_ = motions;
  judge(touching);
}

void RestWatch::note_rolling(std::size_t body, const RestMotion& now) {
  const RestBody& b = bodies_[body];
  const double turning = b.radius * std::abs(now.spin);
  const bool match = b.radius > 0 && now.awake && now.speed > rules_.slow * b.extent / 8 &&
                     std::abs(turning - now.speed) <= rolling_match * now.speed;
  rolled_[body] = match ? rolled_[body] + 1 : 0;
  const bool rolling = rolled_[body] * dt_ >= rolling_time;
  if (now.speed + b.reach * std::abs(now.spin) > rules_.slow * b.extent)
    quick_until_[body] = impacts_.size() + static_cast<std::size_t>(std::ceil(rules_.delay / dt_));
  if (rolling) stirred_until_[body] = impacts_.size() + static_cast<std::size_t>(std::ceil(grace_ / dt_));
  top_.back()[body] =
      rolling ? -std::numeric_limits<float>::infinity() : static_cast<float>(top_of(b, now, rules_.gravity));
}

void RestWatch::judge(const Touching& touching) {
  if (asleep()) {
    restless_.clear();
    over_ = true;
  } else if (!looked_ && passed(seconds_)) {
    looked_ = true;
    restless_ = find_restless(touching());
    over_ = restless_.empty() || !anything_rolls();
  } else if (passed(seconds_ + grace_)) {
    const std::vector<std::size_t> first = std::exchange(restless_, {}), again = find_restless(touching());
    std::set_intersection(first.begin(), first.end(), again.begin(), again.end(), std::back_inserter(restless_));
    over_ = true;
  }
}

bool RestWatch::asleep() const {
  return std::none_of(last_.begin(), last_.end(), [](const RestMotion& motion) { return motion.awake; });
}

bool RestWatch::anything_rolls() const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (rolls(i)) return true;
  }
  return false;
}

// A rolling body does not slide, and a body that does not bounce loses energy in no other way. A plank on a log is a
// pendulum.
std::vector<bool> RestWatch::rock(const std::vector<RestTouch>& touching) const {
  std::vector<int> round(bodies_.size(), 0), all(bodies_.size(), 0);
  for (const RestTouch& touch : touching) {
    for (const std::size_t body : {touch.a, touch.b}) {
      if (body != no_rest_body && touch.touches) round[body] += touch.round, ++all[body];
    }
  }
  std::vector<bool> rocking(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    rocking[i] = all[i] == 1 && round[i] == 1 && quick_until_[i] >= impacts_.size();
  }
  return rocking;
}

std::vector<std::size_t> RestWatch::find_restless(const std::vector<RestTouch>& touching) const {
  std::vector<bool> joined = rock(touching);
  for (std::size_t i = 0; i < bodies_.size(); ++i) joined[i] = joined[i] || rolls(i);
  for (bool more = true; more;) {
    more = false;
    for (const RestTouch& touch : touching) {
      if (touch.a == no_rest_body || touch.b == no_rest_body || joined[touch.a] == joined[touch.b]) continue;
      joined[touch.a] = joined[touch.b] = more = true;
    }
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (last_[i].awake && !joined[i]) found.push_back(i);
  }
  return found;
}

double RestWatch::spent_after() const {
  std::size_t step = top_.size();
  const auto spent = [this](const std::vector<float>& tops) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (static_cast<double>(tops[i]) - last_[i].height > slop(i)) return false;
    }
    return true;
  };
  while (step > 0 && spent(top_[step - 1])) --step;
  return dt_ * static_cast<double>(step);
}

double RestWatch::impacts_at_rest() const {
  const double from = spent_after() + grace_;
  const auto first = static_cast<std::size_t>(std::ceil(from / dt_));
  if (first >= impacts_.size()) return 0;
  double sum = 0;
  for (std::size_t i = first; i < impacts_.size(); ++i) sum += impacts_[i];
  return sum / static_cast<double>(impacts_.size() - first);
}

double RestWatch::energy_left() const {
  double most = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (rolls(i)) continue;
    most = std::max(most, (top_of(bodies_[i], last_[i], rules_.gravity) - last_[i].height) / slop(i));
  }
  return most;
}

}  // namespace bankshot_tool
