#include <bankshot/math/orient.hpp>
#include <bankshot/shape/build.hpp>
#include <bankshot/shape/seams.hpp>

namespace bankshot::BANKSHOT_ABI::detail {

V2 direction(V2 from, V2 to) {
  const V2 right = outward_normal(from, to);
  return {0 - right.y, right.x};
}

void set_own_seams(const ConvexView& view, std::span<Seam> seams) {
  if (view.count < 2) return;
  for (int i = 0; i < view.count; ++i) {
    const V2 before = view.points[i == 0 ? view.count - 1 : i - 1], here = view.points[i];
    const V2 after = view.points[i + 1 == view.count ? 0 : i + 1];
    Seam& seam = seams[static_cast<std::size_t>(i)];
    seam.corner = view.count == 2 || orient(before, here, after) > 0;
    seam.before = direction(here, before);
    seam.after = direction(here, after);
  }
}

void set_outline_seams(std::span<const V2> corners, const Decomposition& cut, StoredPieces& pieces) {
  std::vector<Seam> outline(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const V2 before = corners[i == 0 ? corners.size() - 1 : i - 1], here = corners[i];
    const V2 after = corners[i + 1 == corners.size() ? 0 : i + 1];
    outline[i] = {direction(here, before), direction(here, after), orient(before, here, after) > 0, true};
  }
  for (std::uint32_t piece = 0; piece < pieces.size(); ++piece) {
    const std::span<Seam> seams = pieces.seams(piece);
    for (std::size_t i = 0; i < seams.size(); ++i) {
      const std::size_t at = cut.first[piece] + i;
      seams[i] = outline[cut.corner[at]];
      seams[i].edge = cut.twin[at] == Decomposition::none;
    }
  }
}

}  // namespace bankshot::BANKSHOT_ABI::detail
