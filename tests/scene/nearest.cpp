#include <bankshot/scene/nearest.hpp>

#include <gtest/gtest.h>

#include <array>

using namespace bankshot;
using detail::nearest;
using detail::suggestion;

namespace {

constexpr std::array<std::string_view, 4> words = {"radius", "position", "rotation", "friction"};

TEST(Nearest, FindsWhatWasMeant) {
  EXPECT_EQ(nearest("raduis", words), "radius");       // two letters swapped
  EXPECT_EQ(nearest("Radius", words), "radius");       // letter case
  EXPECT_EQ(nearest("radis", words), "radius");        // one missing
  EXPECT_EQ(nearest("positions", words), "position");  // one too many
  EXPECT_EQ(nearest("rotatoin", words), "rotation");
  constexpr std::array<std::string_view, 2> short_words = {"cap", "box"};
  EXPECT_EQ(nearest("bxo", short_words), "box");  // one swap is one mistake, and short words may have no more
  EXPECT_EQ(nearest("oxb", short_words), "");
}

TEST(Nearest, LeavesStrangersAlone) {
  EXPECT_EQ(nearest("gravity", words), "");
  EXPECT_EQ(nearest("", words), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), words), "");
}

TEST(Nearest, TellsAllWhenNoneIsNear) {
  EXPECT_EQ(suggestion("frictoin", words), " (did you mean \"friction\"?)");
  EXPECT_EQ(suggestion("mass", words), " (known: radius, position, rotation, friction)");
  EXPECT_EQ(suggestion("mass", {}), "");
}

}  // namespace
