// The complementarity problem of contacts, against all active sets in turn and against its own conditions.

#include <bankshot/world/impact/lcp.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace bankshot::testing {
namespace {

using Vector = std::vector<double>;

/// K is n x n, row by row.
struct Problem {
  int n = 0;
  Vector k, q;
  double scale() const {
    double most = 0;
    for (const double x : q) most = std::max(most, std::fabs(x));
    return most;
  }
};

struct Answer {
  bool ok = false;
  Vector p;
};

Answer solve(const Problem& problem) {
  Answer answer;
  answer.p.resize(static_cast<std::size_t>(problem.n));
  answer.ok = detail::solve_complementarity(problem.k.data(), problem.q.data(), problem.n, answer.p.data());
  return answer;
}

/// K p + q: the same for every solution, unlike p, which is not unique where rows ask for the same.
Vector slack(const Problem& problem, const Vector& p) {
  Vector w(problem.q);
  for (int i = 0; i < problem.n; ++i) {
    for (int j = 0; j < problem.n; ++j) {
      w[static_cast<std::size_t>(i)] +=
          problem.k[static_cast<std::size_t>(i * problem.n + j)] * p[static_cast<std::size_t>(j)];
    }
  }
  return w;
}

/// Rows are directions in a space of `space` dimensions, as normals are in that of all velocities, so K = A'A. Each row
/// lacks the component of one velocity along it, or less: so a solution exists.
Problem problem_of(const std::vector<Vector>& rows, const Vector& velocity, const Vector& spare) {
  Problem problem;
  problem.n = static_cast<int>(rows.size());
  const auto product = [](const Vector& a, const Vector& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const Vector& other : rows) problem.k.push_back(product(rows[i], other));
    problem.q.push_back(product(rows[i], velocity) + spare[i]);
  }
  return problem;
}

enum class Kind { independent, redundant, nearly_redundant, scaled };

class RandomProblems {
 public:
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  int below(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }

  Vector direction(int space) {
    Vector row;
    for (int i = 0; i < space; ++i) row.push_back(uniform(-1, 1));
    row[static_cast<std::size_t>(below(space))] += 1;
    return row;
  }

  Problem make(Kind kind, int n) {
    const int space = kind == Kind::independent ? n + 2 : std::max(2, n / 2);
    std::vector<Vector> rows;
    Vector spare;
    for (int i = 0; i < n; ++i) {
      const bool repeats = i > 0 && below(2) == 0;
      rows.push_back(direction(space));
      if (repeats && (kind == Kind::redundant || kind == Kind::nearly_redundant)) {
        rows.back() = rows[static_cast<std::size_t>(below(i))];
        if (kind == Kind::nearly_redundant) rows.back()[0] += uniform(-0.01, 0.01);
      }
      if (kind == Kind::scaled) {
        const double factor = std::pow(10.0, uniform(-1.5, 1.5));
        for (double& x : rows.back()) x *= factor;
      }
      spare.push_back(below(2) == 0 ? 0 : uniform(0, 1));
    }
    return problem_of(rows, direction(space), spare);
  }

 private:
  std::mt19937_64 random_{31};
};

/// Gaussian elimination with pivots by row; empty where the equations do not determine all of p.
std::vector<long double> solve_equations(std::vector<std::vector<long double>> m) {
  const std::size_t n = m.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c; r < n; ++r) pivot = std::fabs(m[r][c]) > std::fabs(m[pivot][c]) ? r : pivot;
    if (std::fabs(m[pivot][c]) < 1e-12L) return {};
    std::swap(m[c], m[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c) continue;
      const long double factor = m[r][c] / m[c][c];
      for (std::size_t i = c; i <= n; ++i) m[r][i] -= factor * m[c][i];
    }
  }
  std::vector<long double> x;
  for (std::size_t c = 0; c < n; ++c) x.push_back(m[c][n] / m[c][c]);
  return x;
}

/// Tries all sets of rows that may have an impulse, and returns the impulses of the set that breaks the conditions
/// least. There always is one whose rows are independent.
Vector by_enumeration(const Problem& problem) {
  Vector best(static_cast<std::size_t>(problem.n));
  long double least = 1e300L;
  const auto k = [&problem](int i, int j) {
    return static_cast<long double>(problem.k[static_cast<std::size_t>(i * problem.n + j)]);
  };
  for (unsigned set = 0; set < 1U << problem.n; ++set) {
    std::vector<int> active;
    for (int i = 0; i < problem.n; ++i) {
      if ((set >> i & 1U) != 0) active.push_back(i);
    }
    std::vector<std::vector<long double>> equations;
    for (const int i : active) {
      auto& equation = equations.emplace_back();
      for (const int j : active) equation.push_back(k(i, j));
      equation.push_back(-static_cast<long double>(problem.q[static_cast<std::size_t>(i)]));
    }
    const std::vector<long double> p = solve_equations(equations);
    if (p.size() != active.size()) continue;
    long double broken = 0;
    for (std::size_t a = 0; a < p.size(); ++a) broken = std::max(broken, -p[a]);
    for (int i = 0; i < problem.n; ++i) {
      long double w = static_cast<long double>(problem.q[static_cast<std::size_t>(i)]);
      for (std::size_t a = 0; a < p.size(); ++a) w += k(i, active[a]) * p[a];
      broken = std::max(broken, -w);
    }
    if (broken >= least) continue;
    least = broken;
    std::fill(best.begin(), best.end(), 0.0);
    for (std::size_t a = 0; a < p.size(); ++a) best[static_cast<std::size_t>(active[a])] = static_cast<double>(p[a]);
  }
  return best;
}

// The solver adds 1e-9 to the effect of each row on itself, so a row may be off by that share of the effect of its own
// impulse. Where rows nearly contradict one another, impulses are larger than what the rows lack, and so is this error.
double tolerance_of(Kind kind) { return kind == Kind::independent || kind == Kind::redundant ? 1e-6 : 1e-4; }

double most_effect(const Problem& problem, const Vector& p) {
  double most = 0;
  for (std::size_t i = 0; i < p.size(); ++i) most = std::max(most, problem.k[i * p.size() + i] * p[i]);
  return most;
}

TEST(Complementarity, AgreesWithAllActiveSetsTriedInTurn) {
  RandomProblems random;
  for (const Kind kind : {Kind::independent, Kind::redundant, Kind::nearly_redundant, Kind::scaled}) {
    for (int trial = 0; trial < 400; ++trial) {
      const Problem problem = random.make(kind, 1 + trial % 8);
      const Answer answer = solve(problem);
      ASSERT_TRUE(answer.ok) << trial;
      const Vector got = slack(problem, answer.p), right = slack(problem, by_enumeration(problem));
      for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_NEAR(got[i], right[i], tolerance_of(kind) * problem.scale())
            << "kind " << static_cast<int>(kind) << ", trial " << trial << ", row " << i << " of " << got.size();
      }
    }
  }
}

TEST(Complementarity, MeetsItsConditionsUpToTheMostRows) {
  RandomProblems random;
  for (const Kind kind : {Kind::independent, Kind::redundant, Kind::nearly_redundant, Kind::scaled}) {
    for (int trial = 0; trial < 2000; ++trial) {
      const Problem problem = random.make(kind, 1 + trial % detail::complementarity_rows);
      const Answer answer = solve(problem);
      ASSERT_TRUE(answer.ok) << trial;
      const Vector w = slack(problem, answer.p);
      const double bound = 2e-9 * most_effect(problem, answer.p) + 2e-10 * problem.scale();
      for (std::size_t i = 0; i < w.size(); ++i) {
        ASSERT_GE(answer.p[i], 0) << trial;
        ASSERT_GE(w[i], -bound) << "kind " << static_cast<int>(kind) << ", trial " << trial;
        const double over = answer.p[i] > 0 ? w[i] : 0;
        ASSERT_LE(over, bound) << "kind " << static_cast<int>(kind) << ", trial " << trial;
      }
    }
  }
}

TEST(Complementarity, OrderOfTheRowsDoesNotMatter) {
  RandomProblems random;
  std::mt19937 shuffler(5);
  for (int trial = 0; trial < 1000; ++trial) {
    const Problem problem = random.make(Kind::independent, 2 + trial % (detail::complementarity_rows - 1));
    std::vector<std::size_t> order(static_cast<std::size_t>(problem.n));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), shuffler);
    Problem shuffled;
    shuffled.n = problem.n;
    for (const std::size_t i : order) {
      for (const std::size_t j : order) shuffled.k.push_back(problem.k[i * order.size() + j]);
      shuffled.q.push_back(problem.q[i]);
    }
    const Answer one = solve(problem), other = solve(shuffled);
    const double most = *std::max_element(one.p.begin(), one.p.end());
    for (std::size_t i = 0; i < order.size(); ++i) {
      ASSERT_NEAR(other.p[i], one.p[order[i]], 1e-6 * most) << trial;
    }
  }
}

TEST(Complementarity, RowsThatSayTheSameShare) {
  for (const int n : {2, 3, 8}) {
    const auto size = static_cast<std::size_t>(n);
    const Answer answer = solve({n, Vector(size * size, 4.0), Vector(size, -2.0)});
    ASSERT_TRUE(answer.ok);
    for (const double p : answer.p) EXPECT_NEAR(p, 0.5 / n, 1e-6) << n;
  }
}

// A light body between the floor and one that is q times as heavy, which comes down at speed 1: both rows bear q.
TEST(Complementarity, BearsWhatIsVeryHeavyWhenItIsStiffEnough) {
  for (const double ratio : {1e2, 1e6, 1e10}) {
    const double k[] = {1, -1, -1, 1 + 1 / ratio}, q[] = {0, -1};
    double p[2] = {};
    ASSERT_TRUE(detail::solve_complementarity(k, q, 2, p, 1e-14));
    EXPECT_NEAR(p[0], ratio, 1e-3 * ratio);
    EXPECT_NEAR(p[1], ratio, 1e-3 * ratio);
  }
}

// If each row takes more from its neighbour than that one has, the rows ask for ever larger impulses from row to row,
// without end. There is no answer then, and infinity is not one.
TEST(Complementarity, RowsThatContradictOneAnotherHaveNoAnswer) {
  for (const int n : {2, 8, 24, detail::complementarity_rows}) {
    const auto size = static_cast<std::size_t>(n);
    Problem problem{n, Vector(size * size, 0.0), Vector(size, -1.0)};
    for (std::size_t i = 0; i < size; ++i) {
      problem.k[i * size + i] = 1;
      if (i + 1 < size) problem.k[i * size + i + 1] = problem.k[(i + 1) * size + i] = -3;
    }
    const Answer answer = solve(problem);
    for (const double p : answer.p) EXPECT_TRUE(!answer.ok || std::isfinite(p)) << n;
  }
}

TEST(Complementarity, NothingLacksNothingActs) {
  RandomProblems random;
  for (int trial = 0; trial < 100; ++trial) {
    Problem problem = random.make(Kind::redundant, 1 + trial % detail::complementarity_rows);
    for (double& q : problem.q) q = trial % 2 == 0 ? 0 : std::fabs(q);
    const Answer answer = solve(problem);
    ASSERT_TRUE(answer.ok);
    for (const double p : answer.p) ASSERT_EQ(p, 0);
  }
}

}  // namespace
}  // namespace bankshot::testing
