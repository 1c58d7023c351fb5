#include <bankshot/world/timeline/path_correction.hpp>

#include <bankshot/tolerance.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Compares the paths at the points of the contact. A point whose bodies close by their velocities, too, as the impact
/// at another corner throws it back, is the next impact.
PathCorrection::Lack PathCorrection::lack_of(Rank rank_a, Rank rank_b, const ImpactBody& a, const ImpactBody& b,
                                             const ImpactSettings& settings, Real time) const {
  const Trajectory &path_a = paths_[rank_a], &path_b = paths_[rank_b];
  const Trajectories::Hidden hidden_a = paths_.hidden_at(rank_a, time), hidden_b = paths_.hidden_at(rank_b, time);
  const bool goes_on = !path_a.is_stopped() && !path_b.is_stopped();
  Lack lack;
  for (int i = 0; i < settings.points; ++i) {
    const V2 arm_a = a.shift + a.arm[i], arm_b = b.shift + b.arm[i];
    const V2 shown =
        (path_a.velocity_at(time) + cross(path_a.spin, arm_a)) - (path_b.velocity_at(time) + cross(path_b.spin, arm_b));
    const V2 hidden = (hidden_a.linear + cross(hidden_a.spin, arm_a)) - (hidden_b.linear + cross(hidden_b.spin, arm_b));
    if (goes_on && dot(shown + hidden, settings.normal) < -settings.hop_speed) {
      lack.closes = true;
      continue;
    }
    const Real lacks = settings.hop_speed - dot(shown, settings.normal);
    if (lacks > lack.speed) lack.speed = lacks, lack.point = i;
  }
  return lack;
}

void PathCorrection::separate(Rank rank_a, Rank rank_b, const ImpactBody& a, const ImpactBody& b,
                              const ImpactSettings& settings, Real time) {
  const Trajectory &path_a = paths_[rank_a], &path_b = paths_[rank_b];
  const auto keeps = [](const Trajectory& path) {
    return path.is_held() || path.is_stopped() || path.last_correction != V2{} || path.deferred != V2{};
  };
  if (!keeps(path_a) && !keeps(path_b)) return;
  if (path_a.is_still() && path_b.is_still()) return;
  const Lack lack = lack_of(rank_a, rank_b, a, b, settings, time);
  if (lack.speed <= 0) {
    if (lack.closes) changes_.predict_once_more(rank_a, time), changes_.predict_once_more(rank_b, time);
    return;
  }
  const Real share = share_of(rank_a, rank_b, settings.normal, time);
  const bool flat = settings.points > 1;
  const auto lead_of = [&](Rank rank, const ImpactBody& body, Real part) {
    const V2 arm = flat ? -body.shift : body.arm[lack.point];
    return lead_along(rank, settings.normal, arm, part * lack.speed, time);
  };
  const Lead lead_a = lead_of(rank_a, a, share), lead_b = lead_of(rank_b, b, share - 1);
  const PathChange &change_a = lead_a.change, &change_b = lead_b.change;
  const Real most = tolerance::fastest_lead *
                    (length(path_a.velocity_at(time) + paths_.hidden_at(rank_a, time).linear) +
                     length(path_b.velocity_at(time) + paths_.hidden_at(rank_b, time).linear) + settings.hop_speed);
  const bool far_a = path_a.is_held() && changes_.is_far(rank_a, (dt() - time) * change_a.linear);
  const bool far_b = path_b.is_held() && changes_.is_far(rank_b, (dt() - time) * change_b.linear);
  if (far_a) changes_.follow_velocity(rank_a, time);
  if (far_b) changes_.follow_velocity(rank_b, time);
  if (far_a || far_b) return separate(rank_a, rank_b, a, b, settings, time);
  const bool jammed_a = jams(rank_a, change_a.linear, most, time);
  const bool jammed_b = jams(rank_b, change_b.linear, most, time);
  // If the path that leads it differs from its body's velocity, too, that path is changed instead.
  const auto goes_by_velocity = [&](Rank jammed, Rank other) {
    return changes_.try_follow_velocity(jammed, time) || changes_.try_follow_velocity(other, time);
  };
  if (jammed_a && !goes_by_velocity(rank_a, rank_b)) changes_.stop(rank_a, time, StepStatus::stalled);
  if (jammed_b && !goes_by_velocity(rank_b, rank_a)) changes_.stop(rank_b, time, StepStatus::stalled);
  const bool stopped = path_a.is_stopped() && path_b.is_stopped();
  if (stopped && (leaps(rank_a, change_a.linear) || leaps(rank_b, change_b.linear))) return;
  if (jammed_a || jammed_b) return separate(rank_a, rank_b, a, b, settings, time);
  lead(rank_a, lead_a, time);
  lead(rank_b, lead_b, time);
}

/// Leads a body aside, and the bodies that joints tie to it: alone it would come off its joints.
void PathCorrection::lead(Rank rank, const Lead& by, Real time) {
  if (!leads_group(rank)) return changes_.correct(rank, by.change, time);
  step_.flight->find_changes(rank, by.impulse, group_);
  step_.flight->close_ends(rank, time, paths_, group_);
  for (const TiedChange& of : group_) {
    changes_.correct(of.rank, path_change(of), time);
    if (paths_[of.rank].changed && paths_[of.rank].since == time) led_.push_back(of.rank);
  }
}

bool PathCorrection::leads_group(Rank rank) const { return is_of_group(rank); }

/// The change of a path that makes a point faster by `speed` along the normal with the least energy, as an impulse at
/// that point would. A held body that is hit at its end turns aside. If it were shifted without turning, it would be
/// lifted off its supports: each impact would lift a body that rocks on two points by the distance that it falls in a
/// step, without end.
PathCorrection::Lead PathCorrection::lead_along(Rank rank, V2 normal, V2 arm, Real speed, Real time) {
  const Lead straight{{speed * normal, 0}, {}};
  if (speed == 0 || (!paths_[rank].is_held() && !leads_group(rank))) return straight;
  const ImpactBody body = paths_.state_at(rank, time);
  const Real given = mobility(body, normal, arm, normal, arm);
  if (!(given > 0)) return straight;
  const Real impulse = speed / given;
  const Real spin = impulse * body.inverse_inertia * cross(arm, normal);
  const V2 push = impulse * normal;
  return {{impulse * answer(body, normal) - cross(spin, body.shift), spin},
          {{to_double(push.x), to_double(push.y), to_double(cross(body.shift + arm, push))}}};
}

/// Returns the share of the correction that A takes. A body that is not dynamic takes none. A stopped body takes
/// none either, unless the other one is stopped, too, or not dynamic. A flying body moves aside rather than a held one.
/// Two flying bodies share by their inverse masses, so that their centre of mass flies on. Two held ones share by their
/// approach speeds, so that one at rest is not pushed into its supports.
Real PathCorrection::share_of(Rank rank_a, Rank rank_b, V2 normal, Real time) const {
  const Trajectory &path_a = paths_[rank_a], &path_b = paths_[rank_b];
  const std::vector<BodyFlags>& flags = world().bodies.flags;
  if (flags[rank_a].type != BodyType::dynamic) return 0;
  if (flags[rank_b].type != BodyType::dynamic) return 1;
  if (!paths_.is_movable(rank_a)) return 0;
  if (!paths_.is_movable(rank_b)) return 1;
  // A body that is led aside alone comes off its joints.
  if (motion(rank_a).tied != motion(rank_b).tied) return motion(rank_a).tied ? Real(0) : Real(1);
  // A body that was led away from another one is not pushed back into it.
  const bool stuck_a = dot(path_a.last_correction, normal) < 0;
  const bool stuck_b = dot(path_b.last_correction, normal) > 0;
  if (stuck_a != stuck_b) return stuck_a ? Real(0) : Real(1);
  if (path_a.is_held() != path_b.is_held()) return path_a.is_held() ? Real(0) : Real(1);
  const Real inverse_a = world().bodies.mass[rank_a].inverse_mass, inverse_b = world().bodies.mass[rank_b].inverse_mass;
  if (!path_a.is_held() && inverse_a + inverse_b > 0) return inverse_a / (inverse_a + inverse_b);
  const Real coming_a = max(-dot(path_a.velocity_at(time), normal), 0);
  const Real coming_b = max(dot(path_b.velocity_at(time), normal), 0);
  return coming_a + coming_b > 0 ? coming_a / (coming_a + coming_b) : Real(0.5);
}

/// True if a path so changed leads farther in a step than the solver could make up for.
bool PathCorrection::leaps(Rank rank, V2 change) const {
  const Real speed = length(paths_[rank].velocity + change);
  return change != V2{} && speed * dt() > tolerance::solver_way_extents * world().bodies.mass[rank].extent;
}

/// True if a body should stop rather than be led on. In a jam, every body is pushed into others, each faster than the
/// one that pushes it, as by a wedge, and no momentum ends that. A nearly still body does no harm, nor does a lead that
/// moves a body by no more than a slop, as when it topples and slides along a floor in hops. `most`: no path needs to
/// be led faster than this speed.
bool PathCorrection::jams(Rank rank, V2 change, Real most, Real time) {
  const Real slop = tolerance::slop_fraction * world().bodies.mass[rank].extent;
  if (!(length(change) * (dt() - time) > slop) || !paths_.is_movable(rank)) return false;
  Trajectory& path = paths_[rank];
  if (!leaps(rank, change)) return false;
  return ++path.corrections > tolerance::leads_per_body || length(path.velocity + change) > most;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
