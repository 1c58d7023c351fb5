#pragma once
// Contacts of parts, as contacts of the unions. Not part of the public interface.

#include <bankshot/query/container/room.hpp>
#include <bankshot/query/manifold.hpp>
#include <bankshot/query/manifold/manifold_batch.hpp>
#include <bankshot/query/parts/parts.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// True if any of the part's surface is surface of the union.
bool on_surface(const Part& part) noexcept;

/// Gives a manifold of two parts, as found by find_manifolds(), the normal of the unions' surface. Empties it if there
/// is no surface between them, or if the other shape is behind a one-way face. `past` is how far behind such a face the
/// other shape may be and still be stopped.
void settle_seams(const PairInput& in, const Part& a, const Part& b, Real past, ContactGeometry& contact) noexcept;

/// The manifold of two parts along a direction from B to A, whatever their nearest axis; empty if their surfaces do not
/// face one another.
ContactGeometry contact_along(const PairInput& in, const Part& a, const Part& b, V2 normal) noexcept;

/// The manifold of a part (A) and one limit of the interior of a container (B) within `margin`; anchors are relative to
/// A's position. The normal points into the interior.
ContactGeometry room_contact(const RoomPair& pair, int limit, Real margin) noexcept;

/// Exchanges A and B. `d` is the position of the new A minus that of the new B.
void exchange(ContactGeometry& contact, V2 d) noexcept;

/// A contact in the public form; anchors are relative to `position_a`.
Manifold manifold_from(const ContactGeometry& contact, const Geometry& a, const Geometry& b, V2 position_a) noexcept;

/// The features that touch: for one point its features, for two the edges that face one another.
struct FeaturePair {
  Feature a, b;
};
FeaturePair features_of(const ContactGeometry& contact, const Geometry& a, const Geometry& b) noexcept;

}  // namespace bankshot::BANKSHOT_ABI::detail
