// Runs a fuzz target without a fuzzer: on every named file, on every file of every named folder, or, without a name, on
// standard input. Exits normally if all laws hold; a broken law aborts it.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

void run(std::istream& stream) {
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

bool run_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    std::fprintf(stderr, "%s: cannot be read\n", file.c_str());
    return false;
  }
  std::fprintf(stderr, "%s\n", file.c_str());  // the last one printed is the one that failed
  run(stream);
  return true;
}

constexpr const char* usage =
    "usage: %s [FILE|FOLDER]...\n"
    "Runs the fuzz target on every file, and on every file of every folder; without a name on standard input.\n"
    "Names each file before it is run. A broken law aborts; otherwise the program ends with 0, and with 2 if there\n"
    "was a file that cannot be read, or none.\n";

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && (argv[1] == std::string("--help") || argv[1] == std::string("-h"))) {
    std::printf(usage, argv[0]);
    return 0;
  }
  if (argc < 2) {
    run(std::cin);
    return 0;
  }
  int files = 0;
  for (int i = 1; i < argc; ++i) {
    std::error_code error;
    if (!fs::is_directory(argv[i], error)) {
      if (!run_file(argv[i])) return 2;
      ++files;
      continue;
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(argv[i])) {
      if (!run_file(entry.path())) return 2;
      ++files;
    }
  }
  std::fprintf(stderr, files == 1 ? "%d input\n" : "%d inputs\n", files);
  return files > 0 ? 0 : 2;
}
