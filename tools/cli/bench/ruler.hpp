#pragma once
// How well an engine does, measured from outside: from the poses and velocities it hands out, by one geometry for all.

#include <bankshot/broad/broad_phase.hpp>
#include <bankshot/shape/shape.hpp>

#include "../engines/engine.hpp"
#include "scene.hpp"

namespace bankshot_tool::bench {

struct Quality {
  double deepest = 0;    ///< of all overlaps, m
  double mean = 0;       ///< of all overlaps, m
  double energy = 0;     ///< kinetic and potential of all dynamic bodies, J
  double moved = 0;      ///< the farthest that a dynamic body is sideways of where it was put, m
  double rms_speed = 0;  ///< root of the mean squared speed of the dynamic bodies, m/s
};
bool finite(const Quality& quality);

/// Overlaps are those of the library's mtv() on the forms of the bodies, piece by piece, grown by the engine's own
/// skin: what an engine keeps apart beyond its forms, it must keep apart. Pairs of which no body is dynamic are left
/// out.
class Ruler {
 public:
  Ruler(const Scene& scene, double skin);
  Quality measure(const Engine& engine) const;

 private:
  /// What mtv() is asked about: one shape of one body.
  struct Piece {
    std::size_t body = 0;
    bankshot::Shape shape;
    bool boundless = false;  ///< a container: solid everywhere outside of its box
  };
  void measure_overlaps(const std::vector<bankshot::Pose>& poses, Quality& quality) const;

  const Scene& scene_;
  std::vector<Piece> pieces_;
  std::vector<Mass> masses_;  ///< zero unless dynamic
};

}  // namespace bankshot_tool::bench
