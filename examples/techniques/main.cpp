// Draws one picture for each technique of docs/techniques.md, by the calls that its table names. Exits with 0 if each
// call returned what the picture is meant to show.
// Usage: techniques FOLDER

#include "figure.hpp"

#include <cstdio>
#include <exception>
#include <fstream>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: techniques FOLDER\n", stderr);
    return 2;
  }
  try {
    for (const auto& pictures : {pictures_of_pairs(), pictures_of_axes(), pictures_of_maps(), pictures_of_motion()}) {
      for (const Picture& picture : pictures) {
        std::ofstream out(std::string(argv[1]) + "/" + picture.name + ".svg");
        out << picture.svg;
        out.close();
        if (out.good()) continue;
        std::fprintf(stderr, "techniques: %s/%s.svg cannot be written\n", argv[1], picture.name.c_str());
        return 1;
      }
    }
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "techniques: %s\n", failure.what());
    return 1;
  }
  return 0;
}
