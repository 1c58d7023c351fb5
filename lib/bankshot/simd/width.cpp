#include <bankshot/simd/width.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace bankshot::BANKSHOT_ABI {
namespace {

struct State {
  detail::WidthChoice choice;
  std::atomic<Width> active;

  State() noexcept : choice(detail::choose_width(std::getenv("BANKSHOT_WIDTH"), detected_width())) {
    active.store(choice.width, std::memory_order_relaxed);
  }
};

State& state() noexcept {
  static State the_state;
  return the_state;
}

}  // namespace

Width detected_width() noexcept {
#if BANKSHOT_X86_WIDTHS
  __builtin_cpu_init();  // a caller may run before the start-up code that would do this
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
    return Width::avx512;
  }
  if (__builtin_cpu_supports("avx2")) return Width::avx2;
  return Width::sse2;
#elif BANKSHOT_NEON
  return Width::neon;
#elif BANKSHOT_WASM128
  return Width::wasm128;
#else
  return Width::scalar;
#endif
}

Width active_width() noexcept { return state().active.load(std::memory_order_relaxed); }

const char* width_note() noexcept { return state().choice.note; }

bool width_supported(Width width) noexcept { return detail::includes_width(detected_width(), width); }

bool set_width(Width width) noexcept {
  if (!width_supported(width)) return false;
  state().active.store(width, std::memory_order_relaxed);
  return true;
}

const char* width_name(Width width) noexcept {
  switch (width) {
    case Width::scalar: return "scalar";
    case Width::sse2: return "sse2";
    case Width::avx2: return "avx2";
    case Width::avx512: return "avx512";
    case Width::neon: return "neon";
    case Width::wasm128: return "wasm128";
  }
  return "";
}

detail::WidthChoice detail::choose_width(const char* text, Width best) noexcept {
  WidthChoice choice;
  choice.width = best;
  if (text == nullptr || *text == '\0') return choice;
  for (const Width width : all_widths) {
    if (std::strcmp(text, width_name(width)) != 0) continue;
    if (includes_width(best, width)) {
      choice.width = width;
    } else {
      std::snprintf(choice.note, sizeof choice.note, "BANKSHOT_WIDTH=%s is not supported here: using %s", text,
                    width_name(best));
    }
    return choice;
  }
  std::snprintf(choice.note, sizeof choice.note,
                "BANKSHOT_WIDTH=%.40s is not one of scalar, sse2, avx2, avx512, neon, wasm128: using %s", text,
                width_name(best));
  return choice;
}

}  // namespace bankshot::BANKSHOT_ABI
