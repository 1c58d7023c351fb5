#include "engine.hpp"

namespace bankshot_tool::engines {

const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> all = {
      {"bankshot", "Bankshot", bankshot_maker(), "as it comes: 4 sub-steps, no setting changed",
       "4 sub-steps, no setting changed"},
      {"box2d", "Box2D 2.4.1", box2d_maker(),
       "8 and 3 iterations, every dynamic body a bullet, restitution threshold 0 (but its own, 1 m/s, in laws of "
       "rest); edges without skin, polygons made "
       "smaller by theirs where they are large enough, so that the surfaces are where they were asked to be; its cap "
       "of 2 m a step is compiled in",
       "8 and 3 iterations, nothing else changed: no bullets, below 1 m/s nothing bounces, polygons and edges with "
       "their skin of 1 cm, which the ruler adds to them; a capsule is two discs and a box, tiles are a box for each "
       "run in a row"},
      {"chipmunk", "Chipmunk 7", chipmunk_maker(),
       "10 iterations, slop and bias as they come; restitution and friction of a pair set to the larger one and the "
       "geometric mean, as the other two do",
       "10 iterations, slop and bias as they come; restitution and friction of a pair set to the larger one and the "
       "geometric mean; tiles are a box for each run in a row"},
  };
  return all;
}

}  // namespace bankshot_tool::engines
