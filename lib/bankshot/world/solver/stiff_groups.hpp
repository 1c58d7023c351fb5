#pragma once
// Contacts that squeeze a body between far firmer ones. Not part of the public interface.
//
// A contact-by-contact solver converges by a factor 1 - r per pass over two contacts i and j of one body, with r =
// kij^2 / (kii kjj) and k the effect of impulses on normal velocities. If r is close to 1 it hardly converges at all.
// For a ball in a wedge of angle t, r is cos^2 t; for a light body under one that is q times as heavy, r is q / (1 +
// q). The ball would sink into the wedge and be thrown out of it; the light body would be swallowed. So contacts that
// push a body from opposite sides, and so firmly, form a stiff group. They are solved together, as a linear
// complementarity problem: rigid, with the push-out as the target velocity of an overlap.
//
// With m the inverse mass of the body, ma and mb those of the bodies that push it along ni and nj, and without turning,
//   r = (m ni.nj)^2 / ((m + ma) (m + mb)).

#include <bankshot/world/solver/constraint.hpp>
#include <bankshot/world/solver/solver_bodies.hpp>
#include <bankshot/world/solver/solver_plan.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

class StiffGroups {
 public:
  /// True if a contact with a body of the other inverse mass could squeeze a body, together with another such contact.
  static bool is_firm(Real inverse_mass, Real other);
  /// Finds the groups among the contacts of a batch but those of tied bodies. Drops groups with more rows than one
  /// problem may have.
  void find(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
            const SolverBodies& bodies);
  /// True if there are any groups.
  bool any() const { return !group_.empty(); }
  /// True if contact i is in a group.
  bool has(std::size_t i) const { return !group_.empty() && group_[i] != none; }
  /// Builds the rows of all groups. Their contacts are now in blocks, one after another from `first_block` on.
  void build(std::uint32_t first_block, std::span<const ConstraintBlock> blocks, const SpringPair& springs,
             const SolverArrays& bodies);

  /// Applies the impulses that the contacts start with.
  void warm_start(std::span<const ConstraintBlock> blocks, const SolverArrays& bodies);
  /// Solves all normal rows of a group together, group by group. `bias`: with the push-out; otherwise followed by
  /// friction.
  void solve(std::span<ConstraintBlock> blocks, const SolverArrays& bodies, Real inverse_h, bool bias);
  /// Adds the push-out that deep groups need in this sub-step.
  void push_apart(std::span<const ConstraintBlock> blocks, const SolverArrays& bodies, Real inverse_h);

 private:
  /// A contact as seen from a body that it pushes; the other body is far firmer.
  struct Firm {
    std::uint32_t body = 0, contact = 0;
    V2 push;
    Real share = 0;  ///< m / (m + ma)
  };
  /// One point of a contact. Its velocity is the sum of direction . velocity over both sides, and an impulse p changes
  /// the velocity of a side by inverse_mass p direction.
  struct Row {
    std::uint32_t place = 0;
    int point = 0;
    Real bias_rate = 0;  ///< of the spring
    Real stiffness = 0;  ///< final load relative to the impulse that gives the target velocity
    double impulse = 0;  ///< accumulated; see solve_normals
    double squeeze = 0;  ///< impulse in this sub-step that moves nothing: see note_squeeze
    struct Side {
      std::uint32_t body = 0;
      double inverse_mass = 0;
      double direction[3] = {};
    } side[2];
  };
  using Rows = std::span<Row>;

  void note_firm(std::uint32_t contact, std::uint32_t body, Real inverse_mass, Real other, V2 push);
  void join_pinching(std::size_t begin, std::size_t end, std::size_t contacts);
  std::uint32_t root(std::uint32_t contact) const;
  void finish_groups(const ContactPairs& pairs, const SolverWork& work, std::span<const std::uint32_t> members);
  struct MassRange {
    double least_inverse = 0, most_inverse = 0;
  };
  static MassRange masses_of(Rows rows);
  void couple(Rows rows);
  static void push(Rows rows, const double* impulse, Real* velocity);
  static double separation_of(const Row& row, std::span<const ConstraintBlock> blocks, const SolverArrays& bodies);
  static void note_squeeze(Rows rows, const double* k, const double* q, const double* p, const double* wanted);
  static void solve_rows(Rows rows, const double* k, const double* q, double* p);
  static void solve_normals(Rows rows, const double* k, std::span<ConstraintBlock> blocks, const SolverArrays& bodies,
                            Real inverse_h, bool bias);

  std::vector<Firm> firm_;
  std::vector<std::uint32_t> group_;  ///< per contact, the first of its group, or none. Empty: no groups
  std::vector<int> rows_of_;          ///< by group
  std::vector<std::uint32_t> place_;  ///< per contact, if it is in a group: block x block_size + lane
  std::vector<Row> rows_;
  std::vector<std::size_t> begin_;  ///< begin of each group in rows_, and the end
  std::vector<double> k_;           ///< effects of impulses on velocities, group by group
};

}  // namespace bankshot::BANKSHOT_ABI::detail
