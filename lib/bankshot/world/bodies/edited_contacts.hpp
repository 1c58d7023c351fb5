#pragma once
// The last step's contacts by body, for edits before the next step. Not part of the public interface.
//
// An edit of a body examines the contacts of that body alone: among thousands of touching bodies, a pass over all
// contacts for each edit would take time in the square of their number. The index is built by one such pass, when the
// first edit after a step asks for it.
//
// An edit that puts a body to sleep moves contacts from one sorted list of the world to the other, or drops them. Each
// such move would shift half a list. So moves are noted here, and all of them are made at once before anything reads
// the lists: see settle_contacts().

#include <bankshot/broad/pair_cache.hpp>
#include <bankshot/world/bodies/cached_contact.hpp>
#include <bankshot/world/bodies/lists_by_rank.hpp>

#include <mutex>
#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

struct WorldState;

/// Not state: all moves are made before the lists are read. Contacts and sensor pairs have the numbers of their places:
/// first the world's contacts, then those that sleep, then the sensor pairs.
class EditedContacts {
 public:
  enum class List : std::uint8_t { awake, asleep, dropped };

  std::mutex mutex;  ///< for const functions: readers make the moves first

  /// Builds the index unless there is one.
  void find(const WorldState& state);
  /// Drops the index, and all that is noted.
  void forget() noexcept;
  /// Makes the moves, and drops the index if there were any.
  void settle(WorldState& state);

  /// The body's contacts in one of the lists, by key.
  std::vector<std::uint32_t> contacts_of(const WorldState& state, Rank rank, List list) const;
  /// The body's sensor pairs, by key.
  std::vector<std::uint32_t> sensor_pairs_of(Rank rank) const;
  const CachedContact& contact(const WorldState& state, std::uint32_t number) const noexcept;
  const IndexPair& sensor_pair(const WorldState& state, std::uint32_t number) const noexcept;
  void move(std::uint32_t number, List to) noexcept { list_[number] = to, moved_ = true; }

  /// Notes a body that now rests, though its contacts are still among the awake ones: it was made a fixed one.
  void note_fixed(Rank rank) { made_fixed_.push_back(rank); }
  /// Bodies noted since the last call; with those of contacts that rested when the index was built.
  std::vector<Rank> take_fixed() noexcept { return std::exchange(made_fixed_, {}); }

 private:
  ListsByRank by_body_;
  std::vector<List> list_;  // where each belongs now; a sensor pair is awake or dropped
  std::size_t awake_ = 0;   // size of the world's lists
  std::size_t contacts_ = 0;
  std::vector<Rank> made_fixed_;
  bool moved_ = false;
};

/// True if the body is fixed or sleeps.
inline bool at_rest(const BodyFlags& flags) noexcept { return flags.type == BodyType::fixed || !flags.awake; }

}  // namespace bankshot::BANKSHOT_ABI::detail
