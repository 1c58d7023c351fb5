#include <bankshot/world/bodies/checks.hpp>
#include <bankshot/world/bodies/edit.hpp>
#include <bankshot/world/bodies/structure.hpp>
#include <bankshot/world/predict/sub_world.hpp>
#include <bankshot/world/threads/float_environment.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI {

using detail::Rank;
using detail::SubWorld;
using detail::WorldState;

namespace {

/// Each takes the memory of a pose.
constexpr int most_steps = 100'000;

void set_body_velocity(WorldState& state, Rank rank, const Vec2& velocity, const PredictionOptions& options) {
  detail::set_body_velocity(state, rank, detail::plain(velocity));
  if (options.angular_velocity) detail::set_body_spin(state, rank, *options.angular_velocity);
}

Impact in_whole(const SubWorld& excerpt, Impact impact) {
  impact.body_a = excerpt.whole_body(impact.body_a), impact.body_b = excerpt.whole_body(impact.body_b);
  impact.shape_a = excerpt.whole_shape(impact.shape_a), impact.shape_b = excerpt.whole_shape(impact.shape_b);
  return impact;
}

/// The status of a step of the sub-world. Only penetrations of the body itself count: other bodies there may not be in
/// the sub-world.
StepStatus status_of(const WorldState& part, BodyId own, StepStatus status) {
  const auto takes_part = [own](const Penetration& deep) { return deep.body_a == own || deep.body_b == own; };
  const bool deep = std::any_of(part.penetrations.begin(), part.penetrations.end(), takes_part);
  return deep ? status | StepStatus::penetration : without(status, StepStatus::penetration);
}

Prediction follow(SubWorld& excerpt, Rank body, Real dt, int steps) {
  Prediction shot;
  shot.poses.reserve(static_cast<std::size_t>(steps));
  for (int step = 0; step < steps; ++step) {
    const StepStatus status = excerpt.step(dt);
    const WorldState& part = excerpt.part();
    const Rank place = excerpt.place(body);
    const BodyId own = body_id(part, place);
    shot.status = shot.status | status_of(part, own, status);
    shot.poses.push_back(detail::user_pose(part.bodies.pose[place]));
    for (const Impact& impact : part.impacts) {
      if (impact.body_a == own || impact.body_b == own) shot.impacts.push_back({step, in_whole(excerpt, impact)});
    }
  }
  return shot;
}

}  // namespace

Prediction World::predict(BodyId body, const Vec2& velocity, Real dt, int steps,
                          const PredictionOptions& options) const {
  const Rank rank = rank_of(*state_, body, "predict");
  detail::check({"predict"}, "velocity", velocity);
  if (options.angular_velocity) detail::check({"predict"}, "angular_velocity", *options.angular_velocity);
  detail::check_step("predict", dt);
  if (steps < 0 || steps > most_steps) {
    detail::refuse({"predict"}, "steps", std::to_string(steps), "must be from 0 to " + std::to_string(most_steps));
  }
  if (state_->bodies.flags[rank].type == BodyType::fixed) {
    detail::refuse({"predict"}, "body", "fixed", "must be dynamic or kinematic");
  }
  const detail::FloatEnvironment standard;
  if (!state_->structure_changed) {
    SubWorld excerpt(*state_, rank);
    set_body_velocity(excerpt.part(), excerpt.place(rank), velocity, options);
    return follow(excerpt, rank, dt, steps);
  }
  // The velocity may decide the ranks of bodies in the same place.
  WorldState ranked(*state_);
  set_body_velocity(ranked, rank, velocity, options);
  update_structure(ranked);
  const Rank now = ranked.body_slots[body.slot].rank;
  SubWorld excerpt(ranked, now);
  return follow(excerpt, now, dt, steps);
}

}  // namespace bankshot::BANKSHOT_ABI
