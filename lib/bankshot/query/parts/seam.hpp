#pragma once
// What a part's surroundings leave of its surface. Not part of the public interface.

#include <bankshot/query/convex/axis.hpp>
#include <bankshot/query/feature.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whether the whole can be met at this feature of the part along the unit direction `outward` (world): the edge lies
/// on the surface, the corner sticks out of it and the direction lies between those of its two faces.
bool is_real_normal(const Part& part, Q2 q, Feature feature, V2 outward) noexcept;

/// Whether `other` is beside some of an edge of the part that shows: not where all of it is beside what is hidden from
/// an end of the edge on. `d` is the position of `other` minus that of the part. (Not where it is nearest: at a corner
/// where two walls overlap, what is deep in both is nearest to each of them where the other one hides it, and has to be
/// kept by both.)
bool shows_beside(const Part& part, const Placed& own, int edge, const Placed& other, V2 d, Real band) noexcept;

/// The same of what `other` touches of it, `d` is its position minus that of the part: an edge may be hidden there, and
/// show elsewhere.
bool is_real_normal(const Part& part, const Placed& own, Feature feature, V2 outward, const Placed& other, V2 d,
                    Real band) noexcept;

/// Whether it can only because the corner is the end of a face with nearly that normal; the face's.
bool ends_face(const Part& part, Q2 q, Feature feature, V2 outward, V2* normal) noexcept;

/// The axis of largest separation among those that the surfaces of both wholes admit; false when there is none: one of
/// the parts lies hidden, or another part is nearer along another axis, by more than `alike`. Precondition: frame
/// belongs to the two parts.
bool surface_axis(const PairFrame& frame, const Part& a, const Part& b, Axis* best, Real alike = 0) noexcept;

/// Whether the pair can go on as if a one-way face of either part were not there: the other shape is behind it, wholly
/// or by more than `past`.
bool passes(const Part& a, const Part& b, const PairFrame& frame, Real past) noexcept;

/// Whether something is on both sides of a one-way face, by more than `past` behind it. `d` is its position minus that
/// of the face. Precondition: face.one_way >= 0.
bool goes_through(const Part& face, const Placed& own, const Placed& other, V2 d, Real past) noexcept;

/// Where and how two parts meet.
struct Meeting {
  V2 normal;
  Feature a, b;
};

/// Whether a meeting of two parts is one of the wholes; one at a seam gets the normal of the surface that is there, and
/// is one of the wholes if A moves into that. `direct`: it was no seam. `frame` is that of the meeting, `heading` the
/// way of A's point relative to B's.
bool of_the_wholes(Meeting& meeting, const Part& a, const Part& b, const PairFrame& frame, V2 heading,
                   bool* direct) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
