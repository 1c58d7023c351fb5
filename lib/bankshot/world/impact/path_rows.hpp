#pragma once
// The rows of an impact with friction at several points: the normal of each point that takes part, and one friction for
// each contact. Not part of the public interface.
//
// A contact's friction is one row, since its points lie on one tangent: separate rows would be equal and share it by
// rounding. Each row is scaled so that its effect on itself is 1: lengths and masses drop out.

#include <bankshot/math/vec2_math.hpp>
#include <bankshot/response/impact_process.hpp>
#include <bankshot/world/impact/body_coupling.hpp>
#include <bankshot/world/impact/lcp.hpp>

#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct PathContact {
  std::size_t body[2] = {};
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
  double impulse[2] = {};       ///< along the normal, by point
  double friction_impulse = 0;  ///< along the tangent, halfway between the arms
  double work = 0;              ///< of all impulses, on A and B together
  LegImpulse side[2];           ///< on A and on B, if requested
  double beyond_work = 0;       ///< of the normal impulses that separate the points faster than restitution does
};

/// Of a body's velocity.
struct BodyChange {
  double x = 0, y = 0, turn = 0;
};

inline constexpr std::size_t most_path_rows = 2 * static_cast<std::size_t>(complementarity_rows);
inline constexpr std::size_t no_row = most_path_rows;

/// A set of rows, or of places among some of them.
using RowBits = std::uint64_t;
static_assert(most_path_rows <= 64);
constexpr RowBits row_bit(std::size_t i) { return RowBits{1} << i; }

struct PathRow {
  std::size_t contact = 0;
  int point = 0;                  ///< -1: friction
  std::size_t friction = no_row;  ///< for a normal: the row of its contact's friction
  std::size_t body[2] = {};
  double x = 0, y = 0, turn[2] = {};
  double scale = 1;
  double lever = 1;  ///< its effect, as a share of what it would be if its two bodies were not tied to one another
  double mu = 0;     ///< for a normal: scaled like the rows
  double start = 0;  ///< initial speed
  double floor = 0;  ///< for a normal: lower bound of the speed
  RowBits near = 0;  ///< rows that share a movable body with it, or have bodies that joints tie to its own
};

class PathRows {
 public:
  /// Points beyond complementarity_rows are ignored.
  PathRows(const std::vector<WideBody>& bodies, const std::vector<PathContact>& contacts,
           const std::vector<BodyCoupling>& couplings) noexcept
      : bodies_(bodies), contacts_(contacts), couplings_(couplings) {}

  /// Reads bodies and contacts. Returns true if friction acts: if some friction may affect the separation.
  bool build();

  std::size_t size() const { return size_; }
  const PathRow& operator[](std::size_t i) const { return rows_[i]; }
  bool is_normal(std::size_t i) const { return rows_[i].point >= 0; }
  const PathContact& contact(std::size_t i) const { return contacts_[rows_[i].contact]; }
  const std::vector<WideBody>& bodies() const { return bodies_; }
  const std::vector<PathContact>& contacts() const { return contacts_; }
  const std::vector<BodyCoupling>& couplings() const { return couplings_; }
  /// Effect of an impulse on row j on the speed of row i.
  double effect(std::size_t i, std::size_t j) const { return effects_[i * size_ + j]; }
  /// Effect of a unit impulse on one row on the other, before scaling.
  double unscaled_effect(const PathRow& r, const PathRow& s) const;
  /// The largest initial speed.
  double fastest() const { return fastest_; }

  /// Speed of one of its bodies along a row, not scaled, after a change of the velocity.
  double speed(const PathRow& row, int side, const BodyChange& change) const;
  /// Speed of the first body relative to the second one, scaled, without that of the surface.
  double relative_speed(const PathRow& row, const BodyChange& first, const BodyChange& second) const;

 private:
  bool add(std::size_t contact, int point);
  PathRow row_of(std::size_t contact, int point) const;
  void add_friction(std::size_t contact, std::size_t first);
  bool couple();
  double own_effect(const PathRow& r, const PathRow& s) const;
  double tied_effect(const PathRow& r, const PathRow& s) const;
  std::size_t tied_place(std::size_t place) const;

  const std::vector<WideBody>& bodies_;
  const std::vector<PathContact>& contacts_;
  const std::vector<BodyCoupling>& couplings_;
  std::size_t size_ = 0;
  PathRow rows_[most_path_rows];
  std::vector<double> effects_;
  std::vector<RowBits> of_body_;  ///< per movable body, or the first of those tied to it: its rows
  double fastest_ = 0;
};

}  // namespace bankshot::BANKSHOT_ABI::detail
