#pragma once
// What a recorder has gathered, and how it becomes a file. Not part of the public interface.

#include <bankshot/draw/joint_figure.hpp>
#include <bankshot/draw/svg.hpp>
#include <bankshot/draw/track.hpp>

#include <string>
#include <vector>

namespace bankshot::BANKSHOT_ABI::detail {

struct FilmBody {
  BodyId id;
  BodyType type = BodyType::dynamic;
  std::vector<Shape> shapes;
  std::vector<bool> sensors;  ///< one per shape
  Track track;
  double born = 0;   ///< when it first was there, s
  double died = -1;  ///< when it no longer was there; negative: it stayed
  int colour = 0;    ///< of dynamic bodies
  // Of the last record, to fill in what happened since:
  PoseSample last;
  double velocity_x = 0, velocity_y = 0, spin = 0;
};

struct FilmJoint {
  JointId id;
  std::size_t body[2] = {0, 0};  ///< in FilmData::bodies
  JointFigure figure;
  std::vector<Track> tracks;  ///< of its spans: where each begins, angle and length of the way to its other end
  double born = 0, died = -1;
};

struct FilmMark {
  Vec2 from = Vec2::Zero(), to = Vec2::Zero();
  std::string label;
  double lit = -1;  ///< since when, s; negative: not
};

struct FilmData {
  SvgOptions options;
  std::vector<FilmBody> bodies;
  std::vector<FilmJoint> joints;
  std::vector<FilmMark> marks;
  double seconds = 0;
  std::size_t body_count = 0;  ///< bodies that ever were there, drawn or not
  // Boxes around the drawn bodies, for a film whose user did not say what to show:
  std::optional<Aabb> first_box;  ///< as they were when each was first seen
  std::optional<Aabb> whole_box;  ///< wherever they were
};

struct Screen;
/// Begins the group in which what belongs to a body is drawn, in its coordinates.
void open_body(std::string& out, std::size_t index, const FilmBody& body, const Screen& screen);

/// The file with keys dropped within `tolerance` pixels.
std::string film_svg(const FilmData& film, const Aabb& view, double tolerance);

/// What to show of a film whose user did not say.
Aabb film_view(const FilmData& film);

}  // namespace bankshot::BANKSHOT_ABI::detail
