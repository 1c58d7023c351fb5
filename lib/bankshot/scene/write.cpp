#include <bankshot/math/plain.hpp>
#include <bankshot/math/text.hpp>
#include <bankshot/scene/scene.hpp>

#include <cmath>

namespace bankshot::inline BANKSHOT_ABI {
namespace detail {
namespace {

std::string json_string(std::string_view raw) {
  constexpr char hex[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : raw) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (code < 0x20) {
      out += "\\u00";
      out += hex[code >> 4];
      out += hex[code & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string point(const Vec2& v) {
  const V2 p = plain(v);
  return std::string("[").append(text(p.x)).append(", ").append(text(p.y)).append("]");
}

// A sign on a zero is kept too: a file gives back the same bits.
bool same(Real a, Real b) { return a == b && std::signbit(a) == std::signbit(b); }
bool zero(const Vec2& v) { return same(plain(v).x, 0) && same(plain(v).y, 0); }
const char* boolean(bool value) { return value ? "true" : "false"; }

/// Members of an object on one line.
class Members {
 public:
  void add(std::string_view key, const std::string& value) {
    if (!list_.empty()) list_ += ", ";
    list_ += json_string(key) + ": " + value;
  }
  void add_if(bool wanted, std::string_view key, const std::string& value) {
    if (wanted) add(key, value);
  }
  bool empty() const { return list_.empty(); }
  std::string object() const { return "{" + list_ + "}"; }

 private:
  std::string list_;
};

std::string list_of_names(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + json_string(name);
  return "[" + list + "]";
}

// A polygon that some upright box makes again bit for bit is written as that box.
bool add_box(const Shape& shape, Members& out) {
  if (shape.corner_count() != 4) return false;
  V2 lower = plain(shape.corner(0)), upper = lower;
  for (int i = 1; i < 4; ++i) {
    const V2 c = plain(shape.corner(i));
    lower = {min(lower.x, c.x), min(lower.y, c.y)};
    upper = {max(upper.x, c.x), max(upper.y, c.y)};
  }
  const V2 size = upper - lower;
  const V2 centre = Real(0.5) * (lower + upper);
  const Result<Shape> box = try_box(size.x, size.y, vec2(centre), {}, shape.radius());
  if (!box || !(*box == shape)) return false;
  out.add("kind", "\"box\"");
  out.add("width", text(size.x));
  out.add("height", text(size.y));
  out.add_if(!(centre == V2{}), "centre", point(vec2(centre)));
  out.add_if(shape.radius() != 0, "radius", text(shape.radius()));
  return true;
}

void add_geometry(const Shape& shape, Members& out) {
  switch (shape.kind()) {
    case ShapeKind::circle:
      out.add("kind", "\"circle\"");
      out.add("radius", text(shape.radius()));
      out.add_if(!zero(shape.corner(0)), "centre", point(shape.corner(0)));
      return;
    case ShapeKind::capsule:
    case ShapeKind::segment:
      out.add("kind", shape.kind() == ShapeKind::capsule ? "\"capsule\"" : "\"segment\"");
      out.add("from", point(shape.corner(0)));
      out.add("to", point(shape.corner(1)));
      out.add_if(shape.kind() == ShapeKind::capsule, "radius", text(shape.radius()));
      return;
    case ShapeKind::polygon:
      if (add_box(shape, out)) return;
      std::string corners;
      for (int i = 0; i < shape.corner_count(); ++i) corners += (i == 0 ? "" : ", ") + point(shape.corner(i));
      out.add("kind", "\"polygon\"");
      out.add("corners", "[" + corners + "]");
      out.add_if(shape.radius() != 0, "radius", text(shape.radius()));
      return;
  }
}

std::string shape_json(const SceneShape& shape) {
  Members out;
  add_geometry(shape.shape, out);
  const Material usual_material;
  const Material& m = shape.def.material;
  Members material;
  material.add_if(m.restitution != usual_material.restitution, "restitution", text(m.restitution));
  material.add_if(m.friction != usual_material.friction, "friction", text(m.friction));
  material.add_if(m.density != usual_material.density, "density", text(m.density));
  material.add_if(!same(m.surface_speed, usual_material.surface_speed), "surface_speed", text(m.surface_speed));
  out.add_if(!material.empty(), "material", material.object());
  const Filter usual_filter;
  const Filter& f = shape.def.filter;
  Members filter;
  filter.add_if(f.category != usual_filter.category, "category", std::to_string(f.category));
  filter.add_if(f.mask != usual_filter.mask, "mask", std::to_string(f.mask));
  filter.add_if(f.group != usual_filter.group, "group", std::to_string(f.group));
  out.add_if(!filter.empty(), "filter", filter.object());
  out.add_if(shape.def.sensor, "sensor", "true");
  return out.object();
}

std::string locks_json(const Locks& locks) {
  std::vector<std::string> names;
  if (locks.x) names.push_back("x");
  if (locks.y) names.push_back("y");
  if (locks.rotation) names.push_back("rotation");
  return list_of_names(names);
}

void add_definition(const BodyDef& def, Members& out) {
  const BodyDef usual;
  out.add_if(def.type == BodyType::fixed, "type", "\"fixed\"");
  out.add_if(def.type == BodyType::kinematic, "type", "\"kinematic\"");
  out.add_if(!zero(def.position), "position", point(def.position));
  out.add_if(!same(def.rotation.c, 1) || !same(def.rotation.s, 0), "rotation",
             point(vec2({def.rotation.c, def.rotation.s})));
  out.add_if(!zero(def.velocity), "velocity", point(def.velocity));
  out.add_if(!same(def.angular_velocity, 0), "angular_velocity", text(def.angular_velocity));
  out.add_if(def.linear_damping != 0, "linear_damping", text(def.linear_damping));
  out.add_if(def.angular_damping != 0, "angular_damping", text(def.angular_damping));
  out.add_if(!same(def.gravity_scale, usual.gravity_scale), "gravity_scale", text(def.gravity_scale));
  out.add_if(!(def.locks == usual.locks), "locks", locks_json(def.locks));
  out.add_if(def.can_sleep != usual.can_sleep, "can_sleep", boolean(def.can_sleep));
  out.add_if(def.awake != usual.awake, "awake", boolean(def.awake));
  out.add_if(def.user_data != 0, "user_data", std::to_string(def.user_data));
}

std::string body_json(const SceneBody& body) {
  Members out;
  out.add_if(!body.name.empty(), "name", json_string(body.name));
  add_definition(body.def, out);
  if (body.mass) {
    Members mass;
    mass.add("mass", text(body.mass->mass));
    mass.add_if(!zero(body.mass->centre), "centre", point(body.mass->centre));
    mass.add("inertia", text(body.mass->inertia));
    out.add("mass", mass.object());
  }
  if (body.shapes.size() == 1) {
    out.add("shape", shape_json(body.shapes[0]));
  } else if (!body.shapes.empty()) {
    std::string list;
    for (const SceneShape& shape : body.shapes) list += (list.empty() ? "" : ", ") + shape_json(shape);
    out.add("shapes", "[" + list + "]");
  }
  return out.object();
}

std::string goal_json(const SceneGoal& goal) {
  Members out;
  out.add_if(!goal.name.empty(), "name", json_string(goal.name));
  out.add("from", point(goal.from));
  out.add("to", point(goal.to));
  out.add("inward", point(goal.inward));
  out.add_if(!goal.counts.empty(), "counts", list_of_names(goal.counts));
  return out.object();
}

std::string lines(const std::vector<std::string>& entries) {
  std::string list = "[";
  for (std::size_t i = 0; i < entries.size(); ++i) list += (i == 0 ? "\n    " : ",\n    ") + entries[i];
  return list + (entries.empty() ? "]" : "\n  ]");
}

}  // namespace
}  // namespace detail

std::string to_json(const Scene& scene) {
  using namespace detail;
  const Scene usual;
  std::vector<std::string> members;
  const auto add = [&](const char* key, const std::string& value) {
    members.push_back(json_string(key) + ": " + value);
  };
  if (!scene.name.empty()) add("name", json_string(scene.name));
  if (!scene.description.empty()) add("description", json_string(scene.description));
  Members world;
  world.add_if(!zero(scene.world.gravity), "gravity", point(scene.world.gravity));
  world.add_if(scene.world.substeps != usual.world.substeps, "substeps", std::to_string(scene.world.substeps));
  world.add_if(scene.world.sleep != usual.world.sleep, "sleep", boolean(scene.world.sleep));
  if (!world.empty()) add("world", world.object());
  Members run;
  run.add_if(scene.dt != usual.dt, "dt", text(scene.dt));
  run.add_if(scene.steps != usual.steps, "steps", std::to_string(scene.steps));
  if (!run.empty()) add("run", run.object());
  if (scene.view) {
    Members view;
    view.add("lower", point(scene.view->lower));
    view.add("upper", point(scene.view->upper));
    add("view", view.object());
  }
  std::vector<std::string> entries;
  for (const SceneBody& body : scene.bodies) entries.push_back(body_json(body));
  add("bodies", lines(entries));
  entries.clear();
  for (const SceneGoal& goal : scene.goals) entries.push_back(goal_json(goal));
  if (!entries.empty()) add("goals", lines(entries));
  std::string out = "{";
  for (std::size_t i = 0; i < members.size(); ++i) out += (i == 0 ? "\n  " : ",\n  ") + members[i];
  return out + "\n}\n";
}

}  // namespace bankshot::inline BANKSHOT_ABI
