#include <bankshot/world/solver/solver_bodies.hpp>

#include <bankshot/math/decay.hpp>
#include <bankshot/simd/width.hpp>
#include <bankshot/world/bodies/motion.hpp>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

template <class T>
void add_copies(std::vector<T>& values, std::span<const std::uint32_t> places) {
  const std::size_t old = values.size();
  values.resize(old + filled_up(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) values[old + i] = values[places[i]];
  for (std::size_t i = old + places.size(); i < values.size(); ++i) values[i] = {};
}

}  // namespace

void SolverBodies::resize(std::size_t count, std::size_t room) {
  frame.resize(room), velocity.resize(room), base.resize(room), start.resize(room);
  drive.resize(room), keep.resize(room), gyration.resize(room);
  position.assign(room, {});
  for (std::size_t i = count; i < room; ++i) velocity[i] = {}, drive[i] = {}, keep[i] = {};
}

std::size_t SolverBodies::add(std::span<const std::uint32_t> bodies) {
  const std::size_t first = padded();
  add_copies(frame, bodies), add_copies(velocity, bodies), add_copies(base, bodies), add_copies(start, bodies);
  add_copies(drive, bodies), add_copies(keep, bodies), add_copies(gyration, bodies), add_copies(position, bodies);
  return first;
}

/// Loads a body that is not fixed as a solver body. Returns true if it has a locked direction.
bool SolverBodies::load_body(const WorldState& world, Rank rank, std::size_t place, Real h) {
  const Bodies& all = world.bodies;
  const BodyFlags& flags = all.flags[rank];
  const BodyMass& mass = all.mass[rank];
  const BodyForces& forces = all.forces[rank];
  const BodyVelocity& v = all.velocity[rank];
  const bool pushed = gives_way(flags);
  const Real rho = pushed && mass.gyration > 0 ? mass.gyration : Real(1);
  const Real inverse_mass = pushed ? mass.inverse_mass : Real(0);
  Real angular = 0;
  V2 a;
  Decay linear, turning_decay;
  if (pushed) {
    a = acceleration(mass, forces, flags, plain(world.settings.gravity), angular);
    linear = decay_of(forces.linear_damping, h), turning_decay = decay_of(forces.angular_damping, h);
  }
  gyration[place] = rho;
  drive[place] = {linear.share * a.x, linear.share * a.y, turning_decay.share * (angular * rho), 0};
  keep[place] = {linear.keep, linear.keep, turning_decay.keep, 1};
  velocity[place] = {v.linear.x, v.linear.y, v.angular * rho, inverse_mass};
  const Real turning = !pushed ? Real(1) : mass.inverse_inertia > 0 ? mass.gyration : Real(0);
  frame[place] = {turning, flags.locks.x ? Real(0) : Real(1), flags.locks.y ? Real(0) : Real(1), inverse_mass};
  const bool pulled = world.settings.force_hook.function != nullptr || a.x != 0 || a.y != 0;
  marks[place] = static_cast<std::uint8_t>((pushed ? moved : 0) | (inverse_mass > 0 && pulled ? driven : 0) |
                                           (!pushed && moving(v) ? mover : 0));
  return flags.locks.x || flags.locks.y;
}

void SolverBodies::load(const WorldState& world, std::span<const Rank> ranks, const ThreadTeam& team, Real h) {
  const std::size_t count = ranks.size() + 1;
  resize(count, team.size() == 1 ? whole_vectors(count, width_for(count, active_width())) : filled_up(count));
  marks.resize(padded());
  gyration[0] = 1;
  drive[0] = {}, keep[0] = {}, velocity[0] = {}, frame[0] = {};
  marks[0] = 0;
  locks = team.any_range(ranks.size(), least_bodies, [&](const Range& range) {
    bool any = false;
    for (std::size_t i = range.begin; i < range.end; ++i) any |= load_body(world, ranks[i], i + 1, h);
    return any;
  });
}

void BodyCopies::make(std::size_t count, const ThreadTeam& team, SolverBodies& bodies) {
  unmoved_.clear();
  copy_of_.resize(count);
  const std::size_t first = bodies.padded();
  for (std::uint32_t body = 0; body < count; ++body) {
    if (bodies.is(body, SolverBodies::moved)) continue;
    copy_of_[body] = static_cast<std::uint32_t>(first + unmoved_.size());
    unmoved_.push_back(body);
  }
  distance_ = static_cast<std::uint32_t>(filled_up(unmoved_.size()));
  for (int chunk = 1; chunk < team.size(); ++chunk) bodies.add(unmoved_);
}

void BodyCopies::use(const SolverBodies& bodies, std::size_t used, std::size_t chunk, ConstraintBlock& block) const {
  const auto offset = static_cast<std::uint32_t>(chunk - 1) * distance_;
  for (std::uint32_t* const side : {block.a, block.b}) {
    for (std::size_t i = 0; i < used; ++i) {
      if (!bodies.is(side[i], SolverBodies::moved)) side[i] = copy_of_[side[i]] + offset;
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
