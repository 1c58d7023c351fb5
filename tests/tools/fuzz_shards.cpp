// Campaigns in parts: divided among machines, stopped and continued.

#include "tools/fuzz_command.hpp"

#include <chrono>
#include <csignal>
#include <thread>

namespace tools_test {
namespace {

/// The command as a process of its own that can be sent signals; it ends with this object at the latest.
class Started {
 public:
  explicit Started(const std::string& arguments) : pid_(fork()) {
    if (pid_ != 0) return;
    const std::string line = "exec '" BANKSHOT_COMMAND "' " + arguments;
    execl("/bin/sh", "sh", "-c", line.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;
  ~Started() {
    if (pid_ > 0) end(SIGKILL);
  }
  /// Sends the signal and waits; returns the exit code, or -1 if there is none.
  int end(int signal) {
    int status = 0;
    kill(pid_, signal);
    waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_;
};

/// The number in the line "cases" of a state file; -1 if there is none.
long cases_in(const std::string& file) {
  const std::string text = read_file(file);
  const std::size_t at = text.find("\ncases\t");
  return at == std::string::npos ? -1 : std::stol(text.substr(at + 7));
}

/// Waits until the state file has at least so many cases; false after a minute.
bool wait_for(const std::string& file, long cases) {
  for (int i = 0; i < 6000; ++i) {
    if (cases_in(file) >= cases) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// The output without the lines below the table: commands, and the names of saved files.
std::string table(const std::string& out) {
  const std::string text = without_times(out);
  return text.substr(0, std::min(text.find("\nsaved "), text.find("\ncase ")));
}

/// "--merge" with the files of these names in the folder.
Outcome merge(const Folder& folder, const std::vector<std::string>& names) {
  std::string line = "fuzz --merge";
  for (const std::string& name : names) line += " " + in_quotes(folder / name);
  return command(line);
}

void expect_refusal(const Outcome& outcome, int code, const std::vector<std::string>& parts) {
  EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.out, "");
  for (const std::string& part : parts) EXPECT_TRUE(has(outcome.err, part)) << part << "\nis not in\n" << outcome.err;
}

// For every target, with a fault to be found: counts and findings both add up.
TEST(FuzzShards, TogetherTellWhatOneRunTells) {
  for (const char* target :
       {"geometry --against laws --plant crash --cases 401", "sweep --against laws --cases 1000 --first 7",
        "world --plant wrong-side --cases 11", "scene-file --plant crash --cases 700",
        "laws --law free-pairs --plant wrong-side --cases 31"}) {
    const Folder folder;
    const std::string line = "fuzz --quiet --seed 3 --out " + in_quotes(folder / "out") + " --target " + target;
    const Outcome whole = command(line);
    for (const char* part : {"1", "2", "3"}) {
      const Outcome one = command(line + " --shard " + part + "/3 --state " + in_quotes(folder / part));
      EXPECT_TRUE(has(one.out, std::string("shard ") + part + " of 3, cases ")) << one.out << one.err;
    }
    const Outcome all = merge(folder, {"3", "1", "2"});
    EXPECT_EQ(all.code, whole.code) << all.err;
    EXPECT_EQ(table(all.out), table(whole.out));
    EXPECT_EQ(replays(all.out), replays(whole.out));
    EXPECT_EQ(replays(all.out).empty(), whole.code == 0) << all.out;
  }
}

TEST(FuzzShards, AreRangesThatFollowOneAnother) {
  const Folder folder;
  const std::string line = "fuzz --quiet --against laws --first 5 --cases 11 --out " + in_quotes(folder / "out");
  const char* ranges[] = {"cases 5 to 8,", "cases 9 to 12,", "cases 13 to 15,"};
  for (int i = 0; i < 3; ++i) {
    const Outcome outcome = command(line + " --shard " + std::to_string(i + 1) + "/3");
    EXPECT_TRUE(has(outcome.out, ranges[i])) << outcome.out;
  }
}

TEST(FuzzShards, BadUse) {
  for (const char* shard : {"0/3", "4/3", "x", "1/0", "2", "/3", "1/", "1/2/3", "-1/2", "1.5/2"}) {
    expect_refusal(command("fuzz --shard " + std::string(shard)), 2, {"--shard", "expected", shard});
  }
  expect_refusal(command("fuzz --cases 4 --shard 1/5"), 2, {"no more parts than cases, which are 4"});
  expect_refusal(command("fuzz --seconds 1 --shard 1/5"), 2, {"give --cases"});
  expect_refusal(command("fuzz --merge a --seed 1"), 2, {"--merge excludes --seed"});
}

TEST(FuzzShards, MergeRefusesWhatIsNotOneCampaign) {
  const Folder folder;
  const auto run = [&](const std::string& name, const std::string& options) {
    command("fuzz --quiet --target sweep --against laws --out " + in_quotes(folder / "out") + " --state " +
            in_quotes(folder / name) + " " + options);
  };
  for (const char* part : {"1", "2", "3"}) run(part, "--cases 60 --shard " + std::string(part) + "/3");
  run("copy", "--cases 60 --shard 2/3");
  run("seed", "--cases 60 --shard 3/3 --seed 9");
  run("halves", "--cases 60 --shard 2/2");
  EXPECT_EQ(merge(folder, {"1", "2", "3"}).code, 0);
  expect_refusal(merge(folder, {"2"}), 2, {"missing are the shards 1/3, 3/3;"});
  expect_refusal(merge(folder, {"1", "2", "3", "copy"}), 2,
                 {"shard 2/3 is given twice", folder / "2", folder / "copy"});
  expect_refusal(merge(folder, {"1", "2", "seed"}), 2,
                 {"different campaigns", folder / "seed", "--seed 1", "--seed 9"});
  expect_refusal(merge(folder, {"1", "halves"}), 2, {"is shard 2/2", "is shard 1/3", folder / "halves"});
  expect_refusal(merge(folder, {"1", "none"}), 1, {folder / "none", "cannot be read"});
}

// In the middle: once asked to stop, once killed between two writes of the state.
/// Stops a campaign of so many cases twice, the second time by killing it, and continues it. False if the machine was
/// too fast to be stopped in time.
bool stop_and_go_on(const Folder& folder, int cases) {
  const std::string all = std::to_string(cases), out = in_quotes(folder / ("out" + all));
  const std::string line = "fuzz --quiet --target world --plant wrong-side --cases " + all + " --jobs 2 --out " + out;
  const std::string name = "state" + all, file = folder / name, kept = line + " --state " + in_quotes(file);
  int code = 0;
  {
    Started first(kept + " >" + in_quotes(folder / "said") + " 2>" + in_quotes(folder / "error"));
    EXPECT_TRUE(wait_for(file, 0));
    code = first.end(SIGINT);
  }
  const long interrupted = cases_in(file);
  if (interrupted == cases) return false;
  EXPECT_EQ(code, 1);
  EXPECT_TRUE(has(read_file(folder / "error"), "interrupted")) << read_file(folder / "error");
  EXPECT_TRUE(has(read_file(folder / "said"), "go on with the same command: " + file)) << read_file(folder / "said");
  expect_refusal(merge(folder, {name}), 2, {"is not finished", "finish it with", "--state " + file});
  {
    Started second(kept + " >" + in_quotes(folder / "said"));
    EXPECT_TRUE(wait_for(file, interrupted + 1));
    second.end(SIGKILL);
  }
  const long killed = cases_in(file);
  if (killed == cases) return false;
  const Outcome last = command(kept), whole = command(line);
  const std::string done = file + ": " + std::to_string(killed) + " of " + all + " cases are done; it goes on there\n";
  EXPECT_EQ(last.out.rfind(done, 0), 0u) << last.out;
  EXPECT_EQ(last.code, whole.code);
  EXPECT_EQ(without_times(last.out), without_times(whole.out));
  const Outcome again = command(kept);
  EXPECT_EQ(again.out.rfind(file + ": " + all + " of " + all + " cases are done\n", 0), 0u) << again.out;
  EXPECT_EQ(without_times(again.out), without_times(whole.out));
  return true;
}

TEST(FuzzState, StoppedAndGoneOnWithTellsWhatOneRunTells) {
  const Folder folder;
  int cases = 300;
  while (cases < 100'000 && !stop_and_go_on(folder, cases)) cases *= 4;
  EXPECT_LT(cases, 100'000) << "never stopped in time";
}

TEST(FuzzState, IsRefusedWithOtherOptions) {
  const Folder folder;
  const std::string scene_file =
      folder.write("scene.json", read_file(BANKSHOT_SOURCE_DIR "/examples/scenes/pinball.json"));
  const std::string file = folder / "state";
  const auto run = [&](const std::string& options) {
    return command("fuzz --quiet --out " + in_quotes(folder / "out") + " --state " + in_quotes(file) + " " + options);
  };
  const std::string same = "--target sweep --against laws --cases 40 --shard 1/2 --scene " + in_quotes(scene_file);
  EXPECT_EQ(run(same).code, 0);
  EXPECT_EQ(run(same + " --jobs 2 --seconds 60").code, 0);  // these options do not affect any case
  const std::string before = read_file(file);
  for (const char* others :
       {"--target geometry --against laws --cases 40 --shard 1/2",
        "--target sweep --cases 40 --shard 1/2 --against laws", "--target sweep --against laws --cases 41 --shard 1/2",
        "--target sweep --against laws --cases 40 --shard 2/2", "--target sweep --against laws --cases 40"}) {
    expect_refusal(run(others), 2,
                   {"--state " + file + ": is the state of another campaign", "--shard 1/2", "another file"});
  }
  for (const char* more : {" --seed 2", " --first 1", " --rational", " --plant late-sweep"}) {
    expect_refusal(run(same + more), 2, {"another campaign", more});
  }
  folder.write("scene.json", read_file(BANKSHOT_SOURCE_DIR "/examples/scenes/bouncing.json"));
  expect_refusal(run(same), 2, {"another content of the scene"});
  EXPECT_EQ(read_file(file), before) << "a refusal must leave the file as it is";
}

TEST(FuzzState, IsRefusedWhenDamaged) {
  const Folder folder;
  const std::string file = folder / "state";
  const std::string line = "fuzz --quiet --against laws --cases 40 --out " + in_quotes(folder / "out") + " --state ";
  EXPECT_EQ(command(line + in_quotes(file)).code, 0);
  const std::string text = read_file(file);
  std::string changed = text;
  changed.replace(changed.find("\ncases\t40"), 9, "\ncases\t41");
  for (const std::string& bad :
       {changed, text.substr(0, text.size() / 2), text.substr(0, text.size() - 1), text + "x"}) {
    folder.write("state", bad);
    expect_refusal(command(line + in_quotes(file)), 1, {file + ": is damaged", "remove it"});
    expect_refusal(merge(folder, {"state"}), 1, {file + ": is damaged"});
    EXPECT_EQ(read_file(file), bad);
  }
  for (const char* other : {"", "{\"bodies\": []}\n"}) {
    folder.write("state", other);
    expect_refusal(command(line + in_quotes(file)), 1, {file + ": is not the state of a campaign"});
  }
  expect_refusal(command(line + in_quotes(folder / "no/such/folder")), 1, {"no/such/folder: cannot be written"});
}

}  // namespace
}  // namespace tools_test
