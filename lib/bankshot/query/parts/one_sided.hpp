#pragma once
// Contacts that one-way faces stop: one-sided chains, one-way tiles. Not part of the public interface.

#include <bankshot/query/parts/seam.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// The side from which a shape comes to a one-way face that it touches.
enum class Coming : std::uint8_t {
  through,  ///< from behind, or from both sides: no contact
  to_face,  ///< from the front, to the face or to a corner of the union
  over_end  ///< from the front, over an end where no other face continues: only the face's own normal can count
};

/// Returns how the two come to the one-way faces among them; to_face if there is none. `meeting` is how they touch in
/// `frame`. For over_end, `normal` becomes that of the face, from B to A.
Coming coming_to(const Part& a, const Part& b, const PairFrame& frame, const Meeting& meeting, V2* normal) noexcept;

/// True if two parts touch within the band, neither of them behind a one-way face. Precondition: has_one_way(a, b).
bool touch_in_front(const Part& a, const Part& b, const PairFrame& frame, Real least) noexcept;

/// True if the union is on both sides of a one-way face where one of its parts comes to it: a seam of its parts gets
/// there while another part has the face in it. `at`: where they meet, `point`: relative to B.
bool comes_through_beside(const Shape& a, const Shape& b, const Placement& at, const Part& part_a, const Part& part_b,
                          V2 point, Real band);

}  // namespace bankshot::BANKSHOT_ABI::detail
