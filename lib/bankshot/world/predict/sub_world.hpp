#pragma once
// Some bodies of a world as a world of their own. Not part of the public interface.
//
// What moves may meet anything, so it is in the excerpt from the beginning. What rests, fixed or asleep, is there
// only where something gets near it: as long as nothing that moves can reach it within a step, no pair of that step
// names it, and the step gives the same bits without it. After each step the excerpt asks the tree of the whole what
// rests within the reach that the step had, impacts included. If something does that was left out, then the step is
// taken back, and done again with that. What is asleep comes with all that it supports or leans on, since an impact
// passes through resting contacts at once.
//
// A blow may go on through sleepers that no contact joins, and each step that is done again sees only the next ones. So
// each time, the sleepers around those that were found come along, until as many are new as were taken in for this step
// before: what is taken in doubles, and all that is done again together costs no more than about twice the last time.

#include <bankshot/world/bodies/state.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

class SubWorld {
 public:
  /// All that is awake, and `body`, a rank. `whole` must stay unchanged meanwhile and its structure be up to date.
  SubWorld(const WorldState& whole, Rank body);
  SubWorld(const SubWorld&) = delete;
  SubWorld& operator=(const SubWorld&) = delete;

  const WorldState& whole() const { return whole_; }
  WorldState& part() { return *part_; }
  /// Takes one step, with whatever that needs of the whole.
  StepStatus step(Real dt);
  /// Rank in the part; it changes when the excerpt grows.
  Rank place(Rank whole) const { return place_of_[whole]; }

  // Handles of the part are its own; these are the whole's.
  BodyId whole_body(BodyId body) const;
  ShapeId whole_shape(ShapeId shape) const;

 private:
  /// What changes from step to step.
  struct Moment {
    Bodies bodies;
    std::vector<CachedContact> contacts, sleeping_contacts;  ///< with the whole's numbers
    std::vector<std::uint32_t> wake_islands;
    std::uint32_t last_sleep_island = 0;
  };

  void begin(Rank body);
  void add(Rank rank);
  void add_proxy(std::uint32_t proxy);
  void complete();
  void add_islands(std::vector<std::uint32_t>& labels);
  const std::vector<std::pair<std::uint32_t, Rank>>& sleepers_by_label();
  std::span<const std::uint32_t> sleeping_contacts_of(Rank rank);
  /// Shapes that the excerpt needs, by numbers of the whole, and how far from what moves they were found, at most.
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
  void fill_leaves();
  void fill_contacts();

  const WorldState& whole_;
  std::unique_ptr<WorldState> part_;
  Moment moment_;                        ///< when the step began
  std::vector<Rank> ranks_;              ///< of the whole, by rank of the part
  std::vector<std::uint32_t> proxies_;   ///< likewise
  std::vector<Rank> place_of_;           ///< the other way; none: left out
  std::vector<std::uint32_t> proxy_of_;  ///< likewise
  // Taken in since the last rebuild; contacts by their places among the whole's sleeping ones.
  std::vector<std::uint32_t> new_ranks_, new_proxies_, new_contacts_;

  // The whole's sleeping contacts by body, made when first asked for: of rank r by_body_[first_[r] .. first_[r + 1]].
  std::vector<std::uint32_t> first_, by_body_;
  // Its sleepers as (label, rank), in order; made when islands are asked for the second time.
  std::vector<std::pair<std::uint32_t, Rank>> by_label_;
  bool islands_added_ = false;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
