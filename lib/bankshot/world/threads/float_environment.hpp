#pragma once
// A step gives the same bits whatever the program around it did to the processor's floating-point control word (flush
// to zero, another rounding direction): it sets the standard one and puts the old one back. Not part of the public
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
