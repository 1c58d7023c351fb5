// What the solver books in the energy ledger: one pass over its bodies and contacts after each sub-step.

#include <bankshot/world/energy_books.hpp>
#include <bankshot/world/solver_batch.hpp>

namespace bankshot::inline BANKSHOT_ABI::detail {
namespace {

/// From the solver's units, in which turning is times the radius of gyration.
template <class Numbers>
Wide3 unscaled(const Numbers& v, Real gyration) {
  return {to_double(v.x), to_double(v.y), to_double(v.turn) / to_double(gyration)};
}

}  // namespace

/// Called between the warm start and the first pass.
void SolverBatch::note_shaken() {
  shaken_.resize(bodies_.size());
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const SolverBodies::Velocity &v = bodies_.velocity[i], &b = bodies_.base[i];
    shaken_[i] = {v.x - b.x, v.y - b.y, v.turn - b.turn, v.inverse_mass};
  }
}

void SolverBatch::book_substep(Real h, EnergyBooks& books) const {
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    const SolverBodies::Drive& drive = bodies_.driven[i];
    const Real rho = drive.gyration;
    books.substep(bodies_.rank[i], to_double(h), unscaled(bodies_.start[i], rho), unscaled(bodies_.base[i], rho),
                  unscaled(bodies_.velocity[i], rho), unscaled(drive, rho),
                  drive.linear_keep != 1 || drive.angular_keep != 1);
  }
  for (const ConstraintBlock& block : blocks_) {
    for (int i = 0; i < block.used; ++i) book_contact(block, static_cast<std::size_t>(i), books);
  }
  for (std::size_t i = 1; i < bodies_.size(); ++i) {
    books.end_substep(bodies_.rank[i], unscaled(shaken_[i], bodies_.drive[i].gyration));
  }
}

// The accumulated impulses of a contact are those of the sub-step. By the mean velocities of the sub-step an impulse
// that stops something takes energy. One that gives some is a push-out that the relax pass did not take back, or acted
// on what another contact had changed by then.
void SolverBatch::book_contact(const ConstraintBlock& c, std::size_t i, EnergyBooks& books) const {
  const double nx = to_double(c.nx[i]), ny = to_double(c.ny[i]);
  const auto push = [&](Entry entry, Real impulse, double x, double y, Real arm_a, Real arm_b) {
    double work = 0;
    for (int side = 0; side < 2; ++side) {
      const std::uint32_t body = side == 0 ? c.a[i] : c.b[i];
      if (body == 0 || impulse == 0) continue;
      const Real rho = bodies_.drive[body].gyration;
      const double p = side == 0 ? to_double(impulse) : -to_double(impulse);
      const double free_x = to_double(side == 0 ? c.free_ax[i] : c.free_bx[i]);
      const double free_y = to_double(side == 0 ? c.free_ay[i] : c.free_by[i]);
      const Wide3 act = p * Wide3{free_x * x, free_y * y, to_double(side == 0 ? arm_a : arm_b) * to_double(rho)};
      work += books.push(bodies_.rank[body], entry, act);
    }
    return work;
  };
  const bool is_b = c.a[i] == 0 || bodies_.velocity[c.b[i]].inverse_mass > 0;
  const Rank rank = bodies_.rank[is_b ? c.b[i] : c.a[i]];  // one that moves
  const auto show_gain = [&](Entry entry, double work) {
    if (work > 0) books.transfer(rank, entry, Entry::push_out, work);
  };
  show_gain(Entry::restitution, push(Entry::restitution, c.impulse1[i], nx, ny, c.arm_a1[i], c.arm_b1[i]));
  show_gain(Entry::restitution, push(Entry::restitution, c.impulse2[i], nx, ny, c.arm_a2[i], c.arm_b2[i]));
  const double carried = to_double(c.impulse_t[i]) * to_double(c.surface_speed[i]);
  books.transfer(rank, Entry::friction, Entry::surfaces, carried);
  show_gain(Entry::friction, push(Entry::friction, c.impulse_t[i], -ny, nx, c.arm_at[i], c.arm_bt[i]) - carried);
}

}  // namespace bankshot::inline BANKSHOT_ABI::detail
