// Axes and projections onto them: pictures of explain().

#include "figure.hpp"

using namespace bankshot;

namespace {

Picture explained(const std::string& name, const std::string& title, const Shape& a, const Pose& pose_a, const Shape& b,
                  const Pose& pose_b) {
  return {name, explanation_svg(explain(a, pose_a, b, pose_b), {.title = title})};
}

const std::vector<Vec2> triangle = {{-1.5f, -1}, {1.5f, -1}, {0, 1.6f}};
const std::vector<Vec2> pentagon = {{-1.2f, -1}, {1, -1.2f}, {1.7f, 0.2f}, {0.2f, 1.5f}, {-1.4f, 0.6f}};

Picture separating_axis() {
  const Shape a = polygon(triangle), b = polygon(pentagon);
  const Pose pose_a = {{-2.4f, 0.9f}, Rotation::from_angle(0.3f)}, pose_b = {};
  const bool meet = overlap(a, pose_a, b, pose_b);
  return explained("08_separating_axis", meet ? "Two polygons meet" : "Two polygons are apart: one gap is enough", a,
                   pose_a, b, pose_b);
}

Picture circle_and_corner() {
  const Shape a = circle(0.8f), b = polygon(triangle);
  const Pose pose_a = {{0.4f, 2.1f}}, pose_b = {};
  return explained("09_circle_and_polygon", "A circle in the region of a corner", a, pose_a, b, pose_b);
}

Picture four_axes() {
  const Shape a = box(3, 1), b = box(2, 2);
  const Pose pose_a = {{-1.6f, 0.9f}, Rotation::from_angle(0.5f)}, pose_b = {};
  const Relation how = relation(a, pose_a, b, pose_b);
  return explained("10_four_axes", how == Relation::overlapping ? "Two rectangles, four axes" : "Two rectangles", a,
                   pose_a, b, pose_b);
}

Picture local_frame() {
  const Shape a = box(3, 2), b = box(1.6f, 1.2f);
  const Pose pose_a = {{1, 0.5f}, Rotation::from_angle(0.35f)}, pose_b = {{3, 1.4f}, Rotation::from_angle(-0.6f)};
  const bool meet = overlap(a, pose_a, b, pose_b);
  Figure figure(meet ? "In A's frame two of the four axes are x and y" : "Apart", {-1.5f, -1.5f}, {5, 3});
  figure.add(b, pose_b, ColourRole::fixed);
  figure.add(a, pose_a, ColourRole::dynamic);
  figure.arrow(pose_a.position, pose_a * Vec2(2.2f, 0));
  figure.arrow(pose_a.position, pose_a * Vec2(0, 1.6f));
  return figure.done("11_local_frame");
}

Picture bounding_circles() {
  const Shape a = box(3, 1), b = polygon(pentagon);
  const Pose pose_a = {{-2.6f, 0.4f}, Rotation::from_angle(0.5f)}, pose_b = {{2, 0}};
  const Explanation found = explain(a, pose_a, b, pose_b);
  Figure figure(found.circles_apart ? "Bounding circles apart: no axis is asked" : "Bounding circles meet", {-5, -2.5f},
                {5, 3});
  for (const auto& [shape, pose] : {std::pair(a, pose_a), std::pair(b, pose_b)}) {
    float reach = 0;
    for (int i = 0; i < shape.corner_count(); ++i) reach = std::max(reach, shape.corner(i).norm());
    figure.add(circle(reach), pose, ColourRole::sensor);
  }
  figure.add(a, pose_a, ColourRole::dynamic);
  figure.add(b, pose_b, ColourRole::fixed);
  return figure.done("12_bounding_circles");
}

Picture translation() {
  const Shape a = polygon(pentagon), b = box(3, 2);
  const Pose pose_a = {{-1.7f, 1.2f}}, pose_b = {{0.6f, -0.2f}, Rotation::from_angle(0.25f)};
  const auto hit = mtv(a, pose_a, b, pose_b);
  Figure figure("The shortest way out; its normal points from B to A", {-4.5f, -2.5f}, {4, 3.6f});
  figure.add_pair(a, pose_a, b, pose_b, hit.value());
  return figure.done("14_shortest_way_out");
}

Picture containment() {
  const Shape a = box(1, 0.8f), b = box(6, 3);
  const Pose pose_a = {{-1.6f, 0.4f}, Rotation::from_angle(0.3f)}, pose_b = {};
  return explained("15_containment", "A inside B: to the nearer end, and out", a, pose_a, b, pose_b);
}

Picture shadows() {
  const Shape a = circle(0.9f), b = box(3, 2);
  const Pose pose_a = {{-1.5f, 1.1f}}, pose_b = {{0.3f, 0}, Rotation::from_angle(-0.3f)};
  const Explanation found = explain(a, pose_a, b, pose_b);
  return {"23_shadows", explanation_svg(found, {.title = "Shadows on a wall for each axis"})};
}

}  // namespace

std::vector<Picture> pictures_of_axes() {
  return {separating_axis(),  circle_and_corner(), four_axes(),   local_frame(),
          bounding_circles(), translation(),       containment(), shadows()};
}
