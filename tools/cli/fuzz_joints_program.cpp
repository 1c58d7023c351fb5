// Writes a case of the target "joints" as a C++ program.

#include <limits>
#include <sstream>

#include "fuzz_joints_case.hpp"

namespace bankshot_tool {

namespace {

using bankshot::BodyType;
using bankshot::JointKind;
using bankshot::Real;
using bankshot::Vec2;

const char* type_name(BodyType type) {
  return type == BodyType::fixed ? "fixed" : type == BodyType::kinematic ? "kinematic" : "dynamic";
}

const char* word(bool yes) { return yes ? "true" : "false"; }

class Writer {
 public:
  explicit Writer(const JointCase& made) : case_(made) { out_.precision(std::numeric_limits<Real>::max_digits10); }

  std::string text() {
    out_ << "#include <bankshot/bankshot.hpp>\n#include <cstdio>\n#include <vector>\nusing namespace bankshot;\n\n"
         << "int main() {\n  World world({.gravity = " << vec(case_.world.gravity)
         << ", .substeps = " << case_.world.substeps << ", .sleep = " << word(case_.world.sleep)
         << ", .energy_ledger = true});\n  std::vector<BodyId> b;\n  std::vector<JointId> j;\n";
    for (const TiedBody& body : case_.bodies) write(body);
    for (const TiedJoint& joint : case_.joints) write(joint);
    out_ << "  for (int step = 1; step <= " << case_.steps << "; ++step) {\n";
    for (const JointEdit& edit : case_.edits) write(edit);
    out_ << "    world.step(Real(" << case_.dt << "));\n    const EnergyLedger& e = world.energy_ledger();\n"
         << "    std::printf(\"%d energy %g error %g push-out %g joints %g restitution %g\", step, e.after.total(), "
         << "e.error(), e.push_out, e.joints, e.restitution);\n"
         << "    for (JointId id : world.joints()) {\n      const Joint joint = world.joint(id);\n"
         << "      std::printf(\"  %g\", double((joint.anchor_b - joint.anchor_a).norm()));\n    }\n"
         << "    std::printf(\"\\n\");\n  }\n}\n";
    return out_.str();
  }

 private:
  std::string real(Real x) const {
    std::ostringstream text;
    text.precision(std::numeric_limits<Real>::max_digits10);
    text << "Real(" << x << ")";
    return text.str();
  }
  std::string vec(const Vec2& v) const { return "Vec2(" + real(v.x()) + ", " + real(v.y()) + ")"; }
  std::string spring(const bankshot::JointSpring& s) const {
    return "{" + real(s.hertz) + ", " + real(s.damping_ratio) + ", " + real(s.rest) + "}";
  }
  std::string limits(const bankshot::JointLimits& l) const {
    return "JointLimits{" + real(l.lower) + ", " + real(l.upper) + ", " + real(l.restitution) + "}";
  }
  std::string local(std::size_t body, const Vec2& point) const {
    const bankshot::BodyDef& def = case_.bodies[body].def;
    const bankshot::Rotation back{def.rotation.c, -def.rotation.s};
    return vec(back * (point - def.position));
  }

  void write(const TiedBody& body) {
    const bankshot::BodyDef& def = body.def;
    out_ << "  b.push_back(world.add_body({.type = BodyType::" << type_name(def.type)
         << ", .position = " << vec(def.position) << ", .rotation = {" << real(def.rotation.c) << ", "
         << real(def.rotation.s) << "}, .velocity = " << vec(def.velocity)
         << ", .angular_velocity = " << real(def.angular_velocity) << ", .gravity_scale = " << real(def.gravity_scale);
    if (def.locks != bankshot::Locks{}) {
      out_ << ", .locks = {" << word(def.locks.x) << ", " << word(def.locks.y) << ", " << word(def.locks.rotation)
           << "}";
    }
    out_ << "}, ";
    if (body.round) {
      out_ << "circle(" << real(body.width) << ")";
    } else {
      out_ << "box(" << real(body.width) << ", " << real(body.height) << ")";
    }
    out_ << ", {" << real(body.material.restitution) << ", " << real(body.material.friction) << ", "
         << real(body.material.density) << "}));\n";
    if (body.ghost) out_ << "  world.set_filter(world.shapes(b.back())[0], {.mask = 0});\n";
  }

  void write(const TiedJoint& joint) {
    constexpr const char* names[] = {"Revolute", "Prismatic", "Weld", "Distance", "Wheel", "Filter",
                                     "Target",   "Motor",     "Gear", "Rack",     "Pulley"};
    out_ << "  j.push_back(world.add_joint(" << names[static_cast<int>(joint.kind)] << "Def{.body_a = b[" << joint.a
         << "], .body_b = b[" << joint.b << "]";
    if (joint.kind >= JointKind::target) {
      write_machine(joint);
    } else if (joint.kind == JointKind::distance) {
      out_ << ", .anchor_a = " << vec(joint.anchor_a) << ", .anchor_b = " << vec(joint.anchor_b);
    } else if (joint.kind != JointKind::filter && joint.out_of_place == Vec2::Zero()) {
      out_ << ", .anchor = " << vec(joint.anchor_a);
    } else if (joint.kind != JointKind::filter) {
      out_ << ", .local_anchor_a = " << local(joint.a, joint.anchor_a)
           << ", .local_anchor_b = " << local(joint.b, joint.anchor_a + joint.out_of_place);
    }
    if (joint.kind == JointKind::prismatic || joint.kind == JointKind::wheel) out_ << ", .axis = " << vec(joint.axis);
    if (joint.kind == JointKind::revolute) out_ << ", .zero_angle = " << real(joint.zero_angle);
    write_drives(joint);
    out_ << "}));\n";
  }

  /// What a gear, a rack, a pulley and a target joint have before what all have.
  void write_machine(const TiedJoint& joint) {
    switch (joint.kind) {
      case JointKind::gear:
        write_local_anchors(joint);
        out_ << ", .ratio = " << real(joint.ratio);
        break;
      case JointKind::rack:
        out_ << ", .anchor = " << vec(joint.anchor_b) << ", .axis = " << vec(joint.axis)
             << ", .radius = " << real(joint.ratio);
        break;
      case JointKind::pulley:
        out_ << ", .wheel_a = " << vec(joint.wheel_a) << ", .wheel_b = " << vec(joint.wheel_b)
             << ", .anchor_a = " << vec(joint.anchor_a) << ", .anchor_b = " << vec(joint.anchor_b)
             << ", .ratio = " << real(joint.ratio);
        break;
      default:
        write_local_anchors(joint);
        out_ << ", .spring = " << spring(joint.spring) << ", .largest_force = " << real(joint.strongest);
    }
  }
  void write_local_anchors(const TiedJoint& joint) {
    out_ << ", .local_anchor_a = " << local(joint.a, joint.anchor_a)
         << ", .local_anchor_b = " << local(joint.b, joint.anchor_b);
  }

  /// In the order of the definitions: a wheel has its limits before its motor.
  void write_drives(const TiedJoint& joint) {
    if (joint.kind == JointKind::filter || joint.kind == JointKind::target) return;
    const bool welded = joint.kind == JointKind::weld, wheel = joint.kind == JointKind::wheel;
    if (joint.spring.hertz > 0) out_ << (welded ? ", .linear = " : ", .spring = ") << spring(joint.spring);
    if (joint.angular.hertz > 0) out_ << ", .angular = " << spring(joint.angular);
    if (joint.limits && wheel) out_ << ", .limits = " << limits(*joint.limits);
    if (joint.motor.largest > 0) {
      out_ << ", .motor = {" << real(joint.motor.speed) << ", " << real(joint.motor.largest) << "}";
    }
    if (joint.limits && !wheel) out_ << ", .limits = " << limits(*joint.limits);
    if (joint.collide) out_ << ", .collide_connected = true";
  }

  void write(const JointEdit& edit) {
    using Kind = JointEdit::Kind;
    const std::string joint = "j[" + std::to_string(edit.which) + "]", body = "b[" + std::to_string(edit.which) + "]";
    out_ << "    if (step == " << edit.step << ") ";
    switch (edit.kind) {
      case Kind::remove_joint: out_ << "world.remove_joint(" << joint << ")"; break;
      case Kind::remove_body: out_ << "world.remove_body(" << body << ")"; break;
      case Kind::spring: out_ << "world.set_spring(" << joint << ", " << spring(edit.value_spring) << ")"; break;
      case Kind::motor:
        out_ << "world.set_motor(" << joint << ", {" << real(edit.value_motor.speed) << ", "
             << real(edit.value_motor.largest) << "})";
        break;
      case Kind::limits:
        out_ << "world.set_limits(" << joint << ", "
             << (edit.value_limits ? limits(*edit.value_limits) : std::string("std::nullopt")) << ")";
        break;
      case Kind::type: out_ << "world.set_type(" << body << ", BodyType::" << type_name(edit.type) << ")"; break;
      case Kind::sleep: out_ << "world.set_awake(" << body << ", " << word(edit.vector.x() > 0) << ")"; break;
      case Kind::velocity: out_ << "world.set_velocity(" << body << ", " << vec(edit.vector) << ")"; break;
      case Kind::impulse:
        out_ << "world.apply_impulse(" << body << ", " << vec(edit.vector) << " * world.mass_properties(" << body
             << ").mass)";
        break;
      case Kind::pose:
        out_ << "world.set_pose(" << body << ", {world.position(" << body << ") + Real(0.1) * " << vec(edit.vector)
             << ", world.rotation(" << body << ")})";
        break;
      default:
        out_ << "j.push_back(world.add_joint(DistanceDef{.body_a = " << body << ", .body_b = b[" << edit.other
             << "]}))";
    }
    out_ << ";\n";
  }

  const JointCase& case_;
  std::ostringstream out_;
};

}  // namespace

std::string program_of(const JointCase& joint_case) { return Writer(joint_case).text(); }

}  // namespace bankshot_tool
