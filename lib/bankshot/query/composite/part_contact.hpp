#pragma once
// Contacts of parts, as the wholes have them. Not part of the public interface.

#include <bankshot/query/container/room.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/manifold/manifold_batch.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Whether anything of the part's surface is one of the whole.
bool on_surface(const Part& part) noexcept;

/// Gives a manifold of two parts, as find_manifolds() found it, the normal of the wholes' surface; empties it where
/// there is none between them, and where a one-way face is in the way from behind. `past` is how far behind such a face
/// the other shape may be and still be stopped.
void settle_seams(const PairInput& in, const Part& a, const Part& b, Real past, ContactGeometry& contact) noexcept;

/// The manifold of two parts along a direction from B to A, whichever way they are nearest; empty where neither has any
/// of its surface over that of the other.
ContactGeometry contact_along(const PairInput& in, const Part& a, const Part& b, V2 normal) noexcept;

/// The manifold of a part (A) and one limit of the room of a container (B) within `margin`; A's position is the point
/// from which anchors count. Normal into the room.
ContactGeometry room_contact(const RoomPair& pair, int limit, Real margin) noexcept;

/// The same manifold with the names exchanged. `d` is the position of the new A minus that of the new B.
void exchange(ContactGeometry& contact, V2 d) noexcept;

/// A contact as users see it; anchors count from `position_a`.
Manifold manifold_from(const ContactGeometry& contact, const Geometry& a, const Geometry& b, V2 position_a) noexcept;

/// What touches: of one point its features, of two the edges that face one another.
struct FeaturePair {
  Feature a, b;
};
FeaturePair features_of(const ContactGeometry& contact, const Geometry& a, const Geometry& b) noexcept;

std::vector<Manifold> parts_manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                      Real margin);
/// What to say of two shapes that overlap, or come within the margin, where that is empty; not both are
/// convex, and neither is a container.
std::vector<Manifold> last_manifolds(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                     Real margin);
/// The one with the deepest point; an empty one when there is none.
Manifold deepest_manifold(const std::vector<Manifold>& manifolds) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
