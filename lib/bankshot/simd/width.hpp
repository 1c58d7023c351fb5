#pragma once
// The vector instructions that the kernels of this process use. Every width gives the same bits; only the time differs.

#include <bankshot/config.hpp>

#include <cstddef>

// Wide kernels need GCC's vector types, and on x86-64 its target regions. Elsewhere the build decides: little-endian
// aarch64 always has NEON, WebAssembly has vectors under -msimd128. Any other compiler, and any other processor, gets
// one lane.
#if defined(__x86_64__) && defined(__GNUC__)
#define BANKSHOT_X86_WIDTHS 1
#else
#define BANKSHOT_X86_WIDTHS 0
#endif
#if defined(__AARCH64EL__) && defined(__ARM_NEON) && defined(__GNUC__)
#define BANKSHOT_NEON 1
#else
#define BANKSHOT_NEON 0
#endif
#if defined(__wasm_simd128__) && defined(__GNUC__)
#define BANKSHOT_WASM128 1
#else
#define BANKSHOT_WASM128 0
#endif

namespace bankshot::BANKSHOT_ABI {

/// The widths that a kernel is built for: one lane; 16, 32 and 64 bytes at a time on x86-64, narrowest first; 16 on
/// aarch64 and in WebAssembly.
enum class Width : std::uint8_t { scalar, sse2, avx2, avx512, neon, wasm128 };

inline constexpr Width all_widths[] = {Width::scalar, Width::sse2, Width::avx2,
                                       Width::avx512, Width::neon, Width::wasm128};

/// Returns the widest width that this build, this processor and this operating system support.
BANKSHOT_API Width detected_width() noexcept;

/// Returns the width that kernels run at. At first this is the detected one, unless the environment variable
/// BANKSHOT_WIDTH, read at the first call, names another: scalar, sse2, avx2, avx512, neon or wasm128. A name that is
/// unknown, or not supported here, gives the detected width; width_note() then says so.
BANKSHOT_API Width active_width() noexcept;

/// Returns what was wrong with BANKSHOT_WIDTH, in one line of English; empty when nothing was. Never null.
BANKSHOT_API const char* width_note() noexcept;

/// True if kernels can run at `width` here.
BANKSHOT_API bool width_supported(Width width) noexcept;

/// Makes kernels run at `width` from now on, in all threads. Returns false, and changes nothing, if it is not supported
/// here. For tests and tools: call it between steps, not during one.
BANKSHOT_API bool set_width(Width width) noexcept;

/// Returns "scalar", "sse2", "avx2", "avx512", "neon" or "wasm128".
BANKSHOT_API const char* width_name(Width width) noexcept;

/// Returns the number of Reals that a kernel of that width works on at a time.
constexpr int width_lanes(Width width) noexcept {
  const int bytes = width == Width::avx512 ? 64 : width == Width::avx2 ? 32 : 16;
  return width == Width::scalar ? 1 : bytes / static_cast<int>(sizeof(Real));
}

namespace detail {

/// True if a machine whose widest width is `best` has `width` too.
constexpr bool includes_width(Width best, Width width) noexcept {
  return width == Width::scalar || width == best || (width < best && best <= Width::avx512);
}

/// Returns the narrowest width up to `widest` that takes `count` numbers at once, else the widest: idle lanes cost as
/// much as those in use, and all give the same bits. Saves 5 % of the instructions of compounds --quick.
constexpr Width width_for(std::size_t count, Width widest) noexcept {
  if (count <= 1) return Width::scalar;
  for (const Width width : all_widths) {
    const bool enough = width != Width::scalar && static_cast<std::size_t>(width_lanes(width)) >= count;
    if (enough && includes_width(widest, width)) return width;
  }
  return widest;
}

/// Rounds `count` up to whole vectors of that width.
constexpr std::size_t whole_vectors(std::size_t count, Width width) noexcept {
  const auto whole = static_cast<std::size_t>(width_lanes(width));
  return (count + whole - 1) / whole * whole;
}

struct WidthChoice {
  Width width = Width::scalar;
  char note[160] = {};
};

/// The rule of active_width(): returns the result for `text` (null or empty: not set) if `best` is the widest supported
/// width.
WidthChoice choose_width(const char* text, Width best) noexcept;

}  // namespace detail
}  // namespace bankshot::BANKSHOT_ABI
