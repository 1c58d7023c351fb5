#pragma once
// Finds the resting contacts of a body of an impact group, which pass the impact on. Not part of the public interface.

#include <bankshot/world/impact/impact_group.hpp>
#include <bankshot/world/timeline/predictor.hpp>

#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

/// Sets friction and surface speed of a contact at that relative velocity. Returns its material.
PairMaterial set_surface(const WorldState& world, GroupContact& contact, V2 velocity);

class GroupSupports : private TimelinePart {
 public:
  GroupSupports(TimelineStep& step, Trajectories& paths, const Candidates& candidates, SurfaceContinuation& surface,
                ContactBatch& batch) noexcept
      : TimelinePart(step), paths_(paths), candidates_(candidates), surface_(surface), batch_(batch) {}

  /// Finds the resting contacts of a held body that are not in the group. `around`: its candidates, by key. Returns
  /// false if they would be too many for the group.
  bool find(const ImpactGroup& group, std::span<const std::uint32_t> around, Rank rank, Real time);
  /// Those contacts, without the places of their bodies.
  std::span<GroupContact> found() noexcept { return found_; }

 private:
  struct SupportKey {
    PairKey key;
    std::uint32_t near = none;  ///< place in ContactPairs::near
  };

  void consider(const ImpactGroup& group, const PairKey& key, std::uint32_t near);
  int rows_with_supports(int rows, Real time);
  int add(const SupportKey& of, PairInput& in, ContactGeometry& found, Real time);

  Trajectories& paths_;
  const Candidates& candidates_;
  SurfaceContinuation& surface_;
  ContactBatch& batch_;
  std::vector<SupportKey> keys_;  ///< pairs of one body that may be resting contacts
  std::vector<GroupContact> found_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
