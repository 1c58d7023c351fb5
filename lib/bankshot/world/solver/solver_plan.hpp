#pragma once
// Groups contacts that are solved together, and places them in blocks. Not part of the public interface.

#include <bankshot/world/islands/island.hpp>
#include <bankshot/world/joints/tied_groups.hpp>
#include <bankshot/world/solver/constraint.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Contacts of one colour share no moving body. One bit per colour; contacts without a free colour are solved one after
/// another.
inline constexpr int colour_count = 63;
inline constexpr int layer_size = colour_count + 1;
inline constexpr int tied_group = 2 * layer_size;    ///< colours of unsettled contacts, then of all others, then
inline constexpr int stiff_group = tied_group + 1;   ///< those of tied bodies, then those of stiff groups: other than
inline constexpr int group_count = stiff_group + 1;  ///< the colours, these are not solved by kernels alone

/// The blocks of a batch: contacts of one group share no moving body, unless it is the group without a colour.
struct GroupTable {
  std::uint32_t begin[group_count] = {};  ///< first block
  std::uint32_t size[group_count] = {};   ///< number of contacts
  std::uint32_t blocks = 0;
  std::uint32_t unsettled_blocks = 0;  ///< these come first
  int first = 0, end = 0;              ///< range that includes all groups with contacts: few in a small batch
  std::uint32_t largest = 0;           ///< contacts of the largest group
  bool plain = false;                  ///< valid, and no contact is unsettled, tied, or in a stiff group
};

/// The group of contacts of a layer without a free colour: they may share bodies.
constexpr int uncoloured(int layer) { return layer * layer_size + colour_count; }
constexpr bool side_by_side(int group) { return group % layer_size < colour_count; }

constexpr std::uint32_t blocks_of(const GroupTable& groups, int group) {
  return (groups.size[group] + block_size - 1) / block_size;
}

/// Batches of whole islands, and for each batch its bodies, its contacts and their order in blocks. All that depends
/// only on which bodies touch, so it stays from step to step as long as that does. Saves 10 % of the instructions of
/// large_pyramid; to look for stiff groups only where the structure changed, 4 % of them; to keep the colours of plain
/// batches, 3.7 %.
class SolverPlan {
 public:
  /// One batch. Its solver bodies are 0, which stands for all fixed bodies, and `bodies` from 1 on.
  struct Batch {
    std::span<const std::uint32_t> members;  ///< places in SolverWork::pairs, ascending
    std::span<const ContactBodies> ends;     ///< of members[i]
    std::span<const std::uint32_t> firm;     ///< places in `members` where one body is far firmer than the other, see
                                             ///< StiffGroups, and the other has more such contacts
    std::span<const Rank> bodies;
    std::span<std::uint32_t> order;  ///< places in `members`, group by group, in the order of blocks
    GroupTable& groups;
  };

  void update(const WorldState& world, const SolverWork& work, const Islands& islands, TiedGroups& tied);
  std::size_t batches() const { return groups_.size(); }
  Batch batch(std::size_t i);
  /// Of all batches; a body that contacts do not move may be in several.
  std::span<const Rank> bodies() const { return bodies_; }

 private:
  void make_batches(const SolverWork& work, const Islands& islands);
  void collect_bodies(const WorldState& world, const SolverWork& work, TiedGroups& tied);
  void add_tied(const WorldState& world, std::uint32_t batch, TiedGroups& tied);
  void find_firm(const WorldState& world, const SolverWork& work);
  std::uint32_t place_of(const WorldState& world, Rank rank, std::uint32_t batch);

  std::vector<std::uint32_t> members_;      ///< batch by batch
  std::vector<std::uint32_t> begin_;        ///< begin of each batch in members_, and the end
  std::vector<Rank> bodies_;                ///< batch by batch
  std::vector<std::uint32_t> body_begin_;   ///< begin of each batch in bodies_, and the end
  std::vector<ContactBodies> ends_;         ///< of members_[i]
  std::vector<std::uint32_t> firm_;         ///< batch by batch
  std::vector<std::uint32_t> firm_begin_;   ///< begin of each batch in firm_, and the end
  std::uint64_t firm_stamp_ = 0;            ///< of the structure with the masses that firm_ is based on
  std::vector<std::uint32_t> order_;        ///< batch by batch
  std::vector<GroupTable> groups_;          ///< of each batch
  std::vector<std::uint32_t> next_;         ///< per batch, the next free place in members_
  std::vector<std::uint32_t> batch_of_;     ///< per island, by root
  std::vector<std::uint32_t> seen_;         ///< per body: the last batch that has it, plus 1
  std::vector<std::uint32_t> solver_body_;  ///< per body, in that batch
};

/// After colouring: null, or the contract that is broken by the groups of a batch. `marks`: of each solver body,
/// `moved` among them if contacts move it. `memory`: for work.
const char* fault_of_groups(const SolverPlan::Batch& plan, std::span<const std::uint8_t> marks, std::uint8_t moved,
                            std::vector<std::uint8_t>& memory);

}  // namespace bankshot::BANKSHOT_ABI::detail
