// Every operation on lanes against the plain operation on Real, bit by bit, at every width this machine has.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {
enum class RealOp {
  add,
  subtract,
  multiply,
  divide,
  negate,
  add_to,
  subtract_from,
  multiply_by,
  multiply_add,
  minimum,
  maximum,
  absolute,
  square_root,
  select_less,
  select_both,
  constant
};
enum class Comparison { less, less_equal, greater, greater_equal, equal, negation, conjunction, disjunction, always };
enum class IntOp { add, subtract, conjunction, disjunction, exclusive, shift, select_less, select_equal, lane, first };
}  // namespace

#define BANKSHOT_KERNEL <simd/lanes_kernel.inl>
#include <bankshot/simd/foreach_width.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

constexpr auto lanes_kernels = BANKSHOT_PER_WIDTH(lanes_of_this_kernel);
constexpr auto real_kernels = BANKSHOT_PER_WIDTH(real_operation);
constexpr auto comparison_kernels = BANKSHOT_PER_WIDTH(comparison);
constexpr auto int_kernels = BANKSHOT_PER_WIDTH(int_operation);
constexpr auto reverse_kernels = BANKSHOT_PER_WIDTH(reverse);
constexpr auto record_kernels = BANKSHOT_PER_WIDTH(through_records);

std::vector<Width> widths_here() {
  std::vector<Width> widths;
  std::copy_if(std::begin(all_widths), std::end(all_widths), std::back_inserter(widths), width_supported);
  return widths;
}

LaneInt bits(Real x) {
  LaneInt i = 0;
  std::memcpy(&i, &x, sizeof x);
  return i;
}

/// The same bits, or both NaN.
bool same(Real a, Real b) { return bits(a) == bits(b) || (a != a && b != b); }

using Limits = std::numeric_limits<Real>;
constexpr int special_count = 16;
const std::array<Real, special_count> specials = {Real(0),
                                                  -Real(0),
                                                  Real(1),
                                                  Real(-1),
                                                  Limits::infinity(),
                                                  -Limits::infinity(),
                                                  Limits::quiet_NaN(),
                                                  Limits::min(),
                                                  -Limits::min(),
                                                  Limits::denorm_min(),
                                                  -Limits::denorm_min(),
                                                  Limits::max(),
                                                  Limits::lowest(),
                                                  Real(1) + Limits::epsilon(),
                                                  Real(1) - Limits::epsilon(),
                                                  Real(3)};
constexpr int count = 32768;

/// Three arrays: first all triples of special values, then moderate numbers, then numbers of every exponent.
struct Operands {
  std::vector<Real> a, b, c;
  std::vector<LaneInt> i, j;

  Operands() {
    std::mt19937_64 random(20240607);
    const auto moderate = [&] { return Real(static_cast<std::int64_t>(random() >> 20)) / Real(1 << 30) - Real(8192); };
    const auto wild = [&] { return std::ldexp(moderate() / Real(8192), static_cast<int>(random() % 250) - 125); };
    for (int n = 0; n < count; ++n) {
      if (n < special_count * special_count * special_count) {
        a.push_back(specials[static_cast<std::size_t>(n % special_count)]);
        b.push_back(specials[static_cast<std::size_t>(n / special_count % special_count)]);
        c.push_back(specials[static_cast<std::size_t>(n / special_count / special_count)]);
      } else {
        a.push_back(n % 2 ? moderate() : wild());
        b.push_back(n % 2 ? moderate() : wild());
        c.push_back(n % 2 ? moderate() : wild());
      }
      i.push_back(static_cast<LaneInt>(random()) >> (sizeof(LaneInt) * 4));  // sums must not overflow
      j.push_back(n % 3 ? static_cast<LaneInt>(random()) >> (sizeof(LaneInt) * 4) : i.back());
    }
  }
};

const Operands& operands() {
  static const Operands the_operands;
  return the_operands;
}

Real plain_result(RealOp op, Real x, Real y, Real z, Real first) {
  switch (op) {
    case RealOp::add:
    case RealOp::add_to: return x + y;
    case RealOp::subtract:
    case RealOp::subtract_from: return x - y;
    case RealOp::multiply:
    case RealOp::multiply_by: return x * y;
    case RealOp::divide: return x / y;
    case RealOp::negate: return -x;
    case RealOp::multiply_add: {
      const volatile Real product = x * y;  // rounded here, whatever the compiler would like
      return product + z;
    }
    case RealOp::minimum: return x < y ? x : y;
    case RealOp::maximum: return x < y ? y : x;
    case RealOp::absolute: return std::fabs(x);
    case RealOp::square_root: return std::sqrt(x);
    case RealOp::select_less: return x < y ? y : z;
    case RealOp::select_both: return x < y && y < z ? x : z;
    case RealOp::constant: return first;
  }
  return 0;
}

bool plain_result(Comparison op, Real x, Real y, Real z) {
  switch (op) {
    case Comparison::less: return x < y;
    case Comparison::less_equal: return x <= y;
    case Comparison::greater: return x > y;
    case Comparison::greater_equal: return x >= y;
    case Comparison::equal: return x == y;
    case Comparison::negation: return !(x < y);
    case Comparison::conjunction: return x < y && y < z;
    case Comparison::disjunction: return x < y || y < z;
    case Comparison::always: return true;
  }
  return false;
}

LaneInt plain_result(IntOp op, LaneInt x, LaneInt y, int lane, LaneInt first_of_all) {
  switch (op) {
    case IntOp::add: return x + y;
    case IntOp::subtract: return x - y;
    case IntOp::conjunction: return x & y;
    case IntOp::disjunction: return x | y;
    case IntOp::exclusive: return x ^ y;
    case IntOp::shift: return x << 5;
    case IntOp::select_less: return x < y ? x : y;
    case IntOp::select_equal: return x == y ? 7 : x;
    case IntOp::lane: return lane;
    case IntOp::first: return lane < (first_of_all & 15) ? 1 : 0;
  }
  return 0;
}

TEST(Lanes, RealOperationsHaveTheBitsOfPlainOnes) {
  const Operands& in = operands();
  std::vector<Real> out(count);
  for (const Width width : widths_here()) {
    for (int k = 0; k <= static_cast<int>(RealOp::constant); ++k) {
      const auto op = static_cast<RealOp>(k);
      real_kernels[width](op, in.a.data(), in.b.data(), in.c.data(), out.data(), count);
      for (std::size_t n = 0; n < count; ++n) {
        const Real expected = plain_result(op, in.a[n], in.b[n], in.c[n], in.a[0]);
        ASSERT_TRUE(same(out[n], expected)) << width_name(width) << ", operation " << k << " of " << in.a[n] << ", "
                                            << in.b[n] << ", " << in.c[n] << ": " << out[n] << ", not " << expected;
      }
    }
  }
}

TEST(Lanes, ComparisonsAgreeAndMasksAreConsistent) {
  const Operands& in = operands();
  std::vector<unsigned char> out(count);
  for (const Width width : widths_here()) {
    for (int k = 0; k <= static_cast<int>(Comparison::always); ++k) {
      const auto op = static_cast<Comparison>(k);
      comparison_kernels[width](op, in.a.data(), in.b.data(), in.c.data(), out.data(), count);
      for (std::size_t n = 0; n < count; ++n) {
        ASSERT_EQ(int{out[n]}, int{plain_result(op, in.a[n], in.b[n], in.c[n])})
            << width_name(width) << ", comparison " << k << " of " << in.a[n] << ", " << in.b[n] << ", " << in.c[n];
      }
    }
  }
}

TEST(Lanes, IntegersAgree) {
  const Operands& in = operands();
  std::vector<LaneInt> out(count);
  for (const Width width : widths_here()) {
    for (int k = 0; k <= static_cast<int>(IntOp::first); ++k) {
      const auto op = static_cast<IntOp>(k);
      int_kernels[width](op, in.i.data(), in.j.data(), out.data(), count);
      for (std::size_t n = 0; n < count; ++n) {
        const int lane = static_cast<int>(n) % width_lanes(width);
        ASSERT_EQ(out[n], plain_result(op, in.i[n], in.j[n], lane, in.i[0]))
            << width_name(width) << ", operation " << k << " of " << in.i[n] << ", " << in.j[n];
      }
    }
  }
}

TEST(Lanes, SingleLanesAreReadAndWritten) {
  const Operands& in = operands();
  for (const Width width : widths_here()) {
    const int lanes = width_lanes(width);
    std::array<Real, 16> out = {};
    std::array<LaneInt, 16> out_int = {};
    const int offset = special_count * special_count * special_count + 1;  // not aligned, no NaN
    reverse_kernels[width](in.a.data() + offset, in.i.data() + offset, out.data(), out_int.data());
    for (int j = 0; j < 16; ++j) {
      const auto from = static_cast<std::size_t>(offset + lanes - 1 - j), at = static_cast<std::size_t>(j);
      EXPECT_EQ(out[at], j < lanes ? in.a[from] : 0) << width_name(width) << ", lane " << j;
      EXPECT_EQ(out_int[at], j < lanes ? in.i[from] : 0) << width_name(width) << ", lane " << j;
    }
  }
}

TEST(Lanes, RecordsAreGatheredAndScattered) {
  const Operands& in = operands();
  constexpr int records = 64;
  std::mt19937_64 random(5);
  for (int round = 0; round < 20; ++round) {
    std::vector<std::uint32_t> order(2 * records);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), random);
    order.resize(records);
    for (const Width width : widths_here()) {
      // One Real of offset: records need not be aligned.
      std::vector<Real> data(in.a.begin() + 20000, in.a.begin() + 20001 + 2 * records * 4), expected = data;
      record_kernels[width](data.data() + 1, order.data(), records);
      for (const std::uint32_t k : order) {
        Real* p = expected.data() + 1 + 4 * k;
        const std::array<Real, 4> old = {p[0], p[1], p[2], p[3]};
        p[0] = old[1], p[1] = old[0] - old[2], p[2] = old[2] * old[3], p[3] = -old[3];
      }
      for (std::size_t n = 0; n < data.size(); ++n) {
        ASSERT_TRUE(same(data[n], expected[n])) << width_name(width) << ", number " << n;
      }
    }
  }
}

// Proof that a width runs its own lanes: the kernel reports the lanes with which it was compiled.
TEST(Lanes, TheActiveKernelHasTheLanesOfItsWidth) {
  const Width before = active_width();
  EXPECT_EQ(lanes_kernels[before](), width_lanes(before));
  for (const Width width : widths_here()) {
    ASSERT_TRUE(set_width(width));
    EXPECT_EQ(active_width(), width);
    EXPECT_EQ(lanes_kernels[active_width()](), width_lanes(width)) << width_name(width);
  }
  set_width(before);
}

// The vectors that the target of the build is sure to have, found without asking the library.
TEST(Lanes, TheVectorsOfTheMachineAreUsed) {
#if defined(__AARCH64EL__)
  EXPECT_EQ(detected_width(), Width::neon);
#elif defined(__wasm_simd128__)
  EXPECT_EQ(detected_width(), Width::wasm128);
#elif defined(__x86_64__)
  EXPECT_GE(detected_width(), Width::sse2);
  EXPECT_LE(detected_width(), Width::avx512);
#else
  EXPECT_EQ(detected_width(), Width::scalar);
#endif
}

}  // namespace
}  // namespace bankshot::BANKSHOT_ABI::detail
