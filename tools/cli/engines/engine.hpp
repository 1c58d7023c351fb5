#pragma once
// What laws and benchmarks ask of an engine: bodies put into a world, steps, states read back. An engine rounds to what
// it stores; what is measured is computed from the states.

#include <memory>
#include <optional>

#include "spec.hpp"

namespace bankshot_tool::engines {

/// Of the last step, in J.
struct Books {
  double error = 0;   ///< energy that nothing explains, but for what double leaves of the whole
  double passed = 0;  ///< energy that the world had or that changed hands
};

/// Two bodies, by order of adding, that hit one another.
struct Hit {
  std::size_t a = 0, b = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void add(const Spec& spec) = 0;
  virtual void step(double dt) = 0;
  virtual State state(std::size_t body) const = 0;  ///< by order of adding
  virtual bool awake(std::size_t body) const = 0;
  virtual void set_velocity(std::size_t body, const V& velocity) = 0;  ///< from now on, for kinematic bodies
  virtual std::size_t contacts() const = 0;  ///< pairs of shapes that touched in the last step, asleep ones included
  virtual std::optional<std::vector<Hit>> hits() const { return std::nullopt; }  ///< of the last step, if it tells
  virtual std::optional<std::size_t> impacts() const { return std::nullopt; }    ///< how many these are
  virtual bool limited() const { return false; }  ///< whether a limit of the engine's was met in the last step
  virtual std::optional<Books> books() const { return std::nullopt; }  ///< with Settings::ledger, if it keeps any
  virtual double skin() const { return 0.0; }  ///< how far all but discs and capsules reach beyond their forms, m

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

/// An engine that can be run.
struct Candidate {
  const char* name;      ///< on the command line
  const char* title;     ///< in tables
  Maker make;            ///< nullptr: not built
  const char* fitted;    ///< its settings with Settings::fitted, for people
  const char* as_comes;  ///< and without
};
const std::vector<Candidate>& candidates();  ///< Bankshot first

}  // namespace bankshot_tool::engines
