#pragma once
// Linear equations for a group of joints: the blocks of a sub-step of Newton's method, and impulses at rest. Not part
// of the public interface.

#include <bankshot/world/joints/block_lu.hpp>
#include <bankshot/world/joints/joint_group.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// A sub-step as Newton's method looks for it.
struct JointSearch {
  std::vector<JointMove> move;  ///< per body
  std::vector<Triple> impulse;  ///< per joint, of the sub-step
};

class JointEquations {
 public:
  /// Equations for the change of a sub-step of `h` seconds that brings it nearer to the conditions in joint_step.hpp.
  void fill(const JointGroup& group, const JointSearch& search, double h);
  /// Equations for the displacements of a sub-step that is linear in them, from the present places and with the forces
  /// of the last sub-step: see joint_passes.hpp. The right side is zero, but for bodies that nothing pushes.
  void fill_linear(const JointGroup& group, double h);
  /// Adds to its right side, if clear, how far bodies that nothing pushes move in `h` seconds.
  void ask_driven(const JointGroup& group, double h);
  /// Equations for impulses of the joints at the present places.
  void fill_at_rest(const JointGroup& group);
  /// The right side of a block.
  Triple& right(std::uint32_t block) { return lu_.right(block); }
  /// Solves for all blocks, with redundant rows stiffened as the laws need it: factors, then solves.
  void solve() { factor(), solve_factored(); }
  void factor();
  /// Solves for the present right sides; these become the solution.
  void solve_factored() { lu_.solve(); }
  void clear_right() { lu_.clear_right(); }
  /// The same with all rows stiffened, see BlockLu::factor().
  void solve_softly(double stiffening);
  /// Of a body its change, of a joint that of its impulses.
  const Triple& solution(std::uint32_t block) const { return lu_.solution(block); }

 private:
  void fill_body(const JointGroup& group, std::size_t body, const JointMove& move, double h);
  void fill_joint(const JointGroup& group, std::size_t joint, const JointSearch& search);
  void fill_here(const JointGroup& group, double scale, double h);
  void put_rows(const JointGroup& group, std::size_t joint, const JointRows& rows);
  void put_turning(const JointGroup& group, const JointLink& joint, const JointRows& rows);

  BlockLu lu_;
};

/// Changes velocities by impulses of the joints, so that these hold. Takes energy.
void project_velocities(JointGroup& group, JointEquations& equations);
/// The same in two parts, of which the first one depends on places alone.
void prepare_projection(const JointGroup& group, JointEquations& equations);
void project_prepared(JointGroup& group, JointEquations& equations);
/// The same where joints may have no solution: those that hardly move anything give way.
void project_softly(JointGroup& group, JointEquations& equations);

/// Moves bodies by impulses of the joints towards where these have them in place, none by more than `most`. Velocities
/// stay.
void mend_places(JointGroup& group, JointEquations& equations, double most);

}  // namespace bankshot::BANKSHOT_ABI::detail
