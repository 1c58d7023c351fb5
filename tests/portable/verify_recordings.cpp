// Runs recordings again at every width there is and says which results differ. Needs only the library, so it can be
// built for any machine and run in its emulator: recordings of one machine are compared with the steps of another.
//
// usage: verify_recordings FILE...; exit code 1 if any differs or can't be read

#include <bankshot/history/recording.hpp>
#include <bankshot/simd/width.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <span>

namespace {

bool holds(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const bankshot::Result<bankshot::Recording> recording = bankshot::try_load_recording(std::as_bytes(std::span(text)));
  if (!recording) {
    std::printf("%s: %s\n", path, recording.reason().c_str());
    return false;
  }
  const std::size_t steps = recording->ticks.size() - 1;
  bool same = steps > 0;
  for (const bankshot::Width width : bankshot::all_widths) {
    if (!bankshot::set_width(width)) continue;
    if (const auto divergence = bankshot::verify(*recording)) {
      std::printf("%s at %s: other bits after step %llu of %zu\n", path, width_name(width),
                  static_cast<unsigned long long>(divergence->step), steps);
      same = false;
    } else {
      std::printf("%s at %s: %zu steps, same bits\n", path, width_name(width), steps);
    }
  }
  return same;
}

}  // namespace

int main(int argc, char** argv) {
  std::printf("widest: %s, %d numbers at a time\n", width_name(bankshot::detected_width()),
              width_lanes(bankshot::detected_width()));
  int bad = argc < 2 ? 1 : 0;
  for (int i = 1; i < argc; ++i) bad += holds(argv[i]) ? 0 : 1;
  std::printf("%d of %d differ\n", bad, argc - 1);
  return bad == 0 ? 0 : 1;
}
