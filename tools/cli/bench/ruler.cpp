#include "ruler.hpp"

#include <bankshot/query/mtv.hpp>

#include <algorithm>
#include <cmath>

#include "../engines/bankshot_shape.hpp"

namespace bankshot_tool::bench {
namespace {

using bankshot::Real;

bankshot::Pose pose_of(const State& state) {
  return {.position = state.position.cast<Real>(),
          .rotation = bankshot::Rotation::from_angle(static_cast<Real>(state.angle))};
}

/// NaN stays.
double larger(double so_far, double next) { return std::isnan(so_far) || next <= so_far ? so_far : next; }

}  // namespace

bool finite(const Quality& q) {
  return std::isfinite(q.deepest) && std::isfinite(q.mean) && std::isfinite(q.energy) && std::isfinite(q.moved) &&
         std::isfinite(q.rms_speed);
}

Ruler::Ruler(const Scene& scene, double skin) : scene_(scene) {
  for (std::size_t body = 0; body < scene.bodies.size(); ++body) {
    const Spec& spec = scene.bodies[body];
    masses_.push_back(spec.motion == Motion::dynamic ? mass_of(spec) : Mass{});
    for (const Form& form : forms_of(spec)) {
      for (const Form& simple : simple_forms(form)) {
        pieces_.push_back({body, shape_of(simple, skin), simple.kind == Form::Kind::room});
      }
    }
  }
}

Quality Ruler::measure(const Engine& engine) const {
  Quality quality;
  std::vector<bankshot::Pose> poses;
  double squares = 0;
  std::size_t movers = 0;
  for (std::size_t body = 0; body < scene_.bodies.size(); ++body) {
    const State state = engine.state(body);
    poses.push_back(pose_of(state));
    const Mass& mass = masses_[body];
    if (mass.mass == 0) continue;
    ++movers;
    squares += state.velocity.squaredNorm();
    quality.energy += (mass.mass * state.velocity.squaredNorm() + mass.inertia * state.spin * state.spin) / 2 -
                      mass.mass * scene_.settings.gravity.dot(state.position);
    quality.moved = larger(quality.moved, std::abs(state.position.x() - scene_.bodies[body].position.x()));
  }
  quality.rms_speed = std::sqrt(squares / static_cast<double>(movers));
  if (finite(quality)) measure_overlaps(poses, quality);
  return quality;
}

void Ruler::measure_overlaps(const std::vector<bankshot::Pose>& poses, Quality& quality) const {
  bankshot::BroadPhase boxes(bankshot::BroadPhaseKind::spatial_hash);
  for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    constexpr Real everywhere = 1e6;
    boxes.insert(i, piece.boundless
                        ? bankshot::Aabb{bankshot::Vec2::Constant(-everywhere), bankshot::Vec2::Constant(everywhere)}
                        : piece.shape.aabb(poses[piece.body]));
  }
  std::vector<bankshot::BoxPair> pairs;
  boxes.pairs(pairs);
  double sum = 0;
  std::size_t overlaps = 0;
  for (const bankshot::BoxPair& pair : pairs) {
    const Piece &a = pieces_[pair.a], &b = pieces_[pair.b];
    if (a.body == b.body || (masses_[a.body].mass == 0 && masses_[b.body].mass == 0)) continue;
    const auto hit = bankshot::mtv(a.shape, poses[a.body], b.shape, poses[b.body]);
    if (!hit || !(hit->depth > 0)) continue;
    const double depth = static_cast<double>(hit->depth);
    quality.deepest = std::max(quality.deepest, depth);
    sum += depth;
    ++overlaps;
  }
  if (overlaps > 0) quality.mean = sum / static_cast<double>(overlaps);
}

}  // namespace bankshot_tool::bench
