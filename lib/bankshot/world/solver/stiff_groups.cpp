#include <bankshot/math/vec2d.hpp>
#include <bankshot/tolerance.hpp>
#include <bankshot/world/impact/lcp.hpp>
#include <bankshot/world/solver/stiff_groups.hpp>

#include <algorithm>
#include <limits>

namespace bankshot::BANKSHOT_ABI::detail {
namespace {

/// For both Real and double.
template <class Number>
double dot3(const double* a, const Number* b) {
  return a[0] * static_cast<double>(b[0]) + a[1] * static_cast<double>(b[1]) + a[2] * static_cast<double>(b[2]);
}

}  // namespace

// ---- finding groups ---------------------------------------------------------------------------------------------

namespace {

/// m / (m + ma); 0 for an immovable body.
Real share_of(Real inverse_mass, Real other) {
  return inverse_mass > 0 ? inverse_mass / (inverse_mass + other) : Real(0);
}

}  // namespace

bool StiffGroups::is_firm(Real inverse_mass, Real other) { return share_of(inverse_mass, other) > tolerance::pinch; }

void StiffGroups::note_firm(std::uint32_t contact, std::uint32_t body, Real inverse_mass, Real other, V2 push) {
  const Real share = share_of(inverse_mass, other);
  if (share > tolerance::pinch) firm_.push_back({body, contact, push, share});
}

std::uint32_t StiffGroups::root(std::uint32_t contact) const {
  while (group_[contact] != contact) contact = group_[contact];
  return contact;
}

/// Joins those of one body's firm contacts, from `begin` to `end`, that squeeze it, and with them all contacts with
/// immovable bodies: the way out does not lead through a floor. Each contact is compared with each, so a body with more
/// than `most_firm` firm contacts is left to the passes of the solver: nearly all of its groups would have more rows
/// than are solved together.
void StiffGroups::join_pinching(std::size_t begin, std::size_t end, std::size_t contacts) {
  constexpr std::size_t most_firm = 16 * complementarity_rows;
  if (end - begin > most_firm) return;
  const auto join = [&](const Firm& a, const Firm& b) {
    for (auto k = static_cast<std::uint32_t>(group_.size()); k < contacts; ++k) group_.push_back(k);
    const std::uint32_t one = root(a.contact), other = root(b.contact);
    group_[std::max(one, other)] = std::min(one, other);
  };
  std::size_t pinching = end;
  for (std::size_t i = begin; i < end; ++i) {
    for (std::size_t j = i + 1; j < end; ++j) {
      const Real along = dot(firm_[i].push, firm_[j].push);
      if (along >= 0 || along * along * firm_[i].share * firm_[j].share <= tolerance::pinch) continue;
      join(firm_[i], firm_[j]);
      pinching = std::min(pinching, i);
    }
  }
  for (std::size_t i = begin; i < end && pinching < end; ++i) {
    if (firm_[i].share == 1) join(firm_[pinching], firm_[i]);
  }
}

void StiffGroups::find(const ContactPairs& pairs, const SolverWork& work, const SolverPlan::Batch& plan,
                       const SolverBodies& bodies) {
  const std::span<const std::uint32_t> members = plan.members;
  firm_.clear(), group_.clear();
  for (const std::uint32_t i : plan.firm) {
    const auto [a, b] = plan.ends[i];
    if (bodies.is(a, SolverBodies::tied) || bodies.is(b, SolverBodies::tied)) continue;
    const Real inverse_a = bodies.velocity[a].inverse_mass, inverse_b = bodies.velocity[b].inverse_mass;
    const V2 normal = pairs.geometry[work.pairs[members[i]]].normal;
    note_firm(i, a, inverse_a, inverse_b, normal);
    note_firm(i, b, inverse_b, inverse_a, -normal);
  }
  std::sort(firm_.begin(), firm_.end(),
            [](const Firm& l, const Firm& r) { return l.body != r.body ? l.body < r.body : l.contact < r.contact; });
  for (std::size_t i = 0, end = 0; i < firm_.size(); i = end) {
    while (end < firm_.size() && firm_[end].body == firm_[i].body) ++end;
    join_pinching(i, end, members.size());
  }
  if (!group_.empty()) finish_groups(pairs, work, members);
}

/// Names each contact's group by its first contact; single contacts are in none.
void StiffGroups::finish_groups(const ContactPairs& pairs, const SolverWork& work,
                                std::span<const std::uint32_t> members) {
  rows_of_.assign(members.size(), 0);
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    group_[i] = group_[group_[i]];  // the first one comes first and is known
    rows_of_[group_[i]] += pairs.geometry[work.pairs[members[i]]].count;
  }
  for (std::uint32_t i = static_cast<std::uint32_t>(members.size()); i-- > 0;) {
    const int rows = rows_of_[group_[i]];
    if (rows == pairs.geometry[work.pairs[members[i]]].count || rows > complementarity_rows) group_[i] = none;
  }
}

namespace {

/// The two sides of a row as in the kernel, with inverse masses and locks from `bodies`.
template <class Side>
void fill_sides(const ConstraintBlock& c, std::size_t i, int point, const SolverArrays& bodies, Side (&side)[2]) {
  const double nx = to_double(c.nx[i]), ny = to_double(c.ny[i]);
  const Real arm_a = point == 0 ? c.arm_a1[i] : c.arm_a2[i], arm_b = point == 0 ? c.arm_b1[i] : c.arm_b2[i];
  const auto fill = [&](std::uint32_t body, double x, double y, double turn) -> Side {
    const Real* const frame = bodies.frame + 4 * body;
    return {body, to_double(bodies.velocity[4 * body + 3]), {x * to_double(frame[1]), y * to_double(frame[2]), turn}};
  };
  side[0] = fill(c.a[i], nx, ny, to_double(arm_a));
  side[1] = fill(c.b[i], -nx, -ny, -to_double(arm_b));
}

}  // namespace

void StiffGroups::build(std::uint32_t first_block, std::span<const ConstraintBlock> blocks, const SpringPair& springs,
                        const SolverArrays& bodies) {
  rows_.clear(), k_.clear(), begin_.assign(1, 0);
  place_.clear();
  for (std::uint32_t i = 0, place = first_block * block_size; i < group_.size(); ++i) {
    place_.push_back(place);
    place += has(i) ? 1 : 0;
  }
  for (std::uint32_t first = 0; first < group_.size(); ++first) {
    if (group_[first] != first) continue;
    for (std::uint32_t i = first; i < group_.size(); ++i) {
      if (group_[i] != first) continue;
      const std::uint32_t at = place_[i];
      const ConstraintBlock& c = blocks[at / block_size];
      const std::size_t lane = at % block_size;
      for (int point = 0; point < 2; ++point) {
        if (!((point == 0 ? c.mass1[lane] : c.mass2[lane]) > 0)) continue;  // no point, or an immovable one
        Row& row = rows_.emplace_back(Row{at, point, 0, 0, 0, 0, {}});
        fill_sides(c, lane, point, bodies, row.side);
        const bool both = row.side[0].inverse_mass > 0 && row.side[1].inverse_mass > 0;
        const Spring& spring = both ? springs.between : springs.against_fixed;
        row.bias_rate = spring.bias_rate, row.stiffness = spring.mass_scale / spring.impulse_scale;
      }
    }
    if (rows_.size() == begin_.back()) continue;
    couple(Rows(rows_).subspan(begin_.back()));
    begin_.push_back(rows_.size());
  }
}

void StiffGroups::couple(Rows rows) {
  for (const Row& r : rows) {
    for (const Row& s : rows) {
      double sum = 0;
      for (const Row::Side& x : r.side) {
        for (const Row::Side& y : s.side) {
          if (x.body == y.body) sum += x.inverse_mass * dot3(x.direction, y.direction);
        }
      }
      k_.push_back(sum);
    }
  }
}

// ---- solving ----------------------------------------------------------------------------------------------------

/// Applies all impulses at once: a light body gets large ones from both sides, and only their sum is exact enough in
/// Real.
void StiffGroups::push(Rows rows, const double* impulse, Real* velocity) {
  for (std::size_t first = 0; first < 2 * rows.size(); ++first) {
    const Row::Side& side = rows[first / 2].side[first % 2];
    double change[3] = {};
    bool done = !(side.inverse_mass > 0);
    for (std::size_t i = 0; i < 2 * rows.size() && !done; ++i) {
      const Row::Side& other = rows[i / 2].side[i % 2];
      if (other.body != side.body) continue;
      done = i < first;
      for (int x = 0; x < 3; ++x) change[x] += side.inverse_mass * impulse[i / 2] * other.direction[x];
    }
    if (done) continue;
    Real* const v = velocity + 4 * side.body;
    for (int x = 0; x < 3; ++x) v[x] = static_cast<Real>(to_double(v[x]) + change[x]);
  }
}

namespace {

/// Gives A the impulse p along the tangent and B the opposite one.
void push_tangent(const ConstraintBlock& c, std::size_t i, Real p, const SolverArrays& bodies) {
  Real *const a = bodies.velocity + 4 * c.a[i], *const b = bodies.velocity + 4 * c.b[i];
  const Real *const of_a = bodies.frame + 4 * c.a[i], *const of_b = bodies.frame + 4 * c.b[i];
  a[0] -= a[3] * of_a[1] * c.ny[i] * p, a[1] += a[3] * of_a[2] * c.nx[i] * p, a[2] += a[3] * c.arm_at[i] * p;
  b[0] += b[3] * of_b[1] * c.ny[i] * p, b[1] -= b[3] * of_b[2] * c.nx[i] * p, b[2] -= b[3] * c.arm_bt[i] * p;
}

/// `squeeze`: the impulse that presses it and moves nothing.
void apply_friction(ConstraintBlock& c, std::size_t i, const SolverArrays& bodies, Real squeeze) {
  const Real *const a = bodies.velocity + 4 * c.a[i], *const b = bodies.velocity + 4 * c.b[i];
  const Real slip = c.nx[i] * (a[1] - b[1]) - c.ny[i] * (a[0] - b[0]) + (c.arm_at[i] * a[2] - c.arm_bt[i] * b[2]) -
                    c.surface_speed[i];
  const Real limit = c.friction[i] * max(c.impulse1[i] + c.impulse2[i], squeeze);
  const Real next = clamp(c.impulse_t[i] - c.mass_t[i] * slip, -limit, limit);
  push_tangent(c, i, next - c.impulse_t[i], bodies);
  c.impulse_t[i] = next;
}

bool is_deep(double separation, Real push_speed, Real sag) {
  return separation < -std::max(to_double(deep_push) * to_double(push_speed), to_double(sag));
}

/// The least velocity of separation of a row.
double wanted(double separation, Real bias_rate, Real push_speed, Real sag, Real inverse_h, bool bias) {
  if (separation > 0) return -separation * to_double(inverse_h);
  return bias && !is_deep(separation, push_speed, sag) ? -separation * to_double(bias_rate) : 0;
}

/// The same for the push-out.
double wanted_push(double first, double separation, Real bias_rate, Real push_speed, Real sag, Real inverse_h) {
  if (separation > 0) return -separation * to_double(inverse_h);
  return is_deep(first, push_speed, sag) && is_deep(separation, push_speed, sag)
             ? std::min(-separation * to_double(bias_rate), to_double(push_speed))
             : 0;
}

}  // namespace

void StiffGroups::warm_start(std::span<const ConstraintBlock> blocks, const SolverArrays& bodies) {
  for (std::size_t g = 0; g + 1 < begin_.size(); ++g) {
    const Rows rows = Rows(rows_).subspan(begin_[g], begin_[g + 1] - begin_[g]);
    double impulse[complementarity_rows] = {};
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const ConstraintBlock& c = blocks[rows[r].place / block_size];
      const std::size_t lane = rows[r].place % block_size;
      impulse[r] = rows[r].impulse = to_double(rows[r].point == 0 ? c.impulse1[lane] : c.impulse2[lane]);
      if (rows[r].point == 0) push_tangent(c, lane, c.impulse_t[lane], bodies);
    }
    push(rows, impulse, bodies.velocity);
  }
}

// A body that is stuck in a wedge by friction is still pushed out of an overlap. Friction does not grow with the
// impulses of the push-out, or these would have to grow with it in turn. Without a way out it does: a body that two
// movers hold between them is pressed for as long as they overlap it, though the relax pass, in which nothing closes
// any longer, needs no impulse to keep it in place.
void StiffGroups::solve(std::span<ConstraintBlock> blocks, const SolverArrays& bodies, Real inverse_h, bool bias) {
  const double* k = k_.data();
  for (std::size_t g = 0; g + 1 < begin_.size(); ++g) {
    const Rows rows = Rows(rows_).subspan(begin_[g], begin_[g + 1] - begin_[g]);
    solve_normals(rows, k, blocks, bodies, inverse_h, bias);
    for (std::size_t r = 0; r < rows.size() && !bias; ++r) {
      const Row& row = rows[r];
      if (row.point != 0) continue;
      const bool two = r + 1 < rows.size() && rows[r + 1].place == row.place;
      const double squeeze = row.squeeze + (two ? rows[r + 1].squeeze : 0);
      apply_friction(blocks[row.place / block_size], row.place % block_size, bodies, static_cast<Real>(squeeze));
    }
    k += rows.size() * rows.size();
  }
}

StiffGroups::MassRange StiffGroups::masses_of(Rows rows) {
  MassRange range{std::numeric_limits<double>::max(), 0};
  for (const Row& row : rows) {
    for (const Row::Side& side : row.side) {
      if (!(side.inverse_mass > 0)) continue;
      range.least_inverse = std::min(range.least_inverse, side.inverse_mass);
      range.most_inverse = std::max(range.most_inverse, side.inverse_mass);
    }
  }
  return range;
}

double StiffGroups::separation_of(const Row& row, std::span<const ConstraintBlock> blocks, const SolverArrays& bodies) {
  const ConstraintBlock& c = blocks[row.place / block_size];
  const std::size_t lane = row.place % block_size;
  double separation = to_double(row.point == 0 ? c.separation1[lane] : c.separation2[lane]);
  for (const Row::Side& side : row.side) separation += dot3(side.direction, bodies.position + 4 * side.body);
  return separation;
}

void StiffGroups::solve_rows(Rows rows, const double* k, const double* q, double* p) {
  const MassRange masses = masses_of(rows);
  const double stiffer =
      std::max(tolerance::pinch_stiffening * masses.least_inverse / masses.most_inverse, tolerance::least_stiffening);
  // If the rounds run out, the result is still better than the previous one.
  solve_complementarity(k, q, static_cast<int>(rows.size()), p, stiffer);
}

/// Notes the impulses of rows that push in vain: each has less than half of the velocity that its overlap asks for, as
/// others ask for the opposite. A rigid row cannot tell how large they are, so they are those of a soft contact of the
/// same depth. q + k p is the velocity of separation beyond the target.
void StiffGroups::note_squeeze(Rows rows, const double* k, const double* q, const double* p, const double* wanted) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double* const of_row = k + r * rows.size();
    double more = q[r];
    for (std::size_t s = 0; s < rows.size(); ++s) more += of_row[s] * p[s];
    if (!(wanted[r] > 0) || -2 * more <= wanted[r]) continue;
    rows[r].squeeze = std::max(rows[r].squeeze, to_double(rows[r].stiffness) * wanted[r] / of_row[r]);
  }
}

void StiffGroups::push_apart(std::span<const ConstraintBlock> blocks, const SolverArrays& bodies, Real inverse_h) {
  const double* k = k_.data();
  for (std::size_t g = 0; g + 1 < begin_.size(); ++g) {
    const Rows rows = Rows(rows_).subspan(begin_[g], begin_[g + 1] - begin_[g]);
    double q[complementarity_rows] = {}, p[complementarity_rows] = {}, ask[complementarity_rows] = {};
    bool any = false;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const ConstraintBlock& c = blocks[rows[r].place / block_size];
      const std::size_t lane = rows[r].place % block_size;
      const double first = to_double(rows[r].point == 0 ? c.separation1[lane] : c.separation2[lane]);
      ask[r] = wanted_push(first, separation_of(rows[r], blocks, bodies), rows[r].bias_rate, c.push_speed[lane],
                           bodies.sag, inverse_h);
      q[r] = -ask[r];
      for (const Row::Side& side : rows[r].side) q[r] += dot3(side.direction, bodies.push + 4 * side.body);
      any |= q[r] < 0;
    }
    if (any) {
      solve_rows(rows, k, q, p);
      note_squeeze(rows, k, q, p, ask);
      push(rows, p, bodies.push);
    }
    k += rows.size() * rows.size();
  }
}

// With v the present velocities and p the impulses so far, finds p' >= 0 with v + K (p' - p) >= w.
//
// The push-outs of overlaps may contradict one another, and the impulses of such rows are large compared with their
// joint effect. Rounded to Real, they would have another effect, and the relax pass would not remove exactly what was
// given. So the impulse is kept in double from one pass to the other.
void StiffGroups::solve_normals(Rows rows, const double* k, std::span<ConstraintBlock> blocks,
                                const SolverArrays& bodies, Real inverse_h, bool bias) {
  double old[complementarity_rows] = {}, q[complementarity_rows] = {}, p[complementarity_rows] = {};
  double ask[complementarity_rows] = {};
  const std::size_t n = rows.size();
  const auto impulse = [&](const Row& row) -> Real& {
    ConstraintBlock& c = blocks[row.place / block_size];
    return row.point == 0 ? c.impulse1[row.place % block_size] : c.impulse2[row.place % block_size];
  };
  for (std::size_t r = 0; r < n; ++r) {
    const ConstraintBlock& c = blocks[rows[r].place / block_size];
    const std::size_t lane = rows[r].place % block_size;
    ask[r] = wanted(separation_of(rows[r], blocks, bodies), rows[r].bias_rate, c.push_speed[lane], bodies.sag,
                    inverse_h, bias);
    q[r] = -ask[r];
    if (bias) rows[r].squeeze = 0;
    for (const Row::Side& side : rows[r].side) q[r] += dot3(side.direction, bodies.velocity + 4 * side.body);
    old[r] = rows[r].impulse;
  }
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t s = 0; s < n; ++s) q[r] -= k[r * n + s] * old[s];
  }
  solve_rows(rows, k, q, p);
  if (bias) note_squeeze(rows, k, q, p, ask);
  for (std::size_t r = 0; r < n; ++r) {
    impulse(rows[r]) = static_cast<Real>(p[r]);
    rows[r].impulse = bias ? p[r] : to_double(impulse(rows[r]));
    p[r] -= old[r];
  }
  push(rows, p, bodies.velocity);
}

}  // namespace bankshot::BANKSHOT_ABI::detail
