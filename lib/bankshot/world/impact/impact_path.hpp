#pragma once
// Impacts with friction at several points at one instant. Not part of the public interface.
//
// One point follows Routh's process (response/impact_process.hpp). Several points do, too, but all their impulses grow
// at once, and no law tells how fast each grows beside the others: that depends on the stiffness of the bodies. Here
// they grow so that all points reach their goals together, along straight legs through the space of impulses. With v
// the normal speeds, one for each point, u the slips, one for each contact, and G the effect of impulses on all of
// them, a leg is a direction d with
//   v + (G d)_v >= goal,   d_n >= 0, and d_n = 0 wherever that is not an equality,
//   sliding contacts: d_f = -sign(u) mu sum d_n;
//   sticking contacts: (G d)_u = 0 with |d_f| <= mu sum d_n, or they begin to slide against
//   d_f = -sign((G d)_u) mu sum d_n.
// It ends where a slip becomes 0, and the next one begins there. Compression goes to 0; its work W is the work that the
// normals of a contact take. Restitution goes towards e times the speed of approach, and on beyond that in proportion,
// until each contact has given back e^2 W. For one point that is Routh's process with Stronge's law of restitution;
// without friction and with one e it is Newton's law at each point, as in impact_group.hpp.
//
// No energy is gained for e <= 1: friction opposes the slip in each leg and at both of its ends. In compression the
// work is convex along a leg, 0 at first and <= 0 at its end. In restitution each contact stops at its budget, and a
// point whose contact has none pushes only while it is where compression left it.
//
// If there is no such d, or friction presses a point on faster than it brakes it (a jam), other legs are tried, see
// fallback_directions.hpp.
//
// The class drives the parts, each of which stands in a file of its name: path_rows, const from prepare() on;
// path_state, the data that go along the path; path_budgets, what is given back; path_leg, one leg, which has its
// path_direction from guessed_direction and its basis_solver, or from fallback_directions.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/path_leg.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class ImpactPath {
 public:
  ImpactPath() = default;
  ImpactPath(const ImpactPath&) = delete;
  ImpactPath& operator=(const ImpactPath&) = delete;

  /// Filled in by the caller; run() changes velocities and fills in the results of each contact.
  std::vector<WideBody> bodies;
  std::vector<PathContact> contacts;
  std::vector<BodyCoupling> couplings;  ///< of bodies that joints tie; empty if there are none
  /// Larger impulses, relative to the one that stops the largest speed alone, contradict one another.
  double most_share = tolerance::largest_rubbing_share;
  bool tells_sides = false;  ///< true to record the work on A and on B

  void clear();
  /// Reads bodies and contacts. Returns true if friction acts: if some friction may affect the separation.
  bool prepare();
  /// Follows the whole path. Returns false if no impulses, or no believable ones, are found; then no velocity is
  /// changed.
  bool run();
  const PathRows& rows() const { return rows_; }

 private:
  bool compress();
  bool give_back();
  bool part();
  bool reach_goals(PathPhase phase);
  bool lacks() const;
  double most_hop_work() const;
  bool believable() const;
  void finish();

  PathRows rows_{bodies, contacts, couplings};
  PathState state_;
  PathBudgets budgets_{rows_};
  PathLeg leg_{rows_, state_, budgets_, contacts};
};

}  // namespace bankshot::BANKSHOT_ABI::detail
