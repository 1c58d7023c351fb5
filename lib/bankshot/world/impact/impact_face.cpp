#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/impact_face.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

namespace {

/// For one body: lever arms of both normals and of the tangent, and speeds along them.
struct FaceSide {
  double lever[2] = {}, lever_t = 0;
  double v[2] = {}, u = 0;
};

/// Pieces after which the general method is used.
constexpr int most_face_pieces = 32;

class Face {
 public:
  Face(const WideBody& a, const WideBody& b, PathContact& contact, bool tells_sides)
      : a_(a), b_(b), contact_(contact), tells_sides_(tells_sides) {
    nx_ = static_cast<double>(contact.normal.x), ny_ = static_cast<double>(contact.normal.y);
    mu_ = std::min(contact.friction, tolerance::endless_friction);
    for (int s = 0; s < 2; ++s) see(s);
    for (int i = 0; i < 2; ++i) v_[i] = start_[i] = side_[0].v[i] - side_[1].v[i];
    u_ = (side_[0].u - side_[1].u) - contact.surface_speed;
  }

  bool couples() const { return x_[0] != 0 || x_[1] != 0; }
  bool gives_way() const { return k_[0][0] > 0 && k_[1][1] > 0 && kt_ > 0; }
  bool both() const { return contact_.part[0] && contact_.part[1]; }

  bool run() {
    for (int i = 0; i < 2; ++i) size_ = std::max(size_, std::fabs(v_[i]) / std::sqrt(k_[i][i]));
    size_ = std::max(size_, std::fabs(u_) / std::sqrt(kt_));
    const double floor[2] = {};
    if (!go_to(floor, Phase::compression)) return false;
    double lost = 0;
    for (int i = 0; i < 2; ++i) {
      budget_ += contact_.restitution[i] * contact_.restitution[i] * taken_[i];
      lost += taken_[i];
    }
    const double e = std::max({contact_.restitution[0], contact_.restitution[1], 1.0});
    budget_ = full_ = std::clamp(budget_, 0.0, std::max(e * e * lost, 0.0));
    if (!give_back()) return false;
    return go_to(contact_.least_speed, Phase::parting);
  }

  /// Resolves one of the points alone: the other one separates.
  void run_alone() {
    const int i = contact_.part[0] ? 0 : 1;
    const PointMotion motion{{k_[i][i], x_[i], kt_}, v_[i], u_};
    const ProcessOutcome process =
        impact_process(motion, {contact_.restitution[i], contact_.friction, contact_.least_speed[i]});
    p_[i] = process.impulse.normal, f_ = process.impulse.friction;
    contact_.beyond_work = process.beyond_work;
    contact_.work = process.normal_work + process.friction_work + f_ * contact_.surface_speed;
    for (int s = 0; s < 2 && tells_sides_; ++s) {
      const FaceSide& side = side_[s];
      const WideBody& body = s == 0 ? a_ : b_;
      const PointMotion own{response(body, side.lever[i], side.lever_t), side.v[i], side.u};
      contact_.side[s] = work_on(own, s == 0 ? 1 : -1, process);
    }
  }

  void finish(WideBody& a, WideBody& b) const {
    contact_.impulse[0] = p_[0], contact_.impulse[1] = p_[1], contact_.rub = f_;
    give(a, side_[0], 1), give(b, side_[1], -1);
  }

 private:
  enum class Phase : std::uint8_t { compression, restitution, parting };

  PointResponse response(const WideBody& body, double lever, double lever_t) const {
    return {(body.inverse_mass_x * (nx_ * nx_) + body.inverse_mass_y * (ny_ * ny_)) +
                body.inverse_inertia * (lever * lever),
            (body.inverse_mass_y - body.inverse_mass_x) * (nx_ * ny_) + body.inverse_inertia * (lever * lever_t),
            (body.inverse_mass_x * (ny_ * ny_) + body.inverse_mass_y * (nx_ * nx_)) +
                body.inverse_inertia * (lever_t * lever_t)};
  }

  void see(int s) {
    const WideBody& body = s == 0 ? a_ : b_;
    FaceSide& side = side_[s];
    double ax[2], ay[2];
    for (int i = 0; i < 2; ++i) {
      ax[i] = static_cast<double>(contact_.arm[s][i].x), ay[i] = static_cast<double>(contact_.arm[s][i].y);
      side.lever[i] = ax[i] * ny_ - ay[i] * nx_;
      side.v[i] = (body.velocity_x * nx_ + body.velocity_y * ny_) + body.spin * side.lever[i];
    }
    side.lever_t = (ax[0] + ax[1]) / 2 * nx_ + (ay[0] + ay[1]) / 2 * ny_;
    side.u = (body.velocity_y * nx_ - body.velocity_x * ny_) + body.spin * side.lever_t;
    for (int i = 0; i < 2; ++i) {
      const PointResponse own = response(body, side.lever[i], side.lever_t);
      k_[i][i] += own.normal, x_[i] += own.across;
      if (i == 0) kt_ += own.tangent;
    }
    const double other = (body.inverse_mass_x * (nx_ * nx_) + body.inverse_mass_y * (ny_ * ny_)) +
                         body.inverse_inertia * (side.lever[0] * side.lever[1]);
    k_[0][1] += other, k_[1][0] += other;
  }

  double size(int i) const { return size_ * std::sqrt(k_[i][i]); }

  bool lacks(const double (&goal)[2]) const {
    return v_[0] < goal[0] - tolerance::met_speed * size(0) || v_[1] < goal[1] - tolerance::met_speed * size(1);
  }

  bool go_to(const double (&goal)[2], Phase phase) {
    for (int k = 0; k < most_face_pieces && lacks(goal); ++k) {
      if (!find(goal, phase)) return false;
      advance(goal, phase);
    }
    return !lacks(goal);
  }

  bool give_back() {
    double beyond = 1;
    for (int k = 0; k < most_face_pieces && budget_ > 0; ++k) {
      double goal[2];
      for (int i = 0; i < 2; ++i) goal[i] = beyond * contact_.restitution[i] * std::max(-start_[i], 0.0);
      if (!find(goal, Phase::restitution)) return false;
      if (!(d_[0] + d_[1] > 0)) return true;
      if (advance(goal, Phase::restitution)) beyond *= 2;
    }
    return budget_ == 0;
  }

  /// Finds the impulses of a piece, with friction in proportion to the normals, or with the friction that lets the
  /// contact stick.
  bool find(const double (&goal)[2], Phase phase) {
    const bool rests = std::fabs(u_) <= tolerance::rounded_speed * size_ * std::sqrt(kt_);
    for (int i = 0; i < 2; ++i) {
      lack_[i] = goal[i] - v_[i];
      pushes_[i] = phase != Phase::parting || lack_[i] >= -tolerance::rounded_speed * size(i);
    }
    sticks_ = rests;
    if (!rests) return solve(u_ > 0 ? -mu_ : mu_, false);
    if (!solve(0, true)) return false;
    if (std::fabs(df_) <= mu_ * (d_[0] + d_[1]) * (1 + tolerance::met_share)) return true;
    sticks_ = false;
    const double against = df_ > 0 ? mu_ : -mu_;
    return solve(against, false) && against * du_ <= 0;
  }

  bool solve(double friction, bool sticks) {
    double m[2][2];
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) m[i][j] = k_[i][j] + (sticks ? -x_[i] * x_[j] / kt_ : x_[i] * friction);
    }
    const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    const double least = tolerance::rounded_away * k_[0][0] * k_[1][1];
    if (!(m[0][0] > 0) || !(m[1][1] > 0) || !(determinant > least)) return false;  // not unique: a jam, or a hinge
    complement(m, determinant);
    df_ = sticks ? -(x_[0] * d_[0] + x_[1] * d_[1]) / kt_ : friction * (d_[0] + d_[1]);
    for (int i = 0; i < 2; ++i) dv_[i] = (k_[i][0] * d_[0] + k_[i][1] * d_[1]) + x_[i] * df_;
    du_ = sticks ? 0 : (x_[0] * d_[0] + x_[1] * d_[1]) + kt_ * df_;
    return true;
  }

  /// Finds d >= 0 with M d >= lack, d_i = 0 wherever that is not an equality or the point does not push. All minors are
  /// positive, so the solution is unique, and if neither both points nor one alone are it, nothing lacks. For suppose
  /// that i lacked and were not enough alone. Then the other one would lack after it, M_oi lack_i / M_ii < lack_o. That
  /// makes d_o of both positive, so d_i would have to be negative, M_oo lack_i < M_io lack_o. With lack_o >= 0 the
  /// other one alone would be enough. With lack_o < 0 both M_oi and M_io would be negative, and the two inequalities
  /// would give M_oi M_io > M_ii M_oo. The tolerance for a single point is far above the rounding errors of all this.
  void complement(const double (&m)[2][2], double determinant) {
    d_[0] = (m[1][1] * lack_[0] - m[0][1] * lack_[1]) / determinant;
    d_[1] = (m[0][0] * lack_[1] - m[1][0] * lack_[0]) / determinant;
    if (pushes_[0] && pushes_[1] && d_[0] >= 0 && d_[1] >= 0) return;
    for (int i = 0; i < 2; ++i) {
      if (!pushes_[i] || lack_[i] < 0) continue;
      const double alone = lack_[i] / m[i][i];
      const int other = 1 - i;
      const double slack = tolerance::met_share * (std::fabs(lack_[other]) + std::fabs(m[other][i]) * alone);
      if (pushes_[other] && m[other][i] * alone < lack_[other] - slack) continue;
      d_[i] = alone, d_[other] = 0;
      return;
    }
    d_[0] = d_[1] = 0;
  }

  /// Follows the piece until it, the slip or the budget ends, or a separated point is back. Returns true for the whole
  /// piece.
  bool advance(const double (&goal)[2], Phase phase) {
    double t = 1;
    const bool slip_ends = u_ * du_ < 0 && !sticks_ && -u_ / du_ < t;
    if (slip_ends) t = -u_ / du_;
    int back = -1;
    for (int i = 0; i < 2; ++i) {
      if (!pushes_[i] && dv_[i] < 0 && lack_[i] / dv_[i] < t) t = lack_[i] / dv_[i], back = i;
    }
    bool spent = false;
    if (phase == Phase::restitution) {
      const double a = d_[0] * v_[0] + d_[1] * v_[1], b = d_[0] * dv_[0] + d_[1] * dv_[1];
      if (a * t + b * t * t / 2 >= budget_) {
        t = std::min(t, 2 * budget_ / (a + std::sqrt(std::max(a * a + 2 * b * budget_, 0.0))));
        spent = true;
      }
      budget_ -= a * t + b * t * t / 2;
      if (spent || budget_ <= tolerance::spent_share * full_) budget_ = 0;
    }
    tell(phase, t);
    const bool whole = !spent && back < 0 && (!slip_ends || t < -u_ / du_) && t == 1;
    const bool stops = slip_ends && !spent && back < 0;
    for (int i = 0; i < 2; ++i) {
      v_[i] = back == i || (whole && d_[i] > 0) ? goal[i] : v_[i] + t * dv_[i];
      p_[i] += t * d_[i];
    }
    f_ += t * df_;
    u_ = sticks_ || stops ? 0 : u_ + t * du_;
    return whole;
  }

  /// Records the work of a piece.
  void tell(Phase phase, double t) {
    const double f = t * df_;
    contact_.work += f * (u_ + t * du_ / 2 + contact_.surface_speed);
    for (int i = 0; i < 2; ++i) {
      const double work = t * d_[i] * (v_[i] + t * dv_[i] / 2);
      contact_.work += work;
      if (phase == Phase::compression) taken_[i] -= work;
      if (phase == Phase::parting) contact_.beyond_work += work;
    }
    for (int s = 0; s < 2 && tells_sides_; ++s) tell_side(s, t);
  }

  void tell_side(int s, double t) {
    const WideBody& body = s == 0 ? a_ : b_;
    FaceSide& side = side_[s];
    const double sign = s == 0 ? t : -t;
    const double along = (body.inverse_mass_x * (nx_ * nx_) + body.inverse_mass_y * (ny_ * ny_)),
                 across = (body.inverse_mass_y - body.inverse_mass_x) * (nx_ * ny_),
                 tangent = (body.inverse_mass_x * (ny_ * ny_) + body.inverse_mass_y * (nx_ * nx_));
    const double n = sign * (d_[0] + d_[1]), f = sign * df_;
    const double turn =
        body.inverse_inertia * (sign * (side.lever[0] * d_[0] + side.lever[1] * d_[1]) + side.lever_t * f);
    for (int i = 0; i < 2; ++i) {
      const double gain = along * n + across * f + turn * side.lever[i];
      contact_.side[s].normal += sign * d_[i] * (side.v[i] + gain / 2);
      side.v[i] += gain;
    }
    const double gain = across * n + tangent * f + turn * side.lever_t;
    contact_.side[s].friction += f * (side.u + gain / 2);
    side.u += gain;
  }

  void give(WideBody& body, const FaceSide& side, double sign) const {
    const double n = sign * (p_[0] + p_[1]), f = sign * f_;
    body.velocity_x += body.inverse_mass_x * (n * nx_ - f * ny_);
    body.velocity_y += body.inverse_mass_y * (n * ny_ + f * nx_);
    body.spin += body.inverse_inertia * (sign * (p_[0] * side.lever[0] + p_[1] * side.lever[1]) + f * side.lever_t);
  }

  const WideBody &a_, &b_;
  PathContact& contact_;
  bool tells_sides_;
  double nx_ = 0, ny_ = 0, mu_ = 0;
  FaceSide side_[2];
  double k_[2][2] = {}, x_[2] = {}, kt_ = 0;  ///< effect of impulses: on normals, between, on the tangent
  double start_[2] = {}, v_[2] = {}, u_ = 0, p_[2] = {}, f_ = 0;
  double size_ = 0, taken_[2] = {}, budget_ = 0, full_ = 0;
  double lack_[2] = {}, d_[2] = {}, df_ = 0, dv_[2] = {}, du_ = 0;  ///< of a piece
  bool pushes_[2] = {}, sticks_ = false;
};

}  // namespace

FaceEnd resolve_face(WideBody& a, WideBody& b, PathContact& contact, bool tells_sides) noexcept {
  const PathContact given = contact;
  Face face(a, b, contact, tells_sides);
  if (!face.couples()) return FaceEnd::apart;
  if (!face.gives_way()) return FaceEnd::unknown;
  if (!face.both()) {
    face.run_alone();
  } else if (!face.run()) {
    contact = given;
    return FaceEnd::unknown;
  }
  face.finish(a, b);
  return FaceEnd::done;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
