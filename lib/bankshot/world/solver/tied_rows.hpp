#pragma once
// Limits and motors of joints beside contacts. Not part of the public interface.
//
// A limit is one-sided, as a contact is, and a motor or the friction of a joint pushes with a bounded force, as
// friction does. What they do depends on the contacts, and what contacts need depends on it. So in groups that contacts
// hold, these rows are solved together with the contacts, one after another (projected Gauss-Seidel): a row gets the
// impulse with which its speed at the end of the sub-step is the one that it seeks, or the nearest that it may have.
// The answers that contacts and rows use are those of the group without limits and motors.
//
// A motor seeks its speed. A limit is between an impulse and a speed: in a sub-step of length h a row moves by h / 2
// times the sum of its speeds at both ends. So a row at the distance g from its limit that approaches it at u may end
// with 2 g / h - u. A row that would reach the limit sooner is stopped there, and ends with 0.
//
// The sub-step itself finds the impulses of rows anew, with those of the contacts as forces (joint_step.hpp).

#include <bankshot/world/solver/joint_passes.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class TiedRows {
 public:
  /// Lists the rows of all groups that answer, finds the answers to them, and adds the impulses that they had in the
  /// last sub-step to the velocities. `h`: the length of a sub-step.
  void begin_substep(JointPasses& joints, SolverBodies& bodies, double h);
  /// What a round has done.
  struct Round {
    Real largest = 0, change = 0;  ///< of the impulses, and of their changes
  };
  /// A round over the rows of a group.
  Round solve(std::uint32_t group, const JointPasses& joints, std::vector<SolverBodies::Velocity>& velocity);
  /// Forgets the impulses of the last push-out.
  void begin_push();
  /// A round over the limits of a group that push-out must not pass. `push`: the velocities of push-out.
  Round solve_push(std::uint32_t group, const JointPasses& joints, std::vector<SolverBodies::Velocity>& push);

 private:
  /// The coefficients of a body in the speed of a row, in the solver's units; also the impulse on it by 1 along the
  /// row.
  struct Side {
    std::uint32_t body = 0;  ///< 0: nothing pushes it
    double x = 0, y = 0, turn = 0;
  };
  struct Row {
    Side sides[2];
    double driven = 0;           ///< the share of its speed that comes from bodies that nothing pushes
    double goal = 0;             ///< speed
    double effect = 0;           ///< of an impulse of 1 on the speed, > 0; 0: the joints hold it
    double least = 0, most = 0;  ///< impulse
    double impulse = 0;
    bool limit = false;         ///< true if it is a limit
    double room = 0, push = 0;  ///< of a limit: the velocity of push-out that it has room for, and its impulse there
    std::size_t answers = 0;    ///< of the group to an impulse of 1, in answers_; before they are found, in along_
  };
  void list(std::uint32_t group, JointPasses& joints, SolverBodies& bodies, double h);
  void find_answers(std::uint32_t group, JointPasses& joints, const SolverBodies& bodies);
  void set_effect(Row& row, const JointPasses& joints, const SolverBodies& bodies) const;
  void push(const Row& row, double impulse, std::uint32_t group, const JointPasses& joints,
            std::vector<SolverBodies::Velocity>& velocity) const;
  static double speed_of(const Row& row, std::span<const SolverBodies::Velocity> velocity);
  Row row_of(std::uint32_t group, const JointLink& joint, int k, const JointPasses& joints, const SolverBodies& bodies);
  static void seek_speed(Row& row, const RowRule& rule, const RowShares& had, double h);
  static void stay_within(Row& row, const RowRule& rule, double c, double speed, const RowShares& had, double h);

  std::vector<Row> rows_;            ///< by group
  std::vector<std::size_t> first_;   ///< of each group, and the end
  std::vector<TiedImpulses> along_;  ///< impulses of 1 along the rows of one group; a motor shares that of a limit
  std::vector<SolverBodies::Velocity> answers_;  ///< changes of velocity by these impulses: row, body
  std::vector<SolverBodies::Velocity> some_;     ///< several of them as they are found: body, row
};

}  // namespace bankshot::BANKSHOT_ABI::detail
