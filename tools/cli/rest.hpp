#pragma once
// When bodies that fall, bounce and slide have to be at rest, and whether they are. For laws and campaigns alike; it is
// told of motions and impacts, and knows no engine.

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace bankshot_tool {

/// A body that moves.
struct RestBody {
  double mass = 0;     ///< kg
  double inertia = 0;  ///< about the centre of mass, kg m^2
  double extent = 0;   ///< the smallest, m
  double reach = 0;    ///< from the centre of mass, m
  double radius = 0;   ///< of a disc around the centre of mass, m; 0: it is none, and does not roll
};

struct RestMotion {
  double height = 0;  ///< of the centre of mass, against gravity, m
  double speed = 0;   ///< m/s
  double spin = 0;    ///< rad/s
  bool awake = true;
};

/// What is common to a place.
struct RestRules {
  double gravity = 0;      ///< > 0, m/s^2
  double restitution = 0;  ///< the largest of any pair
  double friction = 0;     ///< the smallest of any pair
  double slop = 0;         ///< of a body, as a share of its extent
  double slow = 0;         ///< what counts as still: extents a second
  double delay = 0;        ///< for which it must be still to sleep, s
};

using RestPair = std::pair<std::size_t, std::size_t>;  ///< of bodies by number; what is none of them: no_rest_body
inline constexpr std::size_t no_rest_body = static_cast<std::size_t>(-1);

/// Seconds after which all are asleep, infinite where nothing says so (restitution 1, no friction). `start`: heights
/// above the lowest place there is.
double time_to_rest(const std::vector<RestBody>& bodies, const std::vector<RestMotion>& start, const RestRules& rules);

/// Seconds from when no body has the energy to rise by its slop until all are asleep.
double time_below_slop(const std::vector<RestBody>& bodies, const RestRules& rules);

/// Two bodies that touch, or nearly do.
struct RestTouch {
  std::size_t a = no_rest_body, b = no_rest_body;
  bool round = false;   ///< at one point only, and one of them is round there
  bool touches = true;  ///< false: near enough for an engine to keep them awake together, no more
};

/// Watches a world step by step.
class RestWatch {
 public:
  using Touching = std::function<std::vector<RestTouch>()>;  ///< pairs that touch now, or nearly

  /// `seconds`: time_to_rest().
  RestWatch(std::vector<RestBody> bodies, const RestRules& rules, double dt, double seconds);

  /// After each step, with the impacts in it.
  void see(const std::vector<RestMotion>& motions, const std::vector<RestPair>& impacts, const Touching& touching);

  double time() const { return dt_ * static_cast<double>(impacts_.size()); }
  bool asleep() const;  ///< all of them
  /// Whether it is known how the world rests: all are asleep, or the time is over; while a disc rolls then, so is
  /// time_below_slop() for what it gave others at the last moment.
  bool over() const { return over_; }
  /// Then: bodies that should sleep and are awake. They neither roll nor rock on something round, nor are they joined
  /// to one that does by touching.
  const std::vector<std::size_t>& restless() const { return restless_; }
  /// Whether it is a disc that rolls: nothing on a level floor stops it but what it meets. Or did a moment ago, or was
  /// hit by one, whatever number of others were in between: no longer ago than time_below_slop().
  bool rolls(std::size_t body) const { return stirred_until_[body] > impacts_.size(); }
  bool anything_rolls() const;
  /// The time from which on no body had the energy to rise by its slop, s; that of the last step if there is none.
  double spent_after() const;
  /// Impacts a step from time_below_slop() after that on. None is counted while a disc rolls anywhere: it may push what
  /// hits another.
  double impacts_at_rest() const;
  /// The largest kinetic energy of a body that does not roll at the last step, in units of its m g slop.
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
  std::vector<int> rolled_;  ///< steps in a row, by body
  std::vector<std::size_t>
      quick_until_;  ///< step, by body: the last one with more than the speed of sleep, and a delay
  std::vector<std::size_t> stirred_until_;  ///< step, by body
  /// By step and body: how high its energy would take it; of one that rolls, nothing.
  std::vector<std::vector<float>> top_;
  std::vector<int> impacts_;  ///< by step
};

}  // namespace bankshot_tool
