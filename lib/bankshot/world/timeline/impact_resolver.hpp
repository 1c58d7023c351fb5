#pragma once
// Resolves one impact: gathers the group, applies the law of impact, and updates the paths of its bodies. Not part of
// the public interface.

#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/timeline/impact_gatherer.hpp>
#include <bankshot/world/timeline/joint_flight.hpp>
#include <bankshot/world/timeline/path_correction.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class ImpactResolver : private TimelinePart {
 public:
  ImpactResolver(TimelineStep& step, Trajectories& paths, Candidates& candidates, Predictor& predictor,
                 StuckBodies& stuck, MetPairs& met, SurfaceContinuation& surface, ExpandedReach& reach,
                 ContactBatch& batch) noexcept
      : TimelinePart(step),
        paths_(paths),
        candidates_(candidates),
        stuck_(stuck),
        met_(met),
        surface_(surface),
        changes_(step, paths, candidates, reach),
        correction_(step, paths, changes_),
        hops_(step, paths, predictor),
        gatherer_(step, paths, candidates, predictor, surface, changes_, hops_, batch, rattling_) {}

  /// Forgets the impacts of the last step.
  void clear() { rattling_.clear(); }
  /// Resolves an impact, and reports it. The bodies of changed() have new paths then.
  void resolve(const QueuedImpact& hit);
  const std::vector<Rank>& changed() const noexcept { return changed_; }

 private:
  void record_energy(Real time);
  void push_tied(Real time);
  void add_companions();
  void count_tied(Rank rank, Real time);
  void apply(const GroupBody& body, bool first, Real time);
  void report(const GroupContact& contact, Real time);
  bool is_resting_on(const GroupContact& contact) const;
  Real pressed_into(const Candidate& candidate, const GroupBody& body, Real time, bool exact);
  bool leaves_contacts(const GroupBody& body, Real time);
  void follow_up(const GroupContact& contact, Real time);
  bool meets_in_a_corner(const Candidate& candidate) const;
  void count(std::uint32_t candidate, Real time);
  Real next_depth(const Candidate& candidate, const GroupContact& contact, const ImpactSettings& settings,
                  bool soon) const;

  Trajectories& paths_;
  Candidates& candidates_;
  StuckBodies& stuck_;
  MetPairs& met_;
  SurfaceContinuation& surface_;
  PathChanges changes_;
  PathCorrection correction_;
  HopSpeeds hops_;
  std::vector<RattlingPair> rattling_;  ///< see Trajectory::rattling
  ImpactGatherer gatherer_;
  ImpactGroup group_;
  std::vector<HeldDrift> drifts_;         ///< of the group's bodies, for the energy recorder
  std::vector<TiedChange> held_changes_;  ///< of tied bodies that the solver holds
  std::vector<Rank> changed_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
