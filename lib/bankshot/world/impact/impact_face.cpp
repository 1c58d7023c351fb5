#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/face_leg.hpp>
#include <bankshot/world/impact/impact_face.hpp>
#include <bankshot/world/impact/path_state.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// Legs after which the general method is used.
constexpr int most_face_legs = 32;

double size_of(const FaceRows& rows) {
  double size = std::fabs(rows.start.u) / std::sqrt(rows.kt);
  for (int i = 0; i < 2; ++i) size = std::max(size, std::fabs(rows.start.v[i]) / std::sqrt(rows.k[i][i]));
  return size;
}

/// Goes along the path, leg by leg, and fills in the results of the contact.
class Face {
 public:
  Face(const FaceRows& rows, PathContact& contact, bool tells_sides)
      : rows_(rows), contact_(contact), tells_sides_(tells_sides) {}

  bool run() {
    const double floor[2] = {};
    return go_to(floor, PathPhase::compression) && give_back() && go_to(contact_.least_speed, PathPhase::parting);
  }

 private:
  bool lacks(const double (&goal)[2]) const {
    const auto slow = [&](int i) {
      return now_.v[i] < goal[i] - tolerance::met_speed * (size_ * std::sqrt(rows_.k[i][i]));
    };
    return slow(0) || slow(1);
  }

  bool go_to(const double (&goal)[2], PathPhase phase) {
    for (int k = 0; k < most_face_legs && lacks(goal); ++k) {
      if (!leg_.find(now_, goal, phase == PathPhase::parting)) return false;
      advance(goal, phase);
    }
    return !lacks(goal);
  }

  bool give_back() {
    const double(&e)[2] = contact_.restitution;
    const double most = std::max({e[0], e[1], 1.0}), lost = taken_[0] + taken_[1];
    budget_ = e[0] * e[0] * taken_[0] + e[1] * e[1] * taken_[1];
    budget_ = full_ = std::clamp(budget_, 0.0, std::max(most * most * lost, 0.0));
    double beyond = 1;
    for (int k = 0; k < most_face_legs && budget_ > 0; ++k) {
      double goal[2];
      for (int i = 0; i < 2; ++i) goal[i] = beyond * e[i] * std::max(-rows_.start.v[i], 0.0);
      if (!leg_.find(now_, goal, false)) return false;
      if (!(leg_.d[0] + leg_.d[1] > 0)) return true;
      if (advance(goal, PathPhase::restitution)) beyond *= 2;
    }
    return budget_ == 0;
  }

  /// Follows the leg until it, the slip or the budget ends, or a separated point is back. Returns true for the whole
  /// leg.
  bool advance(const double (&goal)[2], PathPhase phase) {
    const double(&d)[2] = leg_.d, (&dv)[2] = leg_.dv, du = leg_.du;
    double t = 1;
    const bool slip_ends = now_.u * du < 0 && !leg_.sticks && -now_.u / du < t;
    if (slip_ends) t = -now_.u / du;
    int back = -1;
    for (int i = 0; i < 2; ++i) {
      if (!leg_.pushes[i] && dv[i] < 0 && leg_.lack[i] / dv[i] < t) t = leg_.lack[i] / dv[i], back = i;
    }
    const bool spent = phase == PathPhase::restitution && spend(t);
    tell(phase, t);
    const bool whole = !spent && back < 0 && (!slip_ends || t < -now_.u / du) && t == 1;
    const bool stops = slip_ends && !spent && back < 0;
    for (int i = 0; i < 2; ++i) {
      now_.v[i] = back == i || (whole && d[i] > 0) ? goal[i] : now_.v[i] + t * dv[i];
      contact_.impulse[i] += t * d[i];
    }
    contact_.friction_impulse += t * leg_.df;
    now_.u = leg_.sticks || stops ? 0 : now_.u + t * du;
    return whole;
  }

  /// Shortens the leg to where the budget is spent. Returns true if it is.
  bool spend(double& t) {
    const double a = leg_.d[0] * now_.v[0] + leg_.d[1] * now_.v[1], b = leg_.d[0] * leg_.dv[0] + leg_.d[1] * leg_.dv[1];
    const bool spent = a * t + b * t * t / 2 >= budget_;
    if (spent) t = std::min(t, 2 * budget_ / (a + std::sqrt(std::max(a * a + 2 * b * budget_, 0.0))));
    budget_ -= a * t + b * t * t / 2;
    if (spent || budget_ <= tolerance::spent_share * full_) budget_ = 0;
    return spent;
  }

  /// Records the work of a leg.
  void tell(PathPhase phase, double t) {
    const double f = t * leg_.df;
    contact_.work += f * (now_.u + t * leg_.du / 2 + contact_.surface_speed);
    for (int i = 0; i < 2; ++i) {
      const double work = t * leg_.d[i] * (now_.v[i] + t * leg_.dv[i] / 2);
      contact_.work += work;
      if (phase == PathPhase::compression) taken_[i] -= work;
      if (phase == PathPhase::parting) contact_.beyond_work += work;
    }
    for (int s = 0; s < 2 && tells_sides_; ++s) tell_side(s, t);
  }

  void tell_side(int s, double t) {
    const FaceSide& side = rows_.side[s];
    FaceSpeeds& own = own_[s];
    const double(&d)[2] = leg_.d;
    const double sign = s == 0 ? t : -t, n = sign * (d[0] + d[1]), f = sign * leg_.df;
    const double turn =
        side.inverse_inertia * (sign * (side.lever[0] * d[0] + side.lever[1] * d[1]) + side.lever_t * f);
    for (int i = 0; i < 2; ++i) {
      const double gain = side.shift.normal * n + side.shift.across * f + turn * side.lever[i];
      contact_.side[s].normal += sign * d[i] * (own.v[i] + gain / 2);
      own.v[i] += gain;
    }
    const double gain = side.shift.across * n + side.shift.tangent * f + turn * side.lever_t;
    contact_.side[s].friction += f * (own.u + gain / 2);
    own.u += gain;
  }

  const FaceRows& rows_;
  PathContact& contact_;
  bool tells_sides_;
  double size_ = size_of(rows_);
  FaceLeg leg_{rows_, size_};
  FaceSpeeds now_ = rows_.start, own_[2] = {rows_.side[0].start, rows_.side[1].start};
  double taken_[2] = {}, budget_ = 0, full_ = 0;  ///< work
};

/// Resolves one of the points alone: the other one separates.
void resolve_alone(const FaceRows& rows, int i, PathContact& contact, bool tells_sides) {
  const PointMotion motion{{rows.k[i][i], rows.x[i], rows.kt}, rows.start.v[i], rows.start.u};
  PointMotion own[2];
  for (int s = 0; s < 2; ++s) own[s] = {rows.side[s].response[i], rows.side[s].start.v[i], rows.side[s].start.u};
  resolve_point(motion, own, i, contact, tells_sides);
}

}  // namespace

LegImpulse resolve_point(const PointMotion& motion, const PointMotion (&own)[2], int i, PathContact& contact,
                         bool tells_sides) noexcept {
  const ProcessOutcome process =
      impact_process(motion, {contact.restitution[i], contact.friction, contact.least_speed[i]});
  contact.impulse[i] = process.impulse.normal, contact.friction_impulse = process.impulse.friction;
  contact.beyond_work = process.beyond_work;
  contact.work = process.normal_work + process.friction_work + contact.friction_impulse * contact.surface_speed;
  for (int s = 0; s < 2 && tells_sides; ++s) contact.side[s] = work_on(own[s], s == 0 ? 1 : -1, process);
  return process.impulse;
}

FaceEnd resolve_face(WideBody& a, WideBody& b, PathContact& contact, bool tells_sides) noexcept {
  const PathContact given = contact;
  const FaceRows rows(a, b, contact);
  if (!rows.couples()) return FaceEnd::apart;
  if (!rows.gives_way()) return FaceEnd::unknown;
  if (!(contact.part[0] && contact.part[1])) {
    resolve_alone(rows, contact.part[0] ? 0 : 1, contact, tells_sides);
  } else if (!Face(rows, contact, tells_sides).run()) {
    contact = given;
    return FaceEnd::unknown;
  }
  rows.push(a, 0, contact.impulse, contact.friction_impulse),
      rows.push(b, 1, contact.impulse, contact.friction_impulse);
  return FaceEnd::done;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
