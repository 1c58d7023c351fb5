#pragma once
// Contact constraints as the solver's kernel reads them. Not part of the public interface.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/tolerance.hpp>

#include <cstddef>
#include <cstdint>

namespace bankshot::BANKSHOT_ABI::detail {

/// Contacts per block. A multiple of every lane count up to it, so the layout is the same at every width.
inline constexpr int block_size = 16;

/// Sixteen contacts side by side that share no moving body, or that may share some and are solved one after another.
/// Unused places up to the next whole vector refer to solver body 0, which never moves, and hold zeros; places beyond
/// that are never read.
///
/// Velocities are (vx, vy, w rho) with rho the body's radius of gyration, so that one inverse mass serves the linear
/// and the angular part; arms are divided by rho in return. With normal n from B to A and the contact point at rA from
/// A's centre:
///   relative normal velocity   vn = n.(vA - vB) + aA (wA rhoA) - aB (wB rhoB),   aA = cross(rA, n) / rhoA
///   effect of an impulse P     vA += mA P n,  wA rhoA += mA aA P,  vB -= mB P n,  wB rhoB -= mB aB P
///   coupling of rows i and j   kij = mA + mB (both normal) + mA aAi aAj + mB aBi aBj
/// Row 3 is friction, along the tangent t = n turned left, at the middle of the manifold.
struct alignas(64) ConstraintBlock {
  using Row = Real[block_size];

  std::uint32_t a[block_size], b[block_size];  ///< solver bodies
  Row nx, ny;                                  ///< normal
  Row arm_a1, arm_b1, arm_a2, arm_b2;          ///< of the normal rows, divided by the radius of gyration
  Row arm_at, arm_bt;                          ///< of the friction row
  Row mass1, mass2, mass_t;                    ///< effective masses; 0 switches a row off
  Row k12, k1t, k2t;                           ///< couplings
  Row separation1, separation2;                ///< when the step began
  Row impulse1, impulse2, impulse_t;           ///< accumulated, of one sub-step
  Row friction;                                ///< coefficient
  Row surface_speed;                           ///< target tangential velocity of A relative to B
  Row push_speed;                              ///< fastest push-out
};
static_assert(sizeof(ConstraintBlock) == block_size * (2 * sizeof(std::uint32_t) + 22 * sizeof(Real)));

/// Properties of a whole block, kept apart from it, where they would take a cache line of their own.
struct BlockTraits {
  std::uint8_t used = 0;  ///< contacts in the block
  bool belts = false;     ///< true if any of them has a surface speed
  bool turns = false;     ///< true if the normal of any of them turns, see SolverArrays::turning
  bool deep = false;      ///< true if any of them may have been deep when the step began
};

/// A contact counts as deep from push_speed times this on, or from SolverArrays::sag if that is larger, length.
inline constexpr Real deep_push =
    tolerance::deep_slops * tolerance::slop_fraction / tolerance::push_out_extents_per_second;

/// Coefficients of a soft constraint.
struct Spring {
  Real bias_rate = 0, mass_scale = 1, impulse_scale = 0;
};

/// For two movable bodies, and against one that is not.
struct SpringPair {
  Spring between, against_fixed;
};

/// Places of a contact's bodies among the solver bodies.
struct ContactBodies {
  std::uint32_t a = 0, b = 0;
};

/// Plain arrays of four Real per solver body.
struct SolverArrays {
  Real* velocity;        ///< vx, vy, w rho, inverse mass
  const Real* position;  ///< dx, dy, dtheta rho since the step began, unused
  Real* push;            ///< like velocity: the push-out of this sub-step, which is no velocity
  const Real* frame;     ///< rho; of each direction 0 where motion is locked, else 1; inverse mass
  bool locks;            ///< true if any body has a locked direction
  Real sag;              ///< length by which gravity may press contacts in before their load is known
  /// For contacts with turning normals, block by block from the first given one: the speed at which the arc leaves its
  /// chord at the ends of the step, followed by the same of the bow for all blocks (TurningContact). Null: there are
  /// none.
  const Real *turning = nullptr, *bow = nullptr;
  /// For both points of each contact, block by block as above: 1 if it was deep when the step began, else 0. Null: none
  /// was.
  const Real* deep = nullptr;
  Real turn_way = 0;                ///< present distance of the arc from the chord, per that speed, a time
  Real turn_share = 0;              ///< their closing speed, per that speed: -1 when the step begins, 1 when it ends
  Real bow_way = 0, bow_share = 0;  ///< the same for the bow: 1 at both ends, 0 in the middle
};

/// All of a batch's bodies, four Real each; `count` is a multiple of the lane count. Velocities as above.
struct BodyArrays {
  std::size_t count;
  Real* velocity;
  Real* base;         ///< velocity in this sub-step before contacts act
  Real* start;        ///< velocity when this sub-step began
  Real* position;     ///< as above
  const Real* drive;  ///< acceleration, reduced by damping within the sub-step; the last one 0
  const Real* keep;   ///< factor by which damping scales a velocity in a sub-step, the last one 1
  const Real* curve;  ///< per body: bound of its acceleration by contacts with turning normals; null if there are none
};

}  // namespace bankshot::BANKSHOT_ABI::detail
