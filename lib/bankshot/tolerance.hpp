#pragma once
// Every tolerance of the library: its unit, its value, the reason, and the effect of changing it. All of them are
// relative, to a shape's extent, to a distance or to a time, so that a scene in millimetres and the same scene in
// kilometres behave alike. Nothing else in a step may be absolute.

#include <bankshot/config.hpp>

#include <cstddef>
#include <limits>

namespace bankshot::BANKSHOT_ABI::tolerance {

// ---- geometry -------------------------------------------------------------------------------------------------

/// Rounding unit of Real, dimensionless.
inline constexpr Real eps = std::numeric_limits<Real>::epsilon();

/// The band, as a multiple of eps x max(extents of both shapes, distance between their poses): two shapes whose gap or
/// overlap is within it count as touching. A rotated corner carries an error of about 3 eps of its reach, a projection
/// about as much again for each shape, and the pose difference 1; 16 leaves a factor of two. Smaller: verdicts are
/// decided by rounding. Larger: thin gaps and overlaps go unnoticed.
inline constexpr Real band_factor = 16;

/// The distance, in bands, of a gap from an edge of the band below which the verdict is computed again with more
/// digits. Rounding in Real moves the gap of two shapes by at most a third of a band, as measured over millions of
/// cases. Smaller: wrong verdicts near the edges. Larger: more pairs pay for the second computation.
inline constexpr Real referee_margin = Real(0.5);

/// The slop of a pair of shapes as a fraction of the smaller moving shape's smallest extent (4 mm for a box of 1 m):
/// the height below which a bounce is ignored, and the accuracy to which normals are known. Smaller: contacts flicker.
/// Larger: visible sinking.
inline constexpr Real slop_fraction = Real(1) / 256;

/// How far a contact normal may lie outside of the normals that a shape made of parts has at a corner, in radians (as a
/// sine). Smaller: rounding hides true corners. Larger: bodies that slide over joints between parts can catch on those
/// that bend by less than this.
inline constexpr Real seam_angle = Real(1) / 256;
/// Two pieces of a compound meet in a corner, or share a boundary, if they are this near, as a multiple of eps x the
/// compound's farthest coordinate: their corners are rounded independently. Smaller: seams show where pieces meet.
/// Larger: true corners that near to another piece vanish.
inline constexpr Real seam_factor = 16;

/// A corner of a compound turns by an angle with at least this sine; less counts as straight. Smaller: pieces that
/// continue each other have a corner where they meet. Larger: flat corners collide with their faces only.
inline constexpr Real seam_sine = Real(1) / 1024;

/// How much farther B's face must separate the shapes than A's to be chosen in a manifold, as a fraction of the
/// distances of the two faces from their centres. For two equal boxes this is a 256th of the slop, and far above
/// rounding. Smaller: on aligned faces the reference face flickers between the two. Larger: the chosen face is not the
/// best.
inline constexpr Real tie_bias = Real(1) / 65536;

// ---- contacts of the soft solver ------------------------------------------------------------------------------

/// Gap below which a slow pair is given to the solver before it touches, in slops. Smaller: contacts arrive late and
/// pop. Larger: the solver gets more contacts that never push.
inline constexpr Real margin_slops = 4;

/// How far a pair may close within a step and still be left to the solver, in smallest extents of the pair. For a pair
/// without restitution that can give way it is also the widest gap at which the solver gets the pair instead of the
/// timeline, and the deepest overlap that the timeline leaves to the solver of the next step. Smaller: piles that form
/// cost more impacts. Larger: the overlap that the solver leaves comes near to the depth at which two bodies could pass
/// each other, and a body that just misses a corner may be held back by it.
inline constexpr Real solver_way_extents = Real(1) / 4;

/// Predicted overlap at the end of a step, in extents, up to which two bodies that give way have no impact. It is less
/// than what counts as deep, because later impacts in the step may push the two farther. Smaller: more impacts; a pile
/// of 240 boxes that lands has 694 at an eighth instead of 450. Larger: more pairs end deep; at a quarter they do in 45
/// steps of 24 such landings instead of 31.
inline constexpr Real left_extents = Real(13) / 64;

/// Natural frequency of a contact, in sub-step rates (45 Hz where a step of 1/60 s has four sub-steps). Higher:
/// contacts give way less under a load, and tall piles do not come to rest, because an impact takes some sub-steps to
/// pass through a pile.
inline constexpr Real contact_frequency = Real(3) / 16;

/// Damping ratio of a contact, dimensionless; far above 1, so that contacts push out without a bounce.
inline constexpr Real contact_damping_ratio = 10;

/// Steps for which a contact counts as new. Between bodies without an older contact, the solver must find loads from
/// nothing. It does so with `settling_passes` more passes over these contacts in each sub-step. Fewer of either: a pile
/// set up at once falls into itself, springs back, and has moved sideways by the time it rests. More: such piles cost
/// more in their first steps.
inline constexpr int settling_steps = 8;
inline constexpr int settling_passes = 5;

/// Fastest push-out of an overlap, in smallest extents of the pair per second. Higher: bodies spawned inside each other
/// separate faster, and stacks on them shake. A deep contact gets no velocity from it, see deep_slops.
inline constexpr Real push_out_extents_per_second = 3;

/// Depth of a contact, in slops, from which its push-out moves the two apart without giving them a velocity. A
/// shallower contact gets one, which lets the contact bear its load softly. The relax pass leaves about an eighth of
/// it, which at common rates is less than the speed of sleep. A contact is not deep either if its depth is less than
/// thinnest_falls g h^2: gravity presses bodies in by that much before the load on a contact is known, and with long
/// steps it exceeds some slops of a thin body. Smaller: contacts pressed in by a load chatter. Larger: bodies spawned
/// inside each other separate faster.
inline constexpr Real deep_slops = 4;

/// Relative speeds of contact points, as a fraction of that push-out, that the solver treats as zero: far below the
/// rounding of any speed, and equally far above the smallest normal number. Smaller: impulses fade away in piles
/// through denormals, which are a hundred times slower. Larger, by many powers of ten: slow bodies are held.
inline constexpr Real negligible_speed = sizeof(Real) == sizeof(float) ? Real(0x1p-64) : Real(0x1p-512);

/// Contacts that push a body from opposite sides are solved together if, solved one by one, a pass over both would make
/// less progress than 1 minus this, see stiff_groups.hpp: in wedges of less than 14 degrees, and from a mass ratio of
/// 15 on. Smaller: more contacts take the more expensive path. Larger: a pinched body sinks into the bodies that pinch
/// it.
inline constexpr Real pinch = Real(15) / 16;

/// How much stiffer a row of such contacts is made against itself, see solve_complementarity(): this times the smallest
/// ratio of masses, but no less than double can resolve. It bounds the impulses where rows contradict each other, as
/// where walls crush a body. Smaller: such impulses are large compared with all others, and their rounding shows.
/// Larger: rows give way that need not; in a wedge of 1 degree an impulse has 1.5e-4 of its effect on a free body.
inline constexpr double pinch_stiffening = 1e-4, least_stiffening = 1e-14;

/// A body's change of velocity in a sub-step counts as smooth up to this many times the change that its forces alone
/// would cause; the mean of both velocities then moves it. The factor leaves room for friction. Smaller: slides with
/// friction end too early. Larger: a body that is stopped moves on by half a sub-step.
inline constexpr Real smooth_changes = 4;

/// Turn of a body per step, in radians, beyond which the positions of its corners at the end of the step do not tell
/// where they were within it. Smaller: contacts of slowly turning bodies count as impacts. Larger: a corner comes round
/// undetected.
inline constexpr Real whirl = 1;

/// The thinnest body that a world is promised to keep on its side of anything firm, and not to gain energy from. The
/// limit is on its smallest extent: in bands of the largest extent and distance around it, and in units of a h^2, the
/// acceleration that drives it times the square of a sub-step; the larger of the two counts. For thinner bodies a gap
/// cannot be told from an overlap of the whole body. A soft contact also gives way by their thickness: by two thirds of
/// a h^2 under their own weight, and by more where other bodies press them, so they may slip out where two walls meet.
/// The test campaigns hold the library to this. Smaller: they report known limits. Larger: they overlook more.
inline constexpr Real thinnest_bands = 4;
inline constexpr Real thinnest_falls = 8;

/// Predicted impacts of the timeline in one island, as a number and as a share of the island's contacts (one in so
/// many), from which the solver gets them as contacts and starts again (speculation.hpp). Fewer, or a smaller share:
/// islands are solved twice where a few impacts would have sufficed. More: piles that are hit hard cost more impacts.
inline constexpr unsigned crowd_hits = 16;
inline constexpr unsigned crowd_share = 2048;
/// How often this is done in a step. Fewer: bodies thrown by thrown bodies cost impacts. More: hardly any are left.
inline constexpr int speculation_rounds = 2;

/// How far ahead to look for sleeping bodies that something will hit, in steps: a body that gets there at the very end
/// is stopped by the last sub-step of this one. Smaller: an impact waits a step before it moves a sleeping body.
/// Larger: bodies wake for nothing.
inline constexpr Real wake_ahead_steps = Real(1.25);

// ---- sleep ----------------------------------------------------------------------------------------------------

/// A body slower than this, in its own smallest extents per second (corner speed included), counts as still.
inline constexpr Real sleep_extents_per_second = Real(0.05);

/// An island whose bodies have all been still this long, in seconds, goes to sleep.
inline constexpr Real sleep_delay = Real(0.5);

/// Resolution, in slops, of the stored place where a body became calm. Smaller: a body that hardly moves counts as
/// elsewhere sooner. Larger: shorter movements count as this much.
inline constexpr Real calm_grain_slops = Real(1) / 16;

/// Distance, in grains, from which a body counts as elsewhere and becomes calm anew: four extents, of the eight to
/// either side that 16 bits can represent. Smaller: bodies that swing this wide do not sleep. Larger: 16 bits cannot
/// represent where the body is.
inline constexpr Real calm_farthest_grains = 16384;

// ---- time of impact -------------------------------------------------------------------------------------------

/// Gap within which a flying pair counts as in contact, in slops: both corners of a flat face within it hit at once,
/// and a contact begins there. Smaller: flat faces hit corner by corner. Larger: bodies bounce visibly early.
inline constexpr Real impact_gap_slops = Real(1) / 16;

/// Advancement iterations after which a sweep returns its last safe time instead of a meeting.
inline constexpr int sweep_iterations = 64;

/// Shortest hop between two impacts of a pair, as a fraction of the step: after an impact the pair parts at least as
/// fast as its pressing acceleration takes back in this time. Smaller: more impacts of pairs that come to rest. Larger:
/// such pairs hop visibly until the solver takes them over in the next step.
inline constexpr Real shortest_hop = Real(1) / 32;

/// Impacts of one pair in one step after which corners that slide along a face they turn towards are made to part, and
/// two bodies that stand still because they are out of impacts are left to the solver of the next step. Smaller: such
/// corners hop visibly. Larger: more impacts to compute.
inline constexpr int free_bounces = 4;

/// Impacts of one pair in one step after which the next one leaves both bodies standing still for the rest of it; a
/// world may have another limit. Smaller: bodies that rattle in a narrow gap lose time. Larger: more impacts to
/// compute.
inline constexpr int impacts_per_pair = 48;

/// The same for one body.
inline constexpr int impacts_per_body = 256;

/// Times that the path of a body may be led in one step, by bodies whose own paths do not show their velocity, before
/// it stands still for the rest of it. Smaller: a body pushed through a pack loses time. Larger: in a jam paths get
/// ever faster, and meet ever more bodies.
inline constexpr int leads_per_body = 16;

/// A body also stands still if its path would be led faster than this many times the speeds of both bodies together.
/// Smaller: a body that slides off a wedge stands still. Larger: as above.
inline constexpr Real fastest_lead = 4;

/// A body that moves farther than this within a rounding unit of the step, in its smallest extents, stands still for
/// the rest of the step after an impact: times can no longer tell where it is. In float a body of 1 m meets this at
/// 120,000 km/s and 60 Hz; restitution above 1 gets there within one step. Smaller: slower bodies lose time. Larger:
/// such fast bodies may leave the room they are in.
inline constexpr Real blur_extents = Real(1) / 4;

/// A body with too many supports to be included in an impact counts as firm as they are, as long as the impact would
/// move it by less than this within a step, in slops. Smaller: a ball bounces lower on such a body. Larger: heavy
/// impacts bounce off it as off a wall.
inline constexpr Real firm_slops = Real(1) / 4;

/// Pairs whose approach speeds differ by more than this factor are not hit at the same instant: the slower approach is
/// rounding, or ends before the impact has passed. It is the next impact. Smaller: a body that touches and is hit
/// counts as two impacts. Larger: rounding takes part in impacts.
inline constexpr Real one_instant = 1024;

/// Share of a sum of products in double that may be nothing but rounding. An impulse that gives less than this share of
/// what it would give without friction gives nothing. Smaller: rounding decides what happens to bodies that friction
/// locks. Larger: bodies that part slowly count as locked.
inline constexpr double rounded_away = 64 * std::numeric_limits<double>::epsilon();

/// Tolerances of an impact with friction at several points (world/impact/impact_path.hpp), all in double. Speeds are
/// relative to the largest. rounded_speed: a slip that counts as none, and a share of the largest impulse that is
/// rounding. met_speed: a missing speed that counts as met, far below what is left of it in Real. met_share: the share
/// of the lack that a leg set out to meet that may still be missing at its end. Smaller: rounding asks for legs of its
/// own. Larger: points still approach.
inline constexpr double rounded_speed = 1e-12, met_speed = 2e-9, met_share = 1e-9;

/// path_stiffening: how much stiffer a row of such an impact is made against itself, so that equivalent rows share
/// their load. least_pivot: the least number that elimination divides by. The stiffening shows where the masses of
/// bodies differ by as much as that. Smaller: the load of such rows is rounding. Larger: light bodies under heavy ones
/// give way.
inline constexpr double path_stiffening = 1e-12, least_pivot = 1e-13;

/// In Lemke's method. cover_share: how much rows that lack nothing are lifted beside those that do, so that few of them
/// become 0 at once. least_exchange: the least slope by which one becomes 0. Smaller: more ties, decided by rounding;
/// division by rounding. Larger: the converse, and rows that become 0 late are overlooked.
inline constexpr double cover_share = 1e-3, least_exchange = 1e-10;

/// Remaining share of the work that a contact gives back that counts as nothing. Smaller: legs for rounding.
inline constexpr double spent_share = 1e-10;

/// Impulses of such an impact, relative to the one that stops the largest speed alone, above which its rows contradict
/// each other. largest_share applies if a mover takes part, for each unit of the ratio of the masses, because bodies on
/// each other take that ratio. largest_rubbing_share is the limit in all cases. Smaller: many bodies at once are solved
/// one by one. Larger: a body that a mover crushes against a wall is shot out, and the effect of impulses is rounding.
inline constexpr double largest_share = 256, largest_rubbing_share = 1e7;

/// believed_error: how far the speeds that such impulses give may differ from those asked for, relative to the largest.
/// believed_gain: how much energy may be gained, relative to the squares of speeds. Smaller: more correct results are
/// rejected. Larger: rounding of crushed bodies shows.
inline constexpr double believed_error = 1e-6, believed_gain = 1e-9;

/// The largest coefficient of friction that is distinguished from a larger one: products of it stay finite, and no slip
/// takes less to stop. Smaller: very rough things slip. Larger: such products overflow.
inline constexpr double endless_friction = 1e100;

/// The least speed at which a pair that was met again and again parts, as a share of the speeds at its contact.
/// Smaller: because of rounding it meets once more at once. Larger: energy out of nothing, by the square.
inline constexpr Real rounded_hop = 16 * eps;

/// How deep a pair must overlap to count as meeting again, in slops of the thinner shape, if turning presses it
/// together and it met again at once too often. Smaller: more impacts. Larger: corners that slide along a face they
/// turn towards sink in visibly.
inline constexpr Real spin_hop_slops = 16;

// ---- joints -------------------------------------------------------------------------------------------------

/// newton_arrived: Newton's method has found a sub-step of joints when its last round has moved no body by more, in
/// shares of the largest arm; as each round squares the error, what is left is rounding. newton_stands: if rounding
/// keeps the rounds from becoming smaller, this is enough. Smaller: more rounds, that change nothing. Larger: energy
/// is lost.
inline constexpr double newton_arrived = 1e-11, newton_stands = 1e-8;

/// How much work joints may do in a sub-step, as a share of the energy in it, before they count as ones that contradict
/// one another. Smaller: rounding does. Larger: energy that joints take for nothing.
inline constexpr double work_of_closed_joints = 1e-9;

/// most_newton_rounds: after which a sub-step is halved. most_halvings_deep: into how many halves of halves;
/// most_halvings: how often in a sub-step in all. Smaller: whips lose energy. Larger: time.
inline constexpr int most_newton_rounds = 12, most_halvings_deep = 9, most_halvings = 64;

/// How far a body turns in one part of a sub-step, rad, if a joint is off its centre, and the number of parts. Smaller:
/// time. Larger: a fast body turns too slowly.
inline constexpr double most_joint_turn = 0.25, most_joint_parts = 64;

/// What is added to the mass that a row of a joint feels, as a share of it, so that redundant rows have a solution.
/// joint_stiffening: of the laws; smaller: rounding of redundant rows, larger: more rounds. mending_stiffening: of
/// places. soft_stiffening: where Newton's method does not arrive at all.
inline constexpr double joint_stiffening = 1e-9, mending_stiffening = 1e-6, soft_stiffening = 1e-3;

/// How much of a body's inertia the tension of its joints may take away in a round of Newton's method, at least left.
/// Changes no result. Smaller or larger: more rounds, where links are light and tension is high.
inline constexpr double least_inertia = 0.2;

/// How far from a limit a row of a joint is at it, in shares of the largest arm of its group, or rad: a little more
/// than the places of a float world are rounded by. Smaller: rounding lifts off rows that lean on a limit. Larger: they
/// stop before it.
inline constexpr double joint_limit_band = 1e-6;
/// most_limit_trials: for the time at which a row reaches a limit. most_limit_hits: from how many hits in a sub-step on
/// rows no longer bounce; after twice as many they are no longer stopped within the sub-step. Smaller: what is thrown
/// to and fro very fast loses its energy. most_mode_corrections: how often motors and limits are reconsidered in a
/// sub-step.
inline constexpr int most_limit_trials = 40, most_limit_hits = 64, most_mode_corrections = 12;

/// How fast joints that are out of place are put in place, in largest arms of their group per second. Smaller: a joint
/// that an edit has opened stays open for longer. Larger: bodies jump.
inline constexpr double joint_mending = 4;

/// A round of mending that moves no body farther than this, in largest arms of its group, is the last: what it leaves
/// goes with the square of its way. Smaller: rounds for rounding. Larger: joints that contacts have opened stay a
/// little open.
inline constexpr double mended_way = 1e-3;

/// The least effect of an impulse between two tied bodies on their relative speed, as a share of what it would be if
/// nothing tied them to one another: less is rounding, as between bodies that are welded together. Impulses on such
/// levers are larger by the inverse of it, and so is what rounding does to speeds: at the root of eps both are alike.
/// Not below what the stiffening of joints leaves of effects. Smaller: endless impulses. Larger: bodies on levers of
/// such a ratio pass through one another.
inline constexpr double tied_effect = sizeof(Real) == 4 ? 3.5e-4 : 1e-6;

/// What is added to the effect of an impulse on the relative speed of two tied bodies where they rest on one another,
/// as a share of what it would be if nothing tied them. A contact near a hinge needs an impulse that grows with the
/// square of its leverage, and within a sub-step its lever changes: so it is stopped over several passes and sub-steps.
/// Smaller: contacts with leverage throw ragdolls apart. Larger: tied bodies sink into one another for longer.
inline constexpr double tied_softness = 0.1;

/// How often in a pass of the solver the contacts of tied bodies are solved: until none of their impulses changes by
/// more than tied_settled of the largest, tied_rounds times at most. An impulse moves whole groups, so contacts that
/// are far apart act on each other at once. Fewer rounds or a larger share: ragdolls that lie on their limbs jitter,
/// and do not fall asleep. More: time.
inline constexpr int tied_rounds = 32;
inline constexpr Real tied_settled = Real(1e-3);

/// The most answers of bodies to the contacts of their group that are kept: a few megabytes, as caches hold. The joints
/// of larger groups take turns with contacts. Smaller: heavy loads on large groups sink in. Larger: memory, and time.
inline constexpr std::size_t most_tied_answers = std::size_t{1} << 18;

/// How often in a pass of the solver all joints are solved and then all contacts once more. Fewer: contacts of bodies
/// that hang on others sink in. More: time.
inline constexpr int joint_turns = 3;

/// The least energy of relative motion that is scaled, as a share of all kinetic energy: smaller motions have lost
/// no more than that.
inline constexpr double scaled_motion = 1e-12;

// ---- how much a step may take ---------------------------------------------------------------------------------

/// Contact pairs of shapes or of parts that a step may have: in any world, and for each shape. In the plane, shapes
/// that do not overlap touch fewer than six others on average, and a pair takes up to 2 KB. Smaller: heavy but valid
/// worlds are refused. Larger: a few bodies in one place take the memory of the machine.
inline constexpr std::size_t pairs_of_any_world = 100'000, pairs_per_shape = 16;

/// Candidates, of up to 32 bytes each, per contact pair. Smaller: fast bodies, whose boxes are long, are refused.
/// Larger: memory, as above.
inline constexpr std::size_t candidates_per_pair = 16;

}  // namespace bankshot::BANKSHOT_ABI::tolerance
