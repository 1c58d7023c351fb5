#pragma once
// What a step leaves behind: contact records for the next one, and events. Not part of the public interface.

#include <bankshot/world/pairs.hpp>
#include <bankshot/world/solver.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {

/// Empties the events of the last step; takes over what ended because it was destroyed.
void begin_events(WorldState& world);

/// Records of the last step whose place a new one has taken before they were compared, in a circle: as many as there
/// are more new ones than old ones up to there.
class WaitingRecords {
 public:
  const ContactRecord& first() const { return circle_[first_]; }
  void push(const ContactRecord& record);
  void pop();

 private:
  std::vector<ContactRecord> circle_;
  std::size_t first_ = 0, count_ = 0;
};

/// Turns the contact list into that of this step, made from the near pairs and from those that met in flight; counts
/// what touches, and reports what began and ended.
void record_contacts(WorldState& world, const PairSet& pairs, const Solver& solver, std::span<const PairKey> met,
                     WaitingRecords& waiting);

/// The same for sensors.
void record_sensors(WorldState& world, const PairSet& pairs, std::vector<IndexPair>& next);

}  // namespace bankshot::inline BANKSHOT_ABI::detail
