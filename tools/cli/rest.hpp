#pragma once
// Computes by when bodies that fall, bounce and slide must be at rest, and checks that they are. Laws and campaigns
// both use it. Its input is motions and impacts; it knows no engine.

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace bankshot_tool {

/// A body that moves.
struct RestBody {
  double mass = 0;     ///< kg
  double inertia = 0;  ///< about the centre of mass, kg m^2
  double extent = 0;   ///< the smallest one, m
  double reach = 0;    ///< from the centre of mass, m
  double radius = 0;   ///< of a disc around the centre of mass, m; 0: not a disc, does not roll
};

struct RestMotion {
  double height = 0;  ///< of the centre of mass, against gravity, m
  double speed = 0;   ///< m/s
  double spin = 0;    ///< rad/s
  bool awake = true;
};

/// Rules that all bodies of a place share.
struct RestRules {
  double gravity = 0;      ///< > 0, m/s^2
  double restitution = 0;  ///< the largest of any pair
  double friction = 0;     ///< the smallest of any pair
  double slop = 0;         ///< of a body, as a share of its extent
  double slow = 0;         ///< speed below which a body is still: extents a second
  double delay = 0;        ///< time for which a body must be still to sleep, s
};

using RestPair = std::pair<std::size_t, std::size_t>;  ///< of bodies by number; no_rest_body: anything else
inline constexpr std::size_t no_rest_body = static_cast<std::size_t>(-1);

/// Seconds after which all are asleep, infinite if no bound is known (restitution 1, no friction). `start`: heights
/// above the lowest point of the place.
double time_to_rest(const std::vector<RestBody>& bodies, const std::vector<RestMotion>& start, const RestRules& rules);

/// Seconds from when no body has the energy to rise by its slop until all are asleep.
double time_below_slop(const std::vector<RestBody>& bodies, const RestRules& rules);

/// Two bodies that touch, or nearly do.
struct RestTouch {
  std::size_t a = no_rest_body, b = no_rest_body;
  bool round = false;   ///< at one point only, where one of them is round
  bool touches = true;  ///< false: only near enough for an engine to keep them awake together
};

/// Watches a world step by step.
class RestWatch {
 public:
  using Touching = std::function<std::vector<RestTouch>()>;  ///< pairs that touch now, or nearly

  /// `seconds`: time_to_rest().
  RestWatch(std::vector<RestBody> bodies, const RestRules& rules, double dt, double seconds);

  /// Call after each step, with its impacts.
  void see(const std::vector<RestMotion>& motions, const std::vector<RestPair>& impacts, const Touching& touching);

  double time() const { return dt_ * static_cast<double>(impacts_.size()); }
  bool asleep() const;  ///< true if all are
  /// True if the outcome is known: all are asleep, or the time is over. If a disc still rolls then, time_below_slop()
  /// is added for the energy that it gave to others at the last moment.
  bool over() const { return over_; }
  /// After over(): bodies that should sleep and are awake. They do not roll, do not rock on something round, and are
  /// not joined by touching to a body that does.
  const std::vector<std::size_t>& restless() const { return restless_; }
  /// True if the body is a disc that rolls: on a level floor only an obstacle stops it. Also true if it rolled, or was
  /// hit by such a body through any number of others, no longer ago than time_below_slop().
  bool rolls(std::size_t body) const { return stirred_until_[body] > impacts_.size(); }
  bool anything_rolls() const;
  /// Time from which on no body had the energy to rise by its slop, s; the time of the last step if there is none.
  double spent_after() const;
  /// Impacts a step, counted from time_below_slop() after spent_after() on. None is counted while a disc rolls
  /// anywhere: it may push bodies into others.
  double impacts_at_rest() const;
  /// The largest kinetic energy at the last step of a body that does not roll, in units of its m g slop.
  double energy_left() const;

 private:
  double slop(std::size_t body) const { return rules_.slop * bodies_[body].extent; }
  bool passed(double seconds) const { return time() + dt_ > seconds; }
  void note_rolling(std::size_t body, const RestMotion& now);
  void judge(const Touching& touching);
  std::vector<bool> rock(const std::vector<RestTouch>& touching) const;
  std::vector<std::size_t> find_restless(const std::vector<RestTouch>& touching) const;

  std::vector<RestBody> bodies_;
  RestRules rules_;
  double dt_, seconds_, grace_;
  bool looked_ = false, over_ = false;
  std::vector<std::size_t> restless_;
  std::vector<RestMotion> last_;
  std::vector<int> rolled_;                 ///< steps in a row, by body
  std::vector<std::size_t> quick_until_;    ///< step, by body: the last one above the speed of sleep, plus a delay
  std::vector<std::size_t> stirred_until_;  ///< step, by body
  /// By step and body: the height to which its energy would take it; 0 for a body that rolls.
  std::vector<std::vector<float>> top_;
  std::vector<int> impacts_;  ///< by step
};

}  // namespace bankshot_tool
