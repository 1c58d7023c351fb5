#pragma once
// Linear equations for a group of joints: the blocks of a sub-step of Newton's method, and impulses at rest. Not part
// of the public interface.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/joints/block_lu.hpp>
#include <bankshot/world/joints/joint_group.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The equations of the rows of a joint.
using JointAims = std::array<RowAim, most_joint_rows>;

/// A sub-step as Newton's method looks for it.
struct JointSearch {
  std::vector<JointMove> move;  ///< per body
  std::vector<Triple> impulse;  ///< per joint, of the sub-step
  std::vector<Triple> change;   ///< per joint, of its rows, when equations were last filled
  std::vector<RowState> begin;  ///< see list_rows(): where it begins
  std::vector<JointAims> aims;  ///< per joint, see set_aims(); empty if all rows are rigid
};

/// Sets the equations of the rows in a sub-step of `h` seconds from the present modes, places and velocities.
void set_aims(const JointGroup& group, double h, JointSearch& search);

/// Which rows of joints take part in equations for impulses at rest.
enum class Rows {
  rigid,   ///< those that are rigid
  locked,  ///< those as well that their mode locks
};

class JointEquations {
 public:
  /// Equations for the change of a sub-step of `h` seconds that brings it nearer to the conditions in joint_step.hpp.
  void fill(const JointGroup& group, JointSearch& search, double h);
  /// Equations for the displacements of a sub-step that is linear in them, from the present places and with the forces
  /// of the last sub-step: see joint_passes.hpp. The right side is zero, but for bodies that nothing pushes.
  void fill_linear(const JointGroup& group, double h);
  /// The same without dampers and motors that do not keep their speed, and with springs as if they were at rest.
  void fill_taut(const JointGroup& group, double h);
  /// Adds to its right side, if clear, how far bodies that nothing pushes move in `h` seconds.
  void ask_driven(const JointGroup& group, double h);
  /// Adds to the right side of fill_linear() what springs and motors begin with.
  void ask_rows(const JointGroup& group);
  /// Adds to that of fill_taut() how far motors turn that keep their speed.
  void ask_servos(const JointGroup& group, double h);
  /// Equations for impulses of the joints at the present places.
  void fill_at_rest(const JointGroup& group, Rows rows);
  /// The right side of a block.
  Triple& right(std::uint32_t block) { return lu_.right(block); }
  /// Solves for all blocks, with redundant rows stiffened as the laws need it: factors, then solves.
  void solve() { factor(), solve_factored(); }
  /// Lets stiffened rows give way to the whole of their impulses in the equations of fill(), not to the change of these
  /// alone. After factor(), before solve_factored().
  void give_way(const JointGroup& group, const JointSearch& search);
  /// `stiffening`: with the sign of the masses in the equations.
  void factor(double stiffening = tolerance::joint_stiffening);
  /// Solves for the present right sides; these become the solution.
  void solve_factored() { lu_.solve(); }
  void clear_right() { lu_.clear_right(); }
  /// The same for right sides beside these, several at once.
  void solve_several() { lu_.solve_several(); }
  void clear_rights() { lu_.clear_rights(); }
  /// Of a block, before and after that.
  RightSides& rights(std::uint32_t block) { return lu_.rights(block); }
  /// The same with all rows stiffened, see BlockLu::factor().
  void solve_softly(double stiffening);
  /// Of a body its change, of a joint that of its impulses.
  const Triple& solution(std::uint32_t block) const { return lu_.solution(block); }

 private:
  void fill_body(const JointGroup& group, std::size_t body, const JointMove& move, double h);
  void fill_joint(const JointGroup& group, std::size_t joint, JointSearch& search);
  void fill_sub_step(const JointGroup& group, double h);
  void fill_here(const JointGroup& group, double scale, double h);
  void put_rows(const JointGroup& group, std::size_t joint, const JointRows& rows, const JointAims& aims);
  void put_turning(const JointGroup& group, const JointLink& joint, const JointRows& rows);

  BlockLu lu_;
  std::vector<JointAims> aims_;  ///< of equations at the present places, per joint
};

/// The work of rigid rows in the sub-step of `h` seconds that was found. Only those that may be redundant do any.
double work_of_rigid_rows(const JointGroup& group, const JointSearch& search, double h);

/// Adds the solution of equations at rest to the velocities.
void add_changes(JointGroup& group, const JointEquations& equations);
/// Adds the impulses of all joints in that solution to `given`, as pushed() gives them. `bodies`: those of the group,
/// where they were when the equations were filled.
void note_impulses(const JointGroup& group, const JointEquations& equations, std::span<const JointBody> bodies,
                   std::vector<Triple>& given);
/// Changes velocities by impulses of the joints, so that these hold, and rows that are locked as well. Takes energy.
void project_velocities(JointGroup& group, JointEquations& equations);
/// The same where joints may have no solution: those that hardly move anything give way. Notes the impulses.
void project_softly(JointGroup& group, JointEquations& equations);

/// Moves bodies by impulses of the joints towards where these have them in place, none by more than `most`. Velocities
/// stay. Returns how far the body moved that moved most: a length.
double mend_places(JointGroup& group, JointEquations& equations, double most);

}  // namespace bankshot::BANKSHOT_ABI::detail
