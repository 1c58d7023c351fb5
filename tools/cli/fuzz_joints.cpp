// The target "joints": worlds of bodies that joints tie, stepped and edited.

#include <bankshot/history/bytes.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "fuzz_joints_case.hpp"
#include "fuzz_target.hpp"
#include "report_text.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyId;
using bankshot::BodyType;
using bankshot::EnergyLedger;
using bankshot::JointId;
using bankshot::JointKind;
using bankshot::Real;
using bankshot::World;
using bankshot_oracle::Findings;
using bankshot_oracle::Notes;

bool finite(const bankshot::Vec2& v) { return std::isfinite(v.x()) && std::isfinite(v.y()); }

bool finite(const World& world) {
  const std::vector<BodyId> bodies = world.bodies();
  const bool all = std::all_of(bodies.begin(), bodies.end(), [&world](BodyId id) {
    return finite(world.position(id)) && finite(world.velocity(id)) && std::isfinite(world.angular_velocity(id)) &&
           std::isfinite(world.rotation(id).c);
  });
  const std::vector<JointId> joints = world.joints();
  return all && std::all_of(joints.begin(), joints.end(), [&world](JointId id) {
           const bankshot::Joint joint = world.joint(id);
           return finite(joint.force) && std::isfinite(joint.torque) && std::isfinite(joint.angle) &&
                  std::isfinite(joint.spin) && std::isfinite(joint.translation) && std::isfinite(joint.speed) &&
                  std::isfinite(joint.stored_energy);
         });
}

/// Kinetic energy of all dynamic bodies, summed up from what the world says of each.
double kinetic_of(const World& world) {
  double sum = 0;
  for (const BodyId id : world.bodies()) {
    if (world.type(id) != BodyType::dynamic) continue;
    const bankshot::MassProperties mass = world.mass_properties(id);
    const double spin = double(world.angular_velocity(id));
    sum +=
        (double(mass.mass) * world.velocity(id).cast<double>().squaredNorm() + double(mass.inertia) * spin * spin) / 2;
  }
  return sum;
}

/// How far a joint is from what it keeps rigidly, as a length: of a rod and along an axis from the poses alone.
double opening_of(const TiedJoint& tied, const bankshot::Joint& joint) {
  const bankshot::Vec2 apart = joint.anchor_b - joint.anchor_a;
  switch (tied.kind) {
    case JointKind::revolute: return double(apart.norm());
    case JointKind::weld: return joint.spring.hertz > 0 ? 0 : double(apart.norm());
    case JointKind::distance: {
      if (joint.spring.hertz > 0 || joint.motor.largest > 0 || joint.limits) return 0;
      const double length = (tied.anchor_b.cast<double>() - tied.anchor_a.cast<double>()).norm();
      return std::abs(apart.cast<double>().norm() - length);
    }
    case JointKind::prismatic:
    case JointKind::wheel: return std::abs(double(apart.norm()) - std::abs(double(joint.translation)));
    case JointKind::pulley: {
      if (joint.limits) return 0;
      const auto rope = [&](const bankshot::Vec2& a, const bankshot::Vec2& b) {
        const auto part = [](const bankshot::Vec2& p, const bankshot::Vec2& q) {
          return (p.cast<double>() - q.cast<double>()).norm();
        };
        return part(a, tied.wheel_a) + double(tied.ratio) * part(b, tied.wheel_b);
      };
      return std::abs(rope(joint.anchor_a, joint.anchor_b) - rope(tied.anchor_a, tied.anchor_b));
    }
    default: return 0;
  }
}

/// How far a joint is beyond its limits, rad or length.
double beyond_limits(const bankshot::Joint& joint) {
  if (!joint.limits) return 0;
  const double now = double(joint.kind == JointKind::revolute ? joint.angle : joint.translation);
  return std::max({0.0, double(joint.limits->lower) - now, now - double(joint.limits->upper)});
}

/// Which laws hold for the rest of a case: edits can end them.
struct Promises {
  bool opens_no_joint, keeps_limits, joints_take_nothing, pushes_nothing;

  explicit Promises(const JointCase& made)
      : opens_no_joint(!made.contradicts()),
        keeps_limits(!made.contradicts() && !made.touches()),
        joints_take_nothing(made.starts_at_rest() && !made.contradicts() && !made.touches()),
        pushes_nothing(!made.contradicts() && !made.touches()) {}

  void after(const JointEdit& edit) {
    using Kind = JointEdit::Kind;
    if (edit.kind == Kind::pose) opens_no_joint = keeps_limits = joints_take_nothing = pushes_nothing = false;
    if (edit.kind == Kind::limits) opens_no_joint = keeps_limits = pushes_nothing = false;  // may shut what cannot move
    if (edit.kind == Kind::velocity || edit.kind == Kind::impulse || edit.kind == Kind::add_rod ||
        edit.kind == Kind::sleep || edit.kind == Kind::type || edit.kind == Kind::limits) {
      joints_take_nothing = false;  // velocities that the joints do not allow
    }
  }
};

struct Fault {
  const char* check;
  double size = 0;  ///< the error
};

/// The ledgers of all steps. Their sum closes over all steps only where nobody edits the world between them.
struct Sum {
  EnergyLedger entries;
  double error = 0, passed = 0;  ///< `passed`: at least what the ledgers say, and what the energies themselves did
  double rounding = 0;           ///< energy that rounded places and velocities may give or take
  double left_out = 0;           ///< the largest share of a kinetic energy that the step's ledger did not see pass
  int steps = 0;

  /// `least`: what places that are rounded once in a sub-step do, taken as speeds.
  void add(const EnergyLedger& step, double least) {
    constexpr double eps = std::numeric_limits<Real>::epsilon();
    rounding += 16 * eps * (step.after.kinetic + std::abs(step.after.potential) + step.after.elastic) + least;
    ++steps == 1 ? entries = step : entries += step;
    error += step.error();
    const double changed = std::abs(step.after.kinetic - step.before.kinetic) +
                           std::abs(step.after.potential - step.before.potential) +
                           std::abs(step.after.elastic - step.before.elastic);
    if (steps == 1) passed = step.before.kinetic;
    passed += std::max(step.turnover, changed);
    passed = std::max({passed, step.before.elastic, step.after.kinetic});
    if (step.after.kinetic > 1.001 * step.passed() + rounding) {
      left_out = std::max(left_out, 1 - step.passed() / step.after.kinetic);
    }
  }
};

/// What the ledger so far breaks.
std::optional<Fault> ledger_fault(const EnergyLedger& step, const Sum& all, double kinetic, const Promises& promises) {
  const EnergyLedger& sum = all.entries;
  const double passed = all.passed, slack = 1e-3 * passed + all.rounding;
  if (std::abs(step.after.kinetic - kinetic) > 1e-5 * (kinetic + step.passed()))
    return Fault{"the ledger does not know the kinetic energy", step.after.kinetic - kinetic};
  if (std::abs(all.error) > slack) return Fault{"the energy ledger does not close", all.error / passed};
  if (sum.friction > slack) return Fault{"friction gives energy", sum.friction / passed};
  if (sum.restitution > slack) return Fault{"restitution gives energy", sum.restitution / passed};
  if (sum.damping > slack) return Fault{"damping gives energy", sum.damping / passed};
  if (sum.joints > slack) return Fault{"joints give energy", sum.joints / passed};
  if (sum.sleep > 0) return Fault{"sleep gives energy", sum.sleep / passed};
  if (promises.joints_take_nothing && sum.joints < -slack) {
    return Fault{"joints take energy in flight", sum.joints / passed};
  }
  if (promises.pushes_nothing && std::abs(sum.push_out) > slack) {
    return Fault{"push-out in flight", sum.push_out / passed};
  }
  return std::nullopt;
}

/// Plays a case in two worlds: one as it is listed, the other put in in another order and now and then loaded from its
/// bytes.
class Play {
 public:
  Play(const JointCase& made, std::uint64_t order)
      : case_(made), one_(made, 0), two_(made, order + 1), promises_(made) {
    double mass = 0, reach = 0;
    for (const BodyId id : one_.bodies) {
      mass += double(one_.world.mass_properties(id).mass);
      reach = std::max(reach, double(one_.world.position(id).norm()));
    }
    const double speed = 4 * double(std::numeric_limits<Real>::epsilon()) * (reach + double(made.size)) *
                         made.world.substeps / double(made.dt);
    least_ = mass * speed * speed;
  }

  std::optional<Fault> run(Notes& notes) {
    if (one_.world.hash() != two_.world.hash()) return Fault{"order of creation shows"};
    for (tick_ = 1; tick_ <= case_.steps; ++tick_) {
      ++notes.by["steps of two worlds each"];
      for (const JointEdit& edit : case_.edits) {
        if (edit.step != tick_) continue;
        one_.apply(edit);
        two_.apply(edit);
        promises_.after(edit);
      }
      const std::optional<Fault> fault = step();
      if (fault) return fault;
    }
    if (sum_.left_out > 0) return Fault{"the ledger leaves out what passed", sum_.left_out};
    if (promises_.opens_no_joint && !case_.touches()) ++notes.by["cases whose joints must stay closed"];
    if (promises_.joints_take_nothing) ++notes.by["cases whose joints must take no energy"];
    return std::nullopt;
  }
  int tick() const { return tick_; }

 private:
  std::optional<Fault> step() {
    const bankshot::StepStatus status = one_.world.step(case_.dt);
    two_.world.step(case_.dt);
    if (one_.world.hash() != two_.world.hash()) return Fault{"order of creation or a reload shows"};
    if (has(status, bankshot::StepStatus::body_frozen)) return Fault{"a body froze"};
    if (!finite(one_.world)) return Fault{"a number is not finite"};
    if (tick_ % 8 == 0 && !reloaded()) return Fault{"a world does not come back from its bytes"};
    const EnergyLedger& ledger = one_.world.energy_ledger();
    sum_.add(ledger, least_);
    const std::optional<Fault> fault = ledger_fault(ledger, sum_, kinetic_of(one_.world), promises_);
    return fault ? fault : joint_fault();
  }

  bool reloaded() {
    World again = bankshot::load(bankshot::save(two_.world));
    const bool same = again == two_.world && again.hash() == two_.world.hash();
    two_.world = std::move(again);
    return same;
  }

  // In flight a joint stays closed within a hundred times what float promises of a group of the extent of a few
  // neighbours; among contacts it may give way, by far less than the bodies are large.
  std::optional<Fault> joint_fault() const {
    const double size = double(case_.size), closed = 1e-4 * size, ajar = size / 4;
    for (std::size_t i = 0; i < case_.joints.size(); ++i) {
      if (!one_.world.contains(one_.joints[i])) continue;
      const bankshot::Joint joint = one_.world.joint(one_.joints[i]);
      const double opening = opening_of(case_.joints[i], joint) / size;
      if (promises_.opens_no_joint && opening * size > (case_.touches() ? ajar : closed)) {
        return Fault{case_.touches() ? "a joint opens wide among contacts" : "a joint opens in flight", opening};
      }
      const double reach = joint.kind == JointKind::revolute ? 1 : size;
      if (promises_.keeps_limits && beyond_limits(joint) > 1e-3 * reach) {
        return Fault{"a joint passes its limit in flight", beyond_limits(joint) / reach};
      }
    }
    return std::nullopt;
  }

  const JointCase& case_;
  JointWorld one_, two_;
  Promises promises_;
  Sum sum_;
  double least_ = 0;
  int tick_ = 0;
};

/// How often a case is played to find a simpler one: a minute or two.
constexpr int most_tries = 400;

class JointTarget final : public FuzzTarget {
 public:
  explicit JointTarget(const TargetSettings& settings) : settings_(settings) {}

  CaseResult run(std::uint64_t index, Notes& notes) override {
    if (settings_.judging.fault == bankshot_oracle::Fault::crash && index % 7 == 3) std::abort();
    const JointCase made = random_joint_case(settings_.seed, index);
    return {made.name, check(made, index, notes)};
  }

  std::string scene(std::uint64_t index, const std::string& name) override {
    JointCase made = random_joint_case(settings_.seed, index);
    Notes notes;
    int tries = 0;
    const auto wrong = [&](const JointCase& candidate) {
      if (++tries > most_tries) return false;
      const Findings findings = check(candidate, index, notes);
      return std::any_of(findings.begin(), findings.end(), [&name](const auto& f) { return f.check == name; });
    };
    if (name != crash_check) shrink(made, wrong);
    const Findings findings = name != crash_check ? check(made, index, notes) : Findings{};
    const std::string what = findings.empty() ? "" : ": " + findings[0].detail;
    return settings_.command.of_case(index) + "\n" + made.name + "\n" + name + what + "\n\n" + program_of(made);
  }

  std::uint64_t batch() const override { return 32; }
  bool tells() const override { return true; }

 private:
  Findings check(const JointCase& made, std::uint64_t order, Notes& notes) const {
    if (settings_.judging.fault == bankshot_oracle::Fault::wrong_side && made.joints.size() > 3) {
      return {{"planted disagreement", "", 0}};
    }
    Play play(made, order);
    const std::optional<Fault> fault = play.run(notes);
    if (!fault) return {};
    return {{fault->check, "step " + std::to_string(play.tick()) + ", " + number(fault->size, 3), 0}};
  }

  template <class Wrong, class Change>
  static bool try_change(JointCase& made, const Wrong& wrong, const Change& change) {
    JointCase simpler = made;
    change(simpler);
    if (!wrong(simpler)) return false;
    made = std::move(simpler);
    return true;
  }

  static void remove_body(JointCase& made, std::size_t body) {
    std::erase_if(made.joints, [body](const TiedJoint& j) { return j.a == body || j.b == body; });
    for (TiedJoint& joint : made.joints) {
      joint.a -= joint.a > body ? 1 : 0;
      joint.b -= joint.b > body ? 1 : 0;
    }
    made.bodies.erase(made.bodies.begin() + static_cast<std::ptrdiff_t>(body));
  }

  template <class Wrong>
  static void shorten(JointCase& made, const Wrong& wrong) {
    for (int less = made.steps / 2; less > 0;) {
      if (try_change(made, wrong, [less](JointCase& c) { c.steps -= less; })) {
        less = std::min(less, made.steps / 2);
      } else {
        less /= 2;
      }
    }
  }

  /// Removes edits, joints, bodies and drives, then stops early and makes bodies plain.
  template <class Wrong>
  static void shrink(JointCase& made, const Wrong& wrong) {
    shorten(made, wrong);  // first: all that follows takes less time
    for (bool better = true; better;) {
      better = false;
      const auto now = [&](const auto& change) { better = try_change(made, wrong, change) || better; };
      for (std::size_t i = made.edits.size(); i-- > 0;)
        now([i](JointCase& c) { c.edits.erase(c.edits.begin() + static_cast<std::ptrdiff_t>(i)); });
      for (std::size_t i = made.joints.size(); i-- > 0;)
        now([i](JointCase& c) { c.joints.erase(c.joints.begin() + static_cast<std::ptrdiff_t>(i)); });
      for (std::size_t i = made.bodies.size(); made.edits.empty() && i-- > 0;)
        now([i](JointCase& c) { remove_body(c, i); });
    }
    shorten(made, wrong);
    for (std::size_t i = 0; i < made.joints.size(); ++i) {
      try_change(made, wrong, [i](JointCase& c) { c.joints[i].spring = {}; });
      try_change(made, wrong, [i](JointCase& c) { c.joints[i].angular = {}; });
      try_change(made, wrong, [i](JointCase& c) { c.joints[i].motor = {}; });
      try_change(made, wrong, [i](JointCase& c) { c.joints[i].limits.reset(); });
    }
    for (std::size_t i = 0; i < made.bodies.size(); ++i) {
      try_change(made, wrong, [i](JointCase& c) { c.bodies[i].def.velocity = bankshot::Vec2::Zero(); });
      try_change(made, wrong, [i](JointCase& c) { c.bodies[i].def.angular_velocity = 0; });
      try_change(made, wrong, [i](JointCase& c) { c.bodies[i].def.gravity_scale = 1; });
      try_change(made, wrong, [i](JointCase& c) { c.bodies[i].material.density = 1; });
      try_change(made, wrong, [i](JointCase& c) { c.bodies[i].def.locks = {}; });
    }
  }

  TargetSettings settings_;
};

}  // namespace

std::unique_ptr<FuzzTarget> make_joint_target(const TargetSettings& settings) {
  return std::make_unique<JointTarget>(settings);
}

}  // namespace bankshot_tool
