// Two simple shapes: boxes, circles, rectangles, a point in a polygon.

#include "figure.hpp"

using namespace bankshot;

namespace {

const Rotation tilted = Rotation::from_angle(0.4f);

Picture boxes() {
  const Shape a = box(3, 2), b = box(4, 2);
  const Pose pose_a = {{0.2f, 1.1f}}, pose_b = {{1.5f, -0.3f}};
  const auto hit = mtv(a, pose_a, b, pose_b);
  Figure figure("Upright boxes: the smaller of two overlaps", {-3, -2}, {5, 3});
  figure.add_pair(a, pose_a, b, pose_b, hit.value());
  return figure.done("01_boxes");
}

Picture circles() {
  const Shape a = circle(1), b = circle(1.5f);
  const Pose pose_a = {{-1, 0.8f}}, pose_b = {{0.6f, 0}};
  const auto hit = mtv(a, pose_a, b, pose_b);
  Figure figure("Circles: along the line of their centres", {-3.5f, -2}, {4, 3});
  figure.add_pair(a, pose_a, b, pose_b, hit.value());
  return figure.done("02_circles");
}

Picture circle_and_rectangle() {
  const Shape a = circle(1), b = box(4, 2);
  const Pose pose_a = {{-2.4f, 1.5f}}, pose_b = {};
  const auto hit = mtv(a, pose_a, b, pose_b);
  const Pose inside = {{0.8f, 0.4f}};
  const auto exit = mtv(circle(0.4f), inside, b, pose_b);
  Figure figure("A circle and a rectangle: the nearest point; from inside, the nearest face", {-5, -2}, {4, 3.5f});
  figure.add_pair(a, pose_a, b, pose_b, hit.value());
  figure.add_pair(circle(0.4f), inside, circle(0.02f), {{9, 9}}, exit.value());
  figure.dot(closest_points(a, {pose_a.position + hit->translation}, b, pose_b).point_b);
  return figure.done("03_circle_and_rectangle");
}

Picture turned_about_a_pivot() {
  const Shape a = circle(0.7f), b = box(4, 1, {2, 0});
  const Vec2 pivot = {0, 0};
  const Pose pose_a = {{1.6f, 1.5f}};
  const Pose pose_b = Pose::pinned(pivot, {0, 0}, tilted);
  const auto hit = mtv(a, pose_a, b, pose_b);
  Figure figure("A rectangle turned about the point at its end", {-1.5f, -1.2f}, {5.5f, 3.4f});
  figure.add_pair(a, pose_a, b, pose_b, hit.value());
  figure.dot(pose_b * pivot);
  return figure.done("04_turned_rectangle");
}

Picture blades() {
  const Shape blade = scaled(box(2, 0.3f, {2, 0}), {1, 1.5f});
  std::vector<Shape> foes;
  std::vector<Pose> places;
  for (int i = 0; i < 12; ++i) {
    foes.push_back(circle(0.3f));
    const Rotation turn = Rotation::from_angle(0.55f * static_cast<float>(i));
    places.push_back({turn * Vec2(1.6f + 0.17f * static_cast<float>(i), 0)});
  }
  Figure figure("Three blades circle a hero; red dots mark whom they meet", {-5, -4}, {5, 4});
  figure.add(circle(0.5f), {}, ColourRole::kinematic);
  for (std::size_t i = 0; i < foes.size(); ++i) figure.add(foes[i], places[i], ColourRole::dynamic);
  std::vector<std::uint32_t> hits;
  for (int i = 0; i < 3; ++i) {
    const Pose pose = Pose::pinned({0, 0}, {0, 0}, Rotation::from_angle(0.3f + 2.0944f * static_cast<float>(i)));
    overlaps(blade, pose, foes, places, hits);
    figure.add(blade, pose, ColourRole::fixed);
    for (const std::uint32_t hit : hits) figure.dot(places[hit].position);
  }
  return figure.done("13_blades");
}

Picture point_in_polygon() {
  const std::vector<Vec2> corners = {{-2, -1}, {1, -1.5f}, {2.5f, 0.5f}, {0.5f, 2}, {-1.5f, 1.2f}};
  const Shape shape = polygon(corners);
  const Pose pose = {};
  Figure figure("A point in a polygon: inside, on the boundary, outside", {-4, -2}, {4.5f, 2.6f});
  figure.add(shape, pose, ColourRole::fixed);
  for (const Vec2& point : {Vec2(0.2f, 0.2f), Vec2(-0.5f, -1.25f), Vec2(3, 1.5f)}) {
    const PointRelation where = contains(shape, pose, point);
    figure.dot(point);
    const char* name = where == PointRelation::inside ? "inside" : "outside";
    if (where == PointRelation::boundary) name = "boundary";
    figure.word(point + Vec2(0, 0.15f), name);
  }
  return figure.done("16_point_in_polygon");
}

Picture touched_edge() {
  const Shape a = box(1.4f, 1.4f);
  const std::vector<Vec2> corners = {{-2, -1}, {2, -1}, {2.6f, 0.6f}, {0, 1.6f}, {-2.4f, 0.4f}};
  const Shape b = polygon(corners);
  const Pose pose_a = {{1.5f, 1.6f}, Rotation::from_angle(0.2f)}, pose_b = {};
  const auto hit = mtv(a, pose_a, b, pose_b).value();
  Figure figure("Every hit names the edge or corner of both shapes", {-4, -1.8f}, {4.5f, 3.4f});
  figure.add_pair(a, pose_a, b, pose_b, hit);
  const int edge = hit.feature_b.index;
  const Vec2 from = b.corner(edge), to = b.corner((edge + 1) % b.corner_count());
  figure.arrow(from, to);
  figure.word((from + to) / 2 - Vec2(0.9f, 0.6f), "B: " + feature_name(b, hit.feature_b));
  figure.word(pose_a.position + Vec2(1.9f, 0.3f), "A: " + feature_name(a, hit.feature_a));
  return figure.done("18_which_edge");
}

}  // namespace

std::vector<Picture> pictures_of_pairs() {
  return {boxes(),  circles(),          circle_and_rectangle(), turned_about_a_pivot(),
          blades(), point_in_polygon(), touched_edge()};
}
