#pragma once
// Time of impact of two moving shapes. Not part of the public interface.

#include <bankshot/query/convex/pair_frame.hpp>
#include <bankshot/query/feature.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/shape/convex.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The motion of one body for t in [0, span]: its centre moves by velocity t + acceleration t^2 / 2, and its angle
/// changes by spin t from `rotation`.
struct Arc {
  V2 velocity;      ///< length per second, at t = 0
  V2 acceleration;  ///< length per second squared
  Q2 rotation;      ///< at t = 0
  Real spin = 0;    ///< radians per second
};

/// The rotation of the body at time t.
Q2 rotation_at(const Arc& arc, Real t) noexcept;

struct ToiInput {
  ConvexView a, b;
  V2 offset_a, offset_b;  ///< added to the view's points to make them relative to the body's centre: minus its position
  V2 d;                   ///< centre of A minus centre of B at t = 0
  Arc arc_a, arc_b;
  Real span = 0;           ///< seconds, > 0
  Real target = 0;         ///< gap that counts as touching at the start, and at which an approach may end; length, >= 0
  bool closes = false;     ///< also follow an approaching start within `target` until the gap is zero
  Real overlap_limit = 0;  ///< > 0: a start deeper than this, and no other, is initial_overlap, even if the shapes part
  Real sunk = 0;           ///< the pair meets at this overlap, not at the surface; length, >= 0
};

struct ToiResult {
  SweepStatus status = SweepStatus::missed;
  Real time = 0;    ///< seconds, in [0, span]; the pair is free of overlap up to then
  V2 normal{1, 0};  ///< unit, from B to A
  V2 point_from_a;  ///< where they meet relative to A's centre at that time, halfway between the two surfaces
  V2 point_from_b;  ///< the same relative to B's centre
  Real gap = 0;     ///< between the surfaces at that time, signed
  Real rate = 0;    ///< speed at which the gap changes there; negative when approaching
  Feature feature_a, feature_b;
  int iterations = 0;
};

/// The first time at which the pair meets.
///
/// - A pair that starts farther apart than `target` hits when its gap reaches zero (to rounding, or to within `target`
///   if that takes too many iterations); never later than the gap falls below zero beyond rounding.
/// - A pair that starts within `target` hits at time 0 if it approaches there, or with `closes` when its gap reaches
///   zero like any other. If it parts or holds its distance it is followed like any other: a ball that has just bounced
///   hits when it comes back.
/// - A pair that starts deeper than -`target` gives initial_overlap, unless it parts.
/// - A pair in contact that neither approaches nor is accelerated together misses.
/// - Gaps are measured from `sunk` below the surface, including the gap of the result.
/// - out_of_steps: undecided after tolerance::sweep_iterations; `time` is safe, the rest is the state at that time.
///
/// Exact after one advance if the shapes do not turn relative to the contact's normal (a disc and a plane, any
/// gravity); otherwise the error falls quadratically. Swapping A and B negates the normal and changes nothing else; the
/// result scales exactly with powers of two of the length unit.
ToiResult time_of_impact(const ToiInput& input) noexcept;

/// The same motion from `time` on.
void go_on_from(ToiInput& input, Real time) noexcept;

/// The velocity of A's core relative to B's at the contact. A round surface about a core touches elsewhere along
/// another normal, and rotation about that core's point does not move it along any.
V2 way_of_cores(const ToiInput& input, const ToiResult& at) noexcept;

/// The frame of the views at the time of a result.
PairFrame frame_at(const ToiInput& input, const ToiResult& at) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
