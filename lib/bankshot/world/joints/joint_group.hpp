#pragma once
// Bodies that joints tie to one another, as a step moves them. Not part of the public interface.

#include <bankshot/world/joints/elimination.hpp>

#include <array>

namespace bankshot::BANKSHOT_ABI::detail {

struct JointGroup {
  std::vector<JointBody> bodies;  ///< those that nothing can push as well, as far as joints have them
  std::vector<JointLink> joints;
  std::vector<Triple> force;  ///< per joint: on B in the last sub-step, along its rows; mass length / s^2
  std::vector<Triple> given;  ///< per joint: impulses on B in all moves so far, as pushed() gives them
  std::vector<std::array<RowMode, most_joint_rows>> mode;  ///< per joint, of the last sub-step
  std::vector<Triple> full;  ///< per joint: the forces of rows whose mode is RowMode::full, of others of an older one

  // ---- set by prepare() ----
  Elimination plan;
  double extent = 1;       ///< the farthest anchor from a centre of mass, or the longest joint with a length
  bool is_held = false;    ///< by something that the group cannot push away
  bool is_driven = false;  ///< such a thing moves
  bool is_rigid = true;    ///< all rows of all joints are
  bool is_smooth = true;   ///< no row has a damper, a motor or a pull
  bool pulls = false;      ///< a row does

  /// To be called when bodies or joints have come or gone, or a direction in which a body can be pushed has.
  void prepare();
  /// To be called when velocities have been set: a part of prepare().
  void find_what_holds();
  /// To be called when anchors have been set: a part of prepare().
  void find_extent();
  /// To be called when springs, motors or limits have been set: a part of prepare().
  void find_what_drives();
  /// Number of the block of a joint in the equations; that of a body is its place.
  std::uint32_t block_of(std::size_t joint) const { return static_cast<std::uint32_t>(bodies.size() + joint); }
  double kinetic_energy() const noexcept;
  /// Of springs.
  double stored_energy() const noexcept;
  /// The bodies of a joint.
  const JointBody& body_of(const JointLink& joint, int side) const { return bodies[joint.body[side]]; }
};

/// Where the rows of a joint are, and how fast they grow.
struct RowState {
  double c[most_joint_rows] = {}, speed[most_joint_rows] = {};
};
RowState row_state(const JointGroup& group, const JointLink& joint) noexcept;
/// The same per joint, of those with rows that are not rigid. Empty if there are none.
void list_rows(const JointGroup& group, std::vector<RowState>& rows);

/// What a group that nothing holds keeps, but for forces from outside.
struct WholeMotion {
  double mass = 0, inertia = 0;  ///< inertia about the centre of mass
  P2 centre, velocity;           ///< of the centre of mass
  double turning = 0;            ///< angular momentum about it
};
WholeMotion whole_motion(const JointGroup& group) noexcept;

/// The kinetic energy of the changes of velocity between two states of the bodies of a group. With M the masses, l the
/// impulses of joints that stand still after them, D v = 0, and u the velocities of what drives the group, both before
/// and after,
///
///   change of the kinetic energy = (D^T l) (v before + v after) / 2 = -(D_u^T l) u - change M change / 2:
///
/// what the drivers have done, less what is lost.
double energy_of_change(std::span<const JointBody> before, std::span<const JointBody> after) noexcept;

/// Scales the velocities so that the kinetic energy is `energy`: all of them, or if `keep` is not null, those relative
/// to the motion of the whole, which becomes `keep`. Where hardly anything moves, nothing is scaled.
void scale_motion(JointGroup& group, double energy, const WholeMotion* keep) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
