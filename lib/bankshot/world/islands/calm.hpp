#pragma once
// Detects whether a body with an imperceptible motion gets anywhere. Not part of the public interface.
//
// A body that rocks on a round one, or rolls to and fro in a hollow of a pile, does so without end, and gets nowhere.
// Once it lacks the energy to rise by its slop it is calm: its motion is too low to see, like a bounce. It is at rest
// if, in all the time since, it got no farther than at half the speed that counts as still.
//
// Half, because a body that starts from rest and accelerates evenly has moved by v t / 2 when its speed is v: so a body
// that keeps moving away is not slower than the speed that counts as still. A body that swings higher than its slop is
// calm near the ends of its path. If it stops there from the speed u that takes it a slop high, it moves by u t / 4 in
// the time t that it takes for stopping and coming back, whatever stops it. So the limit is at most half of that speed,
// too.

#include <bankshot/world/bodies/motion.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Counts the step that a body has made. `pull`: the magnitude of its acceleration by gravity and forces. Returns true
/// if it has stayed near the place where it became calm, BodyCalm::time ago.
bool stays_near(BodyCalm& calm, const BodyPose& pose, const BodyVelocity& velocity, const BodyMass& mass,
                const Motion& motion, Real pull, Real dt);

}  // namespace bankshot::BANKSHOT_ABI::detail
