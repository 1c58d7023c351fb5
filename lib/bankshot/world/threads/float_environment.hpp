#pragma once
// Sets the standard floating-point control word for a step and restores the old one, so that a step gives the same bits
// whatever the surrounding program has set (flush to zero, another rounding direction). Not part of the public
// interface.

#include <bankshot/config.hpp>

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace bankshot::BANKSHOT_ABI::detail {

class FloatEnvironment {
 public:
#if defined(__x86_64__)
  FloatEnvironment() noexcept : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80); }  // round to nearest, no traps, no flushing
  ~FloatEnvironment() { _mm_setcsr(saved_); }

 private:
  unsigned saved_;
#else
  FloatEnvironment() noexcept {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&saved_); }

 private:
  std::fenv_t saved_;
#endif
 public:
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
