#pragma once
// Impacts of several pairs at one instant, with the supports of the bodies that are hit. Not part of the public
// interface.
//
// A ball that falls into a valley meets both sides at once, and a box passes the impact of a body that lands on it on
// to its support, in no time. Pair by pair the ball would be thrown aside and the box pushed into its support. So all
// rows of such a group are resolved together, along the path of impact_path.hpp. Without friction that is Newton's law,
// and they are reflected at once: with v the normal velocities and K the effect of impulses on them, it finds impulses
// p >= 0 with v + K p >= w and p_i = 0 wherever that is not an equality. For a row with restitution e, w = -e v; for a
// resting contact, which must not be pressed deeper, w = min(v, 0).
//
// The impulses do the work sum p_i (v_i + w_i) / 2 <= 0 for e <= 1, and none if all e are 1 and resting contacts are at
// rest. Source: Smith, Kaufman, Vouga, Tamstorf, Grinspun, "Reflections on simultaneous impact" (2012); here the rows
// that touch without approaching are left to the next impact, an instant later, so that chains pass impacts on in
// order.

#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/world/bodies/cached_contact.hpp>
#include <bankshot/world/impact/impact.hpp>

#include <memory>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct GroupBody {
  Rank rank = 0;
  ImpactBody before, smooth, now;  ///< at first; after the normal impulses; in the end. Without arms
  ImpactBody open;                 ///< the body itself: inverse masses in `now` are 0 while it is closed
  /// True for a body whose own supports are not in the group. It stands as firm as they do, as long as the impact would
  /// not make it gain more than `firm_gain`, a speed, including its corners.
  bool closed = false;
  Real firm_gain = 0;
  Real reach = 0;
};

struct GroupContact {
  PairKey key;
  std::uint32_t candidate = none;  ///< of the timeline
  bool support = false;            ///< a resting or rattling contact
  bool rattles = false;            ///< a support that may be pressed as fast as it separates
  std::size_t body[2] = {};        ///< places in the group
  V2 arm[2][2];                    ///< by side, then by point; an impact at one point has it twice
  FeaturePair features;            ///< of an impact: the touching features
  ImpactSettings settings;
  Real overlap = 0;  ///< of the deepest point, when they meet; length
  Real gap = 0;      ///< of an impact at one point, when they meet; length
  NormalSpeeds speeds;
  ImpactOutcome outcome;
};

/// An impulse on a body, as seen from its centre.
struct BodyImpulse {
  double x = 0, y = 0, turn = 0;
};

class ImpactGroup {
 public:
  /// Number of rows beyond which no more supports are added.
  static constexpr int most_rows = 24;
  /// Number of rows beyond which supports take impulses without friction: the number of ways in which n resting
  /// contacts may begin to slide grows like 3^n, and an impact that spreads so far leaves each of them little.
  static constexpr int most_rubbing_rows = 12;

  std::vector<GroupBody> bodies;
  std::vector<GroupContact> contacts;
  std::vector<BodyCoupling> couplings;  ///< of bodies that joints tie

  void clear();
  int rows() const;
  bool has(const PairKey& key) const;
  std::size_t place_of(Rank rank) const;  ///< bodies.size(): not there
  /// Returns the body's place; a new body gets its velocities and inverse masses from `state`.
  std::size_t add(Rank rank, const ImpactBody& state);
  /// Adds the contact and computes its velocities; its bodies must have been added.
  void add(const GroupContact& contact);
  /// Makes the body count as firm from here on, see GroupBody::closed.
  void close(std::size_t body, Real firm_gain, Real reach);

  /// With friction, follows the path of impact_path.hpp; otherwise reflects all rows.
  void solve();
  /// From here on, outcomes include the work of friction and normal impulses on either body, for an energy ledger.
  void tell_sides(bool on) { tells_sides_ = on; }
  /// One side of a contact, with its arms.
  ImpactBody side(const GroupContact& contact, int which) const;
  /// After solve(): the impulse of a contact on one side.
  static BodyImpulse impulse_on(const GroupContact& contact, int which);

 private:
  struct Gain {
    V2 linear;
    Real angular = 0;
  };

  ImpactPath& path();
  void resolve_alone();
  double most_share() const;
  bool reflect();
  void reflect_bodies(const double* p);
  void apply_friction_in_order();
  bool needs_path();
  bool follow_path();
  void leave_first();
  void list_couplings(std::vector<BodyCoupling>& open) const;
  bool open_weak();
  Gain gain_of(std::size_t place) const;
  void take(const GroupContact& contact, const ImpactBody& a, const ImpactBody& b);

  bool tells_sides_ = false;
  std::unique_ptr<ImpactPath> path_;  ///< from the first impact on
};

}  // namespace bankshot::BANKSHOT_ABI::detail
