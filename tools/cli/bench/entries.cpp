#include "scene.hpp"

namespace bankshot_tool::bench {

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {
      {"large_pyramid", "5,050 boxes in one pyramid", 500, true, large_pyramid},
      {"many_pyramids", "400 pyramids of 55 boxes", 200, true, many_pyramids},
      {"smash", "a heavy box flies into 9,600 that sleep", 300, false, smash},
      {"tumbler", "2,025 boxes in a drum that turns", 750, false, tumbler},
      {"washer", "8,100 boxes in a drum with paddles", 500, false, washer},
      {"junkyard", "8,000 pentagons pushed to and fro", 800, false, junkyard},
      {"compounds", "3,000 bodies of two triangles each", 500, false, compounds},
      {"spinner", "a bar turns among 6,076 capsules, discs and boxes", 500, false, spinner},
      {"gas", "10,000 discs with restitution 1 in a room", 300, false, gas},
      {"bucket", "5,000 balls of 20 to 60 cm poured into one", 500, false, bucket},
      {"tiles", "2,000 movers on a map of 202 x 101 tiles", 500, false, tile_map},
      {"pit", "3,000 balls thrown about in a ball pit", 500, false, ball_pit},
      {"hopper", "2,000 bodies of all kinds through the mouth of a hopper", 600, false, hopper},
      {"pegs", "2,000 balls through 1,210 pegs into bins", 600, false, pegs},
      {"towers", "40 towers of 20 boxes, each struck by a ball", 400, false, struck_towers},
      {"pinball", "500 balls among 232 bumpers on a table that leans", 600, false, pinball_table},
      {"marbles", "1,200 marbles down 20 runs of one closed line each", 900, false, marble_runs},
      {"popcorn", "1,000 bodies of all kinds, kicked again and again", 600, false, popcorn},
  };
  return all;
}

}  // namespace bankshot_tool::bench
