// Fuzz target: worlds, histories and recordings, made and used by calls in any order, beside a plain model
// (api_model.hpp). A refused call changes nothing. Saved values load as equal values, and go on with the same bits: all
// orders run twice, the second time in a world that is repeatedly reloaded from its own bytes. Queries of the world
// answer as queries of each shape do. A prediction agrees with the steps. Going back in a history restores the earlier
// world.

#include <bankshot/bankshot.hpp>

#include "api_model.hpp"
#include "body_input.hpp"
#include "composite_input.hpp"

#include <map>
#include <memory>

namespace bankshot_fuzz {
namespace {

constexpr std::size_t most_bodies = 10, most_shapes = 4;
constexpr int most_steps = 24, kept_ticks = 4;

Filter read_filter(Input& in) {
  Filter filter;
  if (in.chance()) filter.category = in.byte();
  if (in.chance()) filter.mask = in.byte();
  filter.group = in.below(4) - 1;
  return filter;
}

BodyDef read_body(Input& in) {
  BodyDef def = read_moving_body(in);
  def.can_sleep = in.below(4) != 0;
  def.awake = in.below(4) != 0;
  def.user_data = in.byte();
  return def;
}

Real read_dt(Input& in) { return static_cast<Real>(1 + in.below(32)) / (in.chance() ? Real(960) : Real(60)); }

/// Simple shapes as often as all others together.
Shape any_shape(Input& in) { return in.chance() ? in.shape() : read_shape(in); }

class Session {
 public:
  /// `reloads`: at times goes on with a world loaded from the world's bytes.
  Session(const Input& in, bool reloads) : in_(in), reloads_(reloads) {
    WorldDef def;
    def.gravity = in_.point();
    def.sleep = in_.chance();
    def.energy_ledger = in_.chance();
    world_ = World(def);
  }

  void play() {
    for (int count = 0; !in_.empty() && steps_ < most_steps; ++count) {
      const World before = world_;
      try {
        order();
      } catch (const std::invalid_argument& refusal) {
        BANKSHOT_LAW(refusal.what()[0] != 0);
        BANKSHOT_LAW(world_ == before && world_.hash() == before.hash());
      }
      model_.check(world_);
      if (reloads_ && count % 3 == 0) reload();
    }
    end_recording();
  }

  const World& world() const { return world_; }

 private:
  void order() {
    const int kind = in_.below(40);
    if (kind < 10) return step();
    if (kind < 15) return add();
    if (kind < 18) return ask();
    if (kind < 20) return save_and_load();
    if (kind < 23) return keep();
    if (kind < 25) return go_back();
    if (kind < 28) return record();
    if (kind < 29) return predict();
    if (kind < 31) return change_settings();
    if (model_.bodies.empty()) return;
    edit(static_cast<std::size_t>(in_.byte()) % model_.bodies.size());
  }

  // ---- edits: each of them ends a recording ----

  void add() {
    if (model_.bodies.size() >= most_bodies) return;
    end_recording();
    const BodyDef def = read_body(in_);
    ModelBody body{{}, def.type, def.user_data, def.can_sleep, {}};
    if (in_.chance()) {
      const Shape shape = any_shape(in_);
      body.id = world_.add_body(def, shape, read_material(in_));
      body.shapes.push_back({world_.shapes(body.id).at(0), false});
    } else {
      body.id = world_.add_body(def);
    }
    model_.bodies.push_back(body);
  }

  void edit(std::size_t i) {
    end_recording();
    ModelBody& body = model_.bodies[i];
    switch (in_.below(20)) {
      case 0: world_.remove_body(body.id); return model_.remove_body(i);
      case 1:
      case 2: return add_shape(body);
      case 3:
      case 4:
      case 5:
      case 6: return edit_shape(i);
      case 7: {
        const auto type = static_cast<BodyType>(in_.below(3));
        world_.set_type(body.id, type);
        body.type = type;
        return;
      }
      case 8: {
        const bool can_sleep = in_.chance();
        world_.set_can_sleep(body.id, can_sleep);
        body.can_sleep = can_sleep;
        return;
      }
      case 9: {
        const std::uint64_t data = in_.byte();
        world_.set_user_data(body.id, data);
        body.user_data = data;
        return;
      }
      default: return edit_motion(body.id);
    }
  }

  void edit_motion(BodyId body) {
    switch (in_.below(12)) {
      case 0: return world_.set_velocity(body, in_.point());
      case 1: return world_.set_angular_velocity(body, in_.number());
      case 2: return world_.set_pose(body, in_.pose());
      case 3: return world_.set_awake(body, in_.chance());
      case 4: {
        const bool x = in_.chance(), y = in_.chance();
        return world_.set_locks(body, {x, y, in_.chance()});
      }
      case 5: {
        const Real linear = in_.number();
        return world_.set_damping(body, linear, in_.number());
      }
      case 6: return world_.set_gravity_scale(body, in_.number());
      case 7: {
        MassProperties mass;
        mass.mass = in_.number();
        mass.inertia = in_.number();
        mass.centre = in_.point();
        return world_.set_mass_properties(body, mass);
      }
      case 8: return world_.reset_mass_properties(body);
      case 9: {
        const Vec2 impulse = in_.point();
        return world_.apply_impulse(body, impulse, in_.point());
      }
      case 10: return world_.apply_torque(body, in_.number());
      default: return world_.apply_force(body, in_.point());
    }
  }

  void add_shape(ModelBody& body) {
    if (body.shapes.size() >= most_shapes) return;
    const Shape shape = any_shape(in_);
    ShapeDef def;
    def.material = read_material(in_);
    if (in_.chance()) def.filter = read_filter(in_);
    def.sensor = in_.below(4) == 0;
    body.shapes.push_back({world_.add_shape(body.id, shape, def), def.sensor});
  }

  void edit_shape(std::size_t i) {
    std::vector<ModelShape>& shapes = model_.bodies[i].shapes;
    if (shapes.empty()) return;
    const std::size_t k = static_cast<std::size_t>(in_.byte()) % shapes.size();
    const ShapeId id = shapes[k].id;
    switch (in_.below(6)) {
      case 0: world_.remove_shape(id); return model_.remove_shape(i, k);
      case 1: return world_.set_shape(id, any_shape(in_));
      case 2: return world_.set_material(id, read_material(in_));
      case 3: return world_.set_filter(id, read_filter(in_));
      case 4: {
        const int column = in_.below(5), row = in_.below(4);
        return world_.set_tile(id, column, row, in_.chance() ? solid_tile : empty_tile);
      }
      default: {
        const Material material = read_material(in_);
        return world_.set_palette(id, std::span(&material, 1));
      }
    }
  }

  void change_settings() {
    end_recording();
    switch (in_.below(4)) {
      case 0: return world_.set_gravity(in_.point());
      case 1: return world_.set_substeps(in_.below(10));
      case 2: {
        ImpactLimits limits;
        limits.per_pair = in_.below(60);
        limits.per_body = in_.below(60);
        return world_.set_impact_limits(limits);
      }
      default: {
        const int limit = in_.byte();
        world_.set_pair_limit(limit);
        pair_limit_ = limit;
        return;
      }
    }
  }

  // ---- time ----

  void step() {
    const Real dt = recording_ ? recording_->dt : read_dt(in_);
    const std::uint64_t tick = world_.tick();
    ++steps_;
    try {
      const StepStatus status = recording_ ? record_step(*recording_, world_) : world_.step(dt);
      BANKSHOT_LAW(world_.tick() == tick + 1);
      model_.step(world_, status);
    } catch (const std::length_error& refusal) {  // which wakes the bodies that were to wake
      BANKSHOT_LAW(world_.tick() == tick && refusal.what()[0] != 0);
      recording_.reset();
    }
  }

  // ---- as a value ----

  void reload() {
    world_ = load(save(world_));
    world_.set_pair_limit(pair_limit_);
  }

  void save_and_load() {
    const std::vector<std::byte> bytes = save(world_);
    const Result<World> loaded = try_load(bytes, {}, LoadLimits{});
    BANKSHOT_LAW(loaded && *loaded == world_ && loaded->hash() == world_.hash());
    BANKSHOT_LAW(save(*loaded) == bytes);
    const World copy = world_;
    BANKSHOT_LAW(copy == world_ && copy.hash() == world_.hash() && save(copy) == bytes);
  }

  void keep() {
    if (!history_) history_ = std::make_unique<History>(kept_ticks);
    history_->save(world_);
    kept_.erase(kept_.lower_bound(world_.tick()), kept_.end());
    kept_.insert_or_assign(world_.tick(), Kept{world_, model_});
    if (kept_.size() > kept_ticks) kept_.erase(kept_.begin());
    BANKSHOT_LAW(history_->size() == static_cast<int>(kept_.size()));
    BANKSHOT_LAW(history_->first() == kept_.begin()->first && history_->last() == kept_.rbegin()->first);
  }

  void go_back() {
    if (kept_.empty()) return;
    end_recording();
    const auto place = std::next(kept_.begin(), in_.below(static_cast<int>(kept_.size())));
    history_->restore(place->first, world_);
    BANKSHOT_LAW(world_ == place->second.world && world_.hash() == place->second.world.hash());
    BANKSHOT_LAW(world_.impacts().empty() && world_.contact_begins().empty() && world_.contact_ends().empty());
    model_ = place->second.model;
  }

  void record() {
    if (!recording_) {
      recording_ = begin_recording(world_, read_dt(in_));
      return;
    }
    if (in_.below(4) == 0) return end_recording();
    if (model_.bodies.empty()) return step();
    BodyInput input;
    input.tick = world_.tick();
    input.kind = static_cast<BodyInputKind>(in_.below(10));
    input.body = model_.bodies[static_cast<std::size_t>(in_.byte()) % model_.bodies.size()].id;
    input.vector = in_.point();
    input.point = in_.point();
    input.rotation = in_.rotation();
    input.number = in_.number();
    ++steps_;
    try {
      model_.step(world_, record_step(*recording_, world_, std::span(&input, 1)));
    } catch (const std::length_error&) {
      recording_.reset();
    }
  }

  /// Ends the recording and checks that it verifies and that loading it restores its bytes.
  void end_recording() {
    if (!recording_) return;
    const std::vector<std::byte> bytes = save(*recording_);
    const Recording loaded = load_recording(bytes, LoadLimits{});
    BANKSHOT_LAW(save(loaded) == bytes);
    BANKSHOT_LAW(!verify(loaded, {}, LoadLimits{}));
    recording_.reset();
  }

  // ---- questions ----

  /// Checks queries of the world against queries of each shape.
  void ask() {
    const Shape shape = any_shape(in_);
    const Pose pose = in_.pose();
    const Vec2 origin = in_.point(), way = in_.point();
    QueryOptions options;
    options.sensors = in_.chance();
    std::set<std::pair<std::uint32_t, std::uint32_t>> overlapping, holding;
    for (const ModelBody& body : model_.bodies) {
      for (const ModelShape& other : body.shapes) {
        if (other.sensor && !options.sensors) continue;
        if (!meets(other.id, options.filter)) continue;
        const Shape& there = world_.shape(other.id);
        const Pose place = world_.pose(body.id);
        if (overlap(shape, pose, there, place)) overlapping.emplace(other.id.slot, other.id.generation);
        if (contains(there, place, origin) != PointRelation::outside)
          holding.emplace(other.id.slot, other.id.generation);
      }
    }
    BANKSHOT_LAW(same(world_.overlap(shape, pose, options), overlapping));
    BANKSHOT_LAW(same(world_.pick(origin, options), holding));
    const std::vector<WorldRayHit> hits = world_.ray_cast_all(origin, way, options);
    const std::optional<WorldRayHit> first = world_.ray_cast(origin, way, options);
    BANKSHOT_LAW(first.has_value() == !hits.empty());
    BANKSHOT_LAW(!first || (first->fraction == hits[0].fraction && first->shape == hits[0].shape));
    for (std::size_t i = 1; i < hits.size(); ++i) BANKSHOT_LAW(hits[i - 1].fraction <= hits[i].fraction);
    const std::vector<WorldSweepHit> sweeps = world_.sweep_all(shape, pose, way, options);
    const std::optional<WorldSweepHit> stop = world_.sweep(shape, pose, way, options);
    BANKSHOT_LAW(stop.has_value() == !sweeps.empty());
    BANKSHOT_LAW(!stop || (stop->hit.fraction == sweeps[0].hit.fraction && stop->shape == sweeps[0].shape));
  }

  bool meets(ShapeId id, const Filter& own) const {
    const Filter other = world_.filter(id);
    if (own.group != 0 && own.group == other.group) return own.group > 0;
    return (own.category & other.mask) != 0 && (other.category & own.mask) != 0;
  }

  static bool same(const std::vector<ShapeId>& found,
                   const std::set<std::pair<std::uint32_t, std::uint32_t>>& expected) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> ids;
    for (const ShapeId id : found) ids.emplace(id.slot, id.generation);
    return ids.size() == found.size() && ids == expected;
  }

  /// Checks a prediction against the steps that follow.
  void predict() {
    if (model_.bodies.empty()) return;
    const BodyId body = model_.bodies[static_cast<std::size_t>(in_.byte()) % model_.bodies.size()].id;
    const Vec2 velocity = in_.point();
    const Real dt = read_dt(in_);
    const int steps = 1 + in_.below(4);
    World then = world_;
    try {
      const Prediction shot = world_.predict(body, velocity, dt, steps);
      BANKSHOT_LAW(shot.poses.size() == static_cast<std::size_t>(steps));
      then.set_velocity(body, velocity);
      for (const Pose& pose : shot.poses) {
        then.step(dt);
        BANKSHOT_LAW(then.pose(body) == pose);
      }
    } catch (const std::length_error&) {
    }
  }

  struct Kept {
    World world;
    Model model;
  };

  Input in_;
  bool reloads_;
  World world_;
  Model model_;
  int steps_ = 0;
  int pair_limit_ = WorldDef{}.pair_limit;
  std::unique_ptr<History> history_;
  std::map<std::uint64_t, Kept> kept_;
  std::optional<Recording> recording_;
};

}  // namespace
}  // namespace bankshot_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankshot_fuzz;
  const Input in(data, size);
  Session first(in, false), second(in, true);
  first.play();
  second.play();
  BANKSHOT_LAW(first.world().hash() == second.world().hash());
  BANKSHOT_LAW(first.world() == second.world());
  return 0;
}
