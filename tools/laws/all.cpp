// The laws, in the order of the table.

#include "law.hpp"

namespace bankshot_tool::laws {

const std::vector<Law>& all_laws() {
  static const std::vector<Law> laws = [] {
    std::vector<Law> sum;
    for (const auto group : {drop_laws, tumble_laws, gas_laws, cradle_laws, valley_laws, billiard_laws, pair_laws,
                             friction_laws, shot_laws, stack_laws}) {
      for (Law& law : group()) sum.push_back(std::move(law));
    }
    return sum;
  }();
  return laws;
}

const std::vector<Candidate>& candidates() {
  static const std::vector<Candidate> all = {
      {"bankshot", "Bankshot", bankshot_maker(), "as it comes: 4 sub-steps, no setting changed"},
      {"box2d", "Box2D 2.4.1", box2d_maker(),
       "8 and 3 iterations, every dynamic body a bullet, restitution threshold 0; edges without skin, polygons made "
       "smaller by theirs where they are large enough, so that the surfaces are where they were asked to be; its cap "
       "of "
       "2 m a step is compiled in"},
      {"chipmunk", "Chipmunk 7", chipmunk_maker(),
       "10 iterations, slop and bias as they come; restitution and friction of a pair set to the larger one and the "
       "geometric mean, as the other two do"},
  };
  return all;
}

}  // namespace bankshot_tool::laws
