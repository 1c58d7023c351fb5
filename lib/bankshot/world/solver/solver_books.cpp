#include <bankshot/world/solver/solver_books.hpp>

#include <bankshot/math/decay.hpp>
#include <bankshot/world/energy/energy_recorder.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// Converts from the solver's units, in which turning is multiplied by the radius of gyration.
template <class Numbers>
Wide3 unscaled(const Numbers& v, Real gyration) {
  return {to_double(v.x), to_double(v.y), to_double(v.turn) / to_double(gyration)};
}

// The accumulated impulses of a contact are those of the sub-step. With the mean velocities of the sub-step, an impulse
// that stops a motion takes energy. One that adds energy is a push-out that the relax pass did not remove, or acted on
// a change by another contact.
void book_contact(const ConstraintBlock& c, std::size_t i, std::span<const Rank> ranks, const SolverBodies& bodies,
                  EnergyRecorder& books) {
  const double nx = to_double(c.nx[i]), ny = to_double(c.ny[i]);
  const auto push = [&](Entry entry, Real impulse, double x, double y, Real arm_a, Real arm_b) {
    double work = 0;
    for (int side = 0; side < 2; ++side) {
      const std::uint32_t body = side == 0 ? c.a[i] : c.b[i];
      if (body == 0 || impulse == 0) continue;
      const Real rho = bodies.gyration[body];
      const double p = side == 0 ? to_double(impulse) : -to_double(impulse);
      const SolverBodies::Frame& frame = bodies.frame[body];
      const double free_x = to_double(frame.free_x), free_y = to_double(frame.free_y);
      const Wide3 act = p * Wide3{free_x * x, free_y * y, to_double(side == 0 ? arm_a : arm_b) * to_double(rho)};
      work += books.push(ranks[body - 1], entry, act);
    }
    return work;
  };
  const bool is_b = c.a[i] == 0 || bodies.velocity[c.b[i]].inverse_mass > 0;
  const Rank rank = ranks[(is_b ? c.b[i] : c.a[i]) - 1];  // a movable one
  const auto show_gain = [&](Entry entry, double work) {
    if (work > 0) books.transfer(rank, entry, Entry::push_out, work);
  };
  show_gain(Entry::restitution, push(Entry::restitution, c.impulse1[i], nx, ny, c.arm_a1[i], c.arm_b1[i]));
  show_gain(Entry::restitution, push(Entry::restitution, c.impulse2[i], nx, ny, c.arm_a2[i], c.arm_b2[i]));
  const double carried = to_double(c.impulse_t[i]) * to_double(c.surface_speed[i]);
  books.transfer(rank, Entry::friction, Entry::surfaces, carried);
  show_gain(Entry::friction, push(Entry::friction, c.impulse_t[i], -ny, nx, c.arm_at[i], c.arm_bt[i]) - carried);
}

}  // namespace

void SolverBooks::note_warm_start(std::size_t count, const SolverBodies& bodies) {
  shaken_.resize(count + 1);
  for (std::size_t i = 1; i <= count; ++i) {
    const SolverBodies::Velocity &v = bodies.velocity[i], &b = bodies.base[i];
    shaken_[i] = {v.x - b.x, v.y - b.y, v.turn - b.turn, v.inverse_mass};
  }
}

void SolverBooks::book_substep(const WorldState& world, std::span<const Rank> ranks, const SolverBodies& bodies,
                               const ContactBlocks& blocks, const JointPasses& joints, const TableRows& table,
                               const RollingRows& rolling, Real h, EnergyRecorder& books) const {
  const std::vector<SolverBodies::Drive>& drive = bodies.hooked.empty() ? bodies.drive : bodies.hooked;
  for (std::size_t i = 1; i <= ranks.size(); ++i) {
    const SolverBodies::Keep& keep = bodies.keep[i];
    const Real rho = bodies.gyration[i];
    const BodyForces& forces = world.bodies.forces[ranks[i - 1]];
    Wide3 pull = unscaled(drive[i], rho);
    const double share = to_double(decay_of(forces.linear_damping, h).share);
    pull = {pull.x / share, pull.y / share, pull.turn / to_double(decay_of(forces.angular_damping, h).share)};
    books.substep(ranks[i - 1], to_double(h), unscaled(bodies.start[i], rho), unscaled(bodies.base[i], rho),
                  unscaled(bodies.velocity[i], rho), pull, keep.x != 1 || keep.turn != 1);
  }
  for (std::size_t k = 0; k < blocks.blocks().size(); ++k) {
    for (std::size_t i = 0; i < blocks.traits()[k].used; ++i) book_contact(blocks.blocks()[k], i, ranks, bodies, books);
  }
  joints.book(ranks, books);
  table.book(world, ranks, bodies, books);
  rolling.book(ranks, books);
  for (std::size_t i = 1; i <= ranks.size(); ++i) {
    books.end_substep(ranks[i - 1], unscaled(shaken_[i], bodies.gyration[i]));
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
