#include <bankshot/history/fields.hpp>
#include <bankshot/history/head.hpp>
#include <bankshot/history/recording.hpp>
#include <bankshot/math/cpp20.hpp>
#include <bankshot/world/bodies/checks.hpp>

#include <algorithm>
#include <string>

namespace bankshot::BANKSHOT_ABI {

namespace detail {

template <>
inline constexpr std::uint64_t enum_count<BodyInputKind> = 10;
template <>
inline constexpr std::uint64_t enum_count<std::byte> = 256;

template <>
inline constexpr LoadLimit limit_of<TickDigest> = &LoadLimits::ticks;

void fields(auto& io, Same<Rotation> auto& rotation) { io(rotation.c, rotation.s); }
void fields(auto& io, Same<BodyInput> auto& input) {
  io(input.tick, input.kind, input.body, input.vector, input.point, input.rotation, input.number);
}
void fields(auto& io, Same<TickDigest> auto& tick) { io(tick.hash, tick.bodies); }

namespace {

constexpr BytesKind recording_bytes{0x43524b42, 1, "a recording", 2};  // "BKRC"

std::uint16_t digest(const WorldState& world, Rank rank) {
  const Bodies& bodies = world.bodies;
  const BodyPose& pose = bodies.pose[rank];
  const BodyVelocity& velocity = bodies.velocity[rank];
  std::uint64_t hash = std::uint64_t{bodies.flags[rank].awake};
  for (const Real value : {pose.centre.x, pose.centre.y, pose.remainder.x, pose.remainder.y, pose.rotation.c,
                           pose.rotation.s, velocity.linear.x, velocity.linear.y, velocity.angular}) {
    hash = (hash ^ std::uint64_t{bit_cast<BitsOf<Real>>(value)}) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  return static_cast<std::uint16_t>(hash >> 16);
}

bool in_order(const BodyInput& a, const BodyInput& b) { return a.tick < b.tick; }

}  // namespace
}  // namespace detail

TickDigest digest(const World& world) {
  const detail::WorldState& state = detail::WorldAccess::state(world);
  TickDigest result;
  result.hash = world.hash();
  for (const BodyId body : world.bodies()) {
    result.bodies.push_back(detail::digest(state, state.body_slots[body.slot].rank));
  }
  return result;
}

Recording begin_recording(const World& world, Real dt) {
  detail::check_step("begin_recording", dt);
  Recording recording;
  recording.start = save(world);
  recording.dt = dt;
  recording.ticks.push_back(digest(world));
  return recording;
}

StepStatus record_step(Recording& recording, World& world, std::span<const BodyInput> inputs) {
  for (const BodyInput& input : inputs) {
    if (input.tick == world.tick()) continue;
    throw std::invalid_argument("record_step: tick of an input is " + std::to_string(input.tick) +
                                ", must be the world's, " + std::to_string(world.tick()));
  }
  for (const BodyInput& input : inputs) {
    apply(world, input);
    recording.inputs.push_back(input);
  }
  const StepStatus status = world.step(recording.dt);
  recording.ticks.push_back(digest(world));
  return status;
}

namespace {

bool same_shape(const World& a, ShapeId in_a, const World& b, ShapeId in_b) {
  return a.shape(in_a) == b.shape(in_b) && a.material(in_a) == b.material(in_b) && a.palette(in_a) == b.palette(in_b) &&
         a.filter(in_a) == b.filter(in_b) && a.sensor(in_a) == b.sensor(in_b) && a.sees_all(in_a) == b.sees_all(in_b);
}

/// True if the two have equal masses, and equal shapes with their materials and filters, wherever they are.
bool same_substance(const World& a, BodyId in_a, const World& b, BodyId in_b) {
  const std::vector<ShapeId> shapes_a = a.shapes(in_a), shapes_b = b.shapes(in_b);
  const MassProperties mass_a = a.mass_properties(in_a), mass_b = b.mass_properties(in_b);
  return mass_a.mass == mass_b.mass && mass_a.inertia == mass_b.inertia && mass_a.centre == mass_b.centre &&
         std::equal(shapes_a.begin(), shapes_a.end(), shapes_b.begin(), shapes_b.end(),
                    [&](ShapeId l, ShapeId r) { return same_shape(a, l, b, r); });
}

/// The first body of `world` whose substance differs from that of the recorded beginning, if that can be loaded.
std::optional<BodyId> of_other_substance(const Recording& recording, const World& world) {
  const Result<World> start = try_load(recording.start);
  if (!start) return std::nullopt;
  const std::vector<BodyId> recorded = start->bodies(), now = world.bodies();
  for (std::size_t i = 0; i < std::min(recorded.size(), now.size()); ++i) {
    if (!same_substance(*start, recorded[i], world, now[i])) return now[i];
  }
  return std::nullopt;
}

}  // namespace

std::optional<Divergence> compare(const Recording& recording, std::size_t step, const World& world) {
  const TickDigest& recorded = recording.ticks.at(step);
  if (recorded.hash == world.hash()) return std::nullopt;
  const TickDigest now = digest(world);
  if (now.bodies.size() != recorded.bodies.size()) return Divergence{step, Difference::body_count, std::nullopt};
  const auto is = std::mismatch(now.bodies.begin(), now.bodies.end(), recorded.bodies.begin()).first;
  if (is != now.bodies.end()) {
    return Divergence{step, Difference::motion, world.bodies()[static_cast<std::size_t>(is - now.bodies.begin())]};
  }
  // Neither a step nor an input changes the substance of bodies.
  const std::optional<BodyId> body = step == 0 ? of_other_substance(recording, world) : std::nullopt;
  return Divergence{step, body ? Difference::substance : Difference::rest, body};
}

std::optional<Divergence> verify(const Recording& recording, const WorldHooks& hooks, const LoadLimits& limits) {
  World world = load(recording.start, hooks, limits);
  for (std::size_t step = 0; step < recording.ticks.size(); ++step) {
    if (const auto divergence = compare(recording, step, world)) return divergence;
    if (step + 1 == recording.ticks.size()) break;
    apply_inputs(world, recording.inputs);
    world.step(recording.dt);
  }
  return std::nullopt;
}

// ---- bytes ------------------------------------------------------------------------------------------------------

std::vector<std::byte> save(const Recording& recording) {
  detail::ByteWriter out;
  out(detail::Head{}, recording.start, recording.dt, recording.inputs, recording.ticks);
  std::vector<std::byte> bytes = out.take();
  detail::seal(detail::recording_bytes, bytes);
  return bytes;
}

Result<Recording> try_load_recording(std::span<const std::byte> bytes, const LoadLimits& limits) {
  try {
    detail::check_head(detail::recording_bytes, bytes, limits);
    detail::ByteReader in(bytes.subspan(detail::head_size), detail::head_size, limits);
    Recording recording;
    in.begin("beginning");
    in(recording.start, recording.dt);
    if (!(recording.dt > 0 && recording.dt <= 1)) in.refuse("dt is not above 0 and at most 1");
    in.begin("inputs");
    in(recording.inputs);
    if (!std::is_sorted(recording.inputs.begin(), recording.inputs.end(), detail::in_order)) {
      in.refuse("not in the order of ticks");
    }
    in.begin("ticks");
    in(recording.ticks);
    if (recording.ticks.empty()) in.refuse("there are none");
    if (in.left() > 0) in.refuse(std::to_string(in.left()) + " bytes too many");
    return recording;
  } catch (const detail::BadBytes& error) {
    return Result<Recording>::refused(std::string("load_recording: ") + error.what());
  }
}

Recording load_recording(std::span<const std::byte> bytes, const LoadLimits& limits) {
  return try_load_recording(bytes, limits).value();
}

}  // namespace bankshot::BANKSHOT_ABI
