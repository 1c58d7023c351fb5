#pragma once
// What the stages of a step hand on to one another, checked in debug builds. Not part of the public interface.
//
// Each function returns null, or the contract that is broken.

#include <bankshot/world/pairs/broad_pairs.hpp>
#include <bankshot/world/pairs/solver_work.hpp>
#include <bankshot/world/pairs/toi_work.hpp>

#include <algorithm>

/// BANKSHOT_ASSERT for the answer of such a function.
#if defined(NDEBUG)
#define BANKSHOT_ASSERT_KEPT(fault) static_cast<void>(0)
#else
#define BANKSHOT_ASSERT_KEPT(fault) ::bankshot::detail::assert_kept(fault, __FILE__, __LINE__)
#endif

namespace bankshot::BANKSHOT_ABI::detail {

inline void assert_kept(const char* fault, const char* file, int line) noexcept {
  if (fault != nullptr) assert_failed(fault, file, line);
}

/// True if each entry of a list comes before the next one.
template <class List, class Before>
bool in_order(const List& list, const Before& before) {
  return std::adjacent_find(list.begin(), list.end(), [&](const auto& l, const auto& r) { return !before(l, r); }) ==
         list.end();
}
inline constexpr auto earlier_key = [](const auto& l, const auto& r) { return l.key < r.key; };

/// Between the two halves of find_pairs(): the moving shapes, their boxes, and the candidates.
const char* fault_of_candidates(const WorldState& world, const BroadPairs& broad) noexcept;

/// After find_pairs(): contact pairs and TOI candidates.
const char* fault_of_pairs(const WorldState& world, const ContactPairs& pairs, const ToiWork& toi) noexcept;

/// After classification: the contacts, and who looks after which pair.
const char* fault_of_contacts(const WorldState& world, const ContactPairs& pairs, const SolverWork& work,
                              const ToiWork& toi) noexcept;

/// After a step: its cached contacts.
const char* fault_of_records(const WorldState& world) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
