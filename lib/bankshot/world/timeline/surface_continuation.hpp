#pragma once
// Recognises pairs that meet along a surface on which one of the two bodies rests already, as at the seam of two
// tiles, see supporting_contacts.hpp. Not part of the public interface.

#include <bankshot/world/rest/supporting_contacts.hpp>
#include <bankshot/world/timeline/trajectories.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class SurfaceContinuation : private TimelinePart {
 public:
  SurfaceContinuation(TimelineStep& step, Trajectories& paths) noexcept : TimelinePart(step), paths_(paths) {}

  void clear() { supports_.clear(); }
  /// From begin_impact() to end_impact(), gaps at the time of the same impact are cached.
  void begin_impact();
  void end_impact() noexcept { impact_ = 0; }

  /// True if a pair that would meet along `normal` at that time instead meets along the normal of what one of its
  /// bodies rests on, because that surface continues there until the step ends. `near`: its place among contact pairs;
  /// `in`: its placement then. `along` is set to that normal.
  bool continues(const PairKey& key, std::uint32_t near, const PairInput& in, Real time, V2 normal, V2& along);
  /// The contact of such a pair at a time, for points within `reach`.
  ContactGeometry contact_at(const PairKey& key, std::uint32_t near, Real reach, Real time);

 private:
  /// The placement of a pair when it meets and, once requested, at the end of the step.
  struct PairPlaces {
    PairKey key;
    const PairInput& now;
    Real inner = 0;  ///< the two overlap if their centres are nearer than this; 0: unknown
    bool then_known = false;
    PairInput then = {};
  };

  const PairInput& place_then(PairPlaces& places);
  Real line_at(Rank rank, const SupportingContact& support, Real time);
  bool goes_on(const PairPlaces& places, const PairInput& in, bool first, const SupportingContact& support, Real time);
  Real met_gap(Rank rank, Real time);
  bool goes_on_from(PairPlaces& places, Rank rank, V2 along, Real time);
  bool continues_hit(PairPlaces& places, bool first, Real time, V2 normal, V2& along);
  bool comes_along(const PairPlaces& places, V2 normal, Real time);

  Trajectories& paths_;
  SupportingContacts supports_;  ///< found on demand
  std::uint32_t impact_ = 0;     ///< number of the impact; 0: none
  std::uint32_t impacts_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
