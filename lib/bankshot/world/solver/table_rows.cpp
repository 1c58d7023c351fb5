#include <bankshot/world/solver/table_rows.hpp>

#include <bankshot/world/bodies/table_friction.hpp>

#include <utility>

namespace bankshot::BANKSHOT_ABI::detail {

void TableRows::prepare(const WorldState& world, const ContactPairs& pairs, std::span<const Rank> ranks,
                        const SolverBodies& bodies, Real h) {
  rows_.clear();
  h_ = h;
  if (!pairs.traits.any_rubs) return;
  for (std::uint32_t i = 1; i <= ranks.size(); ++i) {
    const BodyForces& forces = world.bodies.forces[ranks[i - 1]];
    if (!rubs(forces) || !bodies.is(i, SolverBodies::moved)) continue;
    Row row;
    row.body = i;
    row.most = h * forces.table.linear, row.most_turn = h * forces.table.angular * bodies.gyration[i];
    row.tied = bodies.is(i, SolverBodies::tied);
    rows_.push_back(row);
  }
}

// The velocity without contacts is the one that the kernel computes next, but for what it carries over from the last
// sub-step: the effect of the contacts' impulses, and of all that the rows have done since that began.
void TableRows::begin_substep(bool hooked, SolverBodies& bodies) {
  for (Row& row : rows_) {
    SolverBodies::Drive& drive = bodies.hooked[row.body];
    if (!hooked) drive = bodies.drive[row.body];
    const SolverBodies::Keep& keep = bodies.keep[row.body];
    const SolverBodies::Velocity& v = bodies.velocity[row.body];
    row.drive = drive;
    const V2 free{keep.x * v.x + h_ * drive.x, keep.y * v.y + h_ * drive.y};
    const Real turn = keep.turn * v.turn + h_ * drive.turn;
    row.base = {free.x, free.y, turn, v.inverse_mass};
    const V2 carried = row.given - row.first;
    const Real carried_turn = row.turned - row.first_turn;
    row.first = slowed(free, row.most) - free;
    row.first_turn = slowed(turn, row.most_turn) - turn;
    drive.x += row.first.x / h_, drive.y += row.first.y / h_, drive.turn += row.first_turn / h_;
    row.given = row.first + carried, row.turned = row.first_turn + carried_turn;
  }
}

void TableRows::solve(SolverBodies& bodies) {
  for (Row& row : rows_) {
    if (row.tied) continue;
    SolverBodies::Velocity& v = bodies.velocity[row.body];
    const V2 wanted = row.given - V2{v.x, v.y};
    const Real wanted_turn = row.turned - v.turn, size = length(wanted);
    const V2 given = size <= row.most ? wanted : row.most * ((1 / size) * wanted);
    const Real turned = min(max(wanted_turn, -row.most_turn), row.most_turn);
    const bool stands = size <= row.most, is_even = turned == wanted_turn;
    v.x = stands ? Real(0) : v.x + (given.x - row.given.x);
    v.y = stands ? Real(0) : v.y + (given.y - row.given.y);
    v.turn = is_even ? Real(0) : v.turn + (turned - row.turned);
    row.given = given, row.turned = turned;
  }
}

void TableRows::exchange(SolverBodies& bodies) {
  for (Row& row : rows_) std::swap(bodies.hooked[row.body], row.drive), std::swap(bodies.base[row.body], row.base);
}

void TableRows::book(const WorldState& world, std::span<const Rank> ranks, const SolverBodies& bodies,
                     EnergyRecorder& books) const {
  for (const Row& row : rows_) {
    const Rank rank = ranks[row.body - 1];
    const Real rho = bodies.gyration[row.body];
    const double work =
        books.push(rank, Entry::friction, momentum(world.bodies.mass[rank], wide3(row.given, row.turned / rho)));
    if (work > 0) books.transfer(rank, Entry::friction, Entry::push_out, work);
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
