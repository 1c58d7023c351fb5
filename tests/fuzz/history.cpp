// Fuzz target: the bytes of a small world or of a recording of it, with changes. The bytes may be refused with a place.
// Otherwise they are a world that steps, is edited, goes back to its earlier state, and loads from its own bytes; or a
// recording that runs, or reports which input it cannot apply. The hash in the head is corrected after the changes, or
// these would never get past it.

#include <bankshot/history/bytes.hpp>
#include <bankshot/history/history.hpp>
#include <bankshot/history/recording.hpp>

#include "input.hpp"
#include "laws.hpp"

#include <bankshot/shape/composites.hpp>

#include <array>
#include <cstring>
#include <stdexcept>

namespace bankshot_fuzz {
namespace {

using namespace bankshot;
using Bytes = std::vector<std::byte>;

constexpr std::size_t head_size = 32;

/// The first byte of an input chooses the world (modulo 40); values from here on choose a recording of it.
constexpr int worlds = 40, first_recording = 200;

/// Writes the head's size and hash of the following bytes, as docs/history.md describes them.
void sign(std::span<std::byte> bytes) {
  const std::uint64_t size = bytes.size() - head_size;
  std::uint32_t version = 0;
  std::memcpy(&version, bytes.data() + 4, 4);
  std::uint64_t hash = size + (version >= 7 ? std::uint64_t{version} << 32 : 0);
  for (std::size_t i = head_size; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  std::memcpy(bytes.data() + 16, &size, 8);
  std::memcpy(bytes.data() + 24, &hash, 8);
}

/// Also signs the world within a recording: its bytes follow the head and their number, and have a head themselves.
void sign_recording(Bytes& bytes) {
  constexpr std::size_t begin = head_size + 8;
  std::uint64_t count = 0;
  if (bytes.size() >= begin) std::memcpy(&count, bytes.data() + head_size, 8);
  if (count >= head_size && count <= bytes.size() - begin) {
    sign(std::span(bytes).subspan(begin, static_cast<std::size_t>(count)));
  }
  sign(bytes);
}

/// A floor, something on it, and a sensor; the kinds of floor and body vary.
World small_world(int kind) {
  World world({.gravity = Vec2(0, -10), .sleep = kind % 2 == 0});
  const std::array<Vec2, 3> points = {Vec2(-3, 0), Vec2(0, Real(-0.5)), Vec2(3, 0)};
  const std::array<Vec2, 4> arrow = {Vec2(0, 0), Vec2(1, Real(-0.5)), Vec2(Real(0.5), 0), Vec2(1, Real(0.5))};
  const std::array<Shape, 2> pieces = {box(1, Real(0.5)), simple_polygon(arrow)};
  const std::array<Tile, 4> tiles = {solid_tile, empty_tile, solid_tile, Tile{Tile::Form::floor, 8, 16}};
  const std::array<std::uint8_t, 6> pixels = {1, 1, 0, 1, 1, 1};
  const std::array<Shape, 5> floors = {box(8, 1), chain(points), container(box(9, 3)),
                                       grid({.columns = 4, .rows = 1, .cell = 2, .origin = Vec2(-4, -1)}, tiles),
                                       container(circle(4))};
  const std::array<Shape, 4> things = {box(1, 1), compound(pieces), mask({.width = 3, .height = 2}, pixels),
                                       capsule(Vec2(0, 0), Vec2(1, 0), Real(0.25))};
  world.add_body({.type = BodyType::fixed}, floors[static_cast<std::size_t>(kind) % floors.size()]);
  const BodyId thing =
      world.add_body({.position = Vec2(0, Real(0.75))}, things[static_cast<std::size_t>(kind / 5) % 4]);
  world.add_shape(thing, circle(1), {.sensor = true});
  for (int i = 0; i < 12; ++i) world.step(Real(1) / 60);
  if (kind >= 20) world.remove_body(world.add_body({}, circle(1)));
  if (kind >= 30) world.set_shape(world.shapes(thing)[0], circle(Real(0.5)));
  return world;
}

/// Six steps of a world, each with another input to the body on the floor.
Recording small_recording(World world) {
  constexpr std::array<BodyInputKind, 6> kinds = {BodyInputKind::impulse,         BodyInputKind::pose,
                                                  BodyInputKind::force_at,        BodyInputKind::velocity,
                                                  BodyInputKind::angular_impulse, BodyInputKind::awake};
  Recording recording = begin_recording(world, Real(1) / 60);
  const BodyId thing = world.bodies()[1];
  for (const BodyInputKind kind : kinds) {
    const BodyInput input{
        .tick = world.tick(), .kind = kind, .body = thing, .vector = Vec2(Real(0.5), 1), .number = Real(0.5)};
    record_step(recording, world, std::span(&input, 1));
  }
  return recording;
}

/// Applies one change to the bytes after the head.
void change(Bytes& bytes, Input& in) {
  const int order = in.below(6);
  const std::size_t place = static_cast<std::size_t>(in.byte()) * 256 + in.byte();
  const std::size_t at = head_size + place % (bytes.size() - head_size);
  switch (order) {
    case 0: bytes[at] = std::byte{in.byte()}; return;
    case 1: bytes[at] = static_cast<std::byte>(std::to_integer<int>(bytes[at]) + 1); return;
    case 2: bytes[at] ^= static_cast<std::byte>(1 << in.below(8)); return;
    case 3:
      for (std::size_t i = at; i < std::min(at + 4, bytes.size()); ++i) bytes[i] = std::byte{0xff};
      return;
    case 4: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), std::byte{in.byte()}); return;
    default: bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at)); return;
  }
}

void look(const World& world) {
  for (const Contact& contact : world.contacts()) BANKSHOT_LAW(contact.normal_impulse.size() == 2);
  world.ray_cast_all(Vec2(-8, 1), Vec2(16, 0));
  BANKSHOT_LAW(world == world);
}

void use(World world) {
  BANKSHOT_LAW(load(save(world)) == world);
  look(world);
  History history(3);
  history.save(world);
  const World before = world;
  for (int i = 0; i < 3; ++i) {
    world.step(Real(1) / 60);
    look(world);
    history.save(world);
    BANKSHOT_LAW(load(save(world)) == world);
  }
  World back = world;
  history.restore(history.first(), back);
  while (back.tick() < world.tick()) back.step(Real(1) / 60);
  BANKSHOT_LAW(back == world);
  for (const BodyId body : world.bodies()) {
    world.set_pose(body, {Vec2(1, 2), {}});
    world.remove_body(body);
    world.step(Real(1) / 60);
  }
}

void use(const Recording& recording) {
  try {
    verify(recording);
  } catch (const std::invalid_argument&) {  // not a world, or an input that it refuses
    return;
  }
  const World begin = load(recording.start);
  for (std::size_t step = 0; step < recording.ticks.size(); ++step) {
    const std::optional<Divergence> divergence = compare(recording, step, begin);
    BANKSHOT_LAW(!divergence || divergence->step == step);
    BANKSHOT_LAW(!divergence || !divergence->body || begin.contains(*divergence->body));
  }
}

void try_world(const Bytes& bytes) {
  const Result<World> world = try_load(bytes);
  BANKSHOT_LAW(world ? world.reason().empty() : world.reason().find("byte") != std::string::npos);
  if (world) use(*world);
}

void try_recording(const Bytes& bytes) {
  const Result<Recording> recording = try_load_recording(bytes);
  BANKSHOT_LAW(recording ? recording.reason().empty() : recording.reason().find("byte") != std::string::npos);
  if (!recording) return;
  BANKSHOT_LAW(save(*recording) == bytes);
  use(*recording);
}

}  // namespace
}  // namespace bankshot_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankshot_fuzz;
  Input in(data, size);
  const int first = in.byte();
  const bankshot::World world = small_world(first % worlds);
  const bool records = first >= first_recording;
  Bytes bytes = records ? save(small_recording(world)) : save(world);
  for (int i = 0; i < 16 && !in.empty() && bytes.size() > head_size + 1; ++i) change(bytes, in);
  if (records) {
    sign_recording(bytes);
    try_recording(bytes);
  } else {
    sign(bytes);
    try_world(bytes);
  }
  return 0;
}
