#pragma once
// Bodies to tie, for tests of what joints may be.

#include "world/world_fixture.hpp"

namespace bankshot::testing {

class DefinitionTest : public WorldTest {
 protected:
  BodyId ground = world.add_body({.type = BodyType::fixed});
  BodyId mover = world.add_body({.type = BodyType::kinematic, .position = Vec2(0, 9)});
  BodyId left = add_box(-2, 3);
  BodyId right = add_box(2, 3);

  /// Expects that a definition is refused with this text, and that the world stays as it was.
  template <class Def>
  void expect_refused(const Def& def, const std::string& text) {
    const World before = world;
    const std::string said = refusal([&] { world.add_joint(def); });
    EXPECT_EQ(said.rfind("add_joint: " + text, 0), 0u) << said;
    EXPECT_TRUE(world == before) << text;
  }
  /// Expects that a change is refused with a text that begins with this one.
  template <class Change>
  static void says(const std::string& text, Change change) {
    const std::string said = refusal(change);
    EXPECT_EQ(said.rfind(text, 0), 0u) << said;
  }
};

}  // namespace bankshot::testing
