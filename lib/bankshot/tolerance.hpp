#pragma once
// Every tolerance of the library: its unit, its value, the reason, and what changing it does. All of them are
// relative, to a shape's extent, to a distance or to a time, so that a scene in millimetres and the same scene in
// kilometres behave alike. Nothing absolute may stand anywhere else in a step.

#include <bankshot/config.hpp>

#include <cstddef>
#include <limits>

namespace bankshot::BANKSHOT_ABI::tolerance {

// ---- geometry -------------------------------------------------------------------------------------------------

/// Rounding unit of Real, dimensionless.
inline constexpr Real eps = std::numeric_limits<Real>::epsilon();

/// The band, as a multiple of eps x max(extents of both shapes, distance between their poses): two shapes whose gap
/// or overlap is within it count as touching. A rotated corner carries about 3 eps of its reach, a projection about
/// as much again for either shape, the pose difference 1; 16 leaves a factor of two. Smaller: verdicts inside
/// rounding noise. Larger: thin gaps and overlaps go unseen.
inline constexpr Real band_factor = 16;

/// How near, in bands, a gap has to be to an edge of the band for the verdict to be computed again with more
/// digits. Rounding in Real moves the gap of two shapes by a third of a band at most, as measured over millions of
/// cases. Smaller: wrong verdicts beside the edges. Larger: more pairs pay for the second computation.
inline constexpr Real referee_margin = Real(0.5);

/// The slop of a pair of shapes as a fraction of the smaller moving shape's smallest extent (4 mm for a box of 1 m):
/// what is not worth a bounce, and what normals are known to. Smaller: contacts flicker. Larger: visible sinking.
inline constexpr Real slop_fraction = Real(1) / 256;

/// How far a contact normal may lie outside of the normals that a shape made of parts has at a corner, in radians (its
/// sine). Smaller: rounding hides true corners. Larger: joints between parts that bend by less than this can trip what
/// slides over them.
inline constexpr Real seam_angle = Real(1) / 256;
/// Two pieces of a compound meet in a corner, or share a boundary, when they are this near, as a multiple of eps x the
/// compound's farthest coordinate: their corners are rounded one by one. Smaller: seams show where pieces meet. Larger:
/// true corners that near to another piece vanish.
inline constexpr Real seam_factor = 16;

/// A corner of a compound turns by an angle with at least this sine; less counts as straight. Smaller: pieces that
/// continue each other have a corner where they meet. Larger: flat corners are met by their faces only.
inline constexpr Real seam_sine = Real(1) / 1024;

/// How much farther apart B's face must have the shapes to be chosen before A's in a manifold, as a fraction of the
/// distances of the two faces from their centres: for two equal boxes a 256th of the slop, and far above rounding.
/// Smaller: on aligned faces the reference flickers between the two. Larger: a face is chosen that is not the best.
inline constexpr Real tie_bias = Real(1) / 65536;

// ---- contacts of the soft solver ------------------------------------------------------------------------------

/// Gap below which a slow pair is given to the solver before it touches, in slops. Smaller: contacts arrive late
/// and pop. Larger: more contacts to solve that never push.
inline constexpr Real speculative_slops = 4;

/// How far a pair may close within a step and still be the solver's, in smallest extents of the pair. For a pair
/// without restitution that can give way it is the widest gap at which the solver gets it instead, and the deepest
/// overlap that the timeline leaves to the next step's. Smaller: piles that form cost more impacts. Larger: what the
/// solver leaves of an overlap comes near to where two bodies could pass one another, and what just misses a corner may
/// be held back by it.
inline constexpr Real solver_way_extents = Real(1) / 4;

/// How deep two that give way may be predicted to lie in one another when a step ends and not be met, in extents: less
/// than what counts as deep, since what is hit later in the step may push them farther. Smaller: more impacts, in a
/// pile of 240 boxes that lands 694 at an eighth in place of 450. Larger: more pairs end deep, in 45 steps of 24 such
/// landings at a quarter in place of 31.
inline constexpr Real left_extents = Real(13) / 64;

/// Natural frequency of a contact, in sub-step rates (45 Hz where a step of 1/60 s has four sub-steps). Higher:
/// contacts give way less under a load, and tall piles do not come to rest: a blow takes some sub-steps to pass through
/// a pile.
inline constexpr Real contact_frequency = Real(3) / 16;

/// Damping ratio of a contact, dimensionless; far above 1, so that contacts push out without a bounce.
inline constexpr Real contact_damping_ratio = 10;

/// Steps for which a contact counts as new. Between bodies that have no older one loads have to be found from nothing,
/// and are sought with `settling_passes` more passes over these contacts in each sub-step. Fewer of either: a pile set
/// up at once falls into itself, springs back, and has moved sideways by the time it rests. More: such piles cost more
/// in their first steps.
inline constexpr int settling_steps = 8;
inline constexpr int settling_passes = 5;

/// Fastest push-out of an overlap, in smallest extents of the pair per second. Higher: overlapping spawns leave
/// faster and stacks on them shake. What is deep gets no velocity by it, see deep_slops.
inline constexpr Real push_out_extents_per_second = 3;

/// Depth of a contact, in slops, from which on its push-out moves the two apart without giving them a velocity. What is
/// less deep gets one, by which the contact bears its load softly; the relax pass leaves about an eighth of it, which
/// at common rates is less than the speed of sleep. Nor is anything deep that is less so than thinnest_falls g h^2:
/// that is what gravity presses in before it is known what a contact bears, and with long steps it is more than some
/// slops of what is thin. Smaller: what a load presses in chatters. Larger: overlapping spawns leave faster.
inline constexpr Real deep_slops = 4;

/// Relative speeds of contact points, as a fraction of that push-out, which the solver takes for none: far below what
/// rounding leaves of any speed, and as far above the smallest normal number. Smaller: impulses fade away in piles by
/// way of numbers that cost a processor a hundred times as long. Larger, by many powers of ten: what moves slowly is
/// held.
inline constexpr Real negligible_speed = sizeof(Real) == sizeof(float) ? Real(0x1p-64) : Real(0x1p-512);

/// Contacts that push a body from opposite sides are solved together where one by one they would get on by less than 1
/// minus this in a pass over both, see stiff_groups.hpp: in wedges of less than 14 degrees, and from a mass ratio of 15
/// on. Smaller: more contacts that cost more. Larger: what is pinched sinks into what pinches it.
inline constexpr Real pinch = Real(15) / 16;

/// How much stiffer a row of such contacts is made against itself, see solve_complementarity(): this times the smallest
/// ratio of masses, and no less than double can tell. It bounds the impulses where rows contradict one another, as
/// where walls crush a body. Smaller: such impulses are large against all others, and their rounding shows. Larger:
/// rows give way that need not; in a wedge of 1 degree an impulse does 1.5e-4 of what it would do to a free body.
inline constexpr double pinch_stiffening = 1e-4, least_stiffening = 1e-14;

/// How many times what drives a body its velocity may change by in a sub-step for the change to count as smooth, so
/// that the mean of both velocities moves it: room for friction. Smaller: slides with friction end too early. Larger:
/// what is stopped is moved on by half a sub-step.
inline constexpr Real smooth_changes = 4;

/// Where a body turns by more than this in a step, in radians, where its corners are when the step ends does not tell
/// where they were on the way. Smaller: contacts of slowly turning bodies count as impacts. Larger: a corner comes
/// round unseen.
inline constexpr Real whirl = 1;

/// The thinnest body that a world is promised to keep on its side of what is firm, and not to gain energy from: its
/// smallest extent, in bands of the largest extent and distance around it, and in units of a h^2, the acceleration that
/// drives it times the square of a sub-step; the larger of the two. Of thinner ones a gap cannot be told from an
/// overlap of all of it, and a soft contact gives way by their thickness, by two thirds of a h^2 under their own weight
/// and by more where others press them, so that they may slip out where two walls meet. Campaigns hold the library to
/// this. Smaller: they find what is known. Larger: they overlook more.
inline constexpr Real thinnest_bands = 4;
inline constexpr Real thinnest_falls = 8;

/// Impacts that the timeline foresees in one island, as a number and as a share of the island's contacts (one in so
/// many), from which on the solver gets them as contacts and starts again (speculation.hpp). Fewer, or a smaller share:
/// islands are solved twice that a few impacts would have settled. More: piles that are hit hard cost more impacts.
inline constexpr unsigned crowd_hits = 16;
inline constexpr unsigned crowd_share = 2048;
/// How often in a step. Fewer: what is thrown by those that were thrown costs impacts. More: hardly any are left.
inline constexpr int speculation_rounds = 2;

/// How much of a step beyond its end to look, in steps in all, for sleeping bodies that something runs into: who gets
/// there at the very end is stopped by the last sub-step of this one. Smaller: a blow waits a step before what sleeps.
/// Larger: bodies wake for nothing.
inline constexpr Real wake_ahead_steps = Real(1.25);

// ---- sleep ----------------------------------------------------------------------------------------------------

/// A body slower than this, in its own smallest extents per second (corner speed included), counts as still.
inline constexpr Real sleep_extents_per_second = Real(0.05);

/// An island whose bodies have all been still this long, in seconds, goes to sleep.
inline constexpr Real sleep_delay = Real(0.5);

/// How finely it is kept where a body became calm, in slops. Smaller: who gets hardly anywhere counts as somewhere else
/// sooner. Larger: less than that is seen as so much.
inline constexpr Real calm_grain_slops = Real(1) / 16;

/// What gets this far, in grains, is somewhere else and becomes calm anew: four extents, of the eight to either side
/// that 16 bits tell apart. Smaller: what swings as wide does not sleep. Larger: 16 bits do not tell where it is.
inline constexpr Real calm_farthest_grains = 16384;

// ---- time of impact -------------------------------------------------------------------------------------------

/// Gap within which a pair in flight counts as in contact, in slops: both corners of a flat face within it hit at once,
/// and a contact begins there. Smaller: flat faces hit corner by corner. Larger: bodies bounce visibly early.
inline constexpr Real impact_gap_slops = Real(1) / 16;

/// Advancement iterations before a sweep answers with its last safe time instead of a meeting.
inline constexpr int sweep_iterations = 64;

/// Shortest hop between two impacts of a pair, as a fraction of the step: an impact leaves the pair parting at least as
/// fast as its pressing acceleration takes back in this time. Smaller: more impacts of pairs that come to rest. Larger:
/// such pairs hop visibly until the solver takes them over in the next step.
inline constexpr Real shortest_hop = Real(1) / 32;

/// Impacts of one pair in one step after which corners that slide along what they turn towards are made to part, and
/// two that stand still because they are out of impacts are left to the solver of the next step. Smaller: such corners
/// are seen to hop. Larger: more impacts to compute.
inline constexpr int free_bounces = 4;

/// Impacts of one pair in one step after which the next one leaves both bodies standing still for the rest of it; a
/// world may be given another limit. Smaller: what rattles in a narrow gap loses time. Larger: more impacts to compute.
inline constexpr int impacts_per_pair = 48;

/// The same of one body.
inline constexpr int impacts_per_body = 256;

/// Times that a body's path is led in one step, by bodies whose own do not show the velocity that they have, before it
/// stands still for the rest of it. Smaller: what is pushed through a pack loses time. Larger: in a jam paths get ever
/// faster, and meet ever more.
inline constexpr int leads_per_body = 16;

/// The same where a path would be led faster than so many times the speeds of both bodies together. Smaller: what
/// slides off a wedge stands still. Larger: as above.
inline constexpr Real fastest_lead = 4;

/// A body that gets farther than this within a rounding unit of the step, in its smallest extents, stands still for the
/// rest of the step after an impact: times no longer tell where it is. In float a body of 1 m meets this at 120,000
/// km/s and 60 Hz; restitution above 1 gets there within one step. Smaller: slower bodies lose time. Larger: what is so
/// fast may leave the room it is in.
inline constexpr Real blur_extents = Real(1) / 4;

/// A body with too many supports for an impact to ask after counts as firm as they are, as long as the impact would
/// move it by less than this within a step, in slops. Smaller: a ball bounces lower on such a body. Larger: heavy hits
/// bounce off it as off a wall.
inline constexpr Real firm_slops = Real(1) / 4;

/// Pairs that approach at speeds of which one is more than so many times the other are not hit at the same instant: the
/// slower approach is rounding, or comes to nothing before the blow has passed. It is the next impact. Smaller: what
/// touches and is hit is taken for two impacts. Larger: rounding takes part in blows.
inline constexpr Real one_instant = 1024;

/// Part of a sum of products in double that may be nothing but their rounding. An impulse that gives less than this of
/// what it would give without friction gives nothing. Smaller: rounding decides what becomes of bodies that friction
/// locks. Larger: bodies that part slowly count as locked.
inline constexpr double rounded_away = 64 * std::numeric_limits<double>::epsilon();

/// Of an impact with friction at several points (world/impact/impact_path.hpp), all in double, where speeds are told
/// relative to the largest: a slip that counts as none, and a share of the largest impulse that is rounding; a speed
/// that is missing still and counts as met, far below what is left of it in Real; and what may be missing of the lack
/// that a piece set out to meet. Smaller: rounding asks for pieces of its own. Larger: points still approach.
inline constexpr double rounded_speed = 1e-12, met_speed = 2e-9, met_share = 1e-9;

/// How much stiffer a row of such an impact is made against itself, so that rows that say the same share what they
/// bear; and the least that elimination divides by. The stiffening shows where bodies' masses are as far apart as that.
/// Smaller: what such rows bear is rounding. Larger: light bodies under heavy ones give way.
inline constexpr double path_stiffening = 1e-12, least_pivot = 1e-13;

/// In Lemke's method: how much rows that lack nothing are lifted beside those that do, so that few of them become 0 at
/// once; and the least slope by which one becomes 0. Smaller: more ties, decided by rounding; division by rounding.
/// Larger: the same the other way round, and rows that become 0 late are overlooked.
inline constexpr double cover_share = 1e-3, least_exchange = 1e-10;

/// What is left of the work that a contact gives back and counts as nothing. Smaller: pieces for rounding.
inline constexpr double spent_share = 1e-10;

/// The impulses of such an impact, relative to what stops the largest speed alone, from which on its rows contradict
/// one another: where a mover takes part, for each unit of the ratio of the masses, since bodies on one another
/// take that ratio; and at most. Smaller: many bodies at once are solved one by one. Larger: what a mover crushes
/// against a wall is shot out, and what impulses do is rounding.
inline constexpr double largest_share = 256, largest_rubbing_share = 1e7;

/// How far the speeds that such impulses make of the bodies may be from what was asked for, relative to the largest;
/// and what energy may be gained, relative to the squares of speeds. Smaller: more of what is right is not believed.
/// Larger: rounding of crushed bodies shows.
inline constexpr double believed_error = 1e-6, believed_gain = 1e-9;

/// The largest coefficient of friction that is told from a larger one: products of it stay finite, and no slip takes
/// less to stop. Smaller: very rough things slip. Larger: such products overflow.
inline constexpr double endless_friction = 1e100;

/// The least speed at which a pair that was met again and again parts, as a share of the speeds that it has at its
/// contact. Smaller: rounding has it meet once more at once. Larger: energy out of nothing, by the square.
inline constexpr Real rounded_hop = 16 * eps;

/// How deep a pair overlaps before it counts as meeting again, in slops of the thinner shape, where it is turning that
/// presses it together and it met again at once too often. Smaller: more impacts. Larger: corners that slide along what
/// they turn towards are seen to sink in.
inline constexpr Real spin_hop_slops = 16;

// ---- how much a step may take ---------------------------------------------------------------------------------

/// Near pairs of shapes or of parts that a step may have: in any world, and for each shape. In the plane what does not
/// overlap touches less than six others on average, and a pair takes up to 2 KB. Smaller: worlds that are heavy, and
/// sound, are refused. Larger: a few bodies in one place take the memory of the machine.
inline constexpr std::size_t pairs_of_any_world = 100'000, pairs_per_shape = 16;

/// Candidates, of up to 32 bytes each, for each of these. Smaller: fast bodies, whose boxes are long, are refused.
/// Larger: memory, as above.
inline constexpr std::size_t candidates_per_pair = 16;

}  // namespace bankshot::BANKSHOT_ABI::tolerance
