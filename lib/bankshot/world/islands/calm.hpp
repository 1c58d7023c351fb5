#pragma once
// Whether a body whose motion is too low to see gets anywhere by it. Not part of the public interface.
//
// What rocks on something round, or rolls to and fro in a hollow of a pile, does so without end, and gets nowhere. Once
// it has not the energy to rise by its slop it is calm: what it does is too low to see, like a bounce. It is at rest
// if, in all the time since, it got no farther than half as fast as what counts as still.
//
// Half, since what starts from rest and gets faster evenly has got v t / 2 far when its speed is v: what goes on is no
// slower than what counts as still. And what swings higher than its slop is calm about the ends of its way. If it
// stops there from the speed u that takes it a slop high, it gets u t / 4 far in the time t that it takes for stopping
// and coming back, whatever stops it. So no more than half of that is near, either.

#include <bankshot/world/bodies/motion.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

/// Counts the step that a body has made. `pull`: the length of its acceleration by gravity and forces. Whether it has
/// stayed near the place where it became calm, for BodyCalm::time by now.
bool stays_near(BodyCalm& calm, const BodyPose& pose, const BodyVelocity& velocity, const BodyMass& mass,
                const Motion& motion, Real pull, Real dt);

}  // namespace bankshot::BANKSHOT_ABI::detail
