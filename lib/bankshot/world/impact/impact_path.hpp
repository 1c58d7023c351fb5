#pragma once
// Impacts with friction at several points at one instant. Not part of the public interface.
//
// One point follows Routh's process (response/impact_process.hpp). Several points do, too, but all their impulses grow
// at once, and no law tells how fast each grows beside the others: that depends on the stiffness of the bodies. Here
// they grow so that all points reach their goals together, along straight pieces through the space of impulses. With v
// the normal speeds, one for each point, u the slips, one for each contact, and G the effect of impulses on all of
// them, a piece is a direction d with
//   v + (G d)_v >= goal,   d_n >= 0, and d_n = 0 wherever that is not an equality,
//   sliding contacts: d_f = -sign(u) mu sum d_n;
//   sticking contacts: (G d)_u = 0 with |d_f| <= mu sum d_n, or they begin to slide against
//   d_f = -sign((G d)_u) mu sum d_n.
// It ends where a slip becomes 0, and the next one begins there. Compression goes to 0; its work W is the work that the
// normals of a contact take. Restitution goes towards e times the speed of approach, and on beyond that in proportion,
// until each contact has given back e^2 W. For one point that is Routh's process with Stronge's law of restitution;
// without friction and with one e it is Newton's law at each point, as in impact_group.hpp.
//
// No energy is gained for e <= 1: friction opposes the slip in each piece and at both of its ends. In compression the
// work is convex along a piece, 0 at first and <= 0 at its end. In restitution each contact stops at its budget, and a
// point whose contact has none pushes only while it is where compression left it.
//
// A contact's friction is one row, since its points lie on one tangent: separate rows would be equal and share it by
// rounding. Its budget is one as well, so a crate that lands flat leaves without spin. With a budget per point, a
// landing that sticks would leave with a spin of 1.8 rad/s where stiff springs give 2.4 and Poisson's law 2.2, but it
// would also spin where nothing in nature distinguishes the two corners. There is no rigid law for that, and the calmer
// one is taken. Each contact has its own budget for restitution, since e is a property of a pair: what one contact
// takes must not be given back by another with another e. Contacts of one face made of several parts share their
// budget, and separate as those of one piece. Such contacts have the same two bodies, one normal and one e; immovable
// bodies need not be the same one.
//
// If there is no such d, or friction presses a point on faster than it brakes it (a jam), other pieces are tried: the
// jammed point alone, until its slip ends; a chord, along which all slips may end (Stewart and Trinkle 1996, Anitescu
// and Potra 1997), so that it loses energy as well; and one without friction, which exists unless the rows contradict
// one another.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/response/impact_process.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/lcp.hpp>
#include <bankshot/world/impact/lemke.hpp>

#include <utility>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct PathContact {
  int body[2] = {};
  V2 normal;
  V2 arm[2][2];  ///< by side, then by point
  int points = 1;
  bool part[2] = {};  ///< true if the point takes part
  double friction = 0;
  double surface_speed = 0;
  double restitution[2] = {};  ///< by point
  bool support = false;        ///< only asks not to be pressed deeper
  bool rattles = false;        ///< a support that may be pressed as fast as it separates
  double least_speed[2] = {};  ///< least final speed of separation, whatever restitution asks for

  // ---- results ----
  double impulse[2] = {};  ///< along the normal, by point
  double rub = 0;          ///< along the tangent, halfway between the arms
  double work = 0;         ///< of all impulses, on A and B together
  ImpulsePiece side[2];    ///< on A and on B, if requested
  double beyond_work = 0;  ///< of the normal impulses that separate the points faster than restitution does
};

class ImpactPath {
 public:
  /// Filled in by the caller; run() changes velocities and fills in the results of each contact. Points beyond
  /// complementarity_rows are ignored.
  std::vector<WideBody> bodies;
  /// Larger impulses, relative to the one that stops the largest speed alone, contradict one another.
  double most_share = tolerance::largest_rubbing_share;
  std::vector<PathContact> contacts;

  bool tells_sides = false;  ///< true to record the work on A and on B

  void clear();
  /// Reads bodies and contacts. Returns true if friction acts: if some friction may affect the separation.
  bool prepare();
  /// Follows the whole path. Returns false if no impulses, or no believable ones, are found; then nothing is changed.
  bool run();

 private:
  /// Normals, and at most one friction for each.
  static constexpr std::size_t most_rows = 2 * static_cast<std::size_t>(complementarity_rows);
  static_assert(most_rows <= 64);
  using Bits = std::uint64_t;  ///< of rows, or of places in the basis

  enum class Phase : std::uint8_t { compression, restitution, parting };
  enum class Level : std::uint8_t { exact, jam, all, chord, smooth, end };
  enum class End : std::uint8_t { failed, idle, reached, bent };

  /// A normal or a friction, scaled so that its effect on itself is 1: lengths and masses drop out.
  struct Row {
    int contact = 0;
    int point = 0;      ///< -1: friction
    int friction = -1;  ///< for a normal: the row of its contact's friction
    int body[2] = {};
    double x = 0, y = 0, turn[2] = {};
    double scale = 1;
    double mu = 0;  ///< for a normal: scaled like the rows
  };
  struct Change {
    double x = 0, y = 0, turn = 0;
  };

  void add_row(int contact, int point);
  Row row_of(const PathContact& contact, int point) const;
  void couple(bool& couples);
  void add_friction_limits();
  double effect(const Row& r, const Row& s) const;
  double speed(const Row& row, int side) const;
  void set_mode(std::size_t friction, double least_slip);
  bool lacks(const double (&goal)[most_rows]) const;
  bool is_one_face(const PathContact& one, const PathContact& two) const;
  void share_budgets();
  void set_budgets();
  bool compress();
  bool give_back();
  bool part();
  double most_hop_work() const;
  bool believable() const;
  void finish();

  // ---- one piece: impact_path_piece.cpp ----
  End go(Phase phase, bool in_chords);
  void choose_pushers(Phase phase);
  bool find(Level level, Phase phase);
  bool take_piece(Level level, Phase phase, End& end);
  double way(Level level, Phase phase);
  void spend(double t);
  bool holds_still(Level level, std::size_t row) const;
  void advance(Level level, Phase phase, double t);
  bool find_direction();
  bool find_jam();
  bool find_among_all(bool chord, Phase phase);
  bool find_smooth();
  bool contradicts(std::size_t row, signed char& next) const;
  void amend(bool only_last);
  bool solve_basis();
  bool list_basis();
  void fill_factor();
  bool factor();
  void substitute();
  void spread();
  bool keep_to_cones();
  double cone(int friction) const;
  static Bits bit(std::size_t i) { return Bits{1} << i; }
  bool is_normal(std::size_t i) const { return rows_[i].point >= 0; }
  double g(std::size_t i, std::size_t j) const { return g_[i * n_ + j]; }

  std::size_t n_ = 0;
  Row rows_[most_rows];
  Bits near_[most_rows];                 ///< per row: those that share a movable body with it
  std::vector<double> g_;                ///< effect of rows on rows
  double x_[most_rows];                  ///< speeds
  double start_[most_rows];              ///< initial speeds
  double floor_[most_rows];              ///< lower bounds of the speeds
  double goal_[most_rows];               ///< of the piece
  double p_[most_rows];                  ///< impulses
  double d_[most_rows], dx_[most_rows];  ///< of the piece: impulses, and the changes of speeds
  double taken_[most_rows];              ///< per normal: work
  signed char mode_[most_rows];          ///< per friction: sign of the slip
  signed char guess_[most_rows];         ///< per friction: the guess for the piece
  signed char active_[most_rows];        ///< per normal: takes impulse
  signed char pushes_[most_rows];        ///< per normal: may take impulse
  std::vector<Bits> rows_of_;            ///< per movable body: its rows
  std::vector<int> first_, friction_;    ///< per contact: its first row, and the one of friction or -1
  std::vector<std::size_t> purse_;       ///< per contact: the first one of its face
  std::vector<double> budget_, full_;    ///< per face, at its first contact: work that it may give back
  std::vector<Change> change_, moved_;   ///< per body: along d, and in total

  double size_ = 0;                ///< scale of the speeds
  double lack_ = 0, largest_ = 0;  ///< of a piece: the largest lack of speed, the largest impulse
  int bent_ = -1;        ///< friction whose slip ends with the piece, or normal that is back at its lower bound
  int spent_ = -1;       ///< contact whose budget ends with it
  bool is_ray_ = false;  ///< d continues until a slip ends
  double beyond_ = 1;    ///< goal of restitution, in units of e times the speeds of approach

  std::pair<std::size_t, signed char> wrong_[most_rows];  ///< rows that a guess contradicts, and their next guess
  std::size_t wrongs_ = 0;
  std::size_t basis_[most_rows], place_[most_rows];  ///< rows that are solved for, and their places among them
  std::size_t count_ = 0;
  Bits in_basis_ = 0, slides_up_ = 0, slides_down_ = 0;  ///< rows that the factor belongs to
  bool is_factored_ = false;
  std::vector<double> factor_;
  double rhs_[most_rows];
  Bits filled_[most_rows];  ///< per row of the factor: its nonzero places
  Lemke lemke_;
  std::vector<std::size_t> normals_, rubbing_;  ///< rows of its problem
};

}  // namespace bankshot::BANKSHOT_ABI::detail
