// Every operation on lanes, applied to whole arrays: the test compares the results with plain arithmetic.

inline int lanes_of_this_kernel() { return lane_count; }

inline void real_operation(RealOp op, const Real* a, const Real* b, const Real* c, Real* out, int count) {
  for (int i = 0; i < count; i += lane_count) {
    const Lane x = load(a + i), y = load(b + i), z = load(c + i);
    Lane r = x;
    switch (op) {
      case RealOp::add: r = x + y; break;
      case RealOp::subtract: r = x - y; break;
      case RealOp::multiply: r = x * y; break;
      case RealOp::divide: r = x / y; break;
      case RealOp::negate: r = -x; break;
      case RealOp::add_to: r += y; break;
      case RealOp::subtract_from: r -= y; break;
      case RealOp::multiply_by: r *= y; break;
      case RealOp::multiply_add: r = x * y + z; break;
      case RealOp::minimum: r = min(x, y); break;
      case RealOp::maximum: r = max(x, y); break;
      case RealOp::absolute: r = abs(x); break;
      case RealOp::square_root: r = sqrt(x); break;
      case RealOp::select_less: r = select(x < y, y, z); break;
      case RealOp::select_both: r = select((x < y) & (y < z), x, z); break;
      case RealOp::constant: r = broadcast(a[0]); break;
    }
    store(out + i, r);
  }
}

inline void comparison(Comparison op, const Real* a, const Real* b, const Real* c, unsigned char* out, int count) {
  for (int i = 0; i < count; i += lane_count) {
    const Lane x = load(a + i), y = load(b + i), z = load(c + i);
    Mask m = broadcast_mask(false);
    switch (op) {
      case Comparison::less: m = x < y; break;
      case Comparison::less_equal: m = x <= y; break;
      case Comparison::greater: m = x > y; break;
      case Comparison::greater_equal: m = x >= y; break;
      case Comparison::equal: m = x == y; break;
      case Comparison::negation: m = !(x < y); break;
      case Comparison::conjunction: m = (x < y) & (y < z); break;
      case Comparison::disjunction: m = (x < y) | (y < z); break;
      case Comparison::always: m = broadcast_mask(true); break;
    }
    unsigned bits = 0;
    for (int j = 0; j < lane_count; ++j) {
      out[i + j] = get_mask(m, j);
      bits |= static_cast<unsigned>(out[i + j]) << j;
    }
    const bool consistent = mask_bits(m) == bits && any(m) == (bits != 0) && none(m) == (bits == 0) &&
                            all(m) == (bits == (1u << lane_count) - 1);
    if (!consistent) out[i] = 2;  // neither yes nor no: fails whatever is expected
  }
}

inline void int_operation(IntOp op, const LaneInt* a, const LaneInt* b, LaneInt* out, int count) {
  for (int i = 0; i < count; i += lane_count) {
    const Int x = load_int(a + i), y = load_int(b + i);
    Int r = x;
    switch (op) {
      case IntOp::add: r = x + y; break;
      case IntOp::subtract: r = x - y; break;
      case IntOp::conjunction: r = x & y; break;
      case IntOp::disjunction: r = x | y; break;
      case IntOp::exclusive: r = x ^ y; break;
      case IntOp::shift: r = x << 5; break;
      case IntOp::select_less: r = select(x < y, x, y); break;
      case IntOp::select_equal: r = select(x == y, broadcast_int(7), x); break;
      case IntOp::lane: r = lane_index(); break;
      case IntOp::first:
        r = select(first_lanes(static_cast<int>(a[0] & 15)), broadcast_int(1), broadcast_int(0));
        break;
    }
    store_int(out + i, r);
  }
}

// Lane by lane reading and writing: reverses the order of the lanes of each block.
inline void reverse(const Real* a, const LaneInt* k, Real* out, LaneInt* out_k) {
  const Lane x = load(a);
  const Int y = load_int(k);
  Lane r = x;
  Int s = y;
  for (int j = 0; j < lane_count; ++j) {
    set(r, j, get(x, lane_count - 1 - j));
    set(s, j, get(y, lane_count - 1 - j));
  }
  store(out, r);
  store_int(out_k, s);
}

// {a, b, c, d} of each named record becomes {b, a - c, c * d, -d}.
inline void through_records(Real* records, const std::uint32_t* index, int count) {
  for (int i = 0; i < count; i += lane_count) {
    Lane a, b, c, d;
    gather4(records, index + i, a, b, c, d);
    scatter4(records, index + i, b, a - c, c * d, -d);
  }
}
