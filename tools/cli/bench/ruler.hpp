#pragma once
// Measures the quality of an engine from outside: from its poses and velocities, by one geometry for all engines.

#include <bankshot/broad/broad_phase.hpp>
#include <bankshot/shape/shape.hpp>

#include "../engines/engine.hpp"
#include "scene.hpp"

namespace bankshot_tool::bench {

struct Quality {
  double deepest = 0;    ///< of all overlaps, m
  double mean = 0;       ///< of all overlaps, m
  double energy = 0;     ///< kinetic and potential of all dynamic bodies, J
  double moved = 0;      ///< largest sideways distance of a dynamic body from its start, m
  double rms_speed = 0;  ///< root of the mean squared speed of the dynamic bodies, m/s
};
bool finite(const Quality& quality);

/// Measures overlaps by the library's mtv() on the forms of the bodies, piece by piece, grown by the engine's own skin:
/// an engine must not let skins overlap either. Pairs without a dynamic body are left out.
class Ruler {
 public:
  Ruler(const Scene& scene, double skin);
  Quality measure(const Engine& engine) const;

 private:
  /// One shape of one body, as passed to mtv().
  struct Piece {
    std::size_t body = 0;
    bankshot::Shape shape;
    bool boundless = false;  ///< a container: solid everywhere outside its box
  };
  void measure_overlaps(const std::vector<bankshot::Pose>& poses, Quality& quality) const;

  const Scene& scene_;
  std::vector<Piece> pieces_;
  std::vector<Mass> masses_;  ///< zero unless dynamic
};

}  // namespace bankshot_tool::bench
