#include <bankshot/mover/walker.hpp>

#include <bankshot/shape/composite.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// How often the character turns in a move.
constexpr int most_turns = 8;

/// The least that it goes forward onto a step, in its smallest extents: a round shape that is over the edge by so much
/// stands on it.
constexpr Real least_stride = Real(1) / 32;

Real material_speed(const World& world, const Meeting& met) {
  const Composite* const parts = detail_parts(world.shape(met.shape));
  const std::size_t index = parts != nullptr ? parts->material(static_cast<std::uint32_t>(met.piece)) : 0;
  if (index == 0) return world.material(met.shape).surface_speed;
  const std::vector<Material> palette = world.palette(met.shape);
  return index > palette.size() ? world.material(met.shape).surface_speed : palette[index - 1].surface_speed;
}

V2 point_velocity(const World& world, BodyId body, V2 point) {
  return plain(world.velocity(body)) + cross(world.angular_velocity(body), point - plain(world.centre_of_mass(body)));
}

/// The mass that a push at a point along a unit vector moves.
Real pushed_mass(const World& world, BodyId body, V2 point, V2 along) {
  const MassProperties mass = world.mass_properties(body);
  if (!(mass.mass > 0)) return 0;
  const Real arm = cross(point - plain(world.centre_of_mass(body)), along);
  const Real turning = mass.inertia > 0 ? arm * arm / mass.inertia : 0;
  return 1 / (1 / mass.mass + turning);
}

}  // namespace

V2 surface_velocity(const World& world, const Meeting& met, V2 normal) {
  return point_velocity(world, met.body, met.point) + material_speed(world, met) * perp(normal);
}

Walker::Walker(World& world, const CharacterDef& def, const CharacterLimits& limits, const CharacterState& state)
    : world_(world),
      def_(def),
      limits_(limits),
      around_(world, def, limits),
      state_(state),
      position_(plain(state.position)) {}

CharacterMove Walker::move(V2 velocity, Real dt) {
  seconds_ = dt, push_left_ = def_.push_force * dt;
  const bool was_grounded = state_.grounded;
  if (was_grounded) ride();
  position_ = around_.freed(around_.pushed(position_, was_grounded ? state_.ground : BodyId{}, dt));
  const Real speed = dot(velocity, limits_.right);
  std::optional<Footing> footing;
  if (was_grounded) footing = around_.ground(position_, def_.snap + limits_.skin);
  state_.grounded = false;
  if (footing && !leaves_ground(velocity)) {
    position_ = footing->position;
    walk(*footing, speed, dt);
  } else if (was_grounded) {
    // Off an edge, or with a jump.
    const V2 walking = footing ? speed * tangent(*footing) : speed * limits_.right;
    const V2 surface = footing ? surface_velocity(world_, footing->at, footing->normal) : plain(state_.ground_velocity);
    fly(surface + walking + max(0, dot(velocity, limits_.up)) * limits_.up, dt);
  } else {
    fly(velocity, dt);
  }
  done_.translation = vec2(position_ - plain(state_.position));
  done_.landed = state_.grounded && !was_grounded;
  done_.left_ground = !state_.grounded && was_grounded;
  done_.crushed = around_.crushed();
  state_.position = vec2(position_);
  return done_;
}

/// Goes where the ground went since the last move.
void Walker::ride() {
  if (!world_.contains(state_.ground)) return;
  V2 left = plain(world_.pose(state_.ground) * state_.ground_local) - plain(state_.ground_place);
  for (int i = 0; i < most_turns; ++i) {
    const Real length = detail::length(left);
    if (!(length > 0)) return;
    const Way way = around_.go_through(state_.ground, position_, Real(1) / length * left, length);
    position_ = way.position;
    if (!way.met) return;
    left = (1 - way.gone / length) * left;
    left -= dot(left, way.met->normal) * way.met->normal;
  }
}

V2 Walker::tangent(const Footing& footing) const noexcept {
  return footing.slope ? -perp(footing.normal) : limits_.right;
}

// ---- on the ground ----------------------------------------------------------------------------------------------

void Walker::walk(Footing footing, Real speed, Real seconds) {
  // A belt takes it along to the right at this speed.
  const Real belt = -material_speed(world_, footing.at), rate = speed + belt;
  const bool to_right = rate > 0;
  const Real length = absolute(rate) * seconds;
  Real left = length;
  bool stopped = false;
  for (int i = 0; i < most_turns && left > 0; ++i) {
    const V2 along = to_right ? tangent(footing) : -tangent(footing);
    const Way way = around_.go(position_, along, left);
    position_ = way.position;
    left -= way.gone;
    if (!way.met) {
      left = 0;
    } else if (around_.is_way_up(*way.met, around_.feet_at(position_))) {
      done_.hits.push_back({way.met->body, way.met->shape, vec2(way.met->point), vec2(way.met->normal)});
      footing = {*way.met, way.met->normal, true, position_};
    } else if (!step_up(footing, to_right, left)) {
      const V2 ground = point_velocity(world_, footing.at.body, footing.at.point);
      meet(*way.met, ground + absolute(rate) * along);
      stopped = true;
      break;
    }
  }
  const Real walked = (to_right ? length - left : left - length) / seconds - belt;
  const Real got = stopped ? walked : speed;
  if (const std::optional<Footing> ground = around_.ground(position_, def_.snap + limits_.skin)) {
    position_ = ground->position;
    stand(*ground, got);
  } else {
    const V2 surface = surface_velocity(world_, footing.at, footing.normal);
    state_.velocity = vec2(surface + got * tangent(footing));
  }
}

bool Walker::step_up(Footing& footing, bool to_right, Real& left) {
  if (!(def_.step_height > 0)) return false;
  const Real feet = around_.feet_at(position_), stride = max(2 * limits_.skin, least_stride * limits_.thickness);
  const Way up = around_.go(position_, limits_.up, def_.step_height);
  if (up.gone < limits_.skin) return false;
  const V2 ahead = to_right ? limits_.right : -limits_.right;
  const Way forward = around_.go(up.position, ahead, max(left, stride));
  if (forward.gone < limits_.skin / 4) return false;
  // Down to where it was, and so little more that it finds the floor there.
  const std::optional<Footing> down = around_.ground(forward.position, up.gone + limits_.skin / 2);
  if (!down || !around_.is_low(down->at, feet)) return false;
  if (dot(down->position - position_, ahead) < limits_.skin / 4) return false;  // it slid back down
  footing = *down, position_ = down->position;
  left = max(0, left - forward.gone);
  done_.stepped = true;
  return true;
}

void Walker::stand(const Footing& footing, Real speed) {
  state_.grounded = true;
  state_.velocity = vec2(speed * limits_.right);
  state_.ground_normal = vec2(footing.normal);
  state_.ground_velocity = vec2(surface_velocity(world_, footing.at, footing.normal));
  state_.ground = footing.at.body;
  state_.ground_shape = footing.at.shape;
  const Pose pose = world_.pose(footing.at.body);
  state_.ground_local = pose.to_local(vec2(footing.at.point));
  state_.ground_place = pose * state_.ground_local;
}

// ---- in the air -------------------------------------------------------------------------------------------------

void Walker::fly(V2 velocity, Real seconds) {
  V2 left = seconds * velocity, before;
  for (int i = 0; i < most_turns; ++i) {
    const Real length = detail::length(left);
    if (!(length > 0)) break;
    const Way way = around_.go(position_, Real(1) / length * left, length);
    position_ = way.position;
    if (!way.met) break;
    const Meeting& met = *way.met;
    const Real share = 1 - way.gone / length;
    left = share * left, seconds *= share;
    if (around_.is_floor(met)) return land({met, met.normal, true, position_}, velocity, seconds);
    meet(met, velocity);
    velocity = turned_by(velocity, met.normal), left = turned_by(left, met.normal);
    // Between two walls that lean together there is no way on.
    if (dot(left, before) < 0) left = {};
    if (dot(velocity, before) < 0) velocity = {};
    before = met.normal;
  }
  state_.velocity = vec2(velocity);
  const std::optional<Footing> footing = around_.ground(position_, limits_.skin / 4);
  if (!footing) return;
  const V2 surface = surface_velocity(world_, footing->at, footing->normal);
  if (dot(velocity - surface, footing->normal) > 0) return;
  if (!footing->slope && footing->normal != limits_.up) return;
  position_ = footing->position;
  stand(*footing, dot(velocity - surface, limits_.right));
}

/// Goes on along the ground that it fell on.
void Walker::land(const Footing& footing, V2 velocity, Real seconds) {
  done_.hits.push_back({footing.at.body, footing.at.shape, vec2(footing.at.point), vec2(footing.at.normal)});
  const V2 surface = surface_velocity(world_, footing.at, footing.normal);
  state_.ground_velocity = vec2(surface);
  walk(footing, dot(velocity - surface, limits_.right), seconds);
}

/// What is left of a motion at something in its way: the part along it. Ground that is too steep is a wall first, and
/// turns nothing upwards.
V2 Walker::turned_by(V2 motion, V2 normal) const noexcept {
  const Real side = dot(normal, limits_.right);
  if (dot(normal, limits_.up) > 0 && side * dot(motion, limits_.right) < 0) {
    motion = dot(motion, limits_.up) * limits_.up;
  }
  const Real into = dot(motion, normal);
  return into < 0 ? motion - into * normal : motion;
}

// ---- hits -------------------------------------------------------------------------------------------------------

void Walker::meet(const Meeting& met, V2 velocity) {
  const Real impulse = push(met, velocity);
  done_.hits.push_back({met.body, met.shape, vec2(met.point), vec2(met.normal), impulse});
}

/// Pushes a dynamic body with the force that makes it as fast as the character within a step, up to `push_force`.
/// A force and not an impulse: friction holds what it can hold, all through the step.
Real Walker::push(const Meeting& met, V2 velocity) {
  if (!(push_left_ > 0) || world_.type(met.body) != BodyType::dynamic) return 0;
  const V2 along = -met.normal;
  const Real lacking = dot(velocity - point_velocity(world_, met.body, met.point), along);
  const Real impulse = min(push_left_, lacking * pushed_mass(world_, met.body, met.point, along));
  if (!(impulse > 0)) return 0;
  world_.apply_force(met.body, vec2(impulse / seconds_ * along), vec2(met.point));
  push_left_ -= impulse;
  return impulse;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
