// The arithmetic of BlockLu, written once and compiled for every width by simd/foreach_width.hpp. Blocks are columns of
// four numbers, of which the last is not used: a column is one vector of doubles.

#if BANKSHOT_LANE_BYTES == 0
struct Column {
  double of[4];
};
BANKSHOT_INLINE void get(const double* from, Column& to) {
  for (int i = 0; i < 4; ++i) to.of[i] = from[i];
}
BANKSHOT_INLINE void put(const Column& from, double* to) {
  for (int i = 0; i < 4; ++i) to[i] = from.of[i];
}
/// sum = a x + b y + c z
BANKSHOT_INLINE void add_up(const Column& a, double x, const Column& b, double y, const Column& c, double z,
                            Column& sum) {
  for (int i = 0; i < 4; ++i) sum.of[i] = a.of[i] * x + b.of[i] * y + c.of[i] * z;
}
BANKSHOT_INLINE void subtract(const Column& from, const Column& other, Column& rest) {
  for (int i = 0; i < 4; ++i) rest.of[i] = from.of[i] - other.of[i];
}
#else
typedef double Column __attribute__((vector_size(32)));
BANKSHOT_INLINE void get(const double* from, Column& to) { __builtin_memcpy(&to, from, sizeof(to)); }
BANKSHOT_INLINE void put(const Column& from, double* to) { __builtin_memcpy(to, &from, sizeof(from)); }
BANKSHOT_INLINE void add_up(const Column& a, double x, const Column& b, double y, const Column& c, double z,
                            Column& sum) {
  sum = a * x + b * y + c * z;
}
BANKSHOT_INLINE void subtract(const Column& from, const Column& other, Column& rest) { rest = from - other; }
#endif

struct Columns {
  Column x, y, z;
};
BANKSHOT_INLINE void get_columns(const double (&from)[3][4], Columns& to) {
  get(from[0], to.x), get(from[1], to.y), get(from[2], to.z);
}

/// `from`, a column, less l r.
BANKSHOT_INLINE void subtract_product(double* from, const Columns& l, const double* r) {
  Column own, sum;
  get(from, own);
  add_up(l.x, r[0], l.y, r[1], l.z, r[2], sum);
  subtract(own, sum, own);
  put(own, from);
}

/// l becomes l r.
BANKSHOT_INLINE void multiply(Block3& l, const Block3& r) {
  Columns own;
  get_columns(l.of, own);
  Column sum;
  for (int c = 0; c < 3; ++c) {
    add_up(own.x, r.of[c][0], own.y, r.of[c][1], own.z, r.of[c][2], sum);
    put(sum, l.of[c]);
  }
}

/// The numbers of several right sides, less l r.
BANKSHOT_INLINE void subtract_products(RightSides& from, const Block3& l, const Columns& r) {
  Column own, sum;
  for (int i = 0; i < 3; ++i) {
    get(from.of[i], own);
    add_up(r.x, l.of[0][i], r.y, l.of[1][i], r.z, l.of[2][i], sum);
    subtract(own, sum, own);
    put(own, from.of[i]);
  }
}

/// Takes the block at a place out of the equations of those that come later: its `count` entries. `all`: the blocks of
/// all pairs; those of its entries are from `first` on. `targets`: the pairs of each two of them. `felt`: null if it is
/// the block of a joint. Returns the end of its targets.
inline const std::uint32_t* eliminate_block(const Elimination::Entry* entries, std::size_t count,
                                            const std::uint32_t* targets, const BlockArrays& all, std::size_t place,
                                            std::size_t first, Triple* felt) {
  Block3 *const lower = all.lower + first, *const upper = all.upper + first;
  for (std::size_t i = 0; i < count; ++i) multiply(lower[i], all.diagonal[place]);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t at = entries[i].place;
    Block3& block = all.diagonal[at];
    const double before[3] = {block.of[0][0], block.of[1][1], block.of[2][2]};
    Columns own, other;
    get_columns(lower[i].of, own);
    for (int c = 0; c < 3; ++c) subtract_product(block.of[c], own, upper[i].of[c]);
    for (int k = 0; felt != nullptr && k < 3; ++k) felt[at].of[k] += block.of[k][k] - before[k];
    for (std::size_t j = i + 1; j < count; ++j, ++targets) {
      get_columns(lower[j].of, other);
      for (int c = 0; c < 3; ++c) {
        subtract_product(all.upper[*targets].of[c], own, upper[j].of[c]);
        subtract_product(all.lower[*targets].of[c], other, upper[i].of[c]);
      }
    }
  }
  return targets;
}

/// Replaces the right side by the solution. `begin`: of the entries of each of `places` places, and the end.
inline void solve_right(const Elimination::Entry* entries, const std::uint32_t* begin, std::size_t places,
                        const BlockArrays& all, Triple* right) {
  Columns block;
  for (std::size_t p = 0; p < places; ++p) {
    for (std::size_t i = begin[p]; i < begin[p + 1]; ++i) {
      get_columns(all.lower[i].of, block);
      subtract_product(right[entries[i].place].of, block, right[p].of);
    }
  }
  for (std::size_t p = places; p-- > 0;) {
    double* const own = right[p].of;
    for (std::size_t i = begin[p]; i < begin[p + 1]; ++i) {
      get_columns(all.upper[i].of, block);
      subtract_product(own, block, right[entries[i].place].of);
    }
    const double sum[3] = {-own[0], -own[1], -own[2]};
    for (int i = 0; i < 4; ++i) own[i] = 0;
    get_columns(all.diagonal[p].of, block);
    subtract_product(own, block, sum);
  }
}

/// The same for several right sides at once.
inline void solve_rights(const Elimination::Entry* entries, const std::uint32_t* begin, std::size_t places,
                         const BlockArrays& all, RightSides* right) {
  Columns numbers;
  for (std::size_t p = 0; p < places; ++p) {
    get_columns(right[p].of, numbers);
    for (std::size_t i = begin[p]; i < begin[p + 1]; ++i) {
      subtract_products(right[entries[i].place], all.lower[i], numbers);
    }
  }
  for (std::size_t p = places; p-- > 0;) {
    for (std::size_t i = begin[p]; i < begin[p + 1]; ++i) {
      get_columns(right[entries[i].place].of, numbers);
      subtract_products(right[p], all.upper[i], numbers);
    }
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 4; ++k) right[p].of[i][k] = -right[p].of[i][k];
    }
    get_columns(right[p].of, numbers);
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 4; ++k) right[p].of[i][k] = 0;
    }
    subtract_products(right[p], all.diagonal[p], numbers);
  }
}
