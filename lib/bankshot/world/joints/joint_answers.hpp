#pragma once
// How bodies that joints tie answer to an impulse. Not part of the public interface.
//
// In no time at all, an impulse P on a body changes velocities by
//
//   W P = M^-1 P - M^-1 G^T K^-1 G M^-1 P,    K = G M^-1 G^T,
//
// with G the gradient of what the joints keep: they answer with impulses of their own, to whatever sign it takes. So an
// impact on such bodies is solved with the rows of its contacts alone, by W in place of M^-1, and what it says of
// energy holds unchanged: the joints' impulses do no work on velocities that hold the joints.

#include <bankshot/world/joints/joint_equations.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class JointAnswers {
 public:
  /// Prepares for impulses on the bodies where they are now. `group` must not change until the last answer.
  void begin(const JointGroup& group);
  void clear() { equations_.clear_right(); }
  /// Adds an impulse on a body: along x and y, and about its centre of mass.
  void add(std::uint32_t body, const Triple& impulse);
  /// Finds how velocities change by the impulses since clear().
  void find() { equations_.solve_factored(); }
  /// The change of the velocity of a body.
  const Triple& change(std::uint32_t body) const { return equations_.solution(body); }
  /// Adds the impulses of the joints in answer to `given`, see note_impulses().
  void note(std::span<const JointBody> bodies, std::vector<Triple>& given) const {
    note_impulses(*group_, equations_, bodies, given);
  }

 private:
  const JointGroup* group_ = nullptr;
  JointEquations equations_;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
