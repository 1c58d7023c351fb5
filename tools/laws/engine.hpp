#pragma once
// What a law asks of an engine: bodies put into a world, steps, states read back. Everything in double, in metres,
// kilograms and seconds; an engine rounds to what it stores. What is measured is computed by the laws from the states.

#include <Eigen/Core>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bankshot_tool::laws {

using V = Eigen::Matrix<double, 2, 1, Eigen::DontAlign>;

/// A shape around its centre of mass.
struct Form {
  enum class Kind { disc, capsule, segment, polygon, room };
  Kind kind = Kind::disc;
  std::vector<V> corners;  ///< disc: none; capsule, segment: two ends; polygon, room: counter-clockwise
  double radius = 0;       ///< of a disc or capsule, m
};

Form disc(double radius);
Form capsule(double length, double radius);  ///< along x, `length` between the centres of its ends
Form segment(const V& a, const V& b);
Form box(double width, double height);
Form regular_polygon(int corners, double circumradius);
Form room(double width, double height);  ///< solid outside

double inradius(const Form& form);      ///< of the largest disc around the centre of mass that fits in
double circumradius(const Form& form);  ///< of the smallest disc around the centre of mass that holds it

struct Mass {
  double mass = 0;     ///< kg
  double inertia = 0;  ///< about the centre of mass, kg m^2
};
/// Of uniform density (> 0, kg/m^2); for discs, capsules and polygons.
Mass mass_of(const Form& form, double density);

enum class Motion { fixed, kinematic, dynamic };

struct Spec {
  Form form;
  V position = V::Zero();  ///< of the centre of mass
  double angle = 0;
  V velocity = V::Zero();
  double spin = 0;         ///< rad/s
  double restitution = 1;  ///< of a pair: the larger of the two
  double friction = 0;     ///< of a pair: the geometric mean of the two
  double density = 1;
  Motion motion = Motion::dynamic;
};

struct State {
  V position = V::Zero();
  double angle = 0;  ///< up to full turns
  V velocity = V::Zero();
  double spin = 0;
};

struct Settings {
  V gravity = V::Zero();
  bool sleep = false;  ///< whether what is still may fall asleep
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void add(const Spec& spec) = 0;
  virtual void step(double dt) = 0;
  virtual State state(std::size_t body) const = 0;  ///< by order of adding
  virtual bool awake(std::size_t body) const = 0;

 protected:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
};

/// Makes a world of an engine.
using Maker = std::unique_ptr<Engine> (*)(const Settings& settings);
// nullptr when the command was built without that engine.
Maker bankshot_maker();
Maker box2d_maker();
Maker chipmunk_maker();

/// An engine that laws can be run on.
struct Candidate {
  const char* name;   ///< on the command line
  const char* title;  ///< in tables
  Maker make;         ///< nullptr: not built
  const char* how;    ///< its settings, for people
};
const std::vector<Candidate>& candidates();  ///< Bankshot first

}  // namespace bankshot_tool::laws
