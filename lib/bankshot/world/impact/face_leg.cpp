#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/face_leg.hpp>

#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

bool FaceLeg::find(const FaceSpeeds& now, const double (&goal)[2], bool parts) {
  for (int i = 0; i < 2; ++i) {
    lack[i] = goal[i] - now.v[i];
    pushes[i] = !parts || lack[i] >= -tolerance::rounded_speed * (size_ * std::sqrt(rows_.k[i][i]));
  }
  sticks = std::fabs(now.u) <= tolerance::rounded_speed * size_ * std::sqrt(rows_.kt);
  if (!sticks) return solve(now.u > 0 ? -rows_.mu : rows_.mu);
  if (!solve(0)) return false;
  if (std::fabs(df) <= rows_.mu * (d[0] + d[1]) * (1 + tolerance::met_share)) return true;
  sticks = false;
  const double against = df > 0 ? rows_.mu : -rows_.mu;
  return solve(against) && against * du <= 0;
}

bool FaceLeg::solve(double friction) {
  const double(&k)[2][2] = rows_.k, (&x)[2] = rows_.x, kt = rows_.kt;
  double m[2][2];
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) m[i][j] = k[i][j] + (sticks ? -x[i] * x[j] / kt : x[i] * friction);
  }
  const double determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  const double least = tolerance::rounded_away * k[0][0] * k[1][1];
  if (!(m[0][0] > 0) || !(m[1][1] > 0) || !(determinant > least)) return false;  // not unique: a jam, or a hinge
  complement(m, determinant);
  df = sticks ? -(x[0] * d[0] + x[1] * d[1]) / kt : friction * (d[0] + d[1]);
  for (int i = 0; i < 2; ++i) dv[i] = (k[i][0] * d[0] + k[i][1] * d[1]) + x[i] * df;
  du = sticks ? 0 : (x[0] * d[0] + x[1] * d[1]) + kt * df;
  return true;
}

/// Finds d >= 0 with M d >= lack, d_i = 0 wherever that is not an equality or the point does not push. All minors are
/// positive, so the solution is unique, and if neither both points nor one alone are it, nothing lacks. For suppose
/// that i lacked and were not enough alone. Then the other one would lack after it, M_oi lack_i / M_ii < lack_o. That
/// makes d_o of both positive, so d_i would have to be negative, M_oo lack_i < M_io lack_o. With lack_o >= 0 the
/// other one alone would be enough. With lack_o < 0 both M_oi and M_io would be negative, and the two inequalities
/// would give M_oi M_io > M_ii M_oo. The tolerance for a single point is far above the rounding errors of all this.
void FaceLeg::complement(const double (&m)[2][2], double determinant) {
  d[0] = (m[1][1] * lack[0] - m[0][1] * lack[1]) / determinant;
  d[1] = (m[0][0] * lack[1] - m[1][0] * lack[0]) / determinant;
  if (pushes[0] && pushes[1] && d[0] >= 0 && d[1] >= 0) return;
  for (int i = 0; i < 2; ++i) {
    if (!pushes[i] || lack[i] < 0) continue;
    const double alone = lack[i] / m[i][i];
    const int other = 1 - i;
    const double slack = tolerance::met_share * (std::fabs(lack[other]) + std::fabs(m[other][i]) * alone);
    if (pushes[other] && m[other][i] * alone < lack[other] - slack) continue;
    d[i] = alone, d[other] = 0;
    return;
  }
  d[0] = d[1] = 0;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
