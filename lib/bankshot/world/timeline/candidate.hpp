#pragma once
// A pair of bodies, or of parts of their shapes, that may meet in the step. Not part of the public interface.

#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/body.hpp>
#include <bankshot/world/bodies/cached_contact.hpp>

#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

/// Previous and next candidate in a body's list of pairs that are predicted to meet.
struct AwaitedPlace {
  std::uint32_t last = none, next = none;
};

struct Candidate {
  PairKey key;
  Rank body_a = 0, body_b = 0;
  std::uint32_t next_a = none, next_b = none;  ///< next candidate of the same body
  AwaitedPlace awaited[2];                     ///< its places in the lists of A and of B
  std::uint32_t near = none;                   ///< place in ContactPairs::near
  Real when = 0;                               ///< its latest prediction; the end of the step: none
  Real postponed = -1;        ///< time from which it is still to be swept, `when` being a lower bound; -1: swept
  std::uint32_t version = 0;  ///< of its latest prediction; older ones in the queue are void
  std::uint16_t impacts = 0;
  Real met_at = 0;       ///< time of the last impact
  bool settled = false;  ///< came to rest at its last impact; left to the solver while it is slow
  V2 normal;             ///< of the last impact
  Real depth = 0;        ///< allowed overlap at the end of the step, a length, see allowed_depth(); 0: none
  Real overlap = 0;      ///< overlap at the beginning of the step, a length; > 0 for contact pairs only
  bool deep = false;     ///< overlaps by more than `depth` and the slop from the start
  Real sunk = 0;         ///< overlap, a length, at which it meets again, see HopSpeeds
  Real clearance = 0;    ///< the two cannot meet while the sum of their deviations is less
  Real gap = -1;         ///< of two parts: lower bound of their distance when it was measured, a length; -1: unknown
  Real gap_since = 0;    ///< what both bodies had travelled then, see Candidates::travelled()
  bool rests = false;    ///< a resting contact of the solver
  bool solved = false;   ///< the solver has it: not swept while both bodies are held
  bool listed = false;   ///< is a contact pair or a TOI candidate of the step
  bool ignored = false;  ///< by the contact hook, for the rest of the step
};

/// True if a pair has met so often in this step that it takes further impacts as one contact that lasts.
inline bool rattles(const Candidate& candidate) { return candidate.impacts >= tolerance::free_bounces; }

/// The other body of a pair.
inline Rank other_body(const Candidate& candidate, Rank rank) {
  return candidate.body_a == rank ? candidate.body_b : candidate.body_a;
}

/// A rattling candidate, and the place of the previous one of the same body.
struct RattlingPair {
  std::uint32_t candidate = none, next = none;
};

/// A predicted impact.
struct QueuedImpact {
  Real time = 0;
  PairKey key;  ///< orders predictions of the same time
  std::uint32_t candidate = 0, version = 0;
  V2 normal, point_from_a;
  FeaturePair features;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
