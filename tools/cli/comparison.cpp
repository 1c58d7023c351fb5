#include "comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace bankshot_tool {
namespace {

constexpr std::size_t most_rows = 5;

double size_of(const bankshot::SceneBody& body) {
  if (body.def.type == bankshot::BodyType::fixed || body.shapes.empty()) return 0;
  bankshot::Aabb box = body.shapes.front().shape.aabb();
  for (const bankshot::SceneShape& shape : body.shapes) box = box.joined(shape.shape.aabb());
  return static_cast<double>(std::max(box.upper[0] - box.lower[0], box.upper[1] - box.lower[1]));
}

}  // namespace

Comparison::Comparison(const bankshot::Scene& scene, std::unique_ptr<Peer> peer) : peer_(std::move(peer)) {
  partings_[0].share = 0.01;
  partings_[1].share = 0.1;
  partings_[2].share = 1;
  for (const bankshot::SceneBody& body : scene.bodies) {
    names_.push_back(body.name);
    sizes_.push_back(size_of(body));
  }
}

std::string Comparison::body_name(std::size_t body) const {
  std::string name = names_[body];
  if (!name.empty()) name += ' ';
  return name.append("#").append(std::to_string(body));
}

void Comparison::step(const bankshot::World& world, const std::vector<bankshot::BodyId>& ids, double dt) {
  peer_->step(dt);
  ++steps_;
  time_ += dt;
  differences_.clear();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (sizes_[i] <= 0) continue;
    const bankshot::Vec2 here = world.position(ids[i]);
    const PeerPose there = peer_->pose(i);
    const double x = static_cast<double>(here[0]) - there.x;
    const double y = static_cast<double>(here[1]) - there.y;
    const double distance = std::sqrt(x * x + y * y);
    differences_.push_back({i, distance});
    for (Parting& parting : partings_) {
      if (parting.happened && parting.step != steps_) continue;
      const double share = distance / sizes_[i];
      const bool worse = !parting.happened || share > parting.distance / sizes_[parting.body];
      if (!(share > parting.share) || !worse) continue;
      parting = {
          parting.share, true, steps_, time_, i, distance, static_cast<double>(here[0]), static_cast<double>(here[1])};
    }
  }
}

void Comparison::print() const {
  std::printf("\ncompared with %s; distances between origins, shares of the body's larger side\n",
              peer_->name().c_str());
  for (const std::string& note : peer_->notes()) std::printf("  note: %s\n", note.c_str());
  std::printf("  %-9s %10s %10s  %-20s %12s  %s\n", "parted by", "time (s)", "step", "body", "distance", "at");
  for (const Parting& parting : partings_) {
    std::printf("  %7g %% ", 100 * parting.share);
    if (!parting.happened) {
      std::printf("%10s\n", "never");
      continue;
    }
    std::printf("%10.4f %10lld  %-20s %12.4g  (%.4g, %.4g)\n", parting.time, static_cast<long long>(parting.step),
                body_name(parting.body).c_str(), parting.distance, parting.x, parting.y);
  }
  std::vector<Difference> worst = differences_;
  const auto share = [this](const Difference& d) { return d.distance / sizes_[d.body]; };
  std::stable_sort(worst.begin(), worst.end(),
                   [&share](const Difference& a, const Difference& b) { return share(a) > share(b); });
  if (worst.empty()) return;
  std::printf("  at the end, largest first (%zu of %zu moving bodies):\n", std::min(most_rows, worst.size()),
              worst.size());
  for (std::size_t i = 0; i < std::min(most_rows, worst.size()); ++i) {
    std::printf("    %-20s %12.4g  %10.4g %%\n", body_name(worst[i].body).c_str(), worst[i].distance,
                100 * share(worst[i]));
  }
}

}  // namespace bankshot_tool
