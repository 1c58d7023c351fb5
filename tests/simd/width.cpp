#include <bankshot/simd/width.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace bankshot::BANKSHOT_ABI {
namespace {

/// The widths of a machine whose widest one is `best`.
std::vector<Width> widths_of(Width best) {
  switch (best) {
    case Width::scalar: return {Width::scalar};
    case Width::sse2: return {Width::scalar, Width::sse2};
    case Width::avx2: return {Width::scalar, Width::sse2, Width::avx2};
    case Width::avx512: return {Width::scalar, Width::sse2, Width::avx2, Width::avx512};
    case Width::neon: return {Width::scalar, Width::neon};
    case Width::wasm128: return {Width::scalar, Width::wasm128};
  }
  return {};
}

bool has(Width best, Width width) {
  const std::vector<Width> widths = widths_of(best);
  return std::find(widths.begin(), widths.end(), width) != widths.end();
}

TEST(Width, WiderHasMoreLanes) {
  EXPECT_EQ(width_lanes(Width::scalar), 1);
  EXPECT_EQ(width_lanes(Width::sse2) * sizeof(Real), 16u);
  EXPECT_EQ(width_lanes(Width::avx2) * sizeof(Real), 32u);
  EXPECT_EQ(width_lanes(Width::avx512) * sizeof(Real), 64u);
  EXPECT_EQ(width_lanes(Width::neon) * sizeof(Real), 16u);
  EXPECT_EQ(width_lanes(Width::wasm128) * sizeof(Real), 16u);
}

TEST(Width, AFewTakeTheNarrowestThatHoldsThem) {
  for (const Width best : all_widths) {
    const std::vector<Width> all = widths_of(best);
    for (std::size_t count = 1; count <= 40; ++count) {
      const Width width = detail::width_for(count, best);
      ASSERT_TRUE(has(best, width));
      const auto holds = [count](Width w) { return static_cast<std::size_t>(width_lanes(w)) >= count; };
      EXPECT_TRUE(holds(width) || width == best) << width_name(best) << ", " << count;
      for (const Width other : all) {
        EXPECT_TRUE(!holds(other) || width_lanes(width) <= width_lanes(other)) << width_name(best) << ", " << count;
      }
      const auto lanes = static_cast<std::size_t>(width_lanes(width));
      const std::size_t filled = detail::whole_vectors(count, width);
      EXPECT_TRUE(filled % lanes == 0 && filled >= count && filled < count + lanes) << count;
    }
  }
}

TEST(Width, SupportedMeansOfTheMachineUpToTheDetectedOne) {
  for (const Width width : all_widths) EXPECT_EQ(width_supported(width), has(detected_width(), width));
  EXPECT_TRUE(width_supported(Width::scalar));
#if BANKSHOT_X86_WIDTHS
  EXPECT_TRUE(width_supported(Width::sse2));
#endif
}

TEST(Width, UnsupportedIsRefusedWithoutChange) {
  const Width before = active_width();
  for (const Width width : all_widths) {
    EXPECT_EQ(set_width(width), width_supported(width));
    EXPECT_EQ(active_width() == width, width_supported(width));
  }
  EXPECT_TRUE(set_width(before));
}

TEST(Width, ChoiceByName) {
  using detail::choose_width;
  for (const Width best : all_widths) {
    EXPECT_EQ(choose_width(nullptr, best).width, best);
    EXPECT_STREQ(choose_width(nullptr, best).note, "");
    EXPECT_EQ(choose_width("", best).width, best);
    EXPECT_STREQ(choose_width("", best).note, "");
    for (const Width asked : all_widths) {
      const detail::WidthChoice choice = choose_width(width_name(asked), best);
      EXPECT_EQ(choice.width, has(best, asked) ? asked : best);
      EXPECT_EQ(std::string(choice.note).empty(), has(best, asked)) << choice.note;
    }
  }
}

TEST(Width, UnknownNamesAreReported) {
  for (const char* text : {"AVX2", "avx", "avx2 ", "8", "fast"}) {
    const detail::WidthChoice choice = detail::choose_width(text, Width::sse2);
    EXPECT_EQ(choice.width, Width::sse2);
    EXPECT_NE(std::string(choice.note).find(std::string("BANKSHOT_WIDTH=") + text + " is not one of"),
              std::string::npos)
        << choice.note;
  }
  const std::string unsupported = detail::choose_width("avx512", Width::sse2).note;
  EXPECT_EQ(unsupported, "BANKSHOT_WIDTH=avx512 is not supported here: using sse2");
  const std::string endless(100000, 'x');
  EXPECT_LT(std::string(detail::choose_width(endless.c_str(), Width::sse2).note).size(), 160u);
}

// The variable is read once per process, so each case runs in a process of its own (the threadsafe style starts the
// program again).
struct WidthEnvironment : testing::Test {
  WidthEnvironment() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  ~WidthEnvironment() override { unsetenv("BANKSHOT_WIDTH"); }

  [[noreturn]] static void report() {
    std::fprintf(stderr, "[%s] %s", width_name(active_width()), width_note());
    std::exit(0);
  }
};

TEST_F(WidthEnvironment, ForcesTheWidthOfTheProcess) {
  for (const Width width : all_widths) {
    if (!width_supported(width)) continue;
    setenv("BANKSHOT_WIDTH", width_name(width), 1);
    EXPECT_EXIT(report(), testing::ExitedWithCode(0), std::string("^\\[") + width_name(width) + "\\] $");
  }
}

TEST_F(WidthEnvironment, UnknownNameKeepsTheDetectedWidth) {
  setenv("BANKSHOT_WIDTH", "altivec", 1);
  EXPECT_EXIT(report(), testing::ExitedWithCode(0),
              std::string("^\\[") + width_name(detected_width()) + "\\] BANKSHOT_WIDTH=altivec is not one of");
}

}  // namespace
}  // namespace bankshot::BANKSHOT_ABI
