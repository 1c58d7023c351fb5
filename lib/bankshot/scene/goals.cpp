#include <bankshot/math/vec2_math.hpp>
#include <bankshot/query/mouth.hpp>
#include <bankshot/scene/goals.hpp>

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

namespace bankshot::BANKSHOT_ABI {

using detail::cross;
using detail::dot;
using detail::plain;
using detail::V2;

namespace {

/// The goal's line as a mouth, whose inside lies on the right.
Mouth mouth_of(const SceneGoal& goal) {
  const V2 line = plain(goal.to) - plain(goal.from);
  const bool inside_on_the_left = cross(line, plain(goal.inward)) > 0;
  return inside_on_the_left ? Mouth{goal.to, goal.from} : Mouth{goal.from, goal.to};
}

/// A body's projections: how far its outermost point still is from being inside, and its width along the line.
struct Shadow {
  Real lowest = std::numeric_limits<Real>::infinity();
  Real first = std::numeric_limits<Real>::infinity();
  Real last = -std::numeric_limits<Real>::infinity();
};

Shadow shadow_of(const World& world, BodyId body, const Mouth& mouth) {
  const V2 origin = plain(mouth.rim_a);
  const V2 line = plain(mouth.rim_b) - origin;
  const V2 along = (Real(1) / detail::length(line)) * line;
  Shadow shadow;
  const auto add = [&](V2 point, Real radius) {
    shadow.lowest = std::min(shadow.lowest, cross(point - origin, along) - radius);
    shadow.first = std::min(shadow.first, dot(point - origin, along) - radius);
    shadow.last = std::max(shadow.last, dot(point - origin, along) + radius);
  };
  const Pose pose = world.pose(body);
  const std::vector<ShapeId> shapes = world.shapes(body);
  for (const ShapeId id : shapes) {
    const Shape& shape = world.shape(id);
    for (int i = 0; i < shape.corner_count(); ++i) add(plain(pose * shape.corner(i)), shape.radius());
  }
  if (shapes.empty()) add(plain(pose.position), 0);
  return shadow;
}

}  // namespace

GoalCounter::GoalCounter(const Scene& scene, std::span<const BodyId> bodies, const World& world)
    : goals_(scene.goals), counts_(scene.goals.size(), 0) {
  for (std::size_t g = 0; g < goals_.size(); ++g) {
    const std::set<std::string_view> names(goals_[g].counts.begin(), goals_[g].counts.end());
    for (std::size_t b = 0; b < bodies.size() && b < scene.bodies.size(); ++b) {
      if (scene.bodies[b].def.type != BodyType::dynamic) continue;
      if (!names.empty() && names.count(scene.bodies[b].name) == 0) continue;
      watches_.push_back({static_cast<int>(g), bodies[b], world.centre_of_mass(bodies[b]), false, false});
    }
  }
}

// The crossing is judged by the centre's way, for a disc as wide as the body. A body that has touched a rim counts too:
// in a world the rims are bodies that balls bounce off.
bool GoalCounter::enters(Watch& watch, const World& world) const {
  const Mouth mouth = mouth_of(goals_[static_cast<std::size_t>(watch.goal)]);
  const Shadow shadow = shadow_of(world, watch.body, mouth);
  const Vec2 before = watch.centre;
  watch.centre = world.centre_of_mass(watch.body);
  const MouthPass pass = pass_mouth(mouth, before, watch.centre, Real(0.5) * (shadow.last - shadow.first));
  if (pass.verdict != MouthVerdict::none) {
    watch.entering = pass.verdict == MouthVerdict::entered || pass.verdict == MouthVerdict::rim;
    watch.counted = false;
  }
  if (!watch.entering || watch.counted) return false;
  watch.counted = shadow.lowest >= 0;
  return watch.counted;
}

std::span<const GoalHit> GoalCounter::update(const World& world) {
  hits_.clear();
  for (Watch& watch : watches_) {
    if (!world.contains(watch.body) || !enters(watch, world)) continue;
    ++counts_[static_cast<std::size_t>(watch.goal)];
    hits_.push_back({watch.goal, watch.body});
  }
  return hits_;
}

int GoalCounter::goals() const noexcept { return static_cast<int>(counts_.size()); }

int GoalCounter::count(int goal) const { return counts_.at(static_cast<std::size_t>(goal)); }

}  // namespace bankshot::BANKSHOT_ABI
