// Building blocks of several scenes.

#include <utility>

#include "scene.hpp"

namespace bankshot_tool::bench {

Spec block(Form form, const V& position) {
  return {.form = std::move(form), .position = position, .restitution = 0, .friction = 0.6};
}

Spec ground(std::vector<Form> forms, const V& position) {
  Spec spec = block(forms.front(), position);
  spec.more.assign(forms.begin() + 1, forms.end());
  spec.motion = Motion::fixed;
  return spec;
}

void add_pyramid(Scene& scene, int base, double half, const V& corner) {
  for (int row = 0; row < base; ++row) {
    for (int i = 0; i < base - row; ++i) {
      scene.bodies.push_back(block(box(2 * half, 2 * half), corner + half * V(row + 1 + 2 * i, 2 * row + 1)));
    }
  }
}

std::vector<Form> tiled_basin(int half_width, int height) {
  std::vector<Form> forms;
  for (int x = -half_width; x <= half_width; ++x) forms.push_back(box(1.1, 1, V(x, 0)));
  for (const int side : {-half_width, half_width}) {
    for (int y = 1; y <= height; ++y) forms.push_back(box(1, 1.1, V(side, y)));
  }
  return forms;
}

// Source: SplitMix64 (Steele, Lea, Flood 2014).
double Dice::between(double low, double high) {
  std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  x ^= x >> 31;
  return low + (high - low) * static_cast<double>(x >> 11) * 0x1p-53;
}

}  // namespace bankshot_tool::bench
