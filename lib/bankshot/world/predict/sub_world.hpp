#pragma once
// Some bodies of a world as a world of their own. Not part of the public interface.
//
// A moving body may meet any other, so it is in the sub-world from the beginning. A resting body, fixed or asleep, is
// only there if something gets near it: as long as no moving body can reach it within a step, no pair of that step
// contains it, and the step gives the same bits without it. After each step, the sub-world asks the tree of the whole
// for resting bodies within the reach of the step, impacts included. If one was left out, the step is undone, and
// repeated with it. A sleeping body comes with all that it supports or leans on, since an impact passes through resting
// contacts at once. A body also comes with all that joints tie to it, directly or through bodies that are not fixed.
//
// An impact may pass through sleeping bodies that no contact joins, and each repeated step sees only the next ones. So
// each time, the sleeping bodies around those that were found are added, too, until there are as many new bodies as
// were added for this step before. So the additions double, and all repetitions together cost no more than about twice
// the last one.

#include <bankshot/world/bodies/state.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

class SubWorld {
 public:
  /// Contains all awake bodies, and `body`, a rank. `whole` must not change meanwhile, and its structure must be up to
  /// date.
  SubWorld(const WorldState& whole, Rank body);
  SubWorld(const SubWorld&) = delete;
  SubWorld& operator=(const SubWorld&) = delete;

  const WorldState& whole() const { return whole_; }
  WorldState& part() { return *part_; }
  /// Takes one step, and adds the bodies of the whole that it needs.
  StepStatus step(Real dt);
  /// Rank in the part; changes when the sub-world grows.
  Rank place(Rank whole) const { return place_of_[whole]; }

  // The part has its own handles; these are the whole's.
  BodyId whole_body(BodyId body) const;
  ShapeId whole_shape(ShapeId shape) const;

 private:
  /// The state that changes from step to step.
  struct Moment {
    Bodies bodies;
    std::vector<CachedContact> contacts, sleeping_contacts;  ///< numbered as in the whole
    std::vector<std::uint32_t> wake_islands;
    std::vector<std::uint32_t> joint_turns;  ///< by slot in the whole
    std::vector<bool> broken;                ///< likewise: joints that broke since
    std::uint32_t last_sleep_island = 0;
  };

  void begin(Rank body);
  void add(Rank rank);
  void add_proxy(std::uint32_t proxy);
  void complete();
  void add_islands(std::vector<std::uint32_t>& labels);
  const std::vector<std::pair<std::uint32_t, Rank>>& sleepers_by_label();
  std::span<const std::uint32_t> sleeping_contacts_of(Rank rank);
  /// Shapes that the sub-world lacks, numbered as in the whole, and the largest distance from moving shapes at which
  /// they were found.
  struct LeftOut {
    std::vector<std::uint32_t> proxies;
    Real margin = 0;
  };
  LeftOut left_out(Real times) const;
  void look(std::uint32_t proxy, const Box& now, const Box& reach, LeftOut& found) const;
  void take_in(std::uint32_t resting);
  void take_further(Real margin, std::size_t least);

  void keep();
  void rebuild();
  void fill_bodies();
  void fill_shapes();
  void fill_joints();
  void fill_leaves();
  void fill_contacts();

  const WorldState& whole_;
  std::unique_ptr<WorldState> part_;
  Moment moment_;                           ///< when the step began
  std::vector<Rank> ranks_;                 ///< rank in the whole, by rank in the part
  std::vector<std::uint32_t> proxies_;      ///< the same for proxies
  std::vector<Rank> place_of_;              ///< rank in the part, by rank in the whole; none: left out
  std::vector<std::uint32_t> proxy_of_;     ///< the same for proxies
  std::vector<std::uint32_t> joint_slots_;  ///< slot in the whole, by slot in the part
  // Added since the last rebuild; contacts by place in the whole's sleeping ones.
  std::vector<std::uint32_t> new_ranks_, new_proxies_, new_contacts_;

  ListsByRank by_body_;  ///< the whole's sleeping contacts; built on demand
  // The whole's sleeping bodies as (label, rank), sorted; built when islands are requested for the second time.
  std::vector<std::pair<std::uint32_t, Rank>> by_label_;
  bool islands_added_ = false;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
