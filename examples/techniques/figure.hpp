#pragma once
// A small picture with a caption: shapes, arrows, dots.

#include <bankshot/bankshot.hpp>
#include <bankshot/draw/explanation.hpp>
#include <bankshot/draw/svg.hpp>

#include <string>
#include <vector>

/// The file of a picture: its name without extension, and its text.
struct Picture {
  std::string name;
  std::string svg;
};

class Figure {
 public:
  /// Shows the part of the world between `lower` and `upper`.
  Figure(const std::string& title, const bankshot::Vec2& lower, const bankshot::Vec2& upper);

  void add(const bankshot::Shape& shape, const bankshot::Pose& pose, bankshot::ColourRole role);
  /// Adds a pair: A blue, B grey, and A moved by `hit`, dashed, with an arrow.
  void add_pair(const bankshot::Shape& a, const bankshot::Pose& pose_a, const bankshot::Shape& b,
                const bankshot::Pose& pose_b, const bankshot::Mtv& hit);
  void arrow(const bankshot::Vec2& from, const bankshot::Vec2& to);
  void line(const bankshot::Vec2& from, const bankshot::Vec2& to);
  void dot(const bankshot::Vec2& place);
  void word(const bankshot::Vec2& place, const std::string& text);
  void outline(const bankshot::Aabb& box);

  Picture done(const std::string& name) const { return {name, picture_.svg()}; }

 private:
  bankshot::SvgPicture picture_;
  float size_;
};

std::vector<Picture> pictures_of_pairs();
std::vector<Picture> pictures_of_axes();
std::vector<Picture> pictures_of_maps();
std::vector<Picture> pictures_of_motion();
