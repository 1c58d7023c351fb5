// A slice of the campaigns of geometry and sweep that changes with every commit: a single seed asks the same questions
// each time. tools/test derives the seed from the commit; otherwise, as when this program is run alone, the seed is
// fixed.

#include "tools/fuzz_command.hpp"

#include <cstdlib>
#include <optional>

#include "effort.hpp"

#if BANKSHOT_TEST_EXACT

namespace tools_test {
namespace {

constexpr const char* variable = "BANKSHOT_FUZZ_SEED";

/// Runs and prints the command of a slice.
Outcome slice(const std::string& target, int cases, const Folder& folder, const std::string& more = "") {
  const char* given = std::getenv(variable);
  const std::string arguments = "fuzz --target " + target + " --against exact,laws --seed " +
                                in_quotes(given == nullptr ? "1" : given) + " --cases " + std::to_string(cases) + more;
  std::printf("bankshot %s\n", arguments.c_str());
  return command(arguments + " --quiet --out " + in_quotes(folder / "out"));
}

/// Expects that no judge finds anything.
void expect_clean(const Outcome& outcome, const Folder& folder) {
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(has(outcome.out, "exact judge: ")) << outcome.out;
  EXPECT_EQ(outcome.code, 0) << "the lines \"see it again\" are commands that show what was found\n" << outcome.out;
  EXPECT_EQ(saved(folder / "out"), std::vector<std::string>());
}

/// Gives the variable another value for as long as this object lives; nullptr: no value.
class Variable {
 public:
  explicit Variable(const char* value) {
    if (const char* old = std::getenv(variable)) old_ = old;
    set(value);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { set(old_ ? old_->c_str() : nullptr); }

 private:
  static void set(const char* value) { value == nullptr ? unsetenv(variable) : setenv(variable, value, 1); }
  std::optional<std::string> old_;
};

// Each of about 10 seconds on one processor.
TEST(FuzzSlice, Geometry) {
  const Folder folder;
  expect_clean(slice("geometry", bankshot_test::effort(160'000), folder), folder);
}

TEST(FuzzSlice, Sweep) {
  const Folder folder;
  expect_clean(slice("sweep", bankshot_test::effort(260'000), folder), folder);
}

// The first cases of the first seed break no law.
TEST(FuzzSlice, TheFirstCasesAreClean) {
  const Folder folder;
  for (const char* target : {"geometry", "sweep"}) {
    const Outcome outcome = command("fuzz --quiet --against exact,laws --cases 3000 --target " + std::string(target) +
                                    " --out " + in_quotes(folder / target));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
  }
}

// Always with the same seed: the campaign has known misses (docs/fuzz.md).
TEST(FuzzParts, SaysNothingOfTheFirstCases) {
  const Folder folder;
  const Outcome outcome =
      command("fuzz --quiet --target parts --cases " + std::to_string(bankshot_test::effort(30'000)) + " --out " +
              in_quotes(folder / "out"));
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.code, 0) << "the lines \"see it again\" are commands that show what was found\n" << outcome.out;
  EXPECT_TRUE(has(outcome.out, "no disagreement in ")) << outcome.out;
}

TEST(FuzzParts, FindsWhatIsPlanted) {
  const Folder folder;
  const char* planted[][2] = {{"lost-overlap", "overlap: is not what relation tells"},
                              {"short-mtv", "mtv: leaves an overlap"},
                              {"late-sweep", "sweep: passes through"}};
  for (const auto& [fault, check] : planted) {
    const std::string arguments = "fuzz --quiet --target parts --plant " + std::string(fault);
    const Outcome found = command(arguments + " --cases 6000 --out " + in_quotes(folder / fault));
    EXPECT_EQ(found.code, 1) << fault;
    EXPECT_TRUE(has(found.out, check)) << found.out;
    const std::vector<std::string> again = replays(found.out);
    ASSERT_FALSE(again.empty()) << found.out;
    EXPECT_TRUE(has(command(again[0] + " --out " + in_quotes(folder / "again")).out, "see it again")) << again[0];
    const Outcome replayed = command("replay " + in_quotes(saved(folder / fault)[0]));
    EXPECT_EQ(replayed.code, 2) << replayed.out;
    EXPECT_TRUE(has(replayed.err, "see it again with:\n  bankshot fuzz --target parts --seed 1 --first "))
        << replayed.err;
  }
}

// 13 kinds of shapes make 91 pairs, and each of them gets questions.
TEST(FuzzParts, TheTableHasEveryPair) {
  const Folder folder;
  const Outcome outcome =
      command("fuzz --quiet --target parts --table --cases 3000 --out " + in_quotes(folder / "out"));
  EXPECT_TRUE(has(outcome.out, "| pair | closest_points | closest_points of a point | contains |")) << outcome.out;
  EXPECT_EQ(count(outcome.out, " x "), 91u);
  EXPECT_TRUE(has(outcome.out, "| circle x mask |"));
}

TEST(FuzzSlice, TheSeedIsThatOfTheEnvironment) {
  const Folder folder;
  {
    const Variable seed("4030201");
    EXPECT_TRUE(has(slice("sweep", 100, folder).out, "seed 4030201, cases 0 to 99,"));
  }
  {
    const Variable none(nullptr);
    EXPECT_TRUE(has(slice("sweep", 100, folder).out, "seed 1, cases 0 to 99,"));
  }
  const Variable bad("HEAD");
  EXPECT_TRUE(has(slice("sweep", 100, folder).err, "--seed: expected a whole number"));
}

TEST(FuzzSlice, AFindingComesWithTheCommandThatShowsIt) {
  const Folder folder;
  const Variable seed("77");
  const Outcome found = slice("geometry", 300, folder, " --plant wrong-side");
  EXPECT_EQ(found.code, 1);
  const std::vector<std::string> again = replays(found.out);
  EXPECT_EQ(again.size(), saved(folder / "out").size()) << found.out;
  ASSERT_FALSE(again.empty()) << found.out;
  EXPECT_EQ(again[0].rfind("fuzz --target geometry --seed 77 --first ", 0), 0u) << again[0];
  const Outcome shown = command(again[0] + " --out " + in_quotes(folder / "again"));
  EXPECT_EQ(shown.code, 1) << shown.out;
  EXPECT_TRUE(has(shown.out, "MTV does not separate")) << shown.out;
}

}  // namespace
}  // namespace tools_test

#endif
