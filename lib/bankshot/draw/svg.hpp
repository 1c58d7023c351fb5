#pragma once
// Pictures of worlds as SVG files: stills, and films that play in a browser and as an image in a README. No scripts and
// no external fonts; the films are CSS keyframes.

#include <bankshot/draw/debug_draw.hpp>

#include <memory>
#include <optional>
#include <ostream>
#include <string>

namespace bankshot::BANKSHOT_ABI {

struct SvgOptions {
  std::optional<Aabb> view = {};    ///< what to show, world; none: everywhere that the bodies are and go
  std::string title = {};           ///< the caption, UTF-8
  int width = 800;                  ///< of the picture, pixels, 100 to 4000
  bool joints = true;               ///< drawn in a film; for a still picture see DrawOptions
  std::size_t largest = 1'000'000;  ///< bytes of a film, at least 100,000
  int most_bodies = 600;            ///< drawn in a film, 1 to 5000; the caption says if there are more
};

/// A still picture. Draw into it, then get its text.
class BANKSHOT_API SvgPicture : public DebugDraw {
 public:
  /// `options.view` must be set. Throws std::invalid_argument on options out of range.
  explicit SvgPicture(const SvgOptions& options);

  void polygon(std::span<const Vec2> corners, Real radius, ColourRole role) override;
  void circle(const Vec2& centre, Real radius, const Rotation& rotation, ColourRole role) override;
  void capsule(const Vec2& a, const Vec2& b, Real radius, ColourRole role) override;
  void segment(const Vec2& a, const Vec2& b, ColourRole role) override;
  void point(const Vec2& position, ColourRole role) override;
  void text(const Vec2& position, std::string_view text, ColourRole role) override;
  void outlines(std::span<const std::vector<Vec2>> loops, ColourRole role) override;
  void whole(std::span<const Shape> pieces, const Pose& pose, ColourRole role) override;
  void room(std::span<const Vec2> corners, Real radius, ColourRole role) override;
  void one_way(const Vec2& a, const Vec2& b, ColourRole role) override;

  std::string svg() const;  ///< the whole file

 private:
  SvgOptions options_;
  std::string body_;
};

/// A film. Pass it the world before the first step and after each one, then write it. Plays in real time and repeats.
/// Viewers set to reduced motion, and viewers without animation, show the last frame.
///
/// The file never exceeds SvgOptions::largest. Poses between keys are interpolated. Keys are dropped while the picture
/// stays within a quarter of a pixel of the true one, and within more if that alone does not fit.
class BANKSHOT_API SvgRecorder {
 public:
  /// Throws std::invalid_argument on options out of range.
  explicit SvgRecorder(const SvgOptions& options = {});
  SvgRecorder(SvgRecorder&& other) noexcept;
  SvgRecorder& operator=(SvgRecorder&& other) noexcept;
  ~SvgRecorder();

  /// Records the world as it is now, `seconds` (finite, >= 0) after the last call; the first call's seconds do not
  /// count. Bodies may be added and removed in between.
  void record(const World& world, Real seconds);

  /// Adds a line to draw on top, such as a goal, and returns its number. The first hundred are drawn.
  int add_mark(const Vec2& from, const Vec2& to, const std::string& label = {});
  /// Lights up the line from the time of the last record() on.
  void light_mark(int mark);

  double seconds() const noexcept;  ///< length of the film so far
  std::string svg() const;          ///< the whole file
  void write(std::ostream& out) const;

 private:
  struct Film;
  std::unique_ptr<Film> film_;
};

}  // namespace bankshot::BANKSHOT_ABI
