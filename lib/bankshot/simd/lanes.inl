// The lane type of one width: several numbers of type Real that are worked on at once. Included by foreach_width.hpp
// only, once per width, inside a namespace and a target region of that width, with BANKSHOT_LANE_BYTES set to the bytes
// of a vector (0: one lane, plain numbers). Read foreach_width.hpp first.
//
//   Lane   lane_count numbers of type Real        Mask   yes or no per lane
//   Int    lane_count integers as wide as Real
//
// Every operation gives in each lane the bits that the plain operation on Real gives, signed zeros and infinities
// included. A NaN in gives a NaN out, but which of the many is the processor's affair.

#if BANKSHOT_LANE_BYTES == 0

inline constexpr int lane_count = 1;
struct Lane {
  Real v;
};
struct Int {
  LaneInt v;
};
struct Mask {
  bool v;
};

#if defined(__GNUC__)
typedef Real LooseReal __attribute__((may_alias));  // a record may hold integers of the same width
#else
typedef Real LooseReal;
#endif

BANKSHOT_INLINE Lane broadcast(Real x) { return {x}; }
BANKSHOT_INLINE Int broadcast_int(LaneInt x) { return {x}; }
BANKSHOT_INLINE Mask broadcast_mask(bool x) { return {x}; }
BANKSHOT_INLINE Lane load(const Real* p) { return {*p}; }
BANKSHOT_INLINE void store(Real* p, const Lane& a) { *p = a.v; }
BANKSHOT_INLINE Int load_int(const LaneInt* p) { return {*p}; }
BANKSHOT_INLINE void store_int(LaneInt* p, const Int& a) { *p = a.v; }
BANKSHOT_INLINE Int lane_index() { return {0}; }
BANKSHOT_INLINE Real get(const Lane& a, int) { return a.v; }
BANKSHOT_INLINE LaneInt get(const Int& a, int) { return a.v; }
BANKSHOT_INLINE void set(Lane& a, int, Real x) { a.v = x; }
BANKSHOT_INLINE void set(Int& a, int, LaneInt x) { a.v = x; }

BANKSHOT_INLINE unsigned mask_bits(const Mask& m) { return m.v ? 1u : 0u; }
BANKSHOT_INLINE bool any(const Mask& m) { return m.v; }
BANKSHOT_INLINE bool all(const Mask& m) { return m.v; }
BANKSHOT_INLINE Mask operator&(const Mask& a, const Mask& b) { return {a.v && b.v}; }
BANKSHOT_INLINE Mask operator|(const Mask& a, const Mask& b) { return {a.v || b.v}; }
BANKSHOT_INLINE Mask operator!(const Mask& a) { return {!a.v}; }
BANKSHOT_INLINE Mask operator<(const Lane& a, const Lane& b) { return {a.v < b.v}; }
BANKSHOT_INLINE Mask operator<=(const Lane& a, const Lane& b) { return {a.v <= b.v}; }
BANKSHOT_INLINE Mask operator==(const Lane& a, const Lane& b) { return {a.v == b.v}; }
BANKSHOT_INLINE Mask operator<(const Int& a, const Int& b) { return {a.v < b.v}; }
BANKSHOT_INLINE Mask operator==(const Int& a, const Int& b) { return {a.v == b.v}; }

BANKSHOT_INLINE Lane select(const Mask& m, const Lane& a, const Lane& b) { return {m.v ? a.v : b.v}; }
BANKSHOT_INLINE Int select(const Mask& m, const Int& a, const Int& b) { return {m.v ? a.v : b.v}; }
BANKSHOT_INLINE Lane min(const Lane& a, const Lane& b) { return {a.v < b.v ? a.v : b.v}; }
BANKSHOT_INLINE Lane max(const Lane& a, const Lane& b) { return {a.v < b.v ? b.v : a.v}; }
BANKSHOT_INLINE Lane abs(const Lane& a) { return {std::fabs(a.v)}; }
#if !BANKSHOT_X86_WIDTHS
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {std::sqrt(a.v)}; }
#elif defined(BANKSHOT_DOUBLE)  // no detour by errno for negative numbers
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {_mm_cvtsd_f64(_mm_sqrt_pd(_mm_set_sd(a.v)))}; }
#else
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {_mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(a.v)))}; }
#endif

BANKSHOT_INLINE void gather4(const Real* const* rows, Lane& a, Lane& b, Lane& c, Lane& d) {
  const LooseReal* p = rows[0];
  a.v = p[0], b.v = p[1], c.v = p[2], d.v = p[3];
}
BANKSHOT_INLINE void scatter4(Real* const* rows, const Lane& a, const Lane& b, const Lane& c, const Lane& d) {
  LooseReal* p = rows[0];
  p[0] = a.v, p[1] = b.v, p[2] = c.v, p[3] = d.v;
}

#else  // vectors

inline constexpr int lane_count = BANKSHOT_LANE_BYTES / static_cast<int>(sizeof(Real));
typedef Real RealVector __attribute__((vector_size(BANKSHOT_LANE_BYTES)));
typedef LaneInt IntVector __attribute__((vector_size(BANKSHOT_LANE_BYTES)));
typedef Real LooseRealVector __attribute__((vector_size(BANKSHOT_LANE_BYTES), aligned(sizeof(Real)), may_alias));
typedef LaneInt LooseIntVector __attribute__((vector_size(BANKSHOT_LANE_BYTES), aligned(sizeof(Real)), may_alias));
struct Lane {
  RealVector v;
};
struct Int {
  IntVector v;
};

#if BANKSHOT_X86_WIDTHS
// Names of intrinsics: BANKSHOT_OP(sqrt) is _mm256_sqrt_ps.
#define BANKSHOT_PASTE_(prefix, op, suffix) prefix##op##suffix
#define BANKSHOT_PASTE(prefix, op, suffix) BANKSHOT_PASTE_(prefix, op, suffix)
#if BANKSHOT_LANE_BYTES == 16
#define BANKSHOT_PREFIX _mm_
#elif BANKSHOT_LANE_BYTES == 32
#define BANKSHOT_PREFIX _mm256_
#else
#define BANKSHOT_PREFIX _mm512_
#endif
#if defined(BANKSHOT_DOUBLE)
#define BANKSHOT_OP(op) BANKSHOT_PASTE(BANKSHOT_PREFIX, op, _pd)
#define BANKSHOT_INT_OP(op) BANKSHOT_PASTE(BANKSHOT_PREFIX, op, _epi64)
#define BANKSHOT_MASK_OP(op) BANKSHOT_PASTE(BANKSHOT_PREFIX, op, _pd_mask)
#define BANKSHOT_INT_MASK_OP(op) BANKSHOT_PASTE(BANKSHOT_PREFIX, op, _epi64_mask)
#else
#define BANKSHOT_OP(op) BANKSHOT_PASTE(BANKSHOT_PREFIX, op, _ps)
#define BANKSHOT_INT_OP(op) BANKSHOT_PASTE(BANKSHOT_PREFIX, op, _epi32)
#define BANKSHOT_MASK_OP(op) BANKSHOT_PASTE(BANKSHOT_PREFIX, op, _ps_mask)
#define BANKSHOT_INT_MASK_OP(op) BANKSHOT_PASTE(BANKSHOT_PREFIX, op, _epi32_mask)
#endif

BANKSHOT_INLINE Lane broadcast(Real x) { return {BANKSHOT_OP(set1)(x)}; }
#else
BANKSHOT_INLINE Lane broadcast(Real x) {
#if BANKSHOT_WASM128
  // Clang 14 makes a load and a broadcast of it one load, and lets stores to the same place go first: hide the load.
  __asm__("" : "+r"(x));
#endif
  return {x - RealVector{}};  // which keeps a -0
}
#endif
BANKSHOT_INLINE Int broadcast_int(LaneInt x) { return {x - IntVector{}}; }
BANKSHOT_INLINE Lane load(const Real* p) { return {*reinterpret_cast<const LooseRealVector*>(p)}; }
BANKSHOT_INLINE void store(Real* p, const Lane& a) { *reinterpret_cast<LooseRealVector*>(p) = a.v; }
BANKSHOT_INLINE Int load_int(const LaneInt* p) { return {*reinterpret_cast<const LooseIntVector*>(p)}; }
BANKSHOT_INLINE void store_int(LaneInt* p, const Int& a) { *reinterpret_cast<LooseIntVector*>(p) = a.v; }
BANKSHOT_INLINE Int lane_index() {
  constexpr LaneInt numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return load_int(numbers);
}
BANKSHOT_INLINE Real get(const Lane& a, int i) { return a.v[i]; }
BANKSHOT_INLINE LaneInt get(const Int& a, int i) { return a.v[i]; }
BANKSHOT_INLINE void set(Lane& a, int i, Real x) { a.v[i] = x; }
BANKSHOT_INLINE void set(Int& a, int i, LaneInt x) { a.v[i] = x; }

#if BANKSHOT_LANE_BYTES < 64

struct Mask {
  IntVector v;  // all bits of a lane set, or none
};
BANKSHOT_INLINE Mask broadcast_mask(bool x) { return {(x ? LaneInt(-1) : LaneInt(0)) - IntVector{}}; }
#if BANKSHOT_X86_WIDTHS
BANKSHOT_INLINE unsigned mask_bits(const Mask& m) {
  return static_cast<unsigned>(BANKSHOT_OP(movemask)((RealVector)m.v));
}
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {BANKSHOT_OP(sqrt)(a.v)}; }
#elif BANKSHOT_NEON && defined(BANKSHOT_DOUBLE)
BANKSHOT_INLINE unsigned mask_bits(const Mask& m) {
  return static_cast<unsigned>(vaddvq_u64((uint64x2_t)(m.v & IntVector{1, 2})));
}
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {(RealVector)vsqrtq_f64((float64x2_t)a.v)}; }
#elif BANKSHOT_NEON
BANKSHOT_INLINE unsigned mask_bits(const Mask& m) { return vaddvq_u32((uint32x4_t)(m.v & IntVector{1, 2, 4, 8})); }
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {(RealVector)vsqrtq_f32((float32x4_t)a.v)}; }
#elif defined(BANKSHOT_DOUBLE)
BANKSHOT_INLINE unsigned mask_bits(const Mask& m) { return wasm_i64x2_bitmask((v128_t)m.v); }
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {(RealVector)wasm_f64x2_sqrt((v128_t)a.v)}; }
#else
BANKSHOT_INLINE unsigned mask_bits(const Mask& m) { return wasm_i32x4_bitmask((v128_t)m.v); }
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {(RealVector)wasm_f32x4_sqrt((v128_t)a.v)}; }
#endif
BANKSHOT_INLINE bool any(const Mask& m) { return mask_bits(m) != 0; }
BANKSHOT_INLINE bool all(const Mask& m) { return mask_bits(m) == (1u << lane_count) - 1; }
BANKSHOT_INLINE Mask operator&(const Mask& a, const Mask& b) { return {a.v & b.v}; }
BANKSHOT_INLINE Mask operator|(const Mask& a, const Mask& b) { return {a.v | b.v}; }
BANKSHOT_INLINE Mask operator!(const Mask& a) { return {~a.v}; }
BANKSHOT_INLINE Mask operator<(const Lane& a, const Lane& b) { return {(IntVector)(a.v < b.v)}; }
BANKSHOT_INLINE Mask operator<=(const Lane& a, const Lane& b) { return {(IntVector)(a.v <= b.v)}; }
BANKSHOT_INLINE Mask operator==(const Lane& a, const Lane& b) { return {(IntVector)(a.v == b.v)}; }
BANKSHOT_INLINE Mask operator<(const Int& a, const Int& b) { return {(IntVector)(a.v < b.v)}; }
BANKSHOT_INLINE Mask operator==(const Int& a, const Int& b) { return {(IntVector)(a.v == b.v)}; }
#if BANKSHOT_LANE_BYTES == 16  // SSE2 has no blend; compilers make those of others out of this
BANKSHOT_INLINE Int select(const Mask& m, const Int& a, const Int& b) { return {(a.v & m.v) | (b.v & ~m.v)}; }
BANKSHOT_INLINE Lane select(const Mask& m, const Lane& a, const Lane& b) {
  return {(RealVector)(((IntVector)a.v & m.v) | ((IntVector)b.v & ~m.v))};
}
#else
BANKSHOT_INLINE Lane select(const Mask& m, const Lane& a, const Lane& b) {
  return {BANKSHOT_OP(blendv)(b.v, a.v, (RealVector)m.v)};
}
BANKSHOT_INLINE Int select(const Mask& m, const Int& a, const Int& b) {
  return {(IntVector)BANKSHOT_OP(blendv)((RealVector)b.v, (RealVector)a.v, (RealVector)m.v)};
}
#endif
#if BANKSHOT_X86_WIDTHS
BANKSHOT_INLINE Lane min(const Lane& a, const Lane& b) { return {BANKSHOT_OP(min)(a.v, b.v)}; }
BANKSHOT_INLINE Lane max(const Lane& a, const Lane& b) { return {BANKSHOT_OP(max)(b.v, a.v)}; }  // b wins where equal
#else  // by comparison: the machine's own order -0 before 0, and give NaN where either is
BANKSHOT_INLINE Lane min(const Lane& a, const Lane& b) { return select(a < b, a, b); }
BANKSHOT_INLINE Lane max(const Lane& a, const Lane& b) { return select(a < b, b, a); }
#endif

#else  // 64 bytes: masks live in registers of their own

#if defined(BANKSHOT_DOUBLE)
typedef __mmask8 MaskRegister;
#else
typedef __mmask16 MaskRegister;
#endif
struct Mask {
  MaskRegister v;  // one bit per lane
};
inline constexpr MaskRegister every_lane = static_cast<MaskRegister>((1u << lane_count) - 1);
BANKSHOT_INLINE Mask broadcast_mask(bool x) { return {x ? every_lane : MaskRegister{0}}; }
BANKSHOT_INLINE unsigned mask_bits(const Mask& m) { return m.v; }
BANKSHOT_INLINE bool any(const Mask& m) { return m.v != 0; }
BANKSHOT_INLINE bool all(const Mask& m) { return m.v == every_lane; }
BANKSHOT_INLINE Mask operator&(const Mask& a, const Mask& b) { return {static_cast<MaskRegister>(a.v & b.v)}; }
BANKSHOT_INLINE Mask operator|(const Mask& a, const Mask& b) { return {static_cast<MaskRegister>(a.v | b.v)}; }
BANKSHOT_INLINE Mask operator!(const Mask& a) { return {static_cast<MaskRegister>(a.v ^ every_lane)}; }
BANKSHOT_INLINE Mask operator<(const Lane& a, const Lane& b) { return {BANKSHOT_MASK_OP(cmp)(a.v, b.v, _CMP_LT_OS)}; }
BANKSHOT_INLINE Mask operator<=(const Lane& a, const Lane& b) { return {BANKSHOT_MASK_OP(cmp)(a.v, b.v, _CMP_LE_OS)}; }
BANKSHOT_INLINE Mask operator==(const Lane& a, const Lane& b) { return {BANKSHOT_MASK_OP(cmp)(a.v, b.v, _CMP_EQ_OQ)}; }
BANKSHOT_INLINE Mask operator<(const Int& a, const Int& b) {
  return {BANKSHOT_INT_MASK_OP(cmplt)((__m512i)a.v, (__m512i)b.v)};
}
BANKSHOT_INLINE Mask operator==(const Int& a, const Int& b) {
  return {BANKSHOT_INT_MASK_OP(cmpeq)((__m512i)a.v, (__m512i)b.v)};
}
BANKSHOT_INLINE Lane select(const Mask& m, const Lane& a, const Lane& b) {
  return {BANKSHOT_OP(mask_blend)(m.v, b.v, a.v)};
}
BANKSHOT_INLINE Int select(const Mask& m, const Int& a, const Int& b) {
  return {(IntVector)BANKSHOT_INT_OP(mask_blend)(m.v, (__m512i)b.v, (__m512i)a.v)};
}
// The forms with a mask of ones: the plain ones warn of an uninitialised register in GCC 12's own header.
BANKSHOT_INLINE Lane min(const Lane& a, const Lane& b) { return {BANKSHOT_OP(maskz_min)(every_lane, a.v, b.v)}; }
BANKSHOT_INLINE Lane max(const Lane& a, const Lane& b) { return {BANKSHOT_OP(maskz_max)(every_lane, b.v, a.v)}; }
BANKSHOT_INLINE Lane sqrt(const Lane& a) { return {BANKSHOT_OP(maskz_sqrt)(every_lane, a.v)}; }

#endif

BANKSHOT_INLINE Lane abs(const Lane& a) { return {(RealVector)((IntVector)a.v & (all_but_sign - IntVector{}))}; }

// ---- records of four Real: gathered as blocks of 16 bytes and transposed in registers ------------------------------

typedef Real Block __attribute__((vector_size(16)));
typedef Real LooseBlock __attribute__((vector_size(16), aligned(sizeof(Real)), may_alias));
typedef double PairVector __attribute__((vector_size(BANKSHOT_LANE_BYTES)));

// Interleaving within each block of 16 bytes: BANKSHOT_ZIP_LOW(a, b) is a0 b0 a1 b1 | ... of 4-byte numbers,
// BANKSHOT_ZIP_LOW_8(a, b) is a0 b0 | ... of 8-byte ones.
#if BANKSHOT_LANE_BYTES == 16
#define BANKSHOT_ZIP_LOW(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define BANKSHOT_ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define BANKSHOT_ZIP_LOW_8(a, b) __builtin_shufflevector(a, b, 0, 2)
#define BANKSHOT_ZIP_HIGH_8(a, b) __builtin_shufflevector(a, b, 1, 3)
#elif BANKSHOT_LANE_BYTES == 32
#define BANKSHOT_ZIP_LOW(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define BANKSHOT_ZIP_HIGH(a, b) __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define BANKSHOT_ZIP_LOW_8(a, b) __builtin_shufflevector(a, b, 0, 4, 2, 6)
#define BANKSHOT_ZIP_HIGH_8(a, b) __builtin_shufflevector(a, b, 1, 5, 3, 7)
#else
#define BANKSHOT_ZIP_LOW(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29)
#define BANKSHOT_ZIP_HIGH(a, b) \
  __builtin_shufflevector(a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31)
#define BANKSHOT_ZIP_LOW_8(a, b) __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14)
#define BANKSHOT_ZIP_HIGH_8(a, b) __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15)
#endif

// BANKSHOT_JOIN(load, i, step): the vector of the blocks load(i), load(i + step), ...; BANKSHOT_SPLIT(store, v, i,
// step) stores them back. The blocks of one vector are `step` records apart, so that zipping within blocks transposes.
// By intrinsics, because GCC makes no loads into, or stores from, a quarter of a register out of plain shuffles.
#if defined(BANKSHOT_DOUBLE)
#define BANKSHOT_JOIN_2(a, b) _mm256_insertf128_pd(_mm256_castpd128_pd256(a), b, 1)
#define BANKSHOT_JOIN_4(a, b) _mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512(a), b, 1)
#define BANKSHOT_HALF(v, k) _mm256_extractf128_pd(v, k)
#define BANKSHOT_QUARTER(v, k) _mm512_maskz_extractf64x2_pd(0xf, v, k)
#else
#define BANKSHOT_JOIN_2(a, b) _mm256_insertf128_ps(_mm256_castps128_ps256(a), b, 1)
#define BANKSHOT_JOIN_4(a, b) _mm512_maskz_insertf32x8(0xffff, _mm512_castps256_ps512(a), b, 1)
#define BANKSHOT_HALF(v, k) _mm256_extractf128_ps(v, k)
#define BANKSHOT_QUARTER(v, k) _mm512_maskz_extractf32x4_ps(0xf, v, k)
#endif
#if BANKSHOT_LANE_BYTES == 16
#define BANKSHOT_JOIN(load, i, step) load(i)
#define BANKSHOT_SPLIT(store, v, i, step) store(i, v)
#elif BANKSHOT_LANE_BYTES == 32
#define BANKSHOT_JOIN(load, i, step) BANKSHOT_JOIN_2(load(i), load(i + step))
#define BANKSHOT_SPLIT(store, v, i, step) store(i, BANKSHOT_HALF(v, 0)), store(i + step, BANKSHOT_HALF(v, 1))
#else
#define BANKSHOT_JOIN(load, i, step) \
  BANKSHOT_JOIN_4(BANKSHOT_JOIN_2(load(i), load(i + step)), BANKSHOT_JOIN_2(load(i + 2 * step), load(i + 3 * step)))
#define BANKSHOT_SPLIT(store, v, i, step)                                    \
  store(i, BANKSHOT_QUARTER(v, 0)), store(i + step, BANKSHOT_QUARTER(v, 1)), \
      store(i + 2 * step, BANKSHOT_QUARTER(v, 2)), store(i + 3 * step, BANKSHOT_QUARTER(v, 3))
#endif

#define BANKSHOT_LOAD(i) (*reinterpret_cast<const LooseBlock*>(rows[i]))
#define BANKSHOT_STORE(i, block) (*reinterpret_cast<LooseBlock*>(rows[i]) = block)

#if defined(BANKSHOT_DOUBLE)

#define BANKSHOT_LOAD_2(i) (*reinterpret_cast<const LooseBlock*>(rows[i] + 2))
#define BANKSHOT_STORE_2(i, block) (*reinterpret_cast<LooseBlock*>(rows[i] + 2) = block)

BANKSHOT_INLINE void gather4(const Real* const* rows, Lane& a, Lane& b, Lane& c, Lane& d) {
  const RealVector even = BANKSHOT_JOIN(BANKSHOT_LOAD, 0, 2), odd = BANKSHOT_JOIN(BANKSHOT_LOAD, 1, 2);
  const RealVector even_2 = BANKSHOT_JOIN(BANKSHOT_LOAD_2, 0, 2), odd_2 = BANKSHOT_JOIN(BANKSHOT_LOAD_2, 1, 2);
  a.v = BANKSHOT_ZIP_LOW_8(even, odd);
  b.v = BANKSHOT_ZIP_HIGH_8(even, odd);
  c.v = BANKSHOT_ZIP_LOW_8(even_2, odd_2);
  d.v = BANKSHOT_ZIP_HIGH_8(even_2, odd_2);
}

BANKSHOT_INLINE void scatter4(Real* const* rows, const Lane& a, const Lane& b, const Lane& c, const Lane& d) {
  const RealVector even = BANKSHOT_ZIP_LOW_8(a.v, b.v), odd = BANKSHOT_ZIP_HIGH_8(a.v, b.v);
  const RealVector even_2 = BANKSHOT_ZIP_LOW_8(c.v, d.v), odd_2 = BANKSHOT_ZIP_HIGH_8(c.v, d.v);
  BANKSHOT_SPLIT(BANKSHOT_STORE, even, 0, 2);
  BANKSHOT_SPLIT(BANKSHOT_STORE_2, even_2, 0, 2);
  BANKSHOT_SPLIT(BANKSHOT_STORE, odd, 1, 2);
  BANKSHOT_SPLIT(BANKSHOT_STORE_2, odd_2, 1, 2);
}

#undef BANKSHOT_LOAD_2
#undef BANKSHOT_STORE_2

#else

#define BANKSHOT_ZIP_PAIRS_LOW(a, b) (RealVector) BANKSHOT_ZIP_LOW_8((PairVector)a, (PairVector)b)
#define BANKSHOT_ZIP_PAIRS_HIGH(a, b) (RealVector) BANKSHOT_ZIP_HIGH_8((PairVector)a, (PairVector)b)

BANKSHOT_INLINE void gather4(const Real* const* rows, Lane& a, Lane& b, Lane& c, Lane& d) {
  const RealVector r0 = BANKSHOT_JOIN(BANKSHOT_LOAD, 0, 4), r1 = BANKSHOT_JOIN(BANKSHOT_LOAD, 1, 4);
  const RealVector r2 = BANKSHOT_JOIN(BANKSHOT_LOAD, 2, 4), r3 = BANKSHOT_JOIN(BANKSHOT_LOAD, 3, 4);
  const RealVector ab_01 = BANKSHOT_ZIP_LOW(r0, r1), cd_01 = BANKSHOT_ZIP_HIGH(r0, r1);
  const RealVector ab_23 = BANKSHOT_ZIP_LOW(r2, r3), cd_23 = BANKSHOT_ZIP_HIGH(r2, r3);
  a.v = BANKSHOT_ZIP_PAIRS_LOW(ab_01, ab_23);
  b.v = BANKSHOT_ZIP_PAIRS_HIGH(ab_01, ab_23);
  c.v = BANKSHOT_ZIP_PAIRS_LOW(cd_01, cd_23);
  d.v = BANKSHOT_ZIP_PAIRS_HIGH(cd_01, cd_23);
}

BANKSHOT_INLINE void scatter4(Real* const* rows, const Lane& a, const Lane& b, const Lane& c, const Lane& d) {
  const RealVector ab_01 = BANKSHOT_ZIP_LOW(a.v, b.v), ab_23 = BANKSHOT_ZIP_HIGH(a.v, b.v);
  const RealVector cd_01 = BANKSHOT_ZIP_LOW(c.v, d.v), cd_23 = BANKSHOT_ZIP_HIGH(c.v, d.v);
  const RealVector r0 = BANKSHOT_ZIP_PAIRS_LOW(ab_01, cd_01), r1 = BANKSHOT_ZIP_PAIRS_HIGH(ab_01, cd_01);
  const RealVector r2 = BANKSHOT_ZIP_PAIRS_LOW(ab_23, cd_23), r3 = BANKSHOT_ZIP_PAIRS_HIGH(ab_23, cd_23);
  BANKSHOT_SPLIT(BANKSHOT_STORE, r0, 0, 4);
  BANKSHOT_SPLIT(BANKSHOT_STORE, r1, 1, 4);
  BANKSHOT_SPLIT(BANKSHOT_STORE, r2, 2, 4);
  BANKSHOT_SPLIT(BANKSHOT_STORE, r3, 3, 4);
}

#undef BANKSHOT_ZIP_PAIRS_LOW
#undef BANKSHOT_ZIP_PAIRS_HIGH
#endif

#undef BANKSHOT_LOAD
#undef BANKSHOT_STORE
#undef BANKSHOT_JOIN
#undef BANKSHOT_SPLIT
#undef BANKSHOT_JOIN_2
#undef BANKSHOT_JOIN_4
#undef BANKSHOT_HALF
#undef BANKSHOT_QUARTER
#undef BANKSHOT_ZIP_LOW
#undef BANKSHOT_ZIP_HIGH
#undef BANKSHOT_ZIP_LOW_8
#undef BANKSHOT_ZIP_HIGH_8
#undef BANKSHOT_PASTE_
#undef BANKSHOT_PASTE
#undef BANKSHOT_PREFIX
#undef BANKSHOT_OP
#undef BANKSHOT_INT_OP
#undef BANKSHOT_MASK_OP
#undef BANKSHOT_INT_MASK_OP

#endif  // vectors

// ---- what reads the same for one lane and for many -----------------------------------------------------------------

BANKSHOT_INLINE Lane operator+(const Lane& a, const Lane& b) { return {a.v + b.v}; }
BANKSHOT_INLINE Lane operator-(const Lane& a, const Lane& b) { return {a.v - b.v}; }
BANKSHOT_INLINE Lane operator*(const Lane& a, const Lane& b) { return {a.v * b.v}; }
BANKSHOT_INLINE Lane operator/(const Lane& a, const Lane& b) { return {a.v / b.v}; }
BANKSHOT_INLINE Lane operator-(const Lane& a) { return {-a.v}; }
BANKSHOT_INLINE Lane& operator+=(Lane& a, const Lane& b) { return a.v = a.v + b.v, a; }
BANKSHOT_INLINE Lane& operator-=(Lane& a, const Lane& b) { return a.v = a.v - b.v, a; }
BANKSHOT_INLINE Lane& operator*=(Lane& a, const Lane& b) { return a.v = a.v * b.v, a; }
BANKSHOT_INLINE Mask operator>(const Lane& a, const Lane& b) { return b < a; }
BANKSHOT_INLINE Mask operator>=(const Lane& a, const Lane& b) { return b <= a; }

BANKSHOT_INLINE Int operator+(const Int& a, const Int& b) { return {a.v + b.v}; }
BANKSHOT_INLINE Int operator-(const Int& a, const Int& b) { return {a.v - b.v}; }
BANKSHOT_INLINE Int operator&(const Int& a, const Int& b) { return {a.v & b.v}; }
BANKSHOT_INLINE Int operator|(const Int& a, const Int& b) { return {a.v | b.v}; }
BANKSHOT_INLINE Int operator^(const Int& a, const Int& b) { return {a.v ^ b.v}; }
BANKSHOT_INLINE Int operator<<(const Int& a, int bits) { return {a.v << bits}; }
BANKSHOT_INLINE Int operator>>(const Int& a, int bits) { return {a.v >> bits}; }

BANKSHOT_INLINE bool none(const Mask& m) { return !any(m); }
BANKSHOT_INLINE bool get_mask(const Mask& m, int i) { return ((mask_bits(m) >> i) & 1u) != 0; }
/// The mask of the first n lanes.
BANKSHOT_INLINE Mask first_lanes(int n) { return lane_index() < broadcast_int(n); }

// Bits of a real as an integer and back: for records that mix the two.
BANKSHOT_INLINE Lane as_real(const Int& a) {
  Lane r;
  __builtin_memcpy(&r, &a, sizeof r);
  return r;
}

BANKSHOT_INLINE Int as_int(const Lane& a) {
  Int r;
  __builtin_memcpy(&r, &a, sizeof r);
  return r;
}

/// The 32 bits that stand first in the place of a real, as a number that is not negative.
BANKSHOT_INLINE Int first_word(const Lane& a) {
#if defined(BANKSHOT_DOUBLE)
  LaneInt words[lane_count];
  store_int(words, as_int(a));
  for (int l = 0; l < lane_count; ++l) {
    words[l] = std::endian::native == std::endian::big ? words[l] >> 32 : words[l] & LaneInt{0xffffffff};
  }
  return load_int(words);
#else
  return as_int(a);
#endif
}

/// Of those 32 bits the 16 that stand first, as a number.
BANKSHOT_INLINE Int first_half(const Int& word) {
  return (std::endian::native == std::endian::big ? word >> 16 : word) & broadcast_int(0xffff);
}

/// Two numbers of 16 bits as a word that has them one behind the other.
BANKSHOT_INLINE Int join_halves(const Int& first, const Int& second) {
  return std::endian::native == std::endian::big ? (first << 16) | second : first | (second << 16);
}

// Records by index: record i is the four Real from base + 4 * i. Lanes are written in order: of equal indices the last.
#define BANKSHOT_ROW(i) base + std::size_t{4} * index[i]
#define BANKSHOT_ROW_2(i) BANKSHOT_ROW(i), BANKSHOT_ROW(i + 1)
#define BANKSHOT_ROW_4(i) BANKSHOT_ROW_2(i), BANKSHOT_ROW_2(i + 2)
#define BANKSHOT_ROW_8(i) BANKSHOT_ROW_4(i), BANKSHOT_ROW_4(i + 4)
#if BANKSHOT_LANE_BYTES == 0
#define BANKSHOT_ROWS BANKSHOT_ROW(0)
#elif BANKSHOT_LANE_BYTES == 16 && defined(BANKSHOT_DOUBLE)
#define BANKSHOT_ROWS BANKSHOT_ROW_2(0)
#elif (BANKSHOT_LANE_BYTES == 32 && defined(BANKSHOT_DOUBLE)) || BANKSHOT_LANE_BYTES == 16
#define BANKSHOT_ROWS BANKSHOT_ROW_4(0)
#elif (BANKSHOT_LANE_BYTES == 64 && defined(BANKSHOT_DOUBLE)) || BANKSHOT_LANE_BYTES == 32
#define BANKSHOT_ROWS BANKSHOT_ROW_8(0)
#else
#define BANKSHOT_ROWS BANKSHOT_ROW_8(0), BANKSHOT_ROW_8(8)
#endif

BANKSHOT_INLINE void gather4(const Real* base, const std::uint32_t* index, Lane& a, Lane& b, Lane& c, Lane& d) {
  const Real* const rows[lane_count] = {BANKSHOT_ROWS};
  gather4(rows, a, b, c, d);
}
BANKSHOT_INLINE void scatter4(Real* base, const std::uint32_t* index, const Lane& a, const Lane& b, const Lane& c,
                              const Lane& d) {
  Real* const rows[lane_count] = {BANKSHOT_ROWS};
  scatter4(rows, a, b, c, d);
}

#undef BANKSHOT_ROW
#undef BANKSHOT_ROW_2
#undef BANKSHOT_ROW_4
#undef BANKSHOT_ROW_8
#undef BANKSHOT_ROWS

/// Points and directions.
struct Vec {
  Lane x, y;
};
BANKSHOT_INLINE Lane dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y; }
BANKSHOT_INLINE Vec rotate(const Vec& q, const Vec& v) { return {q.x * v.x - q.y * v.y, q.y * v.x + q.x * v.y}; }
BANKSHOT_INLINE Vec unrotate(const Vec& q, const Vec& v) { return {q.x * v.x + q.y * v.y, q.x * v.y - q.y * v.x}; }
BANKSHOT_INLINE Vec select(const Mask& m, const Vec& a, const Vec& b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y)};
}
BANKSHOT_INLINE Vec operator-(const Vec& a) { return {-a.x, -a.y}; }
