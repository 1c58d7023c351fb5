// The contact solver's arithmetic, written once and compiled for every width by simd/foreach_width.hpp.
//
// Projected Gauss-Seidel over the three rows of a contact (Catto, "Solver2D", 2024, for the soft constraint and the
// relax pass). All three relative velocities are formed at once, and the effect of one row on the next is added through
// the couplings, so that the chain of dependent operations is three short steps instead of three gathers.

struct PairVelocity {
  Lane ax, ay, aw, am, bx, by, bw, bm;
};

BANKSHOT_INLINE void gather_pair(const Real* base, const ConstraintBlock& c, int i, PairVelocity& v) {
  gather4(base, c.a + i, v.ax, v.ay, v.aw, v.am);
  gather4(base, c.b + i, v.bx, v.by, v.bw, v.bm);
}

/// Applies the impulses p1, p2 along the normal and pt along the tangent to both bodies, and writes the results to
/// `velocity`.
BANKSHOT_INLINE void apply(const SolverArrays& bodies, Real* velocity, const ConstraintBlock& c, int i, PairVelocity& v,
                           const Lane& p1, const Lane& p2, const Lane& pt) {
  const Lane nx = load(c.nx + i), ny = load(c.ny + i);
  const Lane pn = p1 + p2;
  Lane px_a = nx * pn - ny * pt, py_a = ny * pn + nx * pt;
  Lane px_b = px_a, py_b = py_a;
  if (bodies.locks) {
    Lane gyration, free_x, free_y, unused;
    gather4(bodies.frame, c.a + i, gyration, free_x, free_y, unused);
    px_a = px_a * free_x, py_a = py_a * free_y;
    gather4(bodies.frame, c.b + i, gyration, free_x, free_y, unused);
    px_b = px_b * free_x, py_b = py_b * free_y;
  }
  const Lane turn_a = load(c.arm_a1 + i) * p1 + load(c.arm_a2 + i) * p2 + load(c.arm_at + i) * pt;
  const Lane turn_b = load(c.arm_b1 + i) * p1 + load(c.arm_b2 + i) * p2 + load(c.arm_bt + i) * pt;
  scatter4(velocity, c.a + i, v.ax + v.am * px_a, v.ay + v.am * py_a, v.aw + v.am * turn_a, v.am);
  scatter4(velocity, c.b + i, v.bx - v.bm * px_b, v.by - v.bm * py_b, v.bw - v.bm * turn_b, v.bm);
}

/// Softness of the normal rows, their fastest push-out, and the depth from which on they are rigid.
struct SpringLanes {
  Lane bias_rate, mass_scale, impulse_scale, push_speed, deep;
};

BANKSHOT_INLINE void choose_springs(const SpringPair& springs, const ConstraintBlock& c, int i, const Mask& both,
                                    Real sag, SpringLanes& out) {
  const Spring &s = springs.between, &f = springs.against_fixed;
  out.bias_rate = select(both, broadcast(s.bias_rate), broadcast(f.bias_rate));
  out.mass_scale = select(both, broadcast(s.mass_scale), broadcast(f.mass_scale));
  out.impulse_scale = select(both, broadcast(s.impulse_scale), broadcast(f.impulse_scale));
  out.push_speed = load(c.push_speed + i);
  out.deep = max(broadcast(deep_push) * out.push_speed, broadcast(sag));
}

/// True if a spring is pressed in by so much more than its impulse explains that, at rest, it would push the two apart
/// as fast as an unloaded one at the depth `deep`.
BANKSHOT_INLINE Mask is_deep(const SpringLanes& springs, const Lane& separation, const Lane& soft_mass,
                             const Lane& impulse) {
  return springs.impulse_scale * impulse < -(soft_mass * (springs.bias_rate * (separation + springs.deep)));
}

/// Impulse of a normal row. With `bias`, overlapping points are soft with a push-out; otherwise points are rigid.
/// Points that are still apart may close their gap within the sub-step and no more. Deep points are rigid, too:
/// push_blocks() pushes them out.
///
/// The limit of the push-out applies to the speed of separation. Applied to the spring's own speed, it would limit the
/// load as well, and a thin body would sink into the ground under a heavy one.
BANKSHOT_INLINE Lane normal_impulse(const SpringLanes& springs, const Lane& separation, const Lane& velocity,
                                    const Lane& mass, const Lane& old, const Lane& inverse_h, bool bias) {
  const Lane zero = broadcast(0);
  const Mask apart = zero < separation;
  const Lane rigid = mass * (velocity + select(apart, separation * inverse_h, zero));
  if (!bias) return max(old - rigid, zero);
  const Lane soft_mass = mass * springs.mass_scale;
  const Lane spring = soft_mass * (velocity + springs.bias_rate * separation) + springs.impulse_scale * old;
  const Lane fastest = soft_mass * (velocity - springs.push_speed);
  return max(old - select(apart | is_deep(springs, separation, soft_mass, old), rigid, max(fastest, spring)), zero);
}

/// Flushes tiny speeds to zero: a blow fades over a hundred bodies, and denormals are 100 times slower.
BANKSHOT_INLINE Lane unless_negligible(const Lane& speed, const Lane& least) {
  return select(least < abs(speed), speed, broadcast(0));
}

/// Separations of both points after the displacements `d` of the bodies in the step. `block`: its place, counted from
/// the first given one.
BANKSHOT_INLINE void find_separations(const ConstraintBlock& c, const BlockTraits& traits, std::size_t block, int i,
                                      const SolverArrays& bodies, const PairVelocity& d, Lane& s1, Lane& s2) {
  const Lane shift = load(c.nx + i) * (d.ax - d.bx) + load(c.ny + i) * (d.ay - d.by);
  s1 = load(c.separation1 + i) + (shift + (load(c.arm_a1 + i) * d.aw - load(c.arm_b1 + i) * d.bw));
  s2 = load(c.separation2 + i) + (shift + (load(c.arm_a2 + i) * d.aw - load(c.arm_b2 + i) * d.bw));
  if (traits.turns) {  // the same for both points
    const Lane from_chord = load(bodies.turning + block_size * block + i) * broadcast(bodies.turn_way) -
                            load(bodies.bow + block_size * block + i) * broadcast(bodies.bow_way);
    s1 = s1 + from_chord, s2 = s2 + from_chord;
  }
}

/// `block`: as above.
BANKSHOT_INLINE void solve_lanes(ConstraintBlock& c, const BlockTraits& traits, std::size_t block, int i,
                                 const SolverArrays& bodies, const SpringPair& springs, const Lane& inverse_h,
                                 bool bias, bool moved) {
  const Lane none_yet = broadcast(0);
  PairVelocity v, d = {none_yet, none_yet, none_yet, none_yet, none_yet, none_yet, none_yet, none_yet};
  gather_pair(bodies.velocity, c, i, v);
  if (moved) gather_pair(bodies.position, c, i, d);
  const Lane nx = load(c.nx + i), ny = load(c.ny + i);
  const Lane arm_a1 = load(c.arm_a1 + i), arm_b1 = load(c.arm_b1 + i);
  const Lane arm_a2 = load(c.arm_a2 + i), arm_b2 = load(c.arm_b2 + i);

  Lane s1, s2;
  find_separations(c, traits, block, i, bodies, d, s1, s2);

  const Lane vx = v.ax - v.bx, vy = v.ay - v.by;
  const Lane along = nx * vx + ny * vy;
  Lane v1 = along + (arm_a1 * v.aw - arm_b1 * v.bw);
  Lane v2 = along + (arm_a2 * v.aw - arm_b2 * v.bw);
  Lane vt = nx * vy - ny * vx + (load(c.arm_at + i) * v.aw - load(c.arm_bt + i) * v.bw);
  if (traits.belts) vt = vt - load(c.surface_speed + i);
  if (traits.turns) {  // the same for both points
    const Lane to_chord = load(bodies.turning + block_size * block + i) * broadcast(bodies.turn_share) +
                          load(bodies.bow + block_size * block + i) * broadcast(bodies.bow_share);
    v1 = v1 - to_chord, v2 = v2 - to_chord;
  }
  const Lane least = broadcast(tolerance::negligible_speed) * load(c.push_speed + i);
  v1 = unless_negligible(v1, least), v2 = unless_negligible(v2, least), vt = unless_negligible(vt, least);

  const Lane old1 = load(c.impulse1 + i), old2 = load(c.impulse2 + i), old_t = load(c.impulse_t + i);
  // The order of the points must not matter, or stacks turn slowly to one side: solves in both orders, and takes the
  // mean.
  const Lane mass1 = load(c.mass1 + i), mass2 = load(c.mass2 + i), k12 = load(c.k12 + i);
  const Lane zero = broadcast(0);
  SpringLanes soft = {zero, zero, zero, zero, zero};
  if (bias) choose_springs(springs, c, i, (zero < v.am) & (zero < v.bm), bodies.sag, soft);
  const Lane first1 = normal_impulse(soft, s1, v1, mass1, old1, inverse_h, bias);
  const Lane first2 = normal_impulse(soft, s2, v2, mass2, old2, inverse_h, bias);
  const Lane second2 = normal_impulse(soft, s2, v2 + k12 * (first1 - old1), mass2, old2, inverse_h, bias);
  const Lane second1 = normal_impulse(soft, s1, v1 + k12 * (first2 - old2), mass1, old1, inverse_h, bias);
  const Lane half = broadcast(Real(0.5));
  const Lane new1 = half * (first1 + second1), new2 = half * (first2 + second2);
  const Lane p1 = new1 - old1, p2 = new2 - old2;
  vt = vt + (load(c.k1t + i) * p1 + load(c.k2t + i) * p2);
  const Lane limit = load(c.friction + i) * (new1 + new2);
  const Lane new_t = max(min(old_t - load(c.mass_t + i) * vt, limit), -limit);
  const Lane pt = new_t - old_t;

  store(c.impulse1 + i, new1);
  store(c.impulse2 + i, new2);
  store(c.impulse_t + i, new_t);
  apply(bodies, bodies.velocity, c, i, v, p1, p2, pt);
}

inline void solve_blocks(ConstraintBlock* blocks, const BlockTraits* traits, std::size_t count,
                         const SolverArrays& bodies, const SpringPair& springs, Real inverse_h, bool bias, bool moved) {
  const Lane rate = broadcast(inverse_h);
  for (std::size_t k = 0; bias && moved && k < count; ++k) {
    for (int i = 0; i < traits[k].used; i += lane_count)
      solve_lanes(blocks[k], traits[k], k, i, bodies, springs, rate, true, true);
  }
  for (std::size_t k = 0; bias && !moved && k < count; ++k) {
    for (int i = 0; i < traits[k].used; i += lane_count)
      solve_lanes(blocks[k], traits[k], k, i, bodies, springs, rate, true, false);
  }
  for (std::size_t k = 0; !bias && k < count; ++k) {
    for (int i = 0; i < traits[k].used; i += lane_count)
      solve_lanes(blocks[k], traits[k], k, i, bodies, springs, rate, false, true);
  }
}

/// One contact alone, for the width of one lane.
inline void solve_one(ConstraintBlock& block, const BlockTraits& traits, int i, const SolverArrays& bodies,
                      const SpringPair& springs, Real inverse_h, bool bias, bool moved) {
  solve_lanes(block, traits, 0, i, bodies, springs, broadcast(inverse_h), bias, moved);
}

// ---- deep contacts -------------------------------------------------------------------------------------------------

/// The least speed at which two points have to be moved apart: for deep points as fast as a spring would push them out,
/// for others just enough that they get no deeper. Points that were not deep when the step began wait for the next
/// step: this pass is skipped if there were none.
BANKSHOT_INLINE Lane wanted_push(const SpringLanes& springs, const Lane& was_deep, const Lane& separation,
                                 const Lane& mass, const Lane& impulse, const Lane& inverse_h) {
  const Lane out = min(-(springs.bias_rate * separation), springs.push_speed);
  const Mask deep = is_deep(springs, separation, mass * springs.mass_scale, impulse) & (broadcast(0) < was_deep);
  return select(deep, out, min(-(separation * inverse_h), broadcast(0)));
}

/// Marks the deep contacts among those of blocks that may have some: those whose load does not explain the depth.
/// Clears `deep` of all other blocks. Returns true if any are deep.
inline bool find_deep(const ConstraintBlock* blocks, BlockTraits* traits, std::size_t count, const SolverArrays& bodies,
                      const SpringPair& springs, Real* marks) {
  const Lane zero = broadcast(0), one = broadcast(1);
  bool any_deep = false;
  for (std::size_t k = 0; k < count; ++k) {
    Lane found = zero;
    for (int i = 0; traits[k].deep && i < traits[k].used; i += lane_count) {
      const ConstraintBlock& c = blocks[k];
      PairVelocity v;
      gather_pair(bodies.velocity, c, i, v);
      SpringLanes soft;
      choose_springs(springs, c, i, (zero < v.am) & (zero < v.bm), bodies.sag, soft);
      const auto mark = [&](const Real* separation, const Real* mass, const Real* impulse, Real* at) {
        const Lane depth = load(separation + i);
        const Mask deep = is_deep(soft, depth, load(mass + i) * soft.mass_scale, load(impulse + i));
        const Lane marked = select(deep & (depth < -soft.deep), one, zero);
        store(at + i, marked);
        found = max(found, marked);
      };
      mark(c.separation1, c.mass1, c.impulse1, marks + 2 * block_size * k);
      mark(c.separation2, c.mass2, c.impulse2, marks + (2 * k + 1) * block_size);
    }
    traits[k].deep = any(zero < found);
    any_deep |= traits[k].deep;
  }
  return any_deep;
}

/// `firm`: only contacts with immovable bodies.
BANKSHOT_INLINE void push_lanes(const ConstraintBlock& c, const BlockTraits& traits, std::size_t block, int i,
                                const SolverArrays& bodies, const SpringPair& springs, const Lane& inverse_h, bool firm,
                                Lane& p1, Lane& p2) {
  PairVelocity w, d;
  gather_pair(bodies.push, c, i, w);
  const Lane zero = broadcast(0), half = broadcast(Real(0.5));
  const Lane moves = (abs(w.ax) + abs(w.ay) + abs(w.aw)) + (abs(w.bx) + abs(w.by) + abs(w.bw));
  if (!traits.deep && !any(zero < moves)) return;  // most contacts are far from any deep one
  gather_pair(bodies.position, c, i, d);
  Lane s1, s2;
  find_separations(c, traits, block, i, bodies, d, s1, s2);
  SpringLanes soft;
  choose_springs(springs, c, i, (zero < w.am) & (zero < w.bm), bodies.sag, soft);
  const Lane along = load(c.nx + i) * (w.ax - w.bx) + load(c.ny + i) * (w.ay - w.by);
  const Lane w1 = along + (load(c.arm_a1 + i) * w.aw - load(c.arm_b1 + i) * w.bw);
  const Lane w2 = along + (load(c.arm_a2 + i) * w.aw - load(c.arm_b2 + i) * w.bw);
  const Lane mass1 = load(c.mass1 + i), mass2 = load(c.mass2 + i), k12 = load(c.k12 + i);
  const Lane lack1 =
      wanted_push(soft, load(bodies.deep + 2 * block_size * block + i), s1, mass1, load(c.impulse1 + i), inverse_h) -
      w1;
  const Lane lack2 = wanted_push(soft, load(bodies.deep + (2 * block + 1) * block_size + i), s2, mass2,
                                 load(c.impulse2 + i), inverse_h) -
                     w2;
  const Lane first1 = max(mass1 * lack1, zero), first2 = max(mass2 * lack2, zero);
  const Lane second2 = max(mass2 * (lack2 - k12 * first1), zero), second1 = max(mass1 * (lack1 - k12 * first2), zero);
  p1 = half * (first1 + second1), p2 = half * (first2 + second2);
  if (firm) {
    const Mask both_movable = (zero < w.am) & (zero < w.bm);
    p1 = select(both_movable, zero, p1), p2 = select(both_movable, zero, p2);
  }
  if (any((zero < p1) | (zero < p2))) apply(bodies, bodies.push, c, i, w, p1, p2, zero);
}

// Moves deep bodies apart without a velocity. A velocity from the solver is never completely removed again, and if many
// bodies push one another in vain, their impulses grow until one of them finds a way out.
inline void push_blocks(const ConstraintBlock* blocks, const BlockTraits* traits, std::size_t count,
                        const SolverArrays& bodies, const SpringPair& springs, Real inverse_h, bool firm) {
  const Lane rate = broadcast(inverse_h);
  for (std::size_t k = 0; k < count; ++k) {
    for (int i = 0; i < traits[k].used; i += lane_count) {
      Lane p1, p2;
      push_lanes(blocks[k], traits[k], k, i, bodies, springs, rate, firm, p1, p2);
    }
  }
}

/// One contact alone, for the width of one lane. Returns the impulses.
inline std::array<Real, 3> push_one(ConstraintBlock& block, const BlockTraits& traits, int i,
                                    const SolverArrays& bodies, const SpringPair& springs, Real inverse_h, bool firm) {
  Real impulse[2][block_size] = {};
  Lane p1 = broadcast(0), p2 = broadcast(0);
  push_lanes(block, traits, 0, i, bodies, springs, broadcast(inverse_h), firm, p1, p2);
  store(impulse[0], p1), store(impulse[1], p2);
  return {impulse[0][0], impulse[1][0], 0};
}

inline void warm_start_blocks(ConstraintBlock* blocks, const BlockTraits* traits, std::size_t count,
                              const SolverArrays& bodies) {
  for (std::size_t k = 0; k < count; ++k) {
    ConstraintBlock& c = blocks[k];
    for (int i = 0; i < traits[k].used; i += lane_count) {
      PairVelocity v;
      gather_pair(bodies.velocity, c, i, v);
      apply(bodies, bodies.velocity, c, i, v, load(c.impulse1 + i), load(c.impulse2 + i), load(c.impulse_t + i));
    }
  }
}

// ---- bodies --------------------------------------------------------------------------------------------------------

// Let b be a body's velocity in a sub-step before contacts act, and v the one at the end of the sub-step. Then v - b is
// the effect of all accumulated impulses of its contacts, which is exactly what a warm start of the next sub-step would
// apply: no pass over the contacts is needed for it. All these operations leave the inverse mass unchanged.
inline void accelerate_bodies(const BodyArrays& bodies, Real h, bool first) {
  const Lane step = broadcast(h);
  for (std::size_t i = 0; i < 4 * bodies.count; i += lane_count) {
    const Lane v = load(bodies.velocity + i);
    const Lane next = load(bodies.keep + i) * v + step * load(bodies.drive + i);
    store(bodies.start + i, v);
    if (first) {
      store(bodies.velocity + i, next);
    } else {
      store(bodies.velocity + i, next + (v - load(bodies.base + i)));
    }
    store(bodies.base + i, next);
  }
}

/// With the velocity that the contacts were solved for.
inline void move_bodies(const BodyArrays& bodies, Real h) {
  const Lane step = broadcast(h);
  for (std::size_t i = 0; i < 4 * bodies.count; i += lane_count) {
    store(bodies.position + i, load(bodies.position + i) + step * load(bodies.velocity + i));
  }
}

/// Lanes are bodies here, from body `i` on.
BANKSHOT_INLINE void gather_bodies(const Real* base, std::size_t i, Lane& x, Lane& y, Lane& turn, Lane& last) {
  const Real* rows[lane_count];
  for (int l = 0; l < lane_count; ++l) rows[l] = base + 4 * (i + static_cast<std::size_t>(l));
  gather4(rows, x, y, turn, last);
}

// Under constant acceleration the mean of the old and the new velocity moves a body. Otherwise free fall would be too
// long, and a slide with friction too short, by v h / 2, and a body on an arc would leave it. If a velocity changes by
// far more than the body's accelerations, or the turning of its contacts, explain, the body is being stopped, and the
// new velocity is right.
inline void straighten_paths(const BodyArrays& bodies, Real h) {
  const Real most = tolerance::smooth_changes * h;
  const Lane limit = broadcast(most * most), half = broadcast(h / 2);
  for (std::size_t i = 0; i < bodies.count; i += lane_count) {
    Lane vx, vy, turn, unused, sx, sy, from, drive_x, drive_y;
    gather_bodies(bodies.velocity, i, vx, vy, turn, unused);
    gather_bodies(bodies.start, i, sx, sy, from, unused);
    const Lane x = sx - vx, y = sy - vy;
    gather_bodies(bodies.drive, i, drive_x, drive_y, unused, unused);
    Lane smooth = drive_x * drive_x + drive_y * drive_y;
    if (bodies.curve != nullptr) smooth = smooth + load(bodies.curve + i) * load(bodies.curve + i);
    const Mask stopped = limit * smooth < x * x + y * y;
    if (all(stopped)) continue;
    Lane px, py, angle;
    gather_bodies(bodies.position, i, px, py, angle, unused);
    Real* rows[lane_count];
    for (int l = 0; l < lane_count; ++l) rows[l] = bodies.position + 4 * (i + static_cast<std::size_t>(l));
    scatter4(rows, select(stopped, px, px + half * x), select(stopped, py, py + half * y),
             select(stopped, angle, angle + half * (from - turn)), unused);
  }
}
