#include "oracle/parts/case.hpp"

#include <bankshot/query/distance.hpp>
#include <bankshot/tolerance.hpp>

#include <array>
#include <cstdio>
#include <string>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

Rotation quarter(Random& random) {
  static const std::array turns = {Rotation(1, 0), Rotation(0, 1), Rotation(-1, 0), Rotation(0, -1)};
  return turns[static_cast<std::size_t>(random.integer(0, 3))];
}

Manner manner_of(Random& random, PartsClass which) {
  Manner manner;
  manner.lattice = which == PartsClass::aligned;
  if (manner.lattice) manner.size = std::ldexp(1, random.integer(-3, 3));
  if (which == PartsClass::sized) {
    manner.size = random.magnitude(-12, 12);
    manner.rescaled = random.chance(0.5);
  }
  return manner;
}

Vec2 place(Random& random, const Manner& manner, double reach) {
  const Vec2 any = random.point(reach);
  const auto taken = [&manner](Real part) {
    return static_cast<Real>(manner.size * (manner.lattice ? std::round(double(part) * 8) / 8 : double(part)));
  };
  return {taken(any.x()), taken(any.y())};
}

void lay(Random& random, const Manner& manner, PartsCase& data) {
  data.pose_a.rotation = manner.lattice ? quarter(random) : random.rotation();
  data.pose_b.rotation = manner.lattice ? quarter(random) : random.rotation();
  if (data.which == PartsClass::one_angle) data.pose_a.rotation = data.pose_b.rotation;
  if (data.which == PartsClass::far_away) data.pose_b.position = random.point(random.magnitude(1, 13));
  const double reach = random.chance(0.6) ? 1.5 : 4;
  data.pose_a.position = data.pose_b.position + place(random, manner, reach);
  if (data.which != PartsClass::touching) return;
  const bankshot::ClosestPoints closest = closest_points(data.a.shape, data.pose_a, data.b.shape, data.pose_b);
  if (!std::isfinite(closest.distance)) return;
  const double near = manner.size * double(bankshot::tolerance::eps) * random.between(-100, 100);
  const Real by = closest.distance - static_cast<Real>(random.chance(0.3) ? 0.0 : near);
  data.pose_a.position -= by * closest.normal;
}

/// Draws a motion towards B, along one of its axes, or anywhere.
void send(Random& random, const Manner& manner, PartsCase& data) {
  const Vec2 aim = data.pose_b.position + place(random, manner, 1.5);
  const double length = random.between(0.3, 2.5);
  data.motion = static_cast<Real>(manner.lattice ? std::ceil(length) : length) * (aim - data.pose_a.position);
  if (random.chance(0.4)) {
    const Real far = static_cast<Real>(manner.size * double(random.integer(1, 6)));
    const Vec2 axis = random.chance(0.5) ? Vec2(1, 0) : Vec2(0, 1);
    data.motion = data.pose_b.rotation * Vec2((random.chance(0.5) ? far : -far) * axis);
  }
  data.turn = static_cast<Real>(random.between(-4, 4));
  if (random.chance(0.3)) data.turn *= Real(0.001);
  if (random.chance(0.5)) data.pivot = place(random, manner, 1);
  data.axis = random.chance(0.5) ? data.pose_b.rotation * Vec2(random.chance(0.5) ? Vec2(1, 0) : Vec2(0, -1))
                                 : Vec2(random.point(2));
  data.origin = data.pose_b * place(random, manner, random.chance(0.5) ? 1.5 : 4);
  const Vec2 target = data.pose_b * place(random, manner, 1.5);
  data.ray = static_cast<Real>(random.integer(1, 3)) * (target - data.origin);
}

}  // namespace

const char* name_of(PartsClass which) noexcept {
  static constexpr std::array<const char*, parts_class_count> names = {"turned", "aligned",  "far away",
                                                                       "sized",  "touching", "one angle"};
  return names[static_cast<std::size_t>(which)];
}

std::optional<PartsCase> parts_case(std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index, 77);
  const auto which = static_cast<PartsClass>(index % parts_class_count);
  // Every pair of kinds takes its turn in every class.
  const std::uint64_t pair = index / parts_class_count % (kind_count * kind_count);
  const Manner manner = manner_of(random, which);
  auto a = draw_whole(random, static_cast<Kind>(pair / kind_count), manner);
  auto b = draw_whole(random, static_cast<Kind>(pair % kind_count), manner);
  if (!a || !b) return std::nullopt;
  PartsCase data{which, *std::move(a), *std::move(b), {}, {}};
  lay(random, manner, data);
  send(random, manner, data);
  return data;
}

std::string pair_name(Kind a, Kind b) {
  if (b < a) std::swap(a, b);
  return std::string(name_of(a)) + " x " + name_of(b);
}

std::string description(const PartsCase& data) {
  std::string text;
  char line[200];
  const auto add = [&](const char* name, const Whole& whole, const Pose& pose) {
    std::snprintf(line, sizeof line, "%s: %s at (%.9g, %.9g), cosine %.9g, sine %.9g\n", name, name_of(whole.kind),
                  double(pose.position.x()), double(pose.position.y()), double(pose.rotation.c),
                  double(pose.rotation.s));
    text += line;
    const auto put = [&](oracle::Point p) {
      std::snprintf(line, sizeof line, " (%.9Lg, %.9Lg)", p.x, p.y);
      text += line;
    };
    for (const Solid& solid : whole.solids) {
      std::snprintf(line, sizeof line, "  radius %.9Lg:", solid.radius);
      text += line;
      for (const oracle::Point& p : solid.core) put(p);
      text += "\n";
    }
    for (const Face& face : whole.faces) text += "  face", put(face.from), put(face.to), text += "\n";
  };
  add("A", data.a, data.pose_a), add("B", data.b, data.pose_b);
  std::snprintf(line, sizeof line, "A moves by (%.9g, %.9g) and turns by %.9g about (%.9g, %.9g)\n",
                double(data.motion.x()), double(data.motion.y()), double(data.turn), double(data.pivot.x()),
                double(data.pivot.y()));
  text += line;
  std::snprintf(line, sizeof line, "axis (%.9g, %.9g), ray from (%.9g, %.9g) by (%.9g, %.9g)\n", double(data.axis.x()),
                double(data.axis.y()), double(data.origin.x()), double(data.origin.y()), double(data.ray.x()),
                double(data.ray.y()));
  return text + line;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
