#pragma once
// The build of the library: its precision, its version, its assert hook.

#include <cstdint>

#define BANKSHOT_VERSION_MAJOR 0
#define BANKSHOT_VERSION_MINOR 1
#define BANKSHOT_VERSION_PATCH 0

// Every symbol is in an inline namespace named after the precision, so that the float and the double build link into
// one program. A source file sees one of them (the double targets define BANKSHOT_DOUBLE).
#if defined(BANKSHOT_DOUBLE)
#define BANKSHOT_PRECISION f64
#else
#define BANKSHOT_PRECISION f32
#endif

// It is declared inline here, once, and stays inline where a file opens it again: `namespace bankshot::BANKSHOT_ABI {`.
// Clang warns of that. Repeating `inline` there would hide every file from tools that read sources, such as ctags.
#if defined(__clang__)
#define BANKSHOT_ABI                                                                                             \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Winline-namespace-reopened-noninline\"") \
      BANKSHOT_PRECISION _Pragma("clang diagnostic pop")
#else
#define BANKSHOT_ABI BANKSHOT_PRECISION
#endif

namespace bankshot {
inline namespace BANKSHOT_PRECISION {}
}  // namespace bankshot

// The libraries are built with hidden symbols; this marks the functions that users call.
#if defined(__GNUC__)
#define BANKSHOT_API __attribute__((visibility("default")))
#else
#define BANKSHOT_API
#endif

// Kernels over lanes are fast only when all of their small functions are inlined. Without optimisation, or with checks
// of a sanitizer in each of them, that makes code of many times the size instead, which compiles for minutes.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BANKSHOT_SANITIZED_BUILD 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define BANKSHOT_SANITIZED_BUILD 1
#endif
#endif
#if defined(__GNUC__) && defined(__OPTIMIZE__) && !defined(BANKSHOT_SANITIZED_BUILD)
#define BANKSHOT_INLINE [[gnu::always_inline]] inline
#else
#define BANKSHOT_INLINE inline
#endif

namespace bankshot::BANKSHOT_ABI {

#if defined(BANKSHOT_DOUBLE)
using Real = double;
#else
using Real = float;
#endif

/// Called when an internal invariant is broken: `condition` as written, at `file` and `line`.
using AssertHandler = void (*)(const char* condition, const char* file, int line) noexcept;

/// Replaces the handler for broken invariants (the default prints to stderr and aborts) and returns the old one.
/// Invariants are checked in debug builds only and never depend on user input.
BANKSHOT_API AssertHandler set_assert_handler(AssertHandler handler) noexcept;

namespace detail {
BANKSHOT_API void assert_failed(const char* condition, const char* file, int line) noexcept;
}

}  // namespace bankshot::BANKSHOT_ABI

#if defined(NDEBUG)
#define BANKSHOT_ASSERT(condition) static_cast<void>(0)
#else
#define BANKSHOT_ASSERT(condition) \
  ((condition) ? static_cast<void>(0) : ::bankshot::detail::assert_failed(#condition, __FILE__, __LINE__))
#endif
