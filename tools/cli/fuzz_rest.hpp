#pragma once
// Checks that a world of a campaign comes to rest in time; rest.cpp derives the time.

#include <bankshot/scene/scene.hpp>

#include <optional>
#include <string>
#include <vector>

#include "rest.hpp"

namespace bankshot_tool {

/// Seconds after which the scene must be at rest. Infinite if no bound is known: without gravity or friction, or with a
/// restitution of 1, damping, locks, conveyor belts, moving kinematic bodies, bodies that may not sleep, or bodies that
/// roll without being discs. These are polygons with more than eight corners or rounded by more than an eighth of their
/// extent, and capsules whose ends are less than half of their width apart.
double seconds_to_rest(const bankshot::Scene& scene);

/// True if a shape that is no disc rolls on like one, losing little from one side to the next.
bool rolls_like_a_disc(const bankshot::Shape& shape);

/// Watches the world of a scene step by step.
class RestJudge {
 public:
  /// `ids`: bodies of the world in the order of the scene. `sleepless`: pretends that the first one is always awake.
  RestJudge(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids,
            bool sleepless = false);

  bool applies() const { return applies_; }     ///< true if the scene lasts long enough
  void see(const bankshot::World& world);       ///< after each step
  bool over() const { return watch_->over(); }  ///< true once the outcome is known
  /// Returns the error at the end of the time; empty: none.
  struct Fault {
    const char* check;
    std::string detail;
  };
  std::optional<Fault> fault(const bankshot::Scene& scene) const;

 private:
  std::size_t number_of(bankshot::BodyId id) const;
  std::vector<RestMotion> motions(const bankshot::World& world) const;
  std::vector<RestTouch> touching(const bankshot::World& world) const;

  bool applies_ = false, sleepless_ = false;
  double seconds_ = 0;
  bankshot::Vec2 up_ = bankshot::Vec2::UnitY();
  std::vector<bankshot::BodyId> ids_;      ///< dynamic ones
  std::vector<std::size_t> in_the_scene_;  ///< their places
  std::optional<RestWatch> watch_;
};

}  // namespace bankshot_tool
