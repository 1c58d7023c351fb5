#pragma once
// Impacts of several pairs at one instant, and what stands behind the bodies that are hit. Not part of the public
// interface.
//
// A ball that falls into a valley meets both sides at once, and a box on which something lands passes the blow on to
// what it stands on, in no time. Pair by pair the one would be thrown aside and the other pushed into its support. All
// rows of such a cluster are therefore resolved together, along the path of impact_path.hpp. Where no friction acts
// that is Newton's law, and they are reflected at once: with v the normal velocities and K the effect of impulses on
// them, impulses p >= 0 are sought with v + K p >= w and p_i = 0 wherever that is not an equality. A row that meets
// with restitution e asks for w = -e v, a resting contact for w = min(v, 0): not to be pressed deeper.
//
// The impulses do the work sum p_i (v_i + w_i) / 2 <= 0 for e <= 1, and none where all e are 1 and what rests is at
// rest. Source: Smith, Kaufman, Vouga, Tamstorf, Grinspun, "Reflections on simultaneous impact" (2012); here the rows
// that touch without approaching are left to the next impact, an instant later, so that chains pass blows on in order.

#include <bankshot/query/composite/part_contact.hpp>
#include <bankshot/world/bodies/cached_contact.hpp>
#include <bankshot/world/impact/impact.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct GroupBody {
  Rank rank = 0;
  ImpactBody before, smooth, now;  ///< at first; after the normal impulses; in the end. Without arms
  V2 inverse_mass;                 ///< of the body itself: those in `now` are 0 while it is closed
  Real inverse_inertia = 0;
  /// A body whose own supports are not in the cluster. It stands as firm as they do, as long as the blow would not make
  /// it gain more than this speed, corners included.
  bool closed = false;
  Real firm_gain = 0;
  Real reach = 0;
};

struct GroupContact {
  PairKey key;
  std::uint32_t candidate = none;  ///< of the timeline
  bool support = false;            ///< a resting contact, or one that persists
  bool rattles = false;            ///< a support that may be pressed as fast as it parts
  std::size_t body[2] = {};        ///< places in the cluster
  V2 arm[2][2];                    ///< by side, then by point; of an impact at one point both are that
  FeaturePair features;            ///< of an impact: what met
  ImpactSettings settings;
  Real overlap = 0;  ///< of the deepest point, when they meet; length
  Real gap = 0;      ///< of an impact at one point, when they meet; length
  NormalSpeeds speeds;
  ImpactOutcome outcome;
};

class ImpactGroup {
 public:
  /// Rows beyond which no body's supports are taken in.
  static constexpr int most_rows = 24;
  /// Rows beyond which supports bear a blow without rubbing: the ways in which many contacts at rest may begin to slide
  /// grow like 3 to the power of their number, and a blow that spreads so far leaves each of them little.
  static constexpr int most_rubbing_rows = 12;

  std::vector<GroupBody> bodies;
  std::vector<GroupContact> contacts;

  void clear();
  int rows() const;
  /// The body's place; a body that is new gets its velocities and inverse masses from `state`.
  std::size_t place_of(Rank rank) const;  ///< bodies.size(): not there
  std::size_t add(Rank rank, const ImpactBody& state);
  /// Takes the contact in and reads its velocities; its bodies are there.
  void add(const GroupContact& contact);
  /// From here on the body counts as firm, see GroupBody::closed.
  void close(std::size_t body, Real firm_gain, Real reach);

  /// Where friction acts, along the path of impact_path.hpp; else reflects all rows.
  void solve();
  /// From here on outcomes say what work friction and normal impulses did on either body, for a ledger.
  void tell_sides(bool on) { tells_sides_ = on; }
  /// One side of a contact, with its arms.
  ImpactBody side(const GroupContact& contact, int which) const;

 private:
  struct Gain {
    V2 linear;
    Real angular = 0;
  };

  ImpactPath& path();
  void resolve_alone();
  double most_share() const;
  bool reflect();
  void rub_in_order();
  bool goes_in_pieces();
  bool follow_path();
  void leave_first();
  bool open_weak();
  Gain gain_of(std::size_t place) const;
  void take(const GroupContact& contact, const ImpactBody& a, const ImpactBody& b);

  struct Row {
    std::size_t contact = 0;
    int point = 0;
  };
  double coupling(const Row& r, const Row& s) const;
  int set_up_rows(double* k, double* q);
  void reflect_bodies(const double* p, std::size_t n);
  std::vector<Row> rows_;
  std::vector<WideBody> wide_;  ///< of the bodies
  bool tells_sides_ = false;
  std::vector<ImpactPath> path_;  ///< one, from the first impact on
};

}  // namespace bankshot::BANKSHOT_ABI::detail
