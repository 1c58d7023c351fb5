#pragma once
// Checks the paths that the solver made. Not part of the public interface.
//
// To the solver a contact is a line, or an arc, for a whole step, and it only sees the two points that it was given.
// Some motion remains open: a corner that comes round behind a stopped one, a soft push that yields, a normal that
// turned. None of these brings a pair nearer by more than the displacement of its bodies. So only pairs of bodies that
// moved far are checked, and a bound is enough for most of these.

#include <bankshot/world/timeline/path_lengths.hpp>
#include <bankshot/world/timeline/predictor.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

class SolverGuard : private TimelinePart {
 public:
  SolverGuard(TimelineStep& step, Trajectories& paths, PathLengths& lengths, ContactBatch& batch) noexcept
      : TimelinePart(step), paths_(paths), lengths_(lengths), batch_(batch) {}

  /// Measures how far bodies move. Returns the places, in ContactPairs::near, of the solver's pairs that are to be
  /// swept: a pair that may have closed a part of its extent is checked at the end of its paths, one that may have
  /// passed is swept in any case.
  const std::vector<std::uint32_t>& failed();

 private:
  /// A pair of the solver that may be deep at the end of its paths.
  struct Guarded {
    std::uint32_t near = 0;
    Real depth = 0;  ///< allowed overlap at the end, a length
  };

  Real closed_on_path(std::uint32_t near) const;
  Real closed_at_points(std::uint32_t near) const;
  bool ends_deep(const Guarded& pair, PairInput& in, ContactGeometry& end) const;

  Trajectories& paths_;
  PathLengths& lengths_;
  ContactBatch& batch_;
  std::vector<Guarded> guarded_;
  std::vector<std::uint32_t> failed_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
