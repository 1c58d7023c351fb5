#include "fuzz_depth.hpp"

#include <bankshot/query/mtv.hpp>
#include <bankshot/shape/convex.hpp>
#include <bankshot/tolerance.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace bankshot_tool {

namespace {

using bankshot::BodyType;
using bankshot::Filter;
using bankshot::ShapeId;
using bankshot::World;

struct Placed {
  ShapeId id;
  const bankshot::Shape* shape = nullptr;
  bankshot::Pose pose;
  bankshot::BodyId body;
  BodyType type = BodyType::fixed;
  bool awake = false;
  Filter filter;
  double extent = 0, reach = 0;
};

std::vector<Placed> convex_shapes(const World& world) {
  std::vector<Placed> all;
  for (const bankshot::BodyId body : world.bodies()) {
    for (const ShapeId id : world.shapes(body)) {
      const bankshot::Shape& shape = world.shape(id);
      if (!shape.convex() || world.sensor(id)) continue;
      const bankshot::detail::ConvexView view = detail_view(shape);
      double extent = double(view.extent);
      if (extent == 0 && view.count > 1) extent = double(length(view.points[1] - view.points[0]));
      const bankshot::Aabb box = world.aabb(id);
      const double reach = double(std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff()));
      all.push_back(
          {id, &shape, world.pose(body), body, world.type(body), world.awake(body), world.filter(id), extent, reach});
    }
  }
  return all;
}

bool may_meet(const Placed& a, const Placed& b) {
  if (a.body == b.body || (a.type != BodyType::dynamic && b.type != BodyType::dynamic)) return false;
  if (a.filter.group != 0 && a.filter.group == b.filter.group) return a.filter.group > 0;
  return (a.filter.category & b.filter.mask) != 0 && (b.filter.category & a.filter.mask) != 0;
}

}  // namespace

std::string depth_fault(const World& world, bankshot::StepStatus status) {
  std::map<std::pair<ShapeId, ShapeId>, double> told;
  for (const bankshot::Penetration& deep : world.penetrations()) {
    told[std::minmax(deep.shape_a, deep.shape_b)] = double(deep.depth);
  }
  if (told.size() != world.penetrations().size()) return "a deep pair is told twice";
  if (has(status, bankshot::StepStatus::penetration) == told.empty()) return "the status hides what is deep";
  const std::vector<Placed> all = convex_shapes(world);
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = i + 1; j < all.size(); ++j) {
      const Placed &a = all[i], &b = all[j];
      if (!may_meet(a, b)) continue;
      const auto hit = mtv(*a.shape, a.pose, *b.shape, b.pose);
      const double depth = hit ? double(hit->depth) : 0;
      const double extent = a.type == BodyType::fixed   ? b.extent
                            : b.type == BodyType::fixed ? a.extent
                                                        : std::min(a.extent, b.extent);
      namespace tolerance = bankshot::tolerance;  // a manifold of thinner shapes may miss all points
      const double band = double(tolerance::band_factor * tolerance::eps) * (a.reach + b.reach);
      if (extent < double(tolerance::thinnest_bands) * band) continue;
      const double most = double(bankshot::tolerance::solver_way_extents) * extent;
      const double noise = 256 * double(bankshot::tolerance::eps) * (a.reach + b.reach + depth);
      const auto place = told.find(std::minmax(a.id, b.id));
      if (place == told.end() && depth > most + noise && (a.awake || b.awake)) return "what is deep is not told";
      if (place != told.end() && !(depth > most - noise)) return "what is not deep is told";
      if (place != told.end() && std::abs(place->second - depth) > noise) return "a wrong depth is told";
    }
  }
  return {};
}

}  // namespace bankshot_tool
