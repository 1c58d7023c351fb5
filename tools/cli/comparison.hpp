#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "peer.hpp"

namespace bankshot_tool {

/// Follows a world and a peer through the same scene, and records when and where they diverge.
class Comparison {
 public:
  Comparison(const bankshot::Scene& scene, std::unique_ptr<Peer> peer);

  /// Steps the peer as the world was just stepped, and compares.
  void step(const bankshot::World& world, const std::vector<bankshot::BodyId>& ids, double dt);
  void print() const;

 private:
  struct Parting {
    double share = 0;  ///< of the body's size
    bool happened = false;
    std::int64_t step = 0;
    double time = 0;
    std::size_t body = 0;
    double distance = 0, x = 0, y = 0;
  };
  struct Difference {
    std::size_t body = 0;
    double distance = 0;
  };

  std::string body_name(std::size_t body) const;

  std::unique_ptr<Peer> peer_;
  std::vector<std::string> names_;
  std::vector<double> sizes_;  ///< larger side of each body's box; 0 for bodies that do not count
  std::array<Parting, 3> partings_;
  std::vector<Difference> differences_;  ///< after the last step
  std::int64_t steps_ = 0;
  double time_ = 0;
};

}  // namespace bankshot_tool
