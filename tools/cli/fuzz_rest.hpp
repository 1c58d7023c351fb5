#pragma once
// Whether a world of a campaign comes to rest in time; rest.cpp derives when that is.

#include <bankshot/scene/scene.hpp>

#include <optional>
#include <string>
#include <vector>

#include "rest.hpp"

namespace bankshot_tool {

/// Seconds after which the scene must be at rest and that is known, infinite where nothing says so: without gravity or
/// friction, with a restitution of 1, damping, locks, conveyor belts, kinematic bodies that move, bodies that may not
/// sleep, or such as roll and are no discs: polygons with more than eight corners or rounded by more than an eighth of
/// their extent, and capsules with less between their ends than half of their width.
double seconds_to_rest(const bankshot::Scene& scene);

/// Of a shape that is no disc: whether it rolls on and on all the same, losing little from one side to the next.
bool rolls_like_a_disc(const bankshot::Shape& shape);

/// Watches the world of a scene step by step.
class RestJudge {
 public:
  /// `ids`: bodies of the world in the order of the scene. `sleepless`: the first one is seen awake whatever it is.
  RestJudge(const bankshot::Scene& scene, const bankshot::World& world, const std::vector<bankshot::BodyId>& ids,
            bool sleepless = false);

  bool applies() const { return applies_; }     ///< whether the scene lasts long enough
  void see(const bankshot::World& world);       ///< after each step
  bool over() const { return watch_->over(); }  ///< whether it is known how the world rests
  /// What is wrong when the time is over; empty: nothing.
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
