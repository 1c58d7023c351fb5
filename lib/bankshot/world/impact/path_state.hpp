#pragma once
// What goes along the path of an impact from leg to leg. Not part of the public interface.

#include <bankshot/world/impact/path_rows.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

enum class PathPhase : std::uint8_t { compression, restitution, parting };

struct PathState {
  PathPhase phase = PathPhase::compression;
  double x[most_path_rows] = {};          ///< speeds
  double p[most_path_rows] = {};          ///< impulses
  double taken[most_path_rows] = {};      ///< per normal: work
  signed char mode[most_path_rows] = {};  ///< per friction: sign of the slip
  std::vector<BodyChange> moved;          ///< of the bodies, in total

  // ---- of the leg ----
  double goal[most_path_rows] = {};  ///< per normal: the speed that it heads for
  bool pushes[most_path_rows] = {};  ///< per normal: may take impulse
};

}  // namespace bankshot::BANKSHOT_ABI::detail
