// Replaces the checks against Box2D in builds without it.

#include "oracle/kit/check.hpp"
#include "oracle/kit/peer_answer.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

bool box2d_available() noexcept { return false; }
void check_geometry_box2d(const Question&, const GeometryAnswers&, Notes&, Findings&) {}
void check_sweep_box2d(const Question&, const SweepAnswers&, Notes&, Findings&) {}
PeerAnswer box2d_answer(const Case&, bool) {
  PeerAnswer answer;
  answer.text = "built without Box2D 2.4.1 (Debian: libbox2d-dev)";
  return answer;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
