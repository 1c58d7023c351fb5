// Bytes that are not a world are refused with the fault and its place, whatever they are.

#include <bankshot/history/recording.hpp>

#include "effort.hpp"
#include "random_world.hpp"

#include <cstring>

namespace bankshot::testing {
namespace {

using Bytes = std::vector<std::byte>;

World busy_world(std::uint64_t seed, bool edited) {
  Random random(seed);
  World world = random_world(random);
  for (int i = 0; i < 40; ++i) world.step(dt);
  for (int i = 0; edited && i < 3; ++i) edit(world, random, true);
  return world;
}

/// The header's hash of the bytes that follow, as docs/history.md describes it, so that changed bytes get past it.
void sign(std::span<std::byte> bytes) {
  std::uint32_t version = 0;
  std::memcpy(&version, bytes.data() + 4, 4);
  std::uint64_t hash = bytes.size() - 32 + (version >= 7 ? std::uint64_t{version} << 32 : 0);
  for (std::size_t i = 32; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  std::memcpy(bytes.data() + 24, &hash, 8);
}

TEST(Hostile, EveryCutIsRefusedWithItsPlace) {
  const Bytes bytes = save(busy_world(3, true));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const Result<World> result = try_load(std::span(bytes).first(size));
    ASSERT_FALSE(result) << size;
    ASSERT_EQ(result.reason().rfind("load: ", 0), 0u) << result.reason();
    ASSERT_NE(result.reason().find("(byte "), std::string::npos) << result.reason();
  }
}

TEST(Hostile, EveryFlippedBitIsRefused) {
  Bytes bytes = save(busy_world(4, false));
  Random random(1);
  for (int round = 0; round < 4000; ++round) {
    const auto at = static_cast<std::size_t>(round < 32 ? round : random.below(static_cast<int>(bytes.size())));
    const auto bit = static_cast<std::byte>(1 << random.below(8));
    bytes[at] ^= bit;
    ASSERT_FALSE(try_load(bytes)) << at;
    bytes[at] ^= bit;
  }
  EXPECT_TRUE(try_load(bytes));
}

/// Does everything that an accepted world must survive.
void use(World world) {
  Random random(9);
  for (const BodyId body : world.bodies()) world.pose(body);
  world.contacts();
  world.ray_cast_all(Vec2(-20, 1), Vec2(40, 0));
  for (int i = 0; i < 3; ++i) world.step(dt);
  edit(world, random, true);
  world.step(dt);
  world.hash();
  EXPECT_TRUE(load(save(world)) == world);
}

// With a hash that matches, cut and changed bytes reach every check; bytes that get through must be a world.
TEST(Hostile, SignedNonsenseIsRefusedOrAWorld) {
  int refused = 0, accepted = 0;
  for (const bool edited : {false, true}) {
    const Bytes good = save(busy_world(5, edited));
    Random random(edited ? 2 : 3);
    for (int round = 0; round < bankshot_test::effort(1200); ++round) {
      Bytes bytes = good;
      for (int k = 1 + random.below(2); k > 0; --k) {
        const auto at = static_cast<std::size_t>(32 + random.below(static_cast<int>(bytes.size()) - 32));
        bytes[at] = static_cast<std::byte>(random.one_in(3) ? 0xff : random.below(256));
      }
      sign(bytes);
      const Result<World> result = try_load(bytes);
      ++(result ? accepted : refused);
      if (result) use(*result);
    }
  }
  EXPECT_GT(refused, bankshot_test::effort(200));
  EXPECT_GT(accepted, bankshot_test::effort(200));
}

// ---- recordings ---------------------------------------------------------------------------------------------------

Recording busy_recording(std::uint64_t seed) {
  World world = busy_world(seed, false);
  Recording recording = begin_recording(world, dt);
  const std::vector<BodyId> bodies = world.bodies();
  for (std::size_t i = 0; i < 10; ++i) {
    const BodyInput input{.tick = world.tick(),
                          .kind = static_cast<BodyInputKind>(i),
                          .body = bodies[1 + i % (bodies.size() - 1)],
                          .vector = Vec2(1, 2),
                          .number = 1};
    record_step(recording, world, std::span(&input, 1));
  }
  return recording;
}

/// The bytes of the world in a recording follow its header and their number, and have a header of their own.
void sign_recording(Bytes& bytes) {
  std::uint64_t count = 0;
  std::memcpy(&count, bytes.data() + 32, 8);
  if (count >= 32 && count <= bytes.size() - 40) sign(std::span(bytes).subspan(40, static_cast<std::size_t>(count)));
  sign(bytes);
}

/// True if the recording could be run to its end, whatever its result.
bool runs(const Recording& recording) {
  try {
    verify(recording);
  } catch (const std::invalid_argument&) {
    return false;
  }
  const World begin = load(recording.start);
  for (std::size_t step = 0; step < recording.ticks.size(); ++step) compare(recording, step, begin);
  return true;
}

TEST(Hostile, SignedNonsenseIsRefusedOrARecording) {
  int refused = 0, accepted = 0, run = 0;
  for (const bool world : {false, true}) {  // where the changes are
    const Recording recording = busy_recording(8);
    const Bytes good = save(recording);
    const std::size_t begin = world ? 40 : 40 + recording.start.size();
    const std::size_t count = world ? recording.start.size() : good.size() - begin;
    Random random(world ? 4 : 5);
    for (int round = 0; round < bankshot_test::effort(500); ++round) {
      Bytes bytes = good;
      for (int k = 1 + random.below(2); k > 0; --k) {
        const std::size_t at = begin + static_cast<std::size_t>(random.below(static_cast<int>(count)));
        bytes[at] = static_cast<std::byte>(random.one_in(3) ? 0xff : random.below(256));
      }
      if (random.one_in(8)) bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(begin));
      const std::uint64_t size = bytes.size() - 32;
      std::memcpy(bytes.data() + 16, &size, 8);
      sign_recording(bytes);
      const Result<Recording> result = try_load_recording(bytes);
      ++(result ? accepted : refused);
      if (!result) {
        ASSERT_NE(result.reason().find("(byte "), std::string::npos) << result.reason();
        continue;
      }
      ASSERT_EQ(save(*result), bytes);
      run += runs(*result);
    }
  }
  EXPECT_GT(refused, bankshot_test::effort(60));
  EXPECT_GT(accepted, bankshot_test::effort(200));
  EXPECT_GT(run, bankshot_test::effort(60));
  EXPECT_GT(accepted - run, bankshot_test::effort(60));
}

// ---- counts and words ---------------------------------------------------------------------------------------------

TEST(Hostile, CountsCannotAskForMoreThanThereIs) {
  const Bytes good = save(busy_world(6, false));
  for (std::size_t at = 32; at + 8 <= good.size(); at += BANKSHOT_SANITIZED ? 5 : 1) {
    Bytes bytes = good;
    const std::uint64_t huge = std::uint64_t{1} << (at % 2 == 0 ? 40 : 62);
    std::memcpy(bytes.data() + at, &huge, 8);
    sign(bytes);
    const Result<World> result = try_load(bytes);  // under a limit of memory this must not throw bad_alloc
    if (!result) {
      ASSERT_FALSE(result.reason().empty());
    }
  }
}

TEST(Hostile, SaysWhatIsWrong) {
  Bytes bytes = save(World{});
  const auto reason = [&bytes](std::size_t at, int value) {
    Bytes changed = bytes;
    changed[at] = static_cast<std::byte>(value);
    sign(changed);
    return try_load(changed).reason();
  };
  EXPECT_EQ(reason(0, 0), "load: head: these are not the bytes of a world (byte 0)");
  EXPECT_EQ(
      reason(4, 8),
      "load: head: version 8 of the format, this library reads up to version 7: load it with a newer one (byte 4)");
  EXPECT_EQ(reason(4, 4), "");  // a world without bodies is the same in both versions
  const bool single = sizeof(Real) == 4;
  EXPECT_EQ(reason(8, single ? 8 : 4), std::string("load: head: written by a library whose Real is ") +
                                           (single ? "double" : "float") + ", this one's is " +
                                           (single ? "float" : "double") + " (byte 8)");
  EXPECT_EQ(try_load(std::span(bytes).first(7)).reason(),
            "load: head: there are 7 bytes, at least 32 were expected (byte 0)");
  bytes[40] ^= std::byte{1};
  EXPECT_EQ(try_load(bytes).reason(), "load: head: the hash does not match: bytes were changed (byte 24)");
  EXPECT_THROW(load(bytes), std::invalid_argument);
}

TEST(Hostile, ARefusalLeavesTheWorldAsItWas) {
  World world = busy_world(7, false);
  const World before = world;
  Bytes bytes = save(world);
  bytes.pop_back();
  EXPECT_THROW(world = load(bytes), std::invalid_argument);
  EXPECT_TRUE(world == before);
}

}  // namespace
}  // namespace bankshot::testing
