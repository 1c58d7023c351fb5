#pragma once
// Floors of several pieces that bear like one. Not part of the public interface.
//
// A box across the seam of two fixed boxes has two contacts with two points each. Rigid bodies leave open how four
// points in a row share a load, and a soft solver gives it to the points that bore it before. The box tilts and turns
// until all of them know. At some speeds it is over the next seam by then, turned more, until a corner gets into one.
// As the box is turned, it is a little deeper at one end: then the nearest face may be its own, the normal leans, and
// the load drives the box forth or back. A disc passes a seam while the corner of the piece that it leaves is still a
// little deep in it. That corner pushes it on, with an energy of m g times that depth.
//
// A single floor has none of this. So if a body rests on a piece along a normal n, then for that piece and all that
// continue it (see supporting_contacts.hpp), fixed or moving alike:
//
// - all have the normal n of the floor's face, or no contact where the floor has not begun yet or has ended;
// - of all points only the two outermost bear. A point between them that is no higher than the line through those two
//   bears nothing in a single floor either. If a point is higher, all bear;
// - an end of the body bears what it bore in the last step, whichever piece is under it now.
//
// Pieces with another friction, surface speed or restitution are floors of their own.

#include <bankshot/query/manifold/manifold_batch.hpp>
#include <bankshot/world/bodies/state.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

struct ContactPair;
struct ContactPairs;

class Floors {
 public:
  /// Makes each body rest on its floor as on one piece, once the solver's pairs are known. Returns true if that changed
  /// any contact.
  bool unite(const WorldState& world, Real dt, ContactPairs& pairs);

 private:
  /// A piece of the floor that a body rests on, and its contact along the floor's normal.
  struct Piece {
    std::uint32_t pair = none;
    bool first = false;  ///< true if the body is the first of the pair
    bool solve = false;
    ContactGeometry contact;
  };
  struct Point {
    std::uint32_t piece = 0;
    int index = 0;
    Real place = 0, separation = 0;  ///< along the floor, and above it
  };
  struct Floor {
    std::uint32_t pair = none;  ///< the piece that the body is deepest in
    V2 normal;                  ///< towards the body
    Real separation = 0;
  };

  void find_treads(const WorldState& world, const ContactPairs& pairs);
  bool find_floor(const WorldState& world, const ContactPairs& pairs, std::span<const std::uint32_t> treads,
                  Floor& floor) const;
  bool lay(const WorldState& world, Real dt, const ContactPairs& pairs, std::span<const std::uint32_t> treads,
           const Floor& floor);
  void find_points(const Floor& floor);
  bool keep_ends(Real hair);
  void write(ContactPairs& pairs) const;
  void pass_on(const WorldState& world, ContactPairs& pairs) const;

  std::vector<std::uint32_t> treads_;  ///< contact pairs of a body with one that is not dynamic, by body
  std::vector<Piece> pieces_;          ///< of the current body
  std::vector<Point> points_;          ///< of these, along the floor
};

}  // namespace bankshot::BANKSHOT_ABI::detail
