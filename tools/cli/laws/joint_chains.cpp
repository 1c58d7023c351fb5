// Chains that swing with loads, a bridge at rest and loaded, and a body of many parts that falls.

#include <algorithm>
#include <cmath>

#include "lab.hpp"

namespace bankshot_tool::laws {
namespace {

struct ChainErrors {
  double apart = 0;   ///< the largest opening, of the length
  double energy = 0;  ///< % of the swing
};

/// 20 bars of half a metre and 1 kg, let go from the horizontal with a disc pinned at its centre to their end.
ChainErrors swung_chain(const Trial& trial, double load, Thinned& series) {
  constexpr int links = 20;
  constexpr double link = 0.5, length = links * link;
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  std::size_t last = lab.add(held_at(V(0, 0)));
  double reference = load * standard_gravity * length;
  for (int i = 0; i < links; ++i) {
    const V from(i * link, 0);
    const std::size_t next = lab.add(bar_from(from, from + V(link, 0)));
    lab.tie({.kind = Tie::Kind::pin, .a = last, .b = next, .anchor_a = from});
    reference += standard_gravity * (i + 0.5) * link;
    last = next;
  }
  const std::size_t end = lab.add(ghost_disc(V(length, 0), load, 0.25));
  lab.tie({.kind = Tie::Kind::pin, .a = last, .b = end, .anchor_a = V(length, 0)});
  const double begin = lab.energy(), seconds = trial.quick ? 3 : 10;
  ChainErrors errors;
  for (long i = 1; static_cast<double>(i) * trial.dt <= seconds; ++i) {
    lab.step();
    errors.apart = worse(errors.apart, lab.opening() / length);
    errors.energy = worse(errors.energy, 100 * std::abs(lab.energy() - begin) / reference);
    series.add(static_cast<double>(i) * trial.dt, 100 + 100 * (lab.energy() - begin) / reference);
  }
  return errors;
}

Measured chain(const Trial& trial) {
  Measured measured{{0, 0}, "", {}};
  Thinned kept(trial.engine->title);
  for (const double load : {1.0, 100.0, 1e4}) {
    Thinned dropped("");
    const ChainErrors errors = swung_chain(trial, load, load == 1 ? kept : dropped);
    measured.figures[0] = worse(measured.figures[0], errors.apart);
    measured.figures[1] = worse(measured.figures[1], errors.energy);
    measured.note += (measured.note.empty() ? "" : "; ") + number(load, 5) +
                     " links at the end: " + number(errors.apart, 2) + " apart, " + number(errors.energy, 2) +
                     " % of energy";
  }
  measured.series = kept.series();
  return measured;
}

/// A bridge of equal planks that hangs at rest between two fixed points: the line of plank i is that of the force in
/// its middle, V_i = (i - (n - 1) / 2) m g upright and H along.
struct Bridge {
  static constexpr int planks = 20;
  static constexpr double plank = 0.5, mass = 1, pull = 0.5 * planks * mass * standard_gravity;
  std::vector<V> joints = {V(0, 0)};

  Bridge() {
    for (int i = 0; i < planks; ++i) {
      const double upright = (i - (planks - 1) / 2.0) * mass * standard_gravity;
      joints.push_back(joints.back() + plank * V(pull, upright).normalized());
    }
    const V middle(joints.back().x() / 2, 0);
    for (V& joint : joints) joint -= middle;
  }
  double sag() const { return -std::min_element(joints.begin(), joints.end(), lower)->y(); }
  static bool lower(const V& a, const V& b) { return a.y() < b.y(); }
};

/// Returns the numbers of the planks.
std::vector<std::size_t> add_bridge(const Bridge& bridge, bool solid, Lab& lab) {
  std::vector<std::size_t> planks;
  std::size_t last = lab.add(held_at(bridge.joints.front()));
  for (int i = 0; i < Bridge::planks; ++i) {
    const auto k = static_cast<std::size_t>(i);
    Spec spec = bar_from(bridge.joints[k], bridge.joints[k + 1], Bridge::mass);
    spec.ghost = !solid;
    spec.restitution = 0;
    spec.friction = 0.6;
    planks.push_back(lab.add(spec));
    lab.tie({.kind = Tie::Kind::pin, .a = last, .b = planks.back(), .anchor_a = bridge.joints[k]});
    last = planks.back();
  }
  const std::size_t end = lab.add(held_at(bridge.joints.back()));
  lab.tie({.kind = Tie::Kind::pin, .a = end, .b = last, .anchor_a = bridge.joints.back()});
  return planks;
}

Measured bridge(const Trial& trial) {
  const Bridge shape;
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::vector<std::size_t> planks = add_bridge(shape, false, lab);
  const std::size_t middle = planks[Bridge::planks / 2];
  const V start = lab.state(middle).position;
  const double seconds = trial.quick ? 5 : 30;
  double sag = 0, opening = 0;
  for (long i = 1; static_cast<double>(i) * trial.dt <= seconds; ++i) {
    lab.step();
    sag = worse(sag, 1000 * (lab.state(middle).position - start).norm());
    opening = worse(opening, 1000 * lab.opening());
  }
  double squares = 0;
  for (const std::size_t plank : planks) squares += lab.state(plank).velocity.squaredNorm();
  return {{1000 * std::sqrt(squares / Bridge::planks), sag, opening}, "sags " + number(shape.sag(), 4) + " m", {}};
}

Measured loaded_bridge(const Trial& trial) {
  const Bridge shape;
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::vector<std::size_t> planks = add_bridge(shape, true, lab);
  const double top = -shape.sag() + Bridge::plank / 40;
  Spec load{.form = box(1, 1), .position = V(0, top + 0.5)};
  load.density = 100 * Bridge::mass;
  load.restitution = 0;
  load.friction = 0.6;
  const std::size_t box = lab.add(load);
  const double seconds = trial.quick ? 3 : 30;
  double opening = 0;
  for (long i = 1; static_cast<double>(i) * trial.dt <= seconds; ++i) {
    lab.step();
    opening = worse(opening, 1000 * lab.opening());
  }
  double squares = 0;
  for (const std::size_t plank : planks) squares += lab.state(plank).velocity.squaredNorm();
  const double lowest = -static_cast<double>(Bridge::planks) * Bridge::plank;
  const bool fell = !(lab.state(box).position.y() > lowest);
  return {
      {opening, fell ? 1.0 : 0.0}, "ends at " + number(1000 * std::sqrt(squares / Bridge::planks), 2) + " mm/s", {}};
}

struct Part {
  double width, height, x, y;  ///< m
  int on;                      ///< the part that it is pinned to; -1: none
  double pin_x, pin_y;
};

// Head, chest, hips, and upper and lower arms and legs.
constexpr Part parts_of_a_body[] = {
    {0.35, 0.5, 0, 1.3, -1, 0, 0},          {0.25, 0.3, 0, 1.7, 0, 0, 1.55},
    {0.35, 0.3, 0, 0.9, 0, 0, 1.05},        {0.4, 0.14, -0.38, 1.48, 0, -0.18, 1.48},
    {0.4, 0.14, 0.38, 1.48, 0, 0.18, 1.48}, {0.4, 0.12, -0.78, 1.48, 3, -0.58, 1.48},
    {0.4, 0.12, 0.78, 1.48, 4, 0.58, 1.48}, {0.16, 0.45, -0.1, 0.53, 2, -0.1, 0.75},
    {0.16, 0.45, 0.1, 0.53, 2, 0.1, 0.75},  {0.14, 0.45, -0.1, 0.08, 7, -0.1, 0.3},
    {0.14, 0.45, 0.1, 0.08, 8, 0.1, 0.3},
};

Measured ragdoll(const Trial& trial) {
  Lab lab(trial, {.gravity = V(0, -standard_gravity)});
  const std::size_t first = lab.add_floor(20, 0, 0.6) + 1;
  constexpr double height = 5, lean = 0.4;
  const V up = direction(lean);
  const auto placed = [&up](double x, double y) {
    return V(up.x() * x - up.y() * y, up.y() * x + up.x() * y + height);
  };
  for (const Part& part : parts_of_a_body) {
    Spec spec{.form = box(part.width, part.height), .position = placed(part.x, part.y), .angle = lean};
    spec.density = 10;
    spec.restitution = 0;
    spec.friction = 0.6;
    lab.add(spec);
  }
  for (std::size_t i = 0; i < std::size(parts_of_a_body); ++i) {
    const Part& part = parts_of_a_body[i];
    if (part.on < 0) continue;
    lab.tie({.kind = Tie::Kind::pin,
             .a = first + static_cast<std::size_t>(part.on),
             .b = first + i,
             .anchor_a = placed(part.pin_x, part.pin_y)});
  }
  double opening = 0;
  const double seconds = trial.quick ? 3 : 10;
  for (long i = 1; static_cast<double>(i) * trial.dt <= seconds; ++i) {
    lab.step();
    opening = worse(opening, 1000 * lab.opening());
  }
  return {{opening}, "lies " + number(1000 * lab.opening(), 2) + " mm apart", {}};
}

}  // namespace

std::vector<Law> joint_chain_laws() {
  return {
      {"chain",
       "20 links with 1, 100, 10,000 times a link at their end swing from the horizontal for 10 s",
       {{"anchors apart", "of the length", 1e-6}, {"energy, of the swing", "%", 0.01}},
       chain,
       "chain of 20: energy, % of the swing",
       "time, s"},
      awaited({"bridge",
               "A bridge of 20 planks that is set up at rest stays at rest for 30 s",
               {{"speed", "mm/s", 0.001}, {"middle moved", "mm", 0.01}, {"anchors apart", "mm", 0.01}},
               bridge}),
      {"loaded-bridge",
       "The bridge carries a box of 100 planks for 30 s",
       {{"anchors apart", "mm", 0.01}, {"fell through", "boxes", 0}},
       loaded_bridge},
      {"ragdoll", "11 boxes on 10 pins fall 5 m on a floor", {{"anchors apart", "mm", 0.01}}, ragdoll},
  };
}

}  // namespace bankshot_tool::laws
