#pragma once
// The interface of an engine for laws and benchmarks: put bodies into a world, step it, read states back. An engine
// rounds to its own number type; measurements are computed from the states that it returns.

#include <memory>
#include <optional>

#include "spec.hpp"

namespace bankshot_tool::engines {

/// Energy ledger of the last step, in J.
struct Books {
  double error = 0;   ///< unexplained energy, beyond the rounding of double relative to the whole
  double passed = 0;  ///< energy that the world had or that changed hands
  double motors = 0;  ///< given by motors of joints
};

/// Two bodies that hit one another, by order of adding.
struct Hit {
  std::size_t a = 0, b = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual void add(const Spec& spec) = 0;
  virtual bool tie(const Tie& tie) = 0;  ///< false: the engine has nothing of the kind
  virtual void step(double dt) = 0;
  virtual State state(std::size_t body) const = 0;  ///< by order of adding
  virtual bool awake(std::size_t body) const = 0;
  virtual void set_velocity(std::size_t body, const V& velocity) = 0;  ///< from now on, for kinematic bodies
  virtual std::size_t contacts() const = 0;  ///< pairs of shapes that touched in the last step, asleep ones included
  virtual std::optional<std::vector<Hit>> hits() const { return std::nullopt; }  ///< of the last step, if it tells
  virtual std::optional<std::size_t> impacts() const { return std::nullopt; }    ///< the number of these
  virtual bool limited() const { return false; }  ///< true if the last step met a limit of the engine
  virtual std::optional<Books> books() const { return std::nullopt; }  ///< with Settings::ledger, if it keeps one
  virtual double skin() const { return 0.0; }  ///< how far all but discs and capsules reach beyond their forms, m

 protected:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
};

/// Makes a world of an engine.
using Maker = std::unique_ptr<Engine> (*)(const Settings& settings);
// Each returns nullptr if the command was built without that engine.
Maker bankshot_maker();
Maker box2d_maker();
Maker chipmunk_maker();

/// An engine that can be run.
struct Candidate {
  const char* name;      ///< on the command line
  const char* title;     ///< in tables
  Maker make;            ///< nullptr: not built
  const char* fitted;    ///< its settings with Settings::fitted, for people
  const char* as_comes;  ///< its settings without
};
const std::vector<Candidate>& candidates();  ///< Bankshot first

}  // namespace bankshot_tool::engines
