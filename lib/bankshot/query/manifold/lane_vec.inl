// Points and directions over lanes. Part of the kernels of this folder.

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
