#include <bankshot/world/timeline/timeline.hpp>

#include <bankshot/world/timeline/predicted_contacts.hpp>

#include <algorithm>

namespace bankshot::BANKSHOT_ABI::detail {

void Timeline::begin(const TimelineStep& step) {
  step_ = step;
  reach_.begin();
}

void Timeline::predict_all(bool stops) {
  step_.status = StepStatus::ok;
  paths_.clear(), candidates_.clear(), queue_.clear(), met_.clear();
  surface_.clear(), stuck_.clear(), reach_.clear_paths(), resolver_.clear();
  slides_.begin(stops);
  first_impacts_.predict();
  out_of_bounds_.expand();
}

void Timeline::foresee(std::vector<SpeculativeContact>& contacts) {
  collect_predicted(step_, paths_, candidates_, queue_, contacts);
}

StepStatus Timeline::run() {
  if ((!queue_.empty() || !slides_.empty()) && !candidates_.is_open()) candidates_.open();
  while (!queue_.empty() || !slides_.empty()) {
    if (!slides_.empty() && (queue_.empty() || slides_.next() <= queue_.first().time)) {
      stop_sliding();
      continue;
    }
    const QueuedImpact hit = queue_.pop();
    if (!queue_.is_valid(hit)) continue;
    if (candidates_[hit.candidate].postponed >= 0) {
      predictor_.sweep_postponed(hit.candidate);
      continue;
    }
    resolver_.resolve(hit);
    for (const Rank rank : resolver_.changed()) slides_.bend(rank, hit.time);
    predict_changed(hit.time);
  }
  finish();
  return step_.status;
}

/// Predicts the pairs of all bodies that have a new path. A pair of two of them is predicted with the second one.
void Timeline::predict_changed(Real time) {
  for (const Rank rank : resolver_.changed()) {
    candidates_.note_deviation(rank, time);
    paths_[rank].waits = true;
  }
  for (const Rank rank : resolver_.changed()) {
    paths_[rank].waits = false;
    candidates_.add_pairs_of(rank);
    reach_.expand(rank, time);
    predictor_.predict_again(rank, time);
  }
  queue_.drop_invalid();
}

/// The next body stops, or stops turning. What it may meet on the way there is known.
void Timeline::stop_sliding() {
  const Real time = slides_.next();
  Rank rank = none;
  if (!slides_.stop_next(rank)) return;
  candidates_.note_deviation(rank, time);
  predictor_.predict_again(rank, time);
  queue_.drop_invalid();
}

void Timeline::finish() {
  for (std::size_t i = 0; i < paths_.size(); ++i) land(paths_.body(i));
  met_.sort();
  list_ignored();
}

void Timeline::list_ignored() {
  ignored_.clear();
  for (std::uint32_t i = 0; step_.world->settings.contact_hook.function != nullptr && i < candidates_.size(); ++i) {
    if (candidates_[i].ignored) ignored_.push_back({candidates_[i].key.a, candidates_[i].key.b});
  }
  std::sort(ignored_.begin(), ignored_.end());
}

/// Writes the end of a path to the world.
void Timeline::land(Rank rank) {
  const Trajectory& path = paths_[rank];
  BodyVelocity& velocity = step_.world->bodies.velocity[rank];
  Motion& motion = (*step_.motion)[rank];
  if (step_.energy != nullptr) step_.energy->landed(rank, path, motion, velocity);
  if (path.changed) {
    motion.displacement = path.displacement(step_.dt);
    motion.turn = path.turned + path.spin * (step_.dt - path.since);
    motion.changed = true;
    lengths_.measure(rank);
    step_.world->bodies.velocity_remainder[rank] = {};
  }
  if (path.is_held()) {  // the solver's velocity, and what impacts added
    velocity.linear += path.correction;
    velocity.angular += path.spin_correction;
  } else if (path.changed) {
    velocity.linear = path.velocity_at(step_.dt);
    velocity.angular = path.slide == Slide::alone ? path.spin - path.pushed_spin(step_.dt) : path.spin;
  }
  velocity.linear += path.deferred;
  velocity.angular += path.deferred_spin;
}

}  // namespace bankshot::BANKSHOT_ABI::detail
