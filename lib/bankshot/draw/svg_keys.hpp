#pragma once
// Keyframes and transforms of what moves in a film. Not part of the public interface.

#include <bankshot/draw/svg_text.hpp>
#include <bankshot/draw/track.hpp>

#include <span>
#include <string>

namespace bankshot::BANKSHOT_ABI::detail {

/// Times as percentages of the loop.
struct Timing {
  double loop = 1;
  std::string percent(double time) const;
};

/// How a pose is written.
struct PoseText {
  int decimals = 1;        ///< of degrees
  double full_length = 0;  ///< above 0: there is a stretch along x too, of which this is 1; world
};

void append_transform(std::string& out, const PoseSample& pose, const Screen& screen, const PoseText& text, bool css);

/// Far corners of large bodies need finer angles: half a unit of the last decimal must stay below a tenth of a pixel.
int angle_decimals(double reach_in_pixels);

/// `@keyframes NAME{...}` with those keys.
void append_keys(std::string& out, const std::string& name, std::span<const PoseSample> keys, const Screen& screen,
                 const PoseText& text, const Timing& timing);

/// When something is there; what stays does not die.
struct Life {
  double born = 0, died = -1;  ///< s
  bool partly() const { return born > 0 || died >= 0; }
};
/// What comes late or leaves early is shown in between only.
void append_life(std::string& out, const std::string& name, const Life& life, const Timing& timing);

/// The attributes by which an element plays keyframes: those of its motion and of its life, either may be empty.
std::string animation_of(const std::string& motion, const std::string& life);

}  // namespace bankshot::BANKSHOT_ABI::detail
