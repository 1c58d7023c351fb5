// Builds one kernel for every width. Not guarded: include it once per kernel source, with BANKSHOT_KERNEL naming the
// file that holds the kernel's body. Not part of the public interface.
//
// For example, if a kernel `drift` were in world/step:
//
//   // drift_kernel.inl, no includes of its own          // drift.cpp
//   inline void drift(Real* x, const Real* v,            #include <what the kernel's body needs>
//                     Real dt, int count) {              #define BANKSHOT_KERNEL <bankshot/world/step/drift_kernel.inl>
//     const Lane step = broadcast(dt);                   #include <bankshot/simd/foreach_width.hpp>
//     for (int i = 0; i < count; i += lane_count) {
//       store(x + i, load(x + i) + step * load(v + i));  void drift(Real* x, const Real* v, Real dt, int count) {
//     }                                                    static constexpr auto kernels = BANKSHOT_PER_WIDTH(drift);
//   }                                                      kernels[active_width()](x, v, dt, count);
//                                                        }
//
// The body is compiled as part of namespace bankshot::detail::width_scalar, and of width_16 (SSE2, NEON or
// WebAssembly), width_avx2 and width_avx512 where the machine of the build may have them, each with the lane type of
// lanes.inl and inside a region that switches the instructions on. BANKSHOT_PER_WIDTH makes the table of the results,
// to be used in namespace bankshot::detail. What holds for a body:
//
// - No headers inside it: their inline functions would be compiled with instructions that the processor may not have,
//   and the linker may keep that copy for everybody. It may call functions forced inline, such as those of
//   vec2_math.hpp.
// - Its functions that take or return lanes are BANKSHOT_INLINE and take them by reference; the one in the table takes
//   pointers and plain values and is `inline`. No templates and no lambdas: those can be compiled outside the region.
// - Lane arithmetic equals arithmetic on plain Real bit by bit. Write each formula once and in one order of operations.

#include <bankshot/simd/width.hpp>

#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>

#if BANKSHOT_X86_WIDTHS
#include <immintrin.h>
#elif BANKSHOT_NEON
#include <arm_neon.h>
#elif BANKSHOT_WASM128
#include <wasm_simd128.h>
#endif

#if !defined(BANKSHOT_KERNEL)
#error "define BANKSHOT_KERNEL as the file that holds the kernel"
#endif

#ifndef BANKSHOT_FOREACH_WIDTH_ONCE
#define BANKSHOT_FOREACH_WIDTH_ONCE

namespace bankshot::BANKSHOT_ABI::detail {

/// One function per width, by Width. There is one for 16 bytes, of whichever machine the build is for.
template <class Function>
struct WidthTable {
  Function entries[4];
  constexpr Function operator[](Width width) const noexcept {
    return entries[width > Width::avx512 ? 1 : static_cast<int>(width)];
  }
};
template <class Function>
WidthTable(Function, Function, Function, Function) -> WidthTable<Function>;

/// The integer as wide as Real.
#if defined(BANKSHOT_DOUBLE)
using LaneInt = std::int64_t;
#else
using LaneInt = std::int32_t;
#endif
inline constexpr LaneInt all_but_sign = std::numeric_limits<LaneInt>::max();

}  // namespace bankshot::BANKSHOT_ABI::detail

#if BANKSHOT_X86_WIDTHS
#define BANKSHOT_PER_WIDTH(function)                                                             \
  ::bankshot::detail::WidthTable {                                                               \
    &width_scalar::function, &width_16::function, &width_avx2::function, &width_avx512::function \
  }
#elif BANKSHOT_NEON || BANKSHOT_WASM128
#define BANKSHOT_PER_WIDTH(function)                                                               \
  ::bankshot::detail::WidthTable {                                                                 \
    &width_scalar::function, &width_16::function, &width_scalar::function, &width_scalar::function \
  }
#else
#define BANKSHOT_PER_WIDTH(function)                                                                   \
  ::bankshot::detail::WidthTable {                                                                     \
    &width_scalar::function, &width_scalar::function, &width_scalar::function, &width_scalar::function \
  }
#endif

#endif  // BANKSHOT_FOREACH_WIDTH_ONCE

#define BANKSHOT_LANE_BYTES 0
namespace bankshot::BANKSHOT_ABI::detail::width_scalar {
#include <bankshot/simd/lanes.inl>
#include BANKSHOT_KERNEL
}  // namespace bankshot::BANKSHOT_ABI::detail::width_scalar
#undef BANKSHOT_LANE_BYTES

#if BANKSHOT_X86_WIDTHS || BANKSHOT_NEON || BANKSHOT_WASM128

// Every x86-64 processor has SSE2, and the others are sure to have what the build is for: no region.
#define BANKSHOT_LANE_BYTES 16
namespace bankshot::BANKSHOT_ABI::detail::width_16 {
#include <bankshot/simd/lanes.inl>
#include BANKSHOT_KERNEL
}  // namespace bankshot::BANKSHOT_ABI::detail::width_16
#undef BANKSHOT_LANE_BYTES

#endif  // BANKSHOT_X86_WIDTHS || BANKSHOT_NEON || BANKSHOT_WASM128

#if BANKSHOT_X86_WIDTHS

// AVX2 without FMA: a contracted product would differ from the other widths in its last bit.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define BANKSHOT_LANE_BYTES 32
namespace bankshot::BANKSHOT_ABI::detail::width_avx2 {
#include <bankshot/simd/lanes.inl>
#include BANKSHOT_KERNEL
}  // namespace bankshot::BANKSHOT_ABI::detail::width_avx2
#undef BANKSHOT_LANE_BYTES
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512dq"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512dq")
#endif
#define BANKSHOT_LANE_BYTES 64
namespace bankshot::BANKSHOT_ABI::detail::width_avx512 {
#include <bankshot/simd/lanes.inl>
#include BANKSHOT_KERNEL
}  // namespace bankshot::BANKSHOT_ABI::detail::width_avx512
#undef BANKSHOT_LANE_BYTES
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif  // BANKSHOT_X86_WIDTHS

#undef BANKSHOT_KERNEL
