// The generator, the checks and the shrinker of campaigns: cases depend on seed and number only, every planted fault is
// found by the check that is meant to find it, and findings become small.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>

#include "oracle/kit/check.hpp"
#include "oracle/kit/generate.hpp"
#include "oracle/kit/random.hpp"
#include "oracle/kit/shrink.hpp"
#include "oracle/kit/transform.hpp"

namespace bankshot_oracle {
namespace {

bool same(const Piece& a, const Piece& b) {
  return a.kind == b.kind && a.points == b.points && a.radius == b.radius && a.pose == b.pose;
}
bool same(const Case& a, const Case& b) {
  return a.which == b.which && same(a.a, b.a) && same(a.b, b.b) && a.motion == b.motion && a.origin == b.origin &&
         a.ray == b.ray;
}

TEST(Generator, ACaseDependsOnSeedAndNumberOnly) {
  int different = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    EXPECT_TRUE(same(geometry_case(5, i), geometry_case(5, i)));
    EXPECT_TRUE(same(sweep_case(5, i), sweep_case(5, i)));
    different += !same(geometry_case(5, i), geometry_case(6, i)) && !same(geometry_case(5, i), geometry_case(5, i + 1));
  }
  EXPECT_EQ(different, 200);
}

class Hash {
 public:
  void add(Real value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    state_ = mixed(state_ ^ bits);
  }
  void add(const Vec2& value) {
    add(value[0]);
    add(value[1]);
  }
  void add(const Piece& piece) {
    for (const Vec2& point : piece.points) add(point);
    add(piece.radius);
    add(piece.pose.position);
    add(piece.pose.rotation.c);
    add(piece.pose.rotation.s);
  }
  std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_ = 0;
};

// Written down, so that other builds can be compared with this one.
TEST(Generator, WritesAHashOfItsCases) {
  const char* directory = std::getenv("BANKSHOT_HASH_DIR");
  std::ofstream file;
  if (directory != nullptr)
    file.open(std::string(directory) + (sizeof(Real) == 4 ? "/cases_f32.txt" : "/cases_f64.txt"));
  for (const bool sweeps : {false, true}) {
    for (std::uint64_t first = 0; first < 5000; first += 100) {
      Hash hash;
      for (std::uint64_t i = first; i < first + 100; ++i) {
        const Case data = sweeps ? sweep_case(11, i) : geometry_case(11, i);
        for (const Piece* piece : {&data.a, &data.b}) hash.add(*piece);
        for (const Vec2& v : {data.motion, data.origin, data.ray}) hash.add(v);
      }
      EXPECT_NE(hash.state(), Hash().state());
      if (file.is_open())
        file << (sweeps ? "sweep " : "geometry ") << first << ' ' << std::hex << hash.state() << std::dec << '\n';
    }
  }
}

TEST(Generator, CoversWhatItPromises) {
  std::set<CaseClass> classes;
  std::map<ShapeKind, int> kinds;
  std::size_t most = 0;
  double smallest = 1e300, largest = 0, farthest = 0;
  int touching = 0;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const Case data = geometry_case(7, i);
    classes.insert(data.which);
    const auto question = question_of(data);
    ASSERT_TRUE(question) << "case " << i;
    for (const Piece* piece : {&data.a, &data.b}) {
      ++kinds[piece->kind];
      most = std::max(most, piece->points.size());
    }
    const double size = double(question->a.aabb().extents().maxCoeff());
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
    farthest = std::max(farthest, double(data.a.pose.position.norm()) / size);
    const auto distance = bankshot::closest_points(question->a, data.a.pose, question->b, data.b.pose).distance;
    const Real band = bankshot::touching_band(question->a, data.a.pose, question->b, data.b.pose);
    touching += std::fabs(distance) < 3 * band;
  }
  EXPECT_EQ(classes.size(), generated_classes);
  EXPECT_EQ(kinds.size(), 4u);
  for (const auto& [kind, count] : kinds) EXPECT_GT(count, 1000) << int(kind);
  EXPECT_GT(most, 190u);
  EXPECT_LE(most, 200u);
  EXPECT_LT(smallest, 1e-5);
  EXPECT_GT(largest, 1e6);
  EXPECT_GT(farthest, 1e5);
  EXPECT_GT(touching, 4000);
}

/// The checks that fail over some thousand cases, and how often.
std::map<std::string, int> failures(Fault fault, bool sweeps, int cases) {
  std::map<std::string, int> counts;
  Judging judging;
  judging.fault = fault;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(cases); ++i) {
    const Case data = sweeps ? sweep_case(3, i) : geometry_case(3, i);
    const auto question = question_of(data);
    if (!question) continue;
    Notes notes;
    Findings findings;
    if (sweeps) {
      const auto answers = ask_sweep(*question, fault);
      check_sweep(*question, answers, judging, notes, findings);
      check_sweep_laws(*question, answers, judging, notes, findings);
    } else {
      const auto answers = ask_geometry(*question, fault);
      check_geometry(*question, answers, judging, notes, findings);
      check_geometry_laws(*question, answers, judging, notes, findings);
    }
    for (const Finding& finding : findings) ++counts[finding.check];
  }
  return counts;
}

TEST(Checks, PlantedFaultsAreFound) {
  EXPECT_GT(failures(Fault::wrong_side, false, 2000)["MTV does not separate"], 10);
  EXPECT_GT(failures(Fault::lost_overlap, false, 2000)["wrong verdict"], 10);
  EXPECT_GT(failures(Fault::short_mtv, false, 2000)["MTV too short"], 3);
  EXPECT_GT(failures(Fault::blind_ray, false, 2000)["ray misses"], 100);
  EXPECT_GT(failures(Fault::biased_normal, false, 2000)["law of quarter turn: normal of the MTV"], 100);
  EXPECT_GT(failures(Fault::late_sweep, true, 2000)["sweep hits too late"], 50);
}

// A short campaign. Within a fraction of a band of its edge the library's own rounding decides; anything else is wrong.
TEST(Checks, TheLibraryIsRight) {
  for (const bool sweeps : {false, true}) {
    for (const auto& [check, count] : failures(Fault::none, sweeps, 4000)) {
      const bool edge = check.find("beside the edge of the band") != std::string::npos;
      EXPECT_TRUE(edge) << check << ", " << count << " times";
      EXPECT_LT(count, 200) << check;
    }
  }
}

TEST(Shrinker, MakesACaseSmall) {
  const auto wrong = [](const Case& data) {
    const auto question = question_of(data);
    if (!question) return false;
    Judging judging;
    judging.fault = Fault::wrong_side;
    Notes notes;
    Findings findings;
    check_geometry(*question, ask_geometry(*question, judging.fault), judging, notes, findings);
    return std::any_of(findings.begin(), findings.end(),
                       [](const Finding& finding) { return finding.check == "MTV does not separate"; });
  };
  int shrunk = 0;
  for (std::uint64_t i = 0; i < 3000 && shrunk < 5; ++i) {
    const Case data = geometry_case(3, i);
    if (data.which != CaseClass::many_corners || !wrong(data)) continue;
    const Case small = shrink(data, wrong);
    EXPECT_TRUE(wrong(small));
    EXPECT_LT(complexity(small), complexity(data));
    EXPECT_EQ(std::max(small.a.points.size(), small.b.points.size()), 5u);  // the fault needs five
    EXPECT_LE(std::min(small.a.points.size(), small.b.points.size()), 5u);
    ++shrunk;
  }
  EXPECT_EQ(shrunk, 5);
}

TEST(Transforms, SplitAndAddedCornersKeepTheShape) {
  Piece square;
  square.kind = ShapeKind::polygon;
  square.points = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  const auto parts = split(square);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->first.points, (std::vector<Vec2>{{0, 0}, {2, 0}, {2, 2}}));
  EXPECT_EQ(parts->second.points, (std::vector<Vec2>{{2, 2}, {0, 2}, {0, 0}}));
  const auto more = with_corner_on_edge(square);
  ASSERT_TRUE(more);
  EXPECT_EQ(more->points, (std::vector<Vec2>{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}}));
}

}  // namespace
}  // namespace bankshot_oracle
