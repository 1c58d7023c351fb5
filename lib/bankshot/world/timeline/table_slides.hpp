#pragma once
// Bends the paths of flying bodies as friction on a table does. Not part of the public interface.
//
// While nothing else acts on a body, friction is a constant acceleration against its velocity, up to the instant at
// which the body stands. So its path is a parabola, as under gravity, that is right until then. Sweeps may follow it
// further: at that instant the timeline gives the body the path on which it stands, and predicts its pairs anew, before
// anything later happens. The same goes for its spin: it turns evenly on its path, and the path hides by how much its
// spin differs from that (Trajectory::pushed_spin), so impacts get the true spin.
//
// If other forces act, too, free flight has given the body one parabola for the whole step. When an impact turns the
// body around within the step, the share of friction in its acceleration is turned along.

#include <bankshot/world/timeline/trajectories.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class TableSlides : private TimelinePart {
 public:
  TableSlides(TimelineStep& step, Trajectories& paths) noexcept : TimelinePart(step), paths_(paths) {}

  /// Finds the bodies that friction stops within the step if nothing hits them; `any`: there are some.
  void begin(bool any);
  bool empty() const noexcept { return stops_.empty(); }
  /// The time of the next stop; there must be one.
  Real next() const noexcept { return stops_.front().time; }
  /// Stops the body whose time has come. Returns false if another event has changed its path before.
  bool stop_next(Rank& rank);
  /// Lets friction act along a path that an impact has changed at `time`.
  void bend(Rank rank, Real time);

 private:
  struct Stop {
    Real time = 0;
    Rank rank = 0;
  };
  static bool is_later(const Stop& l, const Stop& r) { return l.time != r.time ? r.time < l.time : r.rank < l.rank; }
  void await(Rank rank);
  void tell(Rank rank, Real time);

  Trajectories& paths_;
  std::vector<Stop> stops_;  ///< a heap, the earliest first
};

}  // namespace bankshot::BANKSHOT_ABI::detail
