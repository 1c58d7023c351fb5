#pragma once
// Bodies of an impact that joints tie to one another. Not part of the public interface.
//
// An impulse on one of them moves all: by W of joint_answers.hpp in place of inverse masses. On the body itself, W acts
// as another mass and another centre would (ImpactBody). What is left is how an impulse on one body of an impact moves
// another one. With that, the rows of an impact are solved as ever: their effects on one another have a few more terms.
//
// Two contacts of one group may nearly be held by its joints: their effect is the small difference of large terms. So
// what rounding to Real has taken from W is added as the coupling of a body with itself.

#include <bankshot/math/vec2_math.hpp>

#include <cstddef>

namespace bankshot::BANKSHOT_ABI::detail {

/// How an impulse on one body changes the velocity of another, both at the centres that impacts see.
struct BodyCoupling {
  std::size_t body[2] = {};  ///< places among the bodies of the impact
  double answer[3][3] = {};  ///< of the first body to an impulse on the second; transposed the other way round

  /// The answer of body[side] to an impulse on the other one.
  double of(int side, int row, int column) const { return side == 0 ? answer[row][column] : answer[column][row]; }
};

/// Moves the centres by the displacements `first` and `second`: the velocity there is that of a point of the body, and
/// an impulse there turns the body as well.
inline void see_from(BodyCoupling& tie, V2 first, V2 second) {
  const double at[2] = {-static_cast<double>(first.y), static_cast<double>(first.x)};
  const double by[2] = {-static_cast<double>(second.y), static_cast<double>(second.x)};
  for (double(&row)[3] : tie.answer) {
    for (int k = 0; k < 2; ++k) row[k] += by[k] * row[2];
  }
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 3; ++k) tie.answer[i][k] += at[i] * tie.answer[2][k];
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
