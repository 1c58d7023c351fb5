#pragma once
// Finds the contacts of one body among the last step's. Not part of the public interface.
//
// The lists of contacts are by key: those of which a body has the first shape are adjacent. For those of which it has
// the second, the places of a list are sorted by second shapes, when the first call after a change asks for it. The
// list of sleeping contacts changes only in steps and edits that pass over all of it; between them its places are kept.
// So a call in every step, among thousands of sleeping bodies, costs no more than the step.

#include <bankshot/world/bodies/cached_contact.hpp>

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct WorldState;

/// Not state. Several threads may call find() at once.
class ContactsByBody {
 public:
  /// Must be called when a list changes; the numbers of shapes change with both lists.
  void forget_awake() noexcept { awake_.known = false; }
  void forget() noexcept { awake_.known = asleep_.known = false; }

  /// The body's contacts in both lists, touching or not, by key; of two with the same key, the awake one first. All
  /// moves of contacts must be made, see settle_contacts().
  std::vector<const CachedContact*> find(const WorldState& state, Rank rank);

 private:
  /// The places of a list, by second shape, then by place.
  struct BySecond {
    bool known = false;
    std::vector<std::uint32_t> places;
  };
  /// The numbers of a body's shapes.
  struct Shapes {
    std::uint32_t begin = 0, end = 0;
  };

  void sort(std::span<const CachedContact> list, BySecond& by_second);
  static void collect(const std::vector<CachedContact>& list, const BySecond& by_second, const Shapes& own,
                      std::vector<const CachedContact*>& found);

  std::mutex mutex_;  // held while the places are sorted
  BySecond awake_, asleep_;
  std::vector<std::uint32_t> scratch_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
