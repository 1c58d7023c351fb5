#pragma once
// Resolves all impacts within a step, in order of time. Not part of the public interface.
//
// The solver has moved the held bodies; all others fly parabolas. The timeline sweeps the pairs that the solver does
// not have. It resolves the earliest impact by the law of impact. Both bodies continue on new paths for the rest of the
// step, and their pairs are swept again.
//
// A held body keeps its path: an impact in this step changes its velocity, which the solver passes on to its neighbours
// in the next step. The other body must not enter that path, so it is led along it for the rest of the step; it keeps
// the velocity that the impact gave it for later. If two held bodies meet, the approaching one waits. Only if they meet
// so fast that they might pass one another are both released: from then on they fly, and their resting contacts are
// swept like all other pairs.

#include <bankshot/broad/box_list.hpp>
#include <bankshot/broad/flat_map.hpp>
#include <bankshot/broad/pair_cache.hpp>
#include <bankshot/world/bodies/flight.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>
#include <bankshot/world/impact/impact_group.hpp>
#include <bankshot/world/pairs/pairs.hpp>
#include <bankshot/world/pairs/way_bound.hpp>
#include <bankshot/world/rest/supporting_contacts.hpp>
#include <bankshot/world/timeline/timeline_lists.hpp>

#include <algorithm>
#include <optional>

namespace bankshot::BANKSHOT_ABI::detail {

class Timeline {
 public:
  /// Begins a step of length `dt`. The pairs were found with `finder`, which the timeline may use to find them again in
  /// larger boxes. `books` may be null.
  void begin(PairCache& finder, PairSet& pairs, Real dt, std::vector<Motion>& motion, EnergyRecorder* books);

  /// Predicts the first impacts on the paths in `motion`. May be called again after these have changed, as long as no
  /// impact has been run.
  void predict_all(const WorldState& world, PairSet& pairs);

  /// Collects, by key, the predicted impacts that the solver may take over as speculative contacts: see
  /// speculation.hpp.
  void foresee(const WorldState& world, const PairSet& pairs, std::vector<SpeculativeContact>& contacts);

  /// Pairs, by key, that are in no list of `pairs`: their bodies were thrown farther by the solver than was expected.
  std::span<const ToiCandidate> thrown() const noexcept { return thrown_; }

  /// Runs all impacts. Writes velocities to the world, paths to `motion` and impacts to the world's list; wakes the
  /// bodies that are hit.
  StepStatus run(WorldState& world, PairSet& pairs, std::vector<Motion>& motion);

  /// After run(): returns the fraction of the displacement `way` that all `ranks` (in rank order) can move beyond the
  /// ends of their paths without meeting another body, each of which is at the end of its own path.
  Real share_free(const WorldState& world, const PairSet& pairs, std::span<const Rank> ranks, V2 way);

  /// Pairs that had an impact in this step, by key.
  std::span<const PairKey> met() const noexcept { return met_; }

  /// Per body, an upper bound of the displacement of any of its points in the step; and the largest of them.
  std::span<const WayBound> ways() const noexcept { return ways_; }
  Real longest_way() const noexcept { return longest_way_; }
  /// Calls visit(key) for each pair that may have met although it is in no list of the step's pairs.
  template <class Visit>
  void for_each_found(Visit&& visit) const;

  /// A shape that slept when the step began and was hit. No pair of the step knows its reach.
  struct Woken {
    std::uint32_t proxy = 0;
    Box reach;
  };
  std::span<const Woken> woken() const noexcept { return woken_; }

 private:
  struct Candidate {
    PairKey key;
    Rank body_a = 0, body_b = 0;
    std::uint32_t next_a = none, next_b = none;  ///< next candidate of the same body
    AwaitedPlace awaited[2];                     ///< its places in the lists of A and of B
    std::uint32_t near = none;                   ///< place in PairSet::near
    Real when = 0;                               ///< its latest prediction; the end of the step: none
    Real put_off = -1;  ///< time from which it is still to be swept, `when` being a lower bound until then; -1: swept
    std::uint32_t version = 0;  ///< of its latest prediction; older ones in the queue are void
    std::uint16_t impacts = 0;
    Real met_at = 0;       ///< time of the last impact
    bool settled = false;  ///< came to rest at its last impact; left to the solver while it is slow
    V2 normal;             ///< of the last impact
    Real depth = 0;        ///< allowed overlap at the end of the step, a length, see depth_left(); 0: none
    Real overlap = 0;      ///< overlap at the beginning of the step, a length; > 0 for contact pairs only
    bool deep = false;     ///< overlaps by more than `depth` and the slop from the start
    Real sunk = 0;         ///< overlap, a length, at which it meets again, see set_hops()
    Real apart = 0;        ///< the two cannot meet while the sum of their strayed_ is less
    bool rests = false;    ///< a resting contact of the solver
    bool solved = false;   ///< the solver has it: not swept while both bodies are held
    bool listed = false;   ///< is a contact pair or a TOI candidate of the step
  };
  /// Per body: its first candidate that the solver has, the first one that the solver does not have, and its place in
  /// watches_.
  struct BodyCandidates {
    std::uint32_t resting = none, others = none, watch = none;
  };
  struct QueuedImpact {
    Real time = 0;
    PairKey key;  ///< orders predictions of the same time
    std::uint32_t candidate = 0, version = 0;
    V2 normal, point_from_a;
    FeaturePair features;
  };
  /// True if `l` is the later of two predictions: the top of the heap is the earliest.
  struct Later {
    bool operator()(const QueuedImpact& l, const QueuedImpact& r) const {
      if (l.time != r.time) return r.time < l.time;
      return r.key < l.key;
    }
  };

  /// The motion of a body in the step if nothing hits it.
  struct Course {
    V2 way;              ///< displacement of its centre
    V2 bend;             ///< what the end velocity instead of the mean one would add to `way`
    Real arc = 0;        ///< what turning adds for the farthest point
    bool signs = false;  ///< true if its velocity has a negative zero, which finish() removes from all flying bodies
  };
  /// The motion of A relative to B in the step if nothing hits them.
  struct Closing {
    V2 first, last;  ///< the displacement at the relative velocity of the beginning, and of the end
    Real arcs = 0;   ///< what turning adds
    bool cannot_meet(Real gap) const;
    /// Upper bound of the approach of any two points.
    Real farthest() const;
  };
  /// What to do about a pair with new paths: nothing, a sweep, or a sweep unless it ends_shallow().
  enum class Outlook : std::uint8_t { leave, sweep, ask_end };
  struct Doubt {
    PairKey key;
    std::uint32_t place = 0;  ///< in listed_, or in candidates_
    Closing closing;
  };

  /// A change of the velocity of a path.
  struct PathChange {
    V2 linear;
    Real angular = 0;
  };

  struct SupportKey {
    PairKey key;
    std::uint32_t near = none;  ///< place in PairSet::near
  };
  /// The placement of a pair when it meets and, once requested, at the end of the step.
  struct PairPlaces {
    PairKey key;
    const PairInput& now;
    Real inner = 0;  ///< the two overlap if their centres are nearer than this; 0: unknown
    bool then_known = false;
    PairInput then = {};
  };
  /// Two bodies that overlap deeply in many parts, and the number of their impacts, see are_stuck().
  struct StuckPair {
    RankPair bodies;
    int hits = 0;
    struct Path {
      V2 velocity, acceleration;
      Real spin = 0;
      friend bool operator==(const Path&, const Path&) = default;
    };
    std::optional<Path> as_one[2];  ///< their common motion once they are out of impacts
  };
  /// A pair of the solver that may be deep at the end of its paths.
  struct Guarded {
    std::uint32_t place = 0;  ///< in PairSet::near
    Real depth = 0;           ///< allowed overlap at the end, a length
  };

  void start(const WorldState& world, const PairSet& pairs);
  void end_flights(std::size_t bodies);
  bool may_be_solved(const WorldState& world, const Candidate& candidate) const;
  Real contact_ahead(const WorldState& world, const PairSet& pairs, const QueuedImpact& hit,
                     SpeculativeContact& contact);
  Course new_course(const WorldState& world, Rank rank) const;
  Course course_of(const WorldState& world, Rank rank) const;
  static Closing closing_of(const Course& a, const Course& b);
  bool line_parts(const WorldState& world, Rank a, Rank b, const PairInput& in, V2 normal,
                  const Closing& closing) const;
  bool circles_part(const WorldState& world, const RankPair& bodies, const Course& a, const Course& b) const;
  void start_far(const WorldState& world, const PairSet& pairs);
  void start_near(const WorldState& world, const PairSet& pairs, std::uint32_t i);
  void measure_ways(const WorldState& world);
  Real path_length(const WorldState& world, Rank rank) const;
  void guard(const WorldState& world, const PairSet& pairs);
  Real closed_at_points(const WorldState& world, const PairSet& pairs, std::uint32_t i) const;
  Real closed_on_path(const WorldState& world, const PairSet& pairs, std::uint32_t i) const;
  void sweep_first(const WorldState& world, const PairSet& pairs, std::uint32_t listed);
  void doubt(const WorldState& world, const PairKey& key, std::uint32_t listed, const Closing& closing);
  void doubt_again(const WorldState& world, std::uint32_t candidate, Real from);
  template <class Sweep>
  void clear_doubts(const WorldState& world, Sweep&& sweep);
  void open(const WorldState& world, const PairSet& pairs);
  static const PairKey& key_of(const PairSet& pairs, std::size_t i);
  template <class Visit>
  void for_each_unlisted(const WorldState& world, const PairSet& pairs, Rank rank, Visit&& visit) const;
  void enlist(const WorldState& world, const PairSet& pairs, Rank rank);
  Real depth_left(const WorldState& world, const Candidate& candidate, Real restitution);
  Candidate candidate_of(const WorldState& world, const PairKey& key);
  Candidate candidate_of(const WorldState& world, const PairSet& pairs, std::uint32_t listed);
  std::uint32_t add(const Candidate& candidate);
  void link(std::uint32_t place);
  void expect(std::uint32_t place, Real when);
  void await(std::uint32_t place, bool second);
  void await_no_more(const Candidate& candidate, bool second);
  /// The next candidate of a body in the same list.
  std::uint32_t next_of(Rank rank, std::uint32_t place) const {
    return candidates_[place].body_a == rank ? candidates_[place].next_a : candidates_[place].next_b;
  }
  template <class Visit>
  void for_each_candidate(Rank rank, std::uint32_t first, Visit&& visit) const;
  template <class Visit>
  void for_each_candidate(Rank rank, Visit&& visit) const;
  Real approach_bound(const WorldState& world, const Candidate& candidate, Real time);
  bool stay_apart(const WorldState& world, Candidate& candidate, Real from);
  bool still_apart(const Candidate& candidate) const {
    return strayed_[candidate.body_a] + strayed_[candidate.body_b] < candidate.apart;
  }
  void stray(Rank rank, Real time);
  Watch* watch_of(Rank rank) { return first_of_[rank].watch == none ? nullptr : &watches_[first_of_[rank].watch]; }
  Watch& begin_watch(Rank rank);
  void watch(std::uint32_t place);
  void look_again_at_all(const WorldState& world, Rank rank, Real time);
  Outlook outlook(const WorldState& world, std::uint32_t candidate, Real from);
  void look_ahead(const WorldState& world, std::uint32_t candidate, Real from);
  void ask_ends(const WorldState& world);
  const PairInput& place_then(const WorldState& world, PairPlaces& places);
  Real line_at(const WorldState& world, Rank rank, const SupportingContact& bearing, Real time);
  bool goes_on(const WorldState& world, const PairPlaces& places, const PairInput& in, bool first,
               const SupportingContact& bearing, Real time);
  Real met_gap(const WorldState& world, Rank rank, Real time);
  bool goes_on_from(const WorldState& world, PairPlaces& places, Rank rank, V2 along, Real time);
  bool continues_hit(const WorldState& world, PairPlaces& places, bool first, Real time, V2 normal, V2& along);
  bool comes_along(const WorldState& world, const PairPlaces& places, V2 normal, Real time);
  bool continues(const WorldState& world, const PairKey& key, std::uint32_t near, const PairInput& in, Real time,
                 V2 normal, V2& along);
  static std::uint64_t shapes_of(const PairKey& key) { return std::uint64_t{key.a} << 32 | key.b; }
  /// True if any parts of the two shapes of a pair have met in this step. At least one of the shapes is composite.
  bool have_met(const PairKey& key) const { return met_shapes_.find(shapes_of(key)) != FlatMap::none; }
  void sweep(const WorldState& world, std::uint32_t candidate, Real from);
  void sweep_sure(const WorldState& world, Real time, bool later = false);
  bool put_off(const WorldState& world, const Doubt& doubt, const ContactGeometry& now, Real time);
  void enqueue(const QueuedImpact& prediction);
  void drop_void();
  void catch_up(const WorldState& world, std::uint32_t candidate);
  bool stays_clear(const WorldState& world, const Doubt& doubt, const PairInput& in, V2 normal, Real from);
  /// True if its pairs are still to be predicted again.
  bool waits(Rank rank) const { return flight_of_[rank] != none && flights_[flight_of_[rank]].waits; }
  void resolve_impact(WorldState& world, PairSet& pairs, const QueuedImpact& hit);
  void load(const WorldState& world, Rank rank, Real time, ImpactBody& body);
  PairInput input_at(const WorldState& world, const PairKey& key, Real reach, Real time);
  ContactGeometry geometry_at(const WorldState& world, const PairKey& key, Real reach, Real time);
  ContactGeometry geometry_in_place(const WorldState& world, const PairKey& key, std::uint32_t near, Real reach,
                                    Real time);
  Real approach(const Candidate& candidate, V2 normal, V2 arm_a, V2 arm_b, Real time) const;
  bool is_sharp(const WorldState& world, const Candidate& candidate) const;
  Real contact_at(const WorldState& world, std::uint32_t candidate, Real time, Real reach, GroupContact& contact);
  void gather(const WorldState& world, const PairSet& pairs, const QueuedImpact& hit);
  V2 covered_by(const WorldState& world, const GroupContact& corner, const GroupContact& face, Real time);
  void leave_corners(const WorldState& world, Real time);
  std::size_t add_body(const WorldState& world, Rank rank, Real time);
  Real set_surface(const WorldState& world, GroupContact& contact, V2 velocity) const;
  Real rest_speed(const WorldState& world, const Candidate& candidate, const ImpactSettings& settings) const;
  void add_impact(const WorldState& world, std::uint32_t candidate, Real time, GroupContact contact);
  void expand(const WorldState& world, const PairSet& pairs, std::size_t body, Real time);
  bool meets_now(const WorldState& world, std::uint32_t candidate, Real time);
  bool is_due(const WorldState& world, const Candidate& candidate, Real time);
  bool has(const PairKey& key) const;
  /// True if a pair has met so often in this step that it takes further impacts as one persistent contact.
  static bool persists(const Candidate& candidate) { return candidate.impacts >= tolerance::free_bounces; }
  bool has_surface(const WorldState& world, const GroupContact& contact) const;
  void look_for_support(const WorldState& world, const PairKey& key, std::uint32_t near);
  void add_persisting(const WorldState& world, Rank rank, Real time);
  void add_in_parts(GroupContact contact);
  int find_supports(const WorldState& world, Real time);
  int take_support(const WorldState& world, const SupportKey& of, PairInput& in, ContactGeometry& found, Real time);
  void add_supports(const WorldState& world, std::size_t body, Real time);
  bool is_resting_on(const WorldState& world, const GroupContact& contact) const;
  void follow_up(WorldState& world, const GroupContact& contact, Real time);
  bool is_sunk(const WorldState& world, const Candidate& candidate) const;
  bool is_spent(const WorldState& world, const Candidate& candidate) const;
  static std::optional<Rank> against_firm(const WorldState& world, const Candidate& candidate);
  void stop_crushed(const WorldState& world, const Candidate& candidate, Real time);
  bool is_crushed(const WorldState& world, const Candidate& candidate) const;
  void stop_sunk(const WorldState& world, const Candidate& candidate, Real time);
  bool are_stuck(const WorldState& world, const Candidate& candidate, int most);
  bool is_stuck(const Candidate& candidate) const;
  void hold_together(WorldState& world, const Candidate& candidate, Real time);
  StuckPair::Path course_of(Rank rank) const;
  void book(const WorldState& world, Real time);
  Real least_hop(const WorldState& world, const Candidate& candidate, Real time) const;
  void set_hops(const WorldState& world, const Candidate& candidate, const GroupContact& contact, Real time,
                ImpactSettings& settings);
  Real turning_press(const WorldState& world, const Candidate& candidate, const GroupContact& contact, Real time);
  void look_again(const WorldState& world, Rank rank, Real time);
  bool rests_on_firm(const WorldState& world, Rank rank) const;
  bool hold_alone(const WorldState& world, const PairSet& pairs, Rank a, Rank b);
  bool in_a_corner(const WorldState& world, std::uint32_t place, Rank rank) const;
  Real pressed_into(const WorldState& world, const Candidate& candidate, const GroupBody& body, Real time, bool exact);
  void release(const WorldState& world, Rank rank, Real time, bool keeps = false);
  bool leaves_contacts(const WorldState& world, std::size_t place, Real time);
  void take(WorldState& world, std::size_t place, Real time);
  void lead(WorldState& world, Rank rank_a, Rank rank_b, const ImpactBody& a, const ImpactBody& b,
            const ImpactSettings& settings, Real time);
  Real share_of_way(const WorldState& world, Rank rank_a, Rank rank_b, V2 normal, Real time) const;
  PathChange way_aside(const WorldState& world, Rank rank, V2 normal, V2 arm, Real speed, Real time);
  void deflect(WorldState& world, Rank rank, const PathChange& by, Real time);
  void freeze(const WorldState& world, Rank rank, Real time, StepStatus why);
  bool leaps(const WorldState& world, Rank rank, V2 change) const;
  bool is_far(const WorldState& world, Rank rank, V2 way) const;
  void let_go(const WorldState& world, Rank rank, Real time);
  bool show_velocity(const WorldState& world, Rank rank, Real time);
  bool jams(const WorldState& world, Rank rank, V2 change, Real most, Real time);
  bool can_pass(const WorldState& world, const Candidate& candidate, const ImpactBody& a, const ImpactBody& b,
                Real time) const;
  Real closing_speed(const WorldState& world, const Candidate& candidate, V2 relative, Real time) const;
  Real turning_normal(const WorldState& world, const Candidate& candidate) const;
  bool left_to_solver(const WorldState& world, const Candidate& candidate) const;
  Real way_left(const WorldState& world, const Candidate& candidate, Real time) const;
  static bool ends_shallow(const ContactGeometry& end, Real depth);
  bool make_way(const WorldState& world, Rank a, Rank b);
  bool rests(const WorldState& world, Rank rank) const;
  bool stands(const WorldState& world, Rank rank) const;
  bool movable(const WorldState& world, Rank rank) const;
  void report(WorldState& world, const GroupContact& contact, Real time);
  void wake_up(WorldState& world, Rank rank, Real time);
  void widen(const WorldState& world, PairSet& pairs, Rank rank, Real time);
  Box way_box(const WorldState& world, Rank rank, Real time);
  bool is_thrown(const WorldState& world, const PairSet& pairs, std::size_t i) const;
  void widen_thrown(const WorldState& world, PairSet& pairs);
  bool widen_together(const WorldState& world, PairSet& pairs);
  bool grow_thrown(const WorldState& world, PairSet& pairs);
  static bool can_meet(const WorldState& world, std::uint32_t a, std::uint32_t b);
  Real share_free(const WorldState& world, std::uint32_t p, std::uint32_t q, V2 way);
  void find_resting(const WorldState& world, PairSet& pairs);
  void add_unlisted_parts(const WorldState& world, const PairSet& pairs, const PairKey& shapes);
  bool reaches_farther(const WorldState& world, PairSet& pairs, std::uint32_t p, Box& box);
  Real first_way(const WorldState& world, Rank rank) const;
  Real next_way(const WorldState& world, Rank rank, Real time);
  Real way_of(const WorldState& world, Rank rank) const;
  bool gets_farther(const WorldState& world, const PairSet& pairs, Rank rank, Real time);
  template <class Visit>
  void for_each_pair(const WorldState& world, const PairSet& pairs, Rank rank, Visit&& visit) const;
  void mark_known(const WorldState& world, const PairSet& pairs, Rank rank, std::uint32_t p);
  void add_neighbour(const WorldState& world, const PairSet& pairs, std::uint32_t p, std::uint32_t q);
  void collect_known_parts(const WorldState& world, const PairSet& pairs, Rank rank);
  void predict_again(const WorldState& world, Rank rank, Real time);
  void finish(WorldState& world, std::vector<Motion>& motion);
  /// Place in flights_.
  std::uint32_t flight(const WorldState& world, Rank rank) {
    return flight_of_[rank] != none ? flight_of_[rank] : begin_flight(world, rank);
  }
  std::uint32_t begin_flight(const WorldState& world, Rank rank);
  /// Centre of A minus centre of B.
  V2 difference(const WorldState& world, Rank a, Rank b, Real time) {
    const std::uint32_t flight_a = flight(world, a), flight_b = flight(world, b);
    return centre_difference(world.bodies.pose[a], world.bodies.pose[b]) +
           (placed(flights_[flight_a], time).placed - placed(flights_[flight_b], time).placed);
  }

  Real dt_ = 0;
  StepStatus status_ = StepStatus::ok;
  bool open_ = false;  ///< true if candidates are linked to their bodies
  bool parts_known_ = false;
  std::uint32_t known_stamp_ = 0;
  std::uint32_t watched_ = 0;  ///< number of watches_ in use
  const std::vector<Motion>* motion_ = nullptr;
  const PairSet* pairs_ = nullptr;
  SupportingContacts bearings_;  ///< found on demand
  EnergyRecorder* books_ = nullptr;
  StaticSupport* backing_ = nullptr;
  std::vector<std::uint8_t> listed_;    ///< of contact pairs, then TOI candidates: 1 if a candidate, or never one
  std::vector<std::uint8_t> enlisted_;  ///< per body, 1 if all its pairs are in `candidates_`
  std::vector<Real> strayed_;   ///< per body, upper bound of how far impacts lead it from its first path; see stray()
  std::vector<Real> farthest_;  ///< per body, bound of the displacement on the paths after its first
  std::vector<std::uint32_t> second_of_;    ///< per body, the last pair of `listed_` of which it is the second
  std::vector<std::uint32_t> next_second_;  ///< per pair, the previous one with the same second body
  std::vector<Guarded> guarded_;            ///< the solver's pairs whose final depth is to be checked
  std::vector<WayBound> ways_;              ///< per body, upper bound of the displacement of its points
  Real longest_way_ = 0;                    ///< the largest of `ways_`
  std::vector<Course> courses_;             ///< per body, filled if many pairs need them
  std::vector<Doubt> doubtful_;             ///< pairs that may meet, as far as is known
  std::vector<PairInput> doubtful_input_;
  std::vector<ContactGeometry> doubtful_contact_;
  std::vector<std::uint32_t> sure_, undecided_;  ///< candidates to be swept; those to be swept if they end deep
  std::vector<Candidate> candidates_;
  std::vector<PersistingPair> persisting_;  ///< see Flight::persisting
  std::vector<BodyCandidates> first_of_;    ///< per body
  std::vector<Watch> watches_;
  std::vector<std::uint32_t> flight_of_;  ///< per body, its place in flights_, or `none`
  std::vector<Flight> flights_;
  std::vector<Rank> flyer_;     ///< body of flights_[i]
  std::uint32_t gathered_ = 0;  ///< number of the impact that is being gathered; 0: none
  std::uint32_t gatherings_ = 0;
  std::vector<QueuedImpact> queue_;  ///< heap
  std::vector<PairKey> met_;
  FlatMap met_shapes_;  ///< keyed by shapes_of(), see have_met(); the values are unused
  std::vector<StuckPair> stuck_;
  PartCandidates part_candidates_;
  std::vector<HeldDrift> drifts_;  ///< of the impact group's bodies, for the energy recorder
  ImpactGroup cluster_;
  std::vector<std::uint32_t> around_;     ///< relevant candidates of one body, by key
  std::vector<SupportKey> support_keys_;  ///< pairs of one body that may be resting contacts
  std::vector<GroupContact> supports_;    ///< resting contacts of one body
  std::vector<Woken> woken_;
  std::vector<ToiCandidate> thrown_;
  PairCache* finder_ = nullptr;               ///< of the shapes that moved when the step began
  std::vector<std::uint32_t> thrown_shapes_;  ///< places in PairSet::active
  BoxList widened_;                           ///< shapes that reach farther than was known
  std::vector<std::uint32_t> widened_at_;     ///< per shape, its place in `widened_`; valid unless that is empty
  std::vector<std::uint32_t> around_box_;     ///< places in PairSet::active
  /// Per shape: known_stamp_ if it is in a pair with the current shape, or if their parts have been examined.
  std::vector<std::uint32_t> known_;
  std::vector<PairKey> known_parts_;  ///< the part pairs of a body, sorted, if parts_known_
};

template <class Visit>
void Timeline::for_each_found(Visit&& visit) const {
  for (const Candidate& candidate : candidates_) {
    if (!candidate.listed) visit(candidate.key);
  }
}

/// Visits the candidates of a body by place, starting at `first`.
template <class Visit>
void Timeline::for_each_candidate(Rank rank, std::uint32_t first, Visit&& visit) const {
  for (std::uint32_t place = first; place != none;) {
    const std::uint32_t next = next_of(rank, place);
    visit(place);
    place = next;
  }
}

template <class Visit>
void Timeline::for_each_candidate(Rank rank, Visit&& visit) const {
  for_each_candidate(rank, first_of_[rank].resting, visit);
  for_each_candidate(rank, first_of_[rank].others, visit);
}

/// Visits the pairs of a body that are not in `candidates_` yet, and may be added.
template <class Visit>
void Timeline::for_each_unlisted(const WorldState& world, const PairSet& pairs, Rank rank, Visit&& visit) const {
  const std::uint32_t first = world.proxy_begin[rank], end = world.proxy_begin[rank + 1];
  const auto before = [](const auto& pair, std::uint32_t proxy) { return pair.key.a < proxy; };
  const auto of_first = [&](const auto& list, std::size_t offset) {
    for (auto pair = std::lower_bound(list.begin(), list.end(), first, before); pair != list.end() && pair->key.a < end;
         ++pair) {
      const std::size_t i = offset + static_cast<std::size_t>(pair - list.begin());
      if (!listed_[i]) visit(static_cast<std::uint32_t>(i));
    }
  };
  of_first(pairs.near, 0);
  of_first(pairs.far, pairs.near.size());
  for (std::uint32_t i = second_of_[rank]; i != none; i = next_second_[i]) {
    if (!listed_[i]) visit(i);
  }
}

/// Sweeps the undecided pairs that may really meet. A pair without points within the distance that it can close has a
/// larger gap, so it does not meet.
template <class Sweep>
void Timeline::clear_doubts(const WorldState& world, Sweep&& sweep) {
  doubtful_contact_.resize(doubtful_.size());
  find_manifolds(doubtful_input_, doubtful_contact_.data());
  for (std::size_t i = 0; i < doubtful_.size(); ++i) {
    const PairKey& key = doubtful_[i].key;
    const Proxy &a = world.proxies[key.a], &b = world.proxies[key.b];
    if (a.convex && b.convex) {
      const ContactGeometry& contact = doubtful_contact_[i];
      if (contact.count == 0) continue;
      if (line_parts(world, a.body, b.body, doubtful_input_[i], contact.normal, doubtful_[i].closing)) continue;
    }
    sweep(doubtful_[i].place);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
