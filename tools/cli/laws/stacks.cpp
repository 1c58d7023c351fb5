// Bodies at rest stay at rest: towers, pyramids, card houses, and stacks with a ball that bounces beside or on them.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

/// Returns the corners in world coordinates.
std::vector<V> placed(const Form& form, const State& state) {
  const double c = std::cos(state.angle), s = std::sin(state.angle);
  std::vector<V> corners;
  for (const V& p : form.corners) corners.push_back(state.position + V(c * p.x() - s * p.y(), s * p.x() + c * p.y()));
  return corners;
}

/// Returns the widest gap between the two along an edge normal of `a`, m; negative: the depth of the overlap along it.
double widest_gap(const std::vector<V>& a, const std::vector<V>& b) {
  double widest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const V edge = a[(i + 1) % a.size()] - a[i];
    const V normal = V(edge.y(), -edge.x()) / edge.norm();
    double nearest = std::numeric_limits<double>::infinity();
    for (const V& corner : b) nearest = std::min(nearest, normal.dot(corner - a[i]));
    widest = std::max(widest, nearest);
  }
  return widest;
}

/// Returns the deepest overlap of all pairs of polygons, by separating axes in double, m.
double deepest_overlap(const Lab& lab) {
  std::vector<std::vector<V>> placed_forms;
  std::vector<double> reach;
  for (std::size_t i = 0; i < lab.size(); ++i) {
    placed_forms.push_back(placed(lab.spec(i).form, lab.state(i)));
    reach.push_back(circumradius(lab.spec(i).form));
  }
  double deepest = 0;
  for (std::size_t i = 0; i < lab.size(); ++i) {
    for (std::size_t j = i + 1; j < lab.size(); ++j) {
      if ((lab.state(i).position - lab.state(j).position).norm() > reach[i] + reach[j]) continue;
      if (placed_forms[i].empty() || placed_forms[j].empty()) continue;
      const double gap =
          std::max(widest_gap(placed_forms[i], placed_forms[j]), widest_gap(placed_forms[j], placed_forms[i]));
      deepest = worse(deepest, -gap);
    }
  }
  return deepest;
}

constexpr double friction = 0.6;

Spec block(const Form& form, const V& position, double angle = 0) {
  return {.form = form, .position = position, .angle = angle, .restitution = 0, .friction = friction};
}

Lab make_ground(const Trial& trial) {
  Lab lab(trial, {.gravity = V(0, -standard_gravity), .sleep = true});
  lab.add_floor(40, 0, friction);
  return lab;
}

/// Returns the largest sideways distance of a body from its start, mm.
double drift(const Lab& lab) {
  double farthest = 0;
  for (std::size_t i = 1; i < lab.size(); ++i) {
    farthest = worse(farthest, 1000 * std::abs(lab.state(i).position.x() - lab.spec(i).position.x()));
  }
  return farthest;
}

/// Measures fallen bodies, sideways drift, bodies awake at the end and the deepest overlap.
Measured stand(const Trial& trial, Lab& lab) {
  const double seconds = trial.quick ? 20 : 60;
  const long steps = std::lround(seconds / trial.dt), look = std::lround(0.25 / trial.dt);
  double deepest = 0, asleep = -1;
  for (long i = 1; i <= steps; ++i) {
    lab.step();
    if (i % look != 0) continue;
    deepest = worse(deepest, 1000 * deepest_overlap(lab));
    const bool still = [&lab] {
      for (std::size_t b = 1; b < lab.size(); ++b) {
        if (lab.engine().awake(b)) return false;
      }
      return true;
    }();
    if (!still)
      asleep = -1;
    else if (asleep < 0)
      asleep = static_cast<double>(i) * trial.dt;
  }
  int awake = 0, fallen = 0;
  double sank = 0;
  for (std::size_t b = 1; b < lab.size(); ++b) {
    awake += lab.engine().awake(b) ? 1 : 0;
    const double put = lab.spec(b).position.y(), now = lab.state(b).position.y();
    fallen += now > 0.9 * put ? 0 : 1;
    sank = worse(sank, 1000 * (put - now));
  }
  const std::string note = asleep < 0 ? "" : "asleep after " + number(asleep, 3) + " s; ";
  return {{static_cast<double>(fallen), drift(lab), static_cast<double>(awake), deepest},
          note + "sank by " + number(sank, 3) + " mm",
          {}};
}

Measured tower(const Trial& trial) {
  Lab lab = make_ground(trial);
  for (int i = 0; i < 50; ++i) lab.add(block(box(1, 1), V(0, 0.5 + i)));
  return stand(trial, lab);
}

Measured pyramid(const Trial& trial) {
  Lab lab = make_ground(trial);
  constexpr int rows = 20;
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < rows - row; ++i) lab.add(block(box(1, 1), V(1.1 * (i - (rows - row - 1) / 2.0), 0.5 + row)));
  }
  return stand(trial, lab);
}

// Three pairs of cards that lean on each other, two level cards across, two pairs, one across, one pair. A card of
// length 2 l and thickness 2 h that leans by t stands on its inner lower corner, 2 l sin t from where the pair touches;
// its highest corner is at 2 l cos t + 2 h sin t. The house holds with friction above tan t.
Measured card_house(const Trial& trial) {
  Lab lab = make_ground(trial);
  constexpr double l = 0.5, h = 0.025, lean = 18 * std::numbers::pi / 180;
  const double s = std::sin(lean), c = std::cos(lean), storey = 2 * l * c + 2 * h * s + 2 * h;
  const double apart = 4 * l * s + 0.1;  // of the pairs
  for (int level = 0; level < 3; ++level) {
    const int pairs = 3 - level;
    const double floor = level * storey;
    for (int i = 0; i < pairs; ++i) {
      const double middle = apart * (i - (pairs - 1) / 2.0);
      for (const double side : {-1.0, 1.0}) {
        lab.add(block(box(2 * h, 2 * l), V(middle + side * (l * s + h * c), floor + l * c + h * s), side * lean));
      }
      if (i > 0) lab.add(block(box(apart - 0.01, 2 * h), V(middle - apart / 2, floor + storey - h)));
    }
  }
  return stand(trial, lab);
}

std::size_t add_stack(Lab& lab) {
  for (int i = 0; i < 10; ++i) lab.add(block(box(1, 1), V(0, 0.5 + i)));
  return lab.size();
}

Measured ball_beside(const Trial& trial) {
  Lab lab = make_ground(trial);
  add_stack(lab);
  constexpr double height = 5;
  const std::size_t ball = lab.add({.form = disc(0.5), .position = V(1.2, 0.5 + height)});
  Apexes apexes(trial.dt);
  double worst = 0;
  int done = 0;
  const int bounces = trial.quick ? 5 : 100;
  Thinned series(trial.engine->title);
  for (double time = 0; time < 2.2 * bounces && done < bounces; time += trial.dt) {
    lab.step();
    const std::optional<double> apex = apexes.see(lab.state(ball).position.y() - 0.5);
    if (!apex) continue;
    series.add(++done, *apex);
    worst = worse(worst, percent_off(*apex, height));
  }
  if (done < bounces) worst = worse(worst, 100.0);
  return {{worst, drift(lab)}, std::to_string(done) + " bounces", series.series()};
}

// Apexes are measured from the initial top of the stack.
Measured ball_on_top(const Trial& trial) {
  Lab lab = make_ground(trial);
  const std::size_t first = lab.size();
  add_stack(lab);
  // The stack settles first; the ball must not be charged for that.
  for (double time = 0; time < 3; time += trial.dt) lab.step();
  double top = 0;
  for (std::size_t body = first; body < lab.size(); ++body) top = std::max(top, lab.state(body).position.y() + 0.5);
  constexpr double height = 2;
  const std::size_t ball = lab.add({.form = disc(0.5), .position = V(0, top + 0.5 + height)});
  Apexes apexes(trial.dt);
  double worst = 0, last = height;
  int done = 0;
  const int bounces = trial.quick ? 3 : 10;
  Thinned series(trial.engine->title);
  series.add(0, height);
  for (double time = 0; time < 1.6 * bounces && done < bounces; time += trial.dt) {
    lab.step();
    const std::optional<double> apex = apexes.see(lab.state(ball).position.y() - top - 0.5);
    if (!apex) continue;
    series.add(++done, *apex);
    worst = worse(worst, 100 * (1 - *apex / last));
    last = *apex;
  }
  if (done < bounces) worst = 100;
  return {
      {worst, drift(lab)}, std::to_string(done) + " bounces, the last to " + number(last, 5) + " m", series.series()};
}

}  // namespace

std::vector<Law> stack_laws() {
  const std::vector<Row> standing = {{"fallen", "bodies", 0},
                                     {"sideways", "mm", 5},
                                     {"awake", "bodies", 0},
                                     {"overlap", "mm", 0, Row::Side::at_most_box2d}};
  return {
      {"tower", "A tower of 50 boxes stands for 60 s and sleeps", standing, tower},
      {"pyramid", "A pyramid of 20 rows likewise", standing, pyramid},
      {"card-house", "A house of three storeys of cards likewise", standing, card_house},
      {"ball-beside",
       "A ball with e = 1 beside a stack of ten bounces for ever",
       {{"apex", "%", 0.01}, {"sideways", "mm", 5}},
       ball_beside,
       "apex, m",
       "bounce"},
      {"ball-on-top",
       "On top of it, it loses at most 1 % a bounce",
       {{"lost", "% a bounce", 1}, {"sideways", "mm", 5}},
       ball_on_top,
       "apex, m",
       "bounce"},
  };
}

}  // namespace bankshot_tool::laws
