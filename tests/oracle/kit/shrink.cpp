#include "oracle/kit/shrink.hpp"

#include <cmath>
#include <limits>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

/// Complexity of a number: its binary digits, and the distance of its magnitude from 1.
double digits_of(Real x) {
  if (x == 0) return 0;
  int exponent = 0;
  Real fraction = std::frexp(x, &exponent);
  int digits = 0;
  while (fraction != 0 && digits < std::numeric_limits<Real>::digits + 1) {
    fraction *= 2;
    fraction -= std::trunc(fraction);
    ++digits;
  }
  return digits + 0.1 * std::abs(exponent) + (x < 0 ? 0.05 : 0);
}

double digits_of(const Vec2& p) { return digits_of(p[0]) + digits_of(p[1]); }

double complexity_of(const Piece& piece) {
  double sum = 100 * double(piece.points.size()) + digits_of(piece.radius) + digits_of(piece.pose.position) +
               digits_of(piece.pose.rotation.c) + digits_of(piece.pose.rotation.s);
  if (piece.radius != 0 && piece.kind == ShapeKind::polygon) sum += 50;
  for (const Vec2& p : piece.points) sum += digits_of(p);
  return sum;
}

/// Returns `x` rounded to that many binary digits.
Real rounded(Real x, int digits) {
  if (x == 0 || !std::isfinite(x)) return x;
  int exponent = 0;
  const Real fraction = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, digits)), exponent - digits);
}

class Shrinker {
 public:
  Shrinker(Case data, const std::function<bool(const Case&)>& wrong, int tries)
      : best_(std::move(data)), least_(complexity(best_)), wrong_(wrong), tries_(tries) {}

  Case run() {
    bool better = true;
    while (better && tries_ > 0) {
      better = false;
      for (const bool second : {false, true}) {
        better = drop_corners(second) || better;
        better = simplify_piece(second) || better;
      }
      better = move_to_origin() || better;
      better = change_scale() || better;
      better = round_numbers() || better;
    }
    return best_;
  }

 private:
  static Piece& piece(Case& data, bool second) { return second ? data.b : data.a; }

  /// Rotations stay within what a world accepts: the case can be saved.
  static bool storable(const Case& candidate) {
    const auto sound = [](const Rotation& turn) {
      const double c = double(turn.c), s = double(turn.s);
      return std::fabs(c * c + s * s - 1) < 0.9 / 1024;
    };
    return sound(candidate.a.pose.rotation) && sound(candidate.b.pose.rotation);
  }

  bool attempt(Case candidate) {
    if (!storable(candidate)) return false;
    const double now = complexity(candidate);
    if (!(now < least_) || tries_ <= 0) return false;
    --tries_;
    if (!wrong_(candidate)) return false;
    best_ = std::move(candidate);
    least_ = now;
    return true;
  }

  /// Drops halves of the corners first, then single ones.
  bool drop_corners(bool second) {
    bool any = false;
    for (std::size_t many = piece(best_, second).points.size() / 2; many > 0; many /= 2) {
      for (std::size_t i = 0; i < piece(best_, second).points.size();) {
        Case candidate = best_;
        auto& points = piece(candidate, second).points;
        if (piece(candidate, second).kind != ShapeKind::polygon || points.size() < 3 + many) break;
        const std::size_t last = std::min(i + many, points.size());
        points.erase(points.begin() + std::ptrdiff_t(i), points.begin() + std::ptrdiff_t(last));
        if (attempt(std::move(candidate))) {
          any = true;
        } else {
          i += many;
        }
      }
    }
    return any;
  }

  bool simplify_piece(bool second) {
    bool any = false;
    Case candidate = best_;
    piece(candidate, second).radius = 0;
    if (piece(best_, second).kind == ShapeKind::polygon) any = attempt(candidate) || any;
    for (const Rotation turn : {Rotation{1, 0}, Rotation{0, 1}, Rotation{-1, 0}, Rotation{0, -1}}) {
      candidate = best_;
      piece(candidate, second).pose.rotation = turn;
      any = attempt(candidate) || any;
    }
    candidate = best_;
    piece(candidate, second).pose.rotation = piece(candidate, !second).pose.rotation;
    return attempt(candidate) || any;
  }

  /// Moves the first corner of each shape to its own origin, the position of either shape to the world's.
  bool move_to_origin() {
    bool any = false;
    for (const bool second : {false, true}) {
      Case candidate = best_;
      const Vec2 offset = piece(candidate, second).points[0];
      for (Vec2& p : piece(candidate, second).points) p -= offset;
      any = attempt(std::move(candidate)) || any;
      candidate = best_;
      const Vec2 position = piece(candidate, second).pose.position;
      candidate.a.pose.position -= position;
      candidate.b.pose.position -= position;
      candidate.origin -= position;
      any = attempt(std::move(candidate)) || any;
    }
    return any;
  }

  /// Scales everything by a power of two that brings sizes near 1.
  bool change_scale() {
    bool any = false;
    for (const int exponent : {-16, -4, -1, 1, 4, 16}) {
      Case candidate = best_;
      for (Real* number : lengths(candidate)) *number = std::ldexp(*number, exponent);
      any = attempt(std::move(candidate)) || any;
    }
    return any;
  }

  static std::vector<Real*> lengths(Case& data) {
    std::vector<Real*> numbers;
    const auto add = [&numbers](Vec2& p) {
      numbers.push_back(&p[0]);
      numbers.push_back(&p[1]);
    };
    for (Vec2* p : {&data.motion, &data.origin, &data.ray}) add(*p);
    for (Piece* one : {&data.a, &data.b}) {
      numbers.push_back(&one->radius);
      add(one->pose.position);
      for (Vec2& p : one->points) add(p);
    }
    return numbers;
  }

  static std::vector<Real*> numbers(Case& data) {
    std::vector<Real*> all = lengths(data);
    for (Piece* one : {&data.a, &data.b}) {
      all.push_back(&one->pose.rotation.c);
      all.push_back(&one->pose.rotation.s);
    }
    return all;
  }

  bool round_numbers() {
    bool any = false;
    for (std::size_t i = 0; i < numbers(best_).size(); ++i) {
      for (const int digits : {0, 1, 3, 5, 8, 12, 16, 20, 24, 32, 40, 48}) {
        Case candidate = best_;
        Real& number = *numbers(candidate)[i];
        const Real plain = digits == 0 ? Real(0) : rounded(number, digits);
        if (plain == number) break;
        number = plain;
        if (attempt(std::move(candidate))) {
          any = true;
          break;
        }
      }
    }
    return any;
  }

  Case best_;
  double least_;
  const std::function<bool(const Case&)>& wrong_;
  int tries_;
};

}  // namespace

double complexity(const Case& data) {
  return complexity_of(data.a) + complexity_of(data.b) + digits_of(data.motion) + digits_of(data.origin) +
         digits_of(data.ray);
}

Case shrink(Case data, const std::function<bool(const Case&)>& wrong, int tries) {
  return Shrinker(std::move(data), wrong, tries).run();
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
