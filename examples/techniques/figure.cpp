#include "figure.hpp"

using namespace bankshot;

Figure::Figure(const std::string& title, const Vec2& lower, const Vec2& upper)
    : picture_({.view = Aabb{lower, upper}, .title = title, .width = 520}), size_(upper.x() - lower.x()) {}

void Figure::add(const Shape& shape, const Pose& pose, ColourRole role) { draw(shape, pose, role, picture_); }

void Figure::add_pair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Mtv& hit) {
  add(b, pose_b, ColourRole::fixed);
  add(a, pose_a, ColourRole::dynamic);
  const Pose after = {pose_a.position + hit.translation, pose_a.rotation};
  add(a, after, ColourRole::sensor);
  arrow(pose_a.position, after.position);
}

void Figure::arrow(const Vec2& from, const Vec2& to) {
  const Vec2 way = to - from;
  const float length = way.norm();
  picture_.segment(from, to, ColourRole::normal);
  if (length == 0) return;
  const Vec2 back = way * (-size_ / 40 / length);
  const Vec2 side = Vec2(-back.y(), back.x()) * 0.5f;
  picture_.segment(to, to + back + side, ColourRole::normal);
  picture_.segment(to, to + back - side, ColourRole::normal);
}

void Figure::line(const Vec2& from, const Vec2& to) { picture_.segment(from, to, ColourRole::box); }
void Figure::dot(const Vec2& place) { picture_.point(place, ColourRole::contact); }
void Figure::word(const Vec2& place, const std::string& text) { picture_.text(place, text, ColourRole::text); }

void Figure::outline(const Aabb& box) {
  const Vec2 corners[] = {box.lower, Vec2(box.upper.x(), box.lower.y()), box.upper, Vec2(box.lower.x(), box.upper.y())};
  for (std::size_t i = 0; i < 4; ++i) line(corners[i], corners[(i + 1) % 4]);
}
