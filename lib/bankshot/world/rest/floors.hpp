#pragma once
// Floors of several pieces: what lies on them lies on one. Not part of the public interface.
//
// A box that lies across the joint of two fixed boxes has two contacts with two points each. Rigid bodies leave open
// how four points in a row share a load, and a soft solver gives it to those that bore it before: the box tilts and
// turns until all of them know, and at some speed it is over the next joint by then, turned more, until a corner gets
// into one. As the box is turned a little deeper at one end, the nearest face may be its own, and then the normal leans
// and the load drives the box forth or back. A disc gets over a joint with the corner of the piece that it leaves still
// a little deep in it, and that corner pushes it on: by m g times that depth.
//
// One floor has none of this. So of what a body rests on along a normal n, and of all that goes on from there (see
// supporting_contacts.hpp), fixed or moving alike:
//
// - all have the normal n, that of the floor's face, or no contact where the floor has not begun yet or has ended;
// - of all points only the two outermost bear. What lies between, no higher than the line through those two, bears
//   nothing in one floor either. Where a point is higher, all bear;
// - what an end of the body bore in the last step it bears in this one, whichever piece is under it now.
//
// Pieces that rub, carry or bounce otherwise are floors of their own.

#include <bankshot/query/manifold/manifold_batch.hpp>
#include <bankshot/world/bodies/state.hpp>

#include <span>

namespace bankshot::BANKSHOT_ABI::detail {

struct ContactPair;
struct PairSet;

class Floors {
 public:
  /// Has each body of a step rest on its floor as on one piece, after it is known what the solver has; whether that
  /// changed any contact.
  bool unite(const WorldState& world, Real dt, PairSet& pairs);

 private:
  /// What goes on from what a body rests on, and its contact along that normal.
  struct Piece {
    std::uint32_t pair = none;
    bool first = false;  ///< whether the body is the first of the pair
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

  void find_treads(const WorldState& world, const PairSet& pairs);
  bool find_floor(const WorldState& world, const PairSet& pairs, std::span<const std::uint32_t> treads,
                  Floor& floor) const;
  bool lay(const WorldState& world, Real dt, const PairSet& pairs, std::span<const std::uint32_t> treads,
           const Floor& floor);
  void find_points(const Floor& floor);
  bool keep_ends(Real hair);
  void write(PairSet& pairs) const;
  void pass_on(const WorldState& world, PairSet& pairs) const;

  std::vector<std::uint32_t> treads_;  ///< near pairs of a body and something that does not give way, by body
  std::vector<Piece> pieces_;          ///< of the body at hand
  std::vector<Point> points_;          ///< of these, along the floor
};

}  // namespace bankshot::BANKSHOT_ABI::detail
