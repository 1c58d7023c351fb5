#pragma once
// The joints of a film. Not part of the public interface.

#include <bankshot/draw/svg_film.hpp>
#include <bankshot/draw/svg_keys.hpp>

#include <string>
#include <string_view>

namespace bankshot::BANKSHOT_ABI::detail {

/// Style rules for joints, of still pictures too.
std::string_view joint_style();

/// The keyframes of what lies between bodies, with keys dropped within `tolerance` pixels, and of joints that come or
/// go; with the rules above if there is a joint.
void append_joint_keys(std::string& out, const FilmData& film, const Screen& screen, const Timing& timing,
                       double tolerance);

/// The joints, on top of the bodies.
void append_joints(std::string& out, const FilmData& film, const Screen& screen);

}  // namespace bankshot::BANKSHOT_ABI::detail
