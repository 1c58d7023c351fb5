#include <bankshot/world/joints/joint_body.hpp>

#include <bankshot/world/definition.hpp>

#include <algorithm>
#include <cmath>

namespace bankshot::BANKSHOT_ABI::detail {

void JointMove::set(const JointBody& body, const Triple& by) noexcept {
  way = by;
  const double half = by[2] / 2;
  const P2 turn = unit_at(half);
  start = body.facing;
  middle = turned(turn, start);
  end = turned(turn, middle);
  if (std::fabs(half) < 0.01) {  // the quotients below lose half of their digits there
    const double z = half * half;
    sinc = 1 - z / 6 * (1 - z / 20);
    sinc_slope = half * (-1.0 / 3 + z / 30);
  } else {
    sinc = turn.y / half;
    sinc_slope = (turn.x - sinc) / half;
  }
}

void JointBody::go(const JointMove& move) noexcept {
  place = place + P2{move.way[0], move.way[1]};
  facing = (1 / length(move.end)) * move.end;
  turn += move.way[2];
}

void rub(const TableFriction& table, double h, Triple& velocity) {
  const double speed = std::sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]), spin = std::fabs(velocity[2]);
  const auto left = [h](double size, Real most) {
    return size > 0 ? std::max(1 - h * to_double(most) / size, 0.0) : 1;
  };
  const double linear = left(speed, table.linear), angular = left(spin, table.angular);
  velocity[0] *= linear, velocity[1] *= linear, velocity[2] *= angular;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
