#pragma once
// Bodies as every engine receives them. All numbers are doubles in metres, kilograms and seconds. Needs only Eigen and
// the standard library: a separate program can drive another engine with the same scenes.

#include <Eigen/Core>

#include <cstddef>
#include <cstdint>
#include <optional>
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
  double radius = 0;  ///< of a disc, capsule or bowl; of a polygon: by how much it is grown on every side, m
  double cell = 0;    ///< tiles: width and height of one, m
  int columns = 0;    ///< tiles: how many in a row
  std::vector<std::uint8_t> solid = {};  ///< tiles: row by row from the lowest, each from left to right
  std::vector<Form> pieces = {};         ///< compound: convex ones that form one shape
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
Form loop(std::vector<V> corners);  ///< a closed line; bodies inside stay there
Form tiles(double cell, int columns, std::vector<std::uint8_t> solid, const V& corner);

double inradius(const Form& form);      ///< of the largest disc around the origin that fits in
double circumradius(const Form& form);  ///< of the smallest disc around the origin that holds it

/// Simplifies a form for engines without an equivalent: a loop becomes its segments, tiles a box for each run of them
/// in a row, a bowl the segments of round_line(), a compound its pieces. Any other form stays as it is.
std::vector<Form> simple_forms(const Form& form);
std::vector<V> round_line(double radius);  ///< corners of a polygonal circle with sides of about 2 cm
/// Returns the corners after all edges of a convex polygon were moved inwards by `depth`, m.
std::vector<V> inset(const std::vector<V>& corners, double depth);

struct Mass {
  double mass = 0;     ///< kg
  double inertia = 0;  ///< about the origin, kg m^2
};
/// Returns the mass at uniform density (> 0, kg/m^2); for discs, capsules and sharp polygons.
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
  bool ghost = false;  ///< meets nothing
};

/// A joint of two bodies, which then do not meet one another. Anchors are given in the world, as the bodies are.
struct Tie {
  enum class Kind {
    pin,   ///< both turn about the anchor of A
    rod,   ///< the anchors stay as far apart as they are
    rope,  ///< the anchors get no farther apart than `length`
    spring,
    rail,  ///< the anchor of A, as a point of B, stays on a line of A along `axis`; B does not turn relative to A
  };
  struct Motor {
    double speed = 0;    ///< rad/s, of B relative to A
    double largest = 0;  ///< N m
  };
  struct End {
    double at = 0;           ///< m along the axis from where B starts, > 0
    double restitution = 0;  ///< of B at it
  };
  Kind kind = Kind::pin;
  std::size_t a = 0, b = 0;  ///< by order of adding
  V anchor_a = V::Zero(), anchor_b = V::Zero();
  V axis = V::UnitX();
  double length = 0;                ///< of a rope, or of a spring that does nothing, m
  double hertz = 0;                 ///< of a spring: of the two bodies alone, along the line of their centres
  double damping = 0;               ///< of a spring, as a share of what is critical
  std::optional<Motor> motor = {};  ///< of a pin
  std::optional<End> end = {};      ///< of a rail: B goes no farther
};

std::vector<Form> forms_of(const Spec& spec);
Mass mass_of(const Spec& spec);  ///< overlaps count twice
/// Moves the origin of a body of polygons to their centre of mass; the polygons stay where they are.
void centre(Spec& spec);

struct State {
  V position = V::Zero();
  double angle = 0;  ///< up to full turns
  V velocity = V::Zero();
  double spin = 0;
};

struct Settings {
  V gravity = V::Zero();
  bool sleep = false;  ///< true if still bodies may fall asleep
  /// True if peers are set up as near to closed forms as possible, see Candidate::fitted; false: with their defaults.
  bool fitted = false;
  bool ledger = false;  ///< true if the engine keeps an energy ledger
  int threads = 1;      ///< of Bankshot
  /// True if a fitted peer keeps its default speed below which nothing bounces: without one it does not come to rest.
  bool threshold = false;
};

}  // namespace bankshot_tool::engines
