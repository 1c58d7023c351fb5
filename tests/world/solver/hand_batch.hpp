#pragma once
// A batch of the solver, filled by hand.

#include <bankshot/tolerance.hpp>
#include <bankshot/world/bodies/structure.hpp>
#include <bankshot/world/solver/solver_batch.hpp>

#include <cmath>

#include "world/world_fixture.hpp"

namespace bankshot::testing {

using detail::V2;

inline constexpr Real slop_of_1m = Real(1) / 256;

/// A contact of two bodies, by their places in HandBatch::bodies. Points are relative to A's centre.
struct HandContact {
  int a = 0, b = 0;
  V2 normal{0, 1}, d{0, 1};
  std::vector<V2> points{{0, 0}};
  std::vector<Real> separations{0};
  std::vector<Real> impulses{0};
  Real friction = 0, friction_impulse = 0, surface_speed = 0;
};

/// Bodies far from one another, and contacts that a test claims they have: the solver does not look at places.
struct HandBatch {
  World world;
  std::vector<BodyId> bodies;
  std::vector<HandContact> contacts;
  bool young = false;  ///< the solver has not had any of the contacts before
  detail::ContactPairs pairs;
  detail::SolverWork work;
  std::vector<detail::Motion> motion;

  explicit HandBatch(Real gravity, int substeps = 4)
      : world(WorldDef{.gravity = Vec2(0, -gravity), .substeps = substeps}) {}

  int add(BodyDef def, const Shape& shape = box(1, 1), const Material& material = {}) {
    def.position = Vec2(static_cast<Real>(10 * bodies.size()), 0);
    bodies.push_back(world.add_body(def, shape, material));
    return static_cast<int>(bodies.size()) - 1;
  }
  int add_fixed() { return add({.type = BodyType::fixed}); }

  detail::WorldState& state() { return detail::WorldAccess::state(world); }
  detail::Rank rank(int body) { return detail::rank_of(state(), bodies[static_cast<std::size_t>(body)], "test"); }
  const detail::BodyMass& mass(int body) { return state().bodies.mass[rank(body)]; }

  /// Solves a step.
  void solve(Real time = dt) {
    detail::WorldState& world_state = state();
    detail::update_structure(world_state);
    world_state.active.begin(world_state.bodies.flags, world_state.structure_changed.stamp());
    fill_pairs();
    detail::Islands islands;
    islands.build(world_state, work, {});
    detail::SolverPlan plan;
    detail::TiedGroups tied;
    plan.update(world_state, work, islands, tied);
    motion.assign(world_state.bodies.size(), {});
    const Real h = time / static_cast<Real>(world_state.settings.substeps);
    ASSERT_EQ(plan.batches(), 1u);
    detail::SolverBatch batch;
    const detail::SolverPlan::Batch all = plan.batch(0);
    batch.prepare(world_state, pairs, work, all, tied, detail::ThreadTeam(), h);
    batch.solve(world_state, all, detail::ThreadTeam(), h, nullptr);
    batch.write(world_state, work, all, detail::ThreadTeam(), motion, pairs);
  }
  void fill_pairs() {
    pairs = {}, work = {};
    for (const HandContact& from : contacts) {
      detail::ContactPair& pair = pairs.near.emplace_back();
      pair.body_a = rank(from.a), pair.body_b = rank(from.b), pair.slop = slop_of_1m, pair.solve = true;
      pair.friction = from.friction, pair.surface_speed = from.surface_speed;
      detail::ContactGeometry& contact = pairs.geometry.emplace_back();
      contact.normal = from.normal, contact.d = from.d, contact.friction_impulse = from.friction_impulse;
      for (std::size_t i = 0; i < from.points.size(); ++i) {
        contact.points[i].anchor = from.points[i], contact.points[i].separation = from.separations[i];
        contact.normal_impulse[i] = from.impulses[i];
      }
      contact.count = static_cast<std::int16_t>(from.points.size());
      work.pairs.push_back(static_cast<std::uint32_t>(pairs.near.size() - 1));
      work.bodies.push_back({pair.body_a, pair.body_b});
      work.young.push_back(young);
    }
    work.any_unsettled = young;
    work.has_old.assign(state().bodies.size() + 1, 0);
  }

  V2 velocity(int body) { return state().bodies.velocity[rank(body)].linear; }
  Real angular(int body) { return state().bodies.velocity[rank(body)].angular; }
  V2 way(int body) { return motion[rank(body)].displacement; }
  Real normal_impulse(std::size_t contact) {
    return pairs.geometry[contact].normal_impulse[0] + pairs.geometry[contact].normal_impulse[1];
  }
};

/// The damped spring of a contact: natural frequency 3/16 of the rate of sub-steps, twice that against an immovable
/// body, damping ratio 10. `beta` and `gamma` are those of its implicit step of length h for an effective mass of 1
/// (Catto, "Soft Constraints", 2011).
struct ReferenceSpring {
  double omega, beta, gamma;
  ReferenceSpring(double h, bool firm) {
    omega = 2 * 3.14159265358979323846 * (firm ? 2 : 1) * 3 / 16 / h;
    const double stiffness = omega * omega, damping = 2 * 10 * omega;
    beta = h * stiffness / (damping + h * stiffness);
    gamma = 1 / (h * (damping + h * stiffness));
  }
  /// The share of a speed that the spring takes in a step.
  double taken() const { return 1 / (1 + gamma); }
};

inline double wide(Real x) { return static_cast<double>(x); }

inline constexpr double few_eps = 16 * static_cast<double>(tolerance::eps);

}  // namespace bankshot::testing
