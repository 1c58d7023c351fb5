#pragma once
// The surface of a part that its neighbours do not hide. Not part of the public interface.

#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/feature.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if the union can be met at this feature of the part along the unit direction `outward` (world): the edge lies
/// on the surface, or the corner sticks out of it and the direction lies between those of its two faces.
bool is_real_normal(const Part& part, Q2 q, Feature feature, V2 outward) noexcept;

/// True if `other` is beside a visible stretch of an edge of the part: false if all of it is beside a hidden stretch at
/// an end of the edge. `d` is the position of `other` minus that of the part. (The nearest point does not decide: at a
/// corner where two walls overlap, a shape deep in both is nearest to each of them where the other one hides it, and
/// both must keep it.)
bool shows_beside(const Part& part, const Placed& own, int edge, const Placed& other, V2 d, Real band) noexcept;

/// The same for the feature that `other` touches; `d` is its position minus that of the part. An edge may be hidden
/// there and show elsewhere.
bool is_real_normal(const Part& part, const Placed& own, Feature feature, V2 outward, const Placed& other, V2 d,
                    Real band) noexcept;

/// True if it can only because the corner is the end of a face with nearly that normal; `normal` is the face's.
bool ends_face(const Part& part, Q2 q, Feature feature, V2 outward, V2* normal) noexcept;

/// Finds the axis of largest separation among those that the surfaces of both unions admit. Returns false if there is
/// none: one of the parts is hidden, or another part is nearer along another axis, by more than `alike`. Precondition:
/// frame belongs to the two parts.
bool surface_axis(const PairFrame& frame, const Part& a, const Part& b, Axis* best, Real alike = 0) noexcept;

/// True if a one-way face of either part does not affect the pair: the other shape is behind it, wholly or by more than
/// `past`.
bool passes(const Part& a, const Part& b, const PairFrame& frame, Real past) noexcept;

/// True if a shape is on both sides of a one-way face, by more than `past` behind it. `d` is its position minus that of
/// the face. Precondition: face.one_way >= 0.
bool goes_through(const Part& face, const Placed& own, const Placed& other, V2 d, Real past) noexcept;

/// A meeting of two parts: its normal and the features that meet.
struct Meeting {
  V2 normal;
  Feature a, b;
};

/// True if a meeting of two parts is one of the unions. A meeting at a seam gets the normal of the surface there, and
/// counts if A moves into that surface. `direct`: it was no seam. `frame` is that of the meeting, `heading` the
/// displacement of A's point relative to B's.
bool of_the_wholes(Meeting& meeting, const Part& a, const Part& b, const PairFrame& frame, V2 heading,
                   bool* direct) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
