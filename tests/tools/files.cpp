// The command reads no file without end, its output replaces no file that it read, and it writes files as `>` would.

#include <sys/stat.h>

#include "command.hpp"

namespace tools_test {
namespace {

const char* const two_shapes = R"({"bodies": [{"name": "A", "shape": {"kind": "circle", "radius": 1}},
  {"name": "B", "position": [1, 0], "shape": {"kind": "box", "width": 1, "height": 1}}]})";
const char* const a_pair = R"({"a": {"shape": {"kind": "circle", "radius": 1}},
  "b": {"position": [1, 0], "shape": {"kind": "box", "width": 1, "height": 1}}})";

unsigned mode_of(const std::string& file) {
  struct stat status = {};
  return stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

TEST(Files, WithoutEndAreRefusedByTheirBytes) {
  const std::string limit =
      "bankshot: /dev/zero: cannot be read: holds more than 268435456 bytes, the most that is read\n";
  EXPECT_EQ(command("replay /dev/zero").err, limit);
  EXPECT_EQ(command("fuzz --quiet --target scene-file --cases 1 --scene /dev/zero").err, limit);
  const std::string scene_limit = "bankshot: /dev/zero: expected a file of at most 268435456 bytes, got a larger one\n";
  EXPECT_EQ(command("run /dev/zero").err, scene_limit);
  EXPECT_EQ(command("explain /dev/zero").err, scene_limit);
  const Outcome verified = command("run " + scene("bouncing") + " --verify /dev/zero");
  EXPECT_EQ(verified.code, 1);
  EXPECT_TRUE(
      has(verified.err, "bankshot: /dev/zero: load_recording: head: these are not the bytes of a recording (byte 0)"))
      << verified.err;
}

TEST(Files, ARecordingIsReadToItsLimit) {
  const Folder folder;
  const std::string file = folder.write("huge.rec", "BKRC");
  std::filesystem::resize_file(file, (std::uintmax_t(1) << 30) + 1);  // a sparse file
  const Outcome verified = command("run " + scene("bouncing") + " --verify " + in_quotes(file));
  EXPECT_EQ(verified.code, 1);
  EXPECT_TRUE(has(verified.err, "holds more than 1073741824 bytes, the most that is read\n")) << verified.err;
}

TEST(Files, ReplayWritesOverNothingThatItRead) {
  const Folder folder;
  const std::string as_picture = folder.write("scene.svg", two_shapes), file = folder.write("case.json", two_shapes);
  std::filesystem::create_symlink(file, folder / "link.svg");
  for (const std::string& arguments : {in_quotes(as_picture), in_quotes(file) + " --svg " + in_quotes(file),
                                       in_quotes(file) + " --svg " + in_quotes(folder / "link.svg")}) {
    const Outcome outcome = command("replay " + arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_TRUE(has(outcome.err, "bankshot: --svg and FILE: both are the file ")) << outcome.err;
    EXPECT_TRUE(has(outcome.err, "; give --svg another one\n")) << outcome.err;
  }
  EXPECT_EQ(read_file(as_picture), two_shapes);
  EXPECT_EQ(read_file(file), two_shapes);
}

TEST(Files, ReplayLeavesPicturesOfOthersAlone) {
  const Folder folder;
  const std::string file = folder.write("case.json", two_shapes), beside = folder.write("case.svg", "a drawing");
  const Outcome refused = command("replay " + in_quotes(file));
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(has(refused.err, "case.svg: is there, and is no picture of bankshot replay; name the picture with --svg"))
      << refused.err;
  EXPECT_EQ(read_file(beside), "a drawing");
  EXPECT_EQ(command("replay " + in_quotes(file) + " --svg " + in_quotes(beside)).code, 0);
  const std::string drawn = read_file(beside);
  EXPECT_EQ(drawn.rfind("<svg", 0), 0u);
  std::ofstream(beside, std::ios::app) << "<!-- kept? -->";
  EXPECT_EQ(command("replay " + in_quotes(file)).code, 0);  // it may replace a picture of its own
  EXPECT_EQ(read_file(beside), drawn);
}

TEST(Files, ExplainWritesNotOverItsPair) {
  const Folder folder;
  const std::string pair = folder.write("pair.json", a_pair);
  const Outcome outcome = command("explain " + in_quotes(pair) + " --svg " + in_quotes(pair));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(has(outcome.err, "--svg and PAIR: both are the file ")) << outcome.err;
  EXPECT_EQ(read_file(pair), a_pair);
}

TEST(Files, KeepTheirModeWhenReplaced) {
  const Folder folder;
  const std::string pair = folder.write("pair.json", a_pair);
  for (const unsigned mode : {0600u, 0640u, 0666u, 0755u}) {
    const std::string picture = folder.write("old.svg", "old");
    ASSERT_EQ(chmod(picture.c_str(), mode), 0);
    EXPECT_EQ(command("explain --quiet " + in_quotes(pair) + " --svg " + in_quotes(picture)).code, 0);
    EXPECT_EQ(mode_of(picture), mode);
    EXPECT_NE(read_file(picture), "old");
  }
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(command("explain --quiet " + in_quotes(pair) + " --svg " + in_quotes(folder / "new.svg")).code, 0);
  EXPECT_EQ(mode_of(folder / "new.svg"), 0666u & ~mask);
}

TEST(Files, ThatMayNotBeWrittenAreLeftAlone) {
  const Folder folder;
  const std::string pair = folder.write("pair.json", a_pair), picture = folder.write("old.svg", "old");
  ASSERT_EQ(chmod(picture.c_str(), 0444), 0);
  if (access(picture.c_str(), W_OK) == 0) GTEST_SKIP() << "who runs this may write anything";
  EXPECT_EQ(command("explain --quiet " + in_quotes(pair) + " --svg " + in_quotes(picture)).code, 1);
  EXPECT_EQ(read_file(picture), "old");
}

TEST(Files, AreWrittenThroughLinks) {
  const Folder folder;
  const std::string pair = folder.write("pair.json", a_pair), old = folder.write("old.svg", "old");
  std::filesystem::create_directory(folder / "sub");
  std::filesystem::create_symlink("../old.svg", folder / "sub/to_old");
  std::filesystem::create_symlink("sub/yet_to_be.svg", folder / "dangling");
  std::filesystem::create_symlink("dangling", folder / "twice");
  std::filesystem::create_symlink("loop", folder / "loop");
  const auto explain = [&](const std::string& name) {
    return command("explain --quiet " + in_quotes(pair) + " --svg " + in_quotes(folder / name));
  };
  EXPECT_EQ(explain("sub/to_old").code, 0);
  EXPECT_EQ(read_file(old).rfind("<svg", 0), 0u);
  EXPECT_EQ(explain("twice").code, 0);
  EXPECT_EQ(read_file(folder / "sub/yet_to_be.svg"), read_file(old));
  const Outcome loop = explain("loop");
  EXPECT_EQ(loop.code, 1);
  EXPECT_TRUE(has(loop.err, "cannot be written: Too many levels of symbolic links")) << loop.err;
  for (const char* link : {"sub/to_old", "dangling", "twice", "loop"}) {
    EXPECT_TRUE(std::filesystem::is_symlink(folder / link)) << link;
  }
  EXPECT_EQ(folder.files(), 6u);
}

TEST(Files, OfWordsReachATerminalAsWords) {
  const Folder folder;
  const Outcome told = command("replay " + in_quotes(folder.write("told.txt", "see it again: bank\x1b[31mshot\n")));
  EXPECT_EQ(count(told.err + told.out, "\x1b"), 0u) << told.err;
  const Outcome named = command("run " + in_quotes(folder / "a\x1b[31m.json"));
  EXPECT_TRUE(has(named.err, "a\\u001b[31m.json: no such file\n")) << named.err;
}

}  // namespace
}  // namespace tools_test
