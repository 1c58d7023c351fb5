#pragma once
// Gathers an impact group: the pair whose time has come, all that its bodies meet at that instant, and the bodies that
// support a resting one. Not part of the public interface.

#include <bankshot/world/timeline/group_supports.hpp>
#include <bankshot/world/timeline/hop_speeds.hpp>
#include <bankshot/world/timeline/path_changes.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if a pair is not so deep that its way out is unknown.
bool has_surface(const WorldState& world, const GroupContact& contact);

class ImpactGatherer : private TimelinePart {
 public:
  ImpactGatherer(TimelineStep& step, Trajectories& paths, Candidates& candidates, Predictor& predictor,
                 SurfaceContinuation& surface, PathChanges& changes, HopSpeeds& hops, ContactBatch& batch,
                 const std::vector<RattlingPair>& rattling) noexcept
      : TimelinePart(step),
        paths_(paths),
        candidates_(candidates),
        predictor_(predictor),
        surface_(surface),
        changes_(changes),
        hops_(hops),
        rattling_(rattling),
        supports_(step, paths, candidates, surface, batch) {}

  /// Fills `group` with the impact `hit` and all that belongs to it. Returns false if the contact hook has it ignored.
  bool gather(const QueuedImpact& hit, ImpactGroup& group);

 private:
  bool passes(std::uint32_t candidate, const GroupContact& contact, Real time);
  GroupContact first_contact(const QueuedImpact& hit);
  void release_if_passing(const QueuedImpact& hit, const GroupContact& contact);
  bool can_pass(const Candidate& candidate, V2 arm_a, V2 arm_b, Real time) const;
  bool hold_alone(Rank a, Rank b);
  bool is_sharp(const Candidate& candidate) const;
  Real contact_at(std::uint32_t candidate, Real time, Real reach, GroupContact& contact);
  Real rest_speed(const Candidate& candidate, const ImpactSettings& settings) const;
  std::size_t add_body(Rank rank, Real time);
  void couple_with_itself(std::size_t place);
  void add_bodies(Rank a, Rank b, Real time, GroupContact& contact);
  void add_impact(std::uint32_t candidate, Real time, GroupContact contact);
  void add_in_parts(GroupContact contact);
  void add_touching(std::size_t body, Real time);
  void add_companions(Rank rank, Real time);
  void add_meeting(Rank rank, Real time);
  void list_touching(Rank rank, Real time);
  void sort_around();
  void add_rattling(Rank rank, Real time);
  void add_supports(std::size_t body, Real time);
  bool is_due(const Candidate& candidate, Real time);
  bool meets_now(std::uint32_t candidate, Real time);
  V2 face_before(const GroupContact& corner, const GroupContact& face, Real time);
  void drop_hidden_corners(Real time);

  Trajectories& paths_;
  Candidates& candidates_;
  Predictor& predictor_;
  SurfaceContinuation& surface_;
  PathChanges& changes_;
  HopSpeeds& hops_;
  const std::vector<RattlingPair>& rattling_;
  GroupSupports supports_;
  ImpactGroup* group_ = nullptr;
  std::vector<std::uint32_t> around_;  ///< relevant candidates of one body, by key
};

}  // namespace bankshot::BANKSHOT_ABI::detail
