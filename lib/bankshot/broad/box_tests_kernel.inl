// One box after the other against ranges of boxes stored in columns, over lanes: each lane is one box of a range.
// Compiled once per width by pair_finder.cpp.

// Makes pairs of a box and those of the next lane_count others that are set in the mask, the smaller number first;
// returns their number. Always writes lane_count pairs: no branch to predict.
#if (BANKSHOT_LANE_BYTES == 32 && !defined(BANKSHOT_DOUBLE)) || (BANKSHOT_LANE_BYTES == 64 && defined(BANKSHOT_DOUBLE))
BANKSHOT_INLINE unsigned make_pairs(const Mask& hit, std::uint32_t id, const std::uint32_t* others, IndexPair* out) {
  const unsigned bits = mask_bits(hit);
  const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(others));
#if BANKSHOT_LANE_BYTES == 64
  const __m256i picked = _mm256_maskz_compress_epi32(static_cast<__mmask8>(bits), all);
#else
  const __m128i places = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&places_of_bits[bits]));
  const __m256i picked = _mm256_permutevar8x32_epi32(all, _mm256_cvtepu8_epi32(places));
#endif
  const __m256i own = _mm256_set1_epi32(static_cast<int>(id));
  const __m256i first = _mm256_min_epu32(own, picked), second = _mm256_max_epu32(own, picked);
  const __m256i even = _mm256_unpacklo_epi32(first, second), odd = _mm256_unpackhi_epi32(first, second);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permute2x128_si256(even, odd, 0x20));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 4), _mm256_permute2x128_si256(even, odd, 0x31));
  return static_cast<unsigned>(__builtin_popcount(bits));
}
#elif BANKSHOT_LANE_BYTES == 64
BANKSHOT_INLINE unsigned make_pairs(const Mask& hit, std::uint32_t id, const std::uint32_t* others, IndexPair* out) {
  typedef std::uint32_t Numbers __attribute__((vector_size(64)));
  const Numbers picked = (Numbers)_mm512_maskz_compress_epi32(hit.v, _mm512_loadu_si512(others));
  const Numbers own = (Numbers)_mm512_set1_epi32(static_cast<int>(id));
  const Numbers first = own < picked ? own : picked, second = own < picked ? picked : own;
  const Numbers low = __builtin_shufflevector(first, second, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const Numbers high =
      __builtin_shufflevector(first, second, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  _mm512_storeu_si512(out, (__m512i)low);
  _mm512_storeu_si512(out + 8, (__m512i)high);
  return static_cast<unsigned>(__builtin_popcount(hit.v));
}
#else
BANKSHOT_INLINE unsigned make_pairs(const Mask& hit, std::uint32_t id, const std::uint32_t* others, IndexPair* out) {
  const unsigned bits = mask_bits(hit);
  unsigned count = 0;
  for (int l = 0; l < lane_count; ++l) {
    const bool first = id < others[l];
    out[count] = {first ? id : others[l], first ? others[l] : id};
    count += (bits >> l) & 1u;
  }
  return count;
}
#endif

/// Makes pairs of each test's box and the boxes that overlap it; returns their number. Precondition: `out` has space
/// for lane_count more pairs behind the last one. Every range is visited at least once, whatever its length: most are
/// shorter than a vector, and a loop that nearly always ends after its first turn is well predicted.
inline std::size_t test_boxes(const BoxColumns& columns, const BoxTest* tests, int count, IndexPair* out) {
  const Real* const lower_x = columns.lower_x.data();
  const Real* const lower_y = columns.lower_y.data();
  const Real* const upper_x = columns.upper_x.data();
  const Real* const upper_y = columns.upper_y.data();
  const std::uint32_t* const ids = columns.id.data();
  IndexPair* const begin = out;
  for (const BoxTest* test = tests; test != tests + count; ++test) {
    const std::uint32_t id = ids[test->at];
    const Lane low_x = broadcast(lower_x[test->at]), low_y = broadcast(lower_y[test->at]);
    const Lane high_x = broadcast(upper_x[test->at]), high_y = broadcast(upper_y[test->at]);
    std::uint32_t at = test->range.begin;
    do {
      const Mask hit = (load(lower_x + at) <= high_x) & (low_x <= load(upper_x + at)) & (load(lower_y + at) <= high_y) &
                       (low_y <= load(upper_y + at)) &
                       first_lanes(static_cast<int>(test->range.end) - static_cast<int>(at));
      out += make_pairs(hit, id, ids + at, out);
      at += lane_count;
    } while (at < test->range.end);
  }
  return static_cast<std::size_t>(out - begin);
}
