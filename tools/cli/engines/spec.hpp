#pragma once
// Bodies as any engine is told of them. Everything in double, in metres, kilograms and seconds; needs Eigen and the
// standard library alone, so that a program of its own can drive another engine with the same scenes.

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bankshot_tool::engines {

using V = Eigen::Matrix<double, 2, 1, Eigen::DontAlign>;

/// A shape in the coordinates of its body.
struct Form {
  enum class Kind { disc, capsule, segment, polygon, room, loop, tiles, bowl, compound };
  Kind kind = Kind::disc;
  /// disc: none, it lies around the body's origin; capsule, segment: two ends; polygon, room, loop: counter-clockwise;
  /// tiles: the lower left corner
  std::vector<V> corners;
  double radius = 0;  ///< of a disc, capsule or bowl, or by how much a polygon is grown on every side, m
  double cell = 0;    ///< tiles: width and height of one, m
  int columns = 0;    ///< tiles: how many in a row
  std::vector<std::uint8_t> solid = {};  ///< tiles: row by row from the lowest, each from left to right
  std::vector<Form> pieces = {};         ///< compound: convex ones that are one shape
};

Form disc(double radius);
Form capsule(double length, double radius);  ///< along x, `length` between the centres of its ends
Form segment(const V& a, const V& b);
Form box(double width, double height, const V& centre = V::Zero(), double radius = 0);
Form regular_polygon(int corners, double circumradius);
Form room(double width, double height);  ///< solid outside
Form room(std::vector<V> corners);       ///< likewise, convex
Form bowl(double radius);                ///< round, solid outside
Form compound(std::vector<Form> pieces);
Form loop(std::vector<V> corners);  ///< a closed line; what is inside stays there
Form tiles(double cell, int columns, std::vector<std::uint8_t> solid, const V& corner);

double inradius(const Form& form);      ///< of the largest disc around the origin that fits in
double circumradius(const Form& form);  ///< of the smallest disc around the origin that holds it

/// For engines that have nothing like it: a loop as its segments, tiles as a box for each run of them in a row, a bowl
/// as the segments of round_line(), a compound as its pieces, anything else as it is.
std::vector<Form> simple_forms(const Form& form);
std::vector<V> round_line(double radius);  ///< corners of a line that is round as far as sides of 2 cm allow
/// Where the edges of a convex polygon are when moved inwards by `depth`, m.
std::vector<V> inset(const std::vector<V>& corners, double depth);

struct Mass {
  double mass = 0;     ///< kg
  double inertia = 0;  ///< about the origin, kg m^2
};
/// Of uniform density (> 0, kg/m^2); for discs, capsules and sharp polygons.
Mass mass_of(const Form& form, double density);

enum class Motion { fixed, kinematic, dynamic };

struct Spec {
  Form form;
  std::vector<Form> more = {};  ///< further forms of the same body
  V position = V::Zero();       ///< of the body's origin; of a dynamic body that is the centre of mass
  double angle = 0;
  V velocity = V::Zero();
  double spin = 0;         ///< rad/s
  double restitution = 1;  ///< of a pair: the larger of the two
  double friction = 0;     ///< of a pair: the geometric mean of the two
  double density = 1;
  Motion motion = Motion::dynamic;
  bool awake = true;
};

std::vector<Form> forms_of(const Spec& spec);
Mass mass_of(const Spec& spec);  ///< overlaps count twice
/// Moves the origin of a body of polygons to their centre of mass; they stay where they are.
void centre(Spec& spec);

struct State {
  V position = V::Zero();
  double angle = 0;  ///< up to full turns
  V velocity = V::Zero();
  double spin = 0;
};

struct Settings {
  V gravity = V::Zero();
  bool sleep = false;  ///< whether what is still may fall asleep
  /// Whether peers are set up as near to closed forms as they can be, see Candidate::fitted; false: as they come.
  bool fitted = false;
  bool ledger = false;  ///< whether to keep books of the energy
  int threads = 1;      ///< that Bankshot works with
  /// Whether a fitted peer keeps the speed below which nothing bounces that it comes with: without one it does not
  /// rest.
  bool threshold = false;
};

}  // namespace bankshot_tool::engines
