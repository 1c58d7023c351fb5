#pragma once
// Another engine that runs the same scene.

#include <bankshot/scene/scene.hpp>

#include <memory>
#include <string>
#include <vector>

namespace bankshot_tool {

struct PeerPose {
  double x = 0, y = 0;  ///< of the body's origin
};

class Peer {
 public:
  virtual ~Peer() = default;
  virtual std::string name() const = 0;
  virtual void step(double dt) = 0;
  virtual PeerPose pose(std::size_t body) const = 0;          ///< by place in scene.bodies
  virtual const std::vector<std::string>& notes() const = 0;  ///< features of the scene that it lacks

 protected:
  Peer() = default;
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
};

/// Returns Box2D with the scene in it. Throws BadUse if the command was built without Box2D.
std::unique_ptr<Peer> make_box2d(const bankshot::Scene& scene);

}  // namespace bankshot_tool
