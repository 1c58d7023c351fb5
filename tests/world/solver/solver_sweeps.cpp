// A batch of the solver, filled by hand, against projected Gauss-Seidel in double over plain rows, which knows no
// blocks, no lanes and no couplings.

#include <array>

#include "world/random.hpp"
#include "world/solver/hand_batch.hpp"

namespace bankshot::testing {
namespace {

using detail::ContactGeometry;
using detail::Rank;

/// x, y, angle.
using Three = std::array<double, 3>;

/// A whole step as the headers describe it, over rows J with the speeds J v.
class Reference {
 public:
  explicit Reference(HandBatch& batch) : batch_(batch), count_(batch.bodies.size()) {
    const auto& bodies = batch.state().bodies;
    for (std::size_t i = 0; i < count_; ++i) {
      const Rank rank = batch.rank(static_cast<int>(i));
      const detail::BodyFlags& flags = bodies.flags[rank];
      const detail::BodyMass& mass = bodies.mass[rank];
      const detail::BodyVelocity& v = bodies.velocity[rank];
      velocity.push_back({wide(v.linear.x), wide(v.linear.y), wide(v.angular)});
      inverse_.push_back({flags.locks.x ? 0 : wide(mass.inverse_mass), flags.locks.y ? 0 : wide(mass.inverse_mass),
                          wide(mass.inverse_inertia)});
      pulled_.push_back(flags.type == BodyType::dynamic && !flags.locks.y);
    }
    way.resize(count_);
    for (const HandContact& contact : batch.contacts) {
      Solved& solved = this->contacts.emplace_back();
      for (const Real impulse : contact.impulses) solved.normal.push_back(wide(impulse));
      solved.friction = wide(contact.friction_impulse);
    }
    sort_contacts();
  }

  struct Solved {
    std::vector<double> normal;
    double friction = 0;
  };
  std::vector<Three> velocity, way;
  std::vector<Solved> contacts;

  void solve(double time) {
    const int substeps = batch_.state().settings.substeps;
    const double g = -wide(batch_.state().settings.gravity.y());
    h_ = time / substeps;
    for (int substep = 0; substep < substeps; ++substep) {
      const std::vector<Three> before = velocity;
      for (std::size_t i = 0; i < count_; ++i) velocity[i][1] -= pulled_[i] ? h_ * g : 0;
      for (std::size_t k = 0; k < contacts.size(); ++k) push_all(k, contacts[k]);
      for (int pass = 0; pass < 5; ++pass) sweep(true, true);
      sweep(true, false);
      for (std::size_t i = 0; i < count_; ++i) move(i, velocity[i], h_);
      sweep(false, false);
      for (int pass = 0; pass < 5; ++pass) sweep(false, true);
      for (std::size_t i = 0; i < count_; ++i) {
        const Three change{before[i][0] - velocity[i][0], before[i][1] - velocity[i][1], before[i][2] - velocity[i][2]};
        if (std::hypot(change[0], change[1]) <= 4 * h_ * (pulled_[i] ? g : 0)) move(i, change, h_ / 2);
      }
    }
  }

 private:
  struct Row {
    Three of_a, of_b;
  };

  const HandContact& given(std::size_t k) const { return batch_.contacts[k]; }
  bool movable(int body) const { return batch_.state().bodies.flags[batch_.rank(body)].type == BodyType::dynamic; }
  bool firm(std::size_t k) const { return !movable(given(k).a) || !movable(given(k).b); }

  /// True if nothing is known of the load that a contact passes on: such contacts get five more passes.
  bool unsettled(std::size_t k) const {
    return batch_.young &&
           (pulled_[static_cast<std::size_t>(given(k).a)] || pulled_[static_cast<std::size_t>(given(k).b)]);
  }

  // The unsettled first. Greedy colours, those with immovable bodies after all others of the other body, and then
  // colour by colour.
  void sort_contacts() {
    std::vector<int> colour(contacts.size(), -1);
    for (const bool last : {false, true}) {
      for (std::size_t k = 0; k < contacts.size(); ++k) {
        if (firm(k) != last) continue;
        std::vector<bool> used(contacts.size() + 1);
        int above = 0;
        for (std::size_t other = 0; other < contacts.size(); ++other) {
          const auto shares = [&](int body) {
            return movable(body) && (given(other).a == body || given(other).b == body);
          };
          if (colour[other] < 0 || (!shares(given(k).a) && !shares(given(k).b))) continue;
          used[static_cast<std::size_t>(colour[other])] = true, above = std::max(above, colour[other] + 1);
        }
        colour[k] = last ? above : static_cast<int>(std::find(used.begin(), used.end(), false) - used.begin());
      }
    }
    for (std::size_t k = 0; k < contacts.size(); ++k) order_.push_back(k);
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t l, std::size_t r) {
      return unsettled(l) != unsettled(r) ? unsettled(l) : colour[l] < colour[r];
    });
  }

  Row row(std::size_t k, double x, double y, bool tangent) const {
    const HandContact& c = given(k);
    const double nx = wide(c.normal.x), ny = wide(c.normal.y), dx = tangent ? -ny : nx, dy = tangent ? nx : ny;
    const double bx = x + wide(c.d.x), by = y + wide(c.d.y);
    return {{dx, dy, x * dy - y * dx}, {-dx, -dy, by * dx - bx * dy}};
  }
  Row normal_row(std::size_t k, std::size_t i) const {
    return row(k, wide(given(k).points[i].x), wide(given(k).points[i].y), false);
  }
  Row friction_row(std::size_t k) const {
    const std::vector<V2>& p = given(k).points;
    return row(k, wide(p.front().x + p.back().x) / 2, wide(p.front().y + p.back().y) / 2, true);
  }
  double speed(std::size_t k, const Row& row, const std::vector<Three>& of) const {
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      sum += row.of_a[j] * of[static_cast<std::size_t>(given(k).a)][j];
      sum += row.of_b[j] * of[static_cast<std::size_t>(given(k).b)][j];
    }
    return sum;
  }
  void push(std::size_t k, const Row& row, double impulse, std::vector<Three>& of) const {
    const auto a = static_cast<std::size_t>(given(k).a), b = static_cast<std::size_t>(given(k).b);
    for (std::size_t j = 0; j < 3; ++j) {
      of[a][j] += inverse_[a][j] * row.of_a[j] * impulse, of[b][j] += inverse_[b][j] * row.of_b[j] * impulse;
    }
  }
  void push_all(std::size_t k, const Solved& impulses) {
    for (std::size_t i = 0; i < impulses.normal.size(); ++i) push(k, normal_row(k, i), impulses.normal[i], velocity);
    push(k, friction_row(k), impulses.friction, velocity);
  }
  double effective_mass(std::size_t k, const Row& row) const {
    std::vector<Three> moved(count_);
    push(k, row, 1, moved);
    const double effect = speed(k, row, moved);
    return effect > 0 ? 1 / effect : 0;
  }

  /// The impulse of a point for these velocities.
  double pressed(std::size_t k, std::size_t i, const std::vector<Three>& at, bool bias) const {
    const Row row = normal_row(k, i);
    const double mass = effective_mass(k, row), v = speed(k, row, at), old = contacts[k].normal[i];
    const double separation = wide(given(k).separations[i]) + speed(k, row, way);
    if (!bias || separation > 0) return std::max(old - mass * (v + std::max(separation, 0.0) / h_), 0.0);
    EXPECT_GT(separation, -4 * wide(slop_of_1m));  // deep ones have a test of their own
    const ReferenceSpring spring(h_, firm(k));
    const double target = -spring.beta / h_ * separation;
    return std::max(old + spring.taken() * (mass * (target - v) - spring.gamma * old), 0.0);
  }

  /// Solves both points in either order, and takes the mean; then friction.
  void solve_contact(std::size_t k, bool bias) {
    Solved& own = contacts[k];
    const std::size_t points = own.normal.size();
    std::vector<double> mean(points);
    for (const bool backwards : {false, true}) {
      std::vector<Three> at = velocity;
      for (std::size_t n = 0; n < points; ++n) {
        const std::size_t i = backwards ? points - 1 - n : n;
        const double impulse = pressed(k, i, at, bias);
        push(k, normal_row(k, i), impulse - own.normal[i], at);
        mean[i] += impulse / 2;
      }
    }
    double load = 0;
    for (std::size_t i = 0; i < points; ++i) {
      push(k, normal_row(k, i), mean[i] - std::exchange(own.normal[i], mean[i]), velocity);
      load += mean[i];
    }
    const Row along = friction_row(k);
    const double slip = speed(k, along, velocity) - wide(given(k).surface_speed);
    const double most = wide(given(k).friction) * load;
    const double friction = std::clamp(own.friction - effective_mass(k, along) * slip, -most, most);
    push(k, along, friction - std::exchange(own.friction, friction), velocity);
  }
  void sweep(bool bias, bool unsettled_only) {
    for (const std::size_t k : order_) {
      if (!unsettled_only || unsettled(k)) solve_contact(k, bias);
    }
  }
  void move(std::size_t body, const Three& v, double time) {
    for (std::size_t j = 0; j < 3; ++j) way[body][j] += time * v[j];
  }

  HandBatch& batch_;
  std::size_t count_;
  std::vector<Three> inverse_;
  std::vector<bool> pulled_;
  std::vector<std::size_t> order_;
  double h_ = 0;
};

/// Solves a batch both ways.
void expect_as_reference(HandBatch& batch, const std::string& what) {
  detail::update_structure(batch.state());
  Reference reference(batch);
  reference.solve(wide(dt));
  batch.solve();
  const auto expect_same = [&](Real found, double expected, double unit, std::size_t which, const char* of) {
    const double rounding = 256 * wide(tolerance::eps) * std::max(std::abs(expected), unit);
    EXPECT_NEAR(wide(found), expected, rounding) << what << ", " << of << ' ' << which;
  };
  const double t = wide(dt);
  for (std::size_t i = 0; i < batch.bodies.size(); ++i) {
    const int body = static_cast<int>(i);
    const Three &v = reference.velocity[i], &way = reference.way[i];
    expect_same(batch.velocity(body).x, v[0], 1, i, "body");
    expect_same(batch.velocity(body).y, v[1], 1, i, "body");
    expect_same(batch.angular(body), v[2], 1, i, "body");
    expect_same(batch.way(body).x, way[0], t, i, "body");
    expect_same(batch.way(body).y, way[1], t, i, "body");
    expect_same(batch.motion[batch.rank(body)].turn, way[2], t, i, "body");
  }
  for (std::size_t k = 0; k < batch.contacts.size(); ++k) {
    const ContactGeometry& found = batch.pairs.geometry[k];
    for (std::size_t i = 0; i < batch.contacts[k].points.size(); ++i) {
      expect_same(found.normal_impulse[i], reference.contacts[k].normal[i], 1, k, "contact");
    }
    expect_same(found.friction_impulse, reference.contacts[k].friction, 1, k, "contact");
  }
}

/// Two crates, one on the other, on a firm body.
TEST(SolverBatch, SolvesTwoStackedBoxesAsGaussSeidelDoes) {
  for (const bool young : {false, true}) {
    for (const Real lean : {Real(0), Real(0.1)}) {
      HandBatch stack(10);
      stack.young = young;
      stack.add({}), stack.add({.velocity = Vec2(lean, 0)}), stack.add_fixed();
      const HandContact flat{.points = {{Real(0.5), Real(-0.5)}, {Real(-0.5), Real(-0.5)}},
                             .separations = {0, -slop_of_1m / 4},
                             .impulses = {Real(0.01), 0},
                             .friction = Real(0.6)};
      stack.contacts = {flat, flat};
      stack.contacts[0].a = 1, stack.contacts[0].b = 0, stack.contacts[0].d = {lean, 1};
      stack.contacts[1].a = 0, stack.contacts[1].b = 2, stack.contacts[1].friction_impulse = Real(0.001);
      expect_as_reference(stack, young ? "young" : "old");
    }
  }
}

/// Bodies of like masses, each with one contact or two to earlier ones. None is deep, or so fast that it counts as
/// landing.
void draw_batch(Random& random, HandBatch& batch) {
  const int count = 2 + random.below(20);
  batch.add_fixed();
  for (int i = 0; i < count; ++i) {
    const Vec2 v = random.vec2(0.05);
    batch.add({.velocity = v,
               .angular_velocity = random.real(-0.05, 0.05),
               .locks = {.x = random.one_in(6), .y = random.one_in(6), .rotation = random.one_in(6)}},
              box(random.real(0.8, 1.2), random.real(0.8, 1.2)));
  }
  // A gap that has just closed may round to a gap in one computation and to an overlap in the other: only in the last
  // sub-step.
  const double highest = batch.state().settings.substeps == 1 ? 1 : 0;
  const auto add = [&](int a, int b) {
    HandContact& contact = batch.contacts.emplace_back();
    contact.a = a, contact.b = b;
    const double angle = random.real(-0.5, 0.5);
    contact.normal = {static_cast<Real>(std::sin(angle)), static_cast<Real>(std::cos(angle))};
    contact.d = {random.real(-0.5, 0.5), random.real(0.5, 1)};
    const std::size_t points = random.one_in(2) ? 2 : 1;
    contact.points.clear(), contact.separations.clear(), contact.impulses.clear();
    for (std::size_t i = 0; i < points; ++i) {
      const V2 half = Real(0.5) * contact.normal;
      contact.points.push_back(random.real(0.1, 0.5) * (i == 0 ? detail::perp(half) : -detail::perp(half)) - half);
      contact.separations.push_back(random.real(-1, highest) * slop_of_1m);
      contact.impulses.push_back(random.one_in(2) ? random.real(0, 0.05) : Real(0));
    }
    contact.friction = random.one_in(4) ? Real(0) : random.real(0, 1);
    contact.friction_impulse = contact.friction * contact.impulses[0] * random.real(-1, 1);
    contact.surface_speed = random.one_in(4) ? random.real(-1, 1) : Real(0);
  };
  for (int i = 1; i <= count; ++i) {
    add(i, random.below(i));
    if (random.one_in(2)) add(i, random.below(i));
  }
}

TEST(SolverBatch, SolvesRandomContactsAsGaussSeidelDoes) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    HandBatch batch(10, random.one_in(2) ? 1 : 2 + random.below(5));
    batch.young = random.one_in(2);
    draw_batch(random, batch);
    expect_as_reference(batch, "seed " + std::to_string(seed));
    if (::testing::Test::HasFailure()) return;
  }
}

// Otherwise stacks would turn slowly to one side.
TEST(SolverBatch, DoesNotCareAboutTheOrderOfPoints) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed), again(seed);
    HandBatch one(10), other(10);
    draw_batch(random, one), draw_batch(again, other);
    for (HandContact& contact : other.contacts) {
      std::reverse(contact.points.begin(), contact.points.end());
      std::reverse(contact.separations.begin(), contact.separations.end());
      std::reverse(contact.impulses.begin(), contact.impulses.end());
    }
    one.solve(), other.solve();
    for (int body = 0; body < static_cast<int>(one.bodies.size()); ++body) {
      EXPECT_EQ(one.velocity(body), other.velocity(body)) << seed;
      EXPECT_EQ(one.angular(body), other.angular(body)) << seed;
      EXPECT_EQ(one.way(body), other.way(body)) << seed;
    }
  }
}

}  // namespace
}  // namespace bankshot::testing
