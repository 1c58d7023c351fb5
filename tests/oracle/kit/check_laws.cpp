// Checks the library against itself: its answer to a case determines the answer to a transformed case. The first five
// transformations round nothing, so the answers must follow to the last bit. Rays and sweeps of a mirror image need
// only satisfy the exact judge: they walk around the shapes, and around a mirror image the other way. Splitting a
// polygon and adding corners to it change the arithmetic, and the answers may move by half a band.

#include <cmath>
#include <initializer_list>
#include <string>

#include "oracle/kit/check.hpp"
#include "oracle/kit/transform.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

using bankshot::Relation;
using bankshot::SweepStatus;

Relation swapped_relation(Relation relation) {
  if (relation == Relation::a_inside_b) return Relation::b_inside_a;
  return relation == Relation::b_inside_a ? Relation::a_inside_b : relation;
}

std::string numbers(double one, double two) {
  char text[96];
  std::snprintf(text, sizeof text, "%.9g and %.9g", one, two);
  return text;
}

std::string vectors(const Vec2& one, const Vec2& two) {
  char text[160];
  std::snprintf(text, sizeof text, "(%.9g, %.9g) and (%.9g, %.9g)", double(one[0]), double(one[1]), double(two[0]),
                double(two[1]));
  return text;
}

void add(Findings& findings, const char* law, const std::string& what) {
  findings.push_back({std::string("law of ") + law + ": " + what.substr(0, what.find(':')), what, 0});
}

/// Returns the images that the answers follow exactly.
std::vector<Image> exact_images(const Case& data) {
  std::vector<Image> images = {swapped(data), quarter_turned(data), mirrored(data)};
  for (auto image : {scaled(data, 3), scaled(data, -5), translated(data)}) {
    if (image) images.push_back(*std::move(image));
  }
  return images;
}

/// True if both directions agree up to the transformation, or if the pair is its own image: both directions are then
/// equally good. Under a swap that also holds for a pair of shapes that are each their own image, such as two
/// concentric boxes.
bool follows(const Question& question, const Image& image, const Vec2& one, const Vec2& two) {
  const Vec2 expected = image.direction(one);
  if (expected == two) return true;
  if (!image.exempt) return false;
  if (image.swapped) return own_image(question, one, two, true) || own_image(question, expected, two, false);
  // The direction of the image's answer, transformed back to the world of the case.
  const Vec2 back(image.x[0] * two[0] + image.x[1] * two[1], image.y[0] * two[0] + image.y[1] * two[1]);
  return own_image(question, one, back, false);
}

void compare(const Question& question, const Image& image, const GeometryAnswers& one, const GeometryAnswers& two,
             Findings& findings) {
  const auto wrong = [&](const std::string& what) { add(findings, image.name, what); };
  const Relation expected = image.swapped ? swapped_relation(one.relation) : one.relation;
  if (one.overlap != two.overlap || expected != two.relation) return wrong("relation");
  if (one.band * image.length != two.band) return wrong("band");
  if (one.mtv.has_value() != two.mtv.has_value()) return wrong("mtv exists");
  if (one.mtv) {
    if (one.mtv->depth * image.length != two.mtv->depth) {
      wrong("depth: " + numbers(double(one.mtv->depth * image.length), double(two.mtv->depth)));
    }
    if (!follows(question, image, one.mtv->normal, two.mtv->normal)) {
      wrong("normal of the MTV: " + vectors(image.direction(one.mtv->normal), two.mtv->normal));
    }
  }
  if (one.closest.distance * image.length != two.closest.distance) {
    wrong("distance: " + numbers(double(one.closest.distance * image.length), double(two.closest.distance)));
  }
  if (!follows(question, image, one.closest.normal, two.closest.normal)) {
    wrong("normal of the closest points: " + vectors(image.direction(one.closest.normal), two.closest.normal));
  }
  if (image.swapped || image.mirrored) return;
  if (one.contains != two.contains) wrong("place of a point");
  if (one.ray.has_value() != two.ray.has_value()) return wrong("ray");
  if (one.ray && one.ray->fraction != two.ray->fraction) {
    wrong("fraction of a ray: " + numbers(double(one.ray->fraction), double(two.ray->fraction)));
  }
}

void compare(const Image& image, const SweepAnswers& one, const SweepAnswers& two, Findings& findings) {
  const auto wrong = [&](const std::string& what) { add(findings, image.name, what); };
  if (one.hit.status != two.hit.status) return wrong("verdict of a sweep");
  if (one.hit.fraction != two.hit.fraction) {
    wrong("fraction of a sweep: " + numbers(double(one.hit.fraction), double(two.hit.fraction)));
  }
  if (one.hit.status == SweepStatus::hit && image.direction(one.hit.normal) != two.hit.normal) {
    wrong("normal of a sweep: " + vectors(image.direction(one.hit.normal), two.hit.normal));
  }
}

/// True if the gap or overlap is so near to the edge of a band from `narrow` to `wide` that rounding decides.
bool beside_edge(Real distance, Real narrow, Real wide) {
  const Real off = std::fabs(distance);
  return off >= narrow * Real(0.75) && off <= wide * Real(1.25);
}

void check_more_corners(const Question& question, const GeometryAnswers& answers, Notes& notes, Findings& findings) {
  auto more = with_corner_on_edge(question.data.a);
  if (!more) return;
  Case data = question.data;
  data.a = *std::move(more);
  const auto other = question_of(data);
  if (!other) return;
  ++notes.by["cases with a corner added on an edge"];
  const GeometryAnswers again = ask_geometry(*other, Fault::none);
  const char* law = "corners on edges";
  if (answers.relation != again.relation && !beside_edge(answers.closest.distance, answers.band, answers.band)) {
    const bool inside = answers.relation >= Relation::overlapping && again.relation >= Relation::overlapping;
    // The exact judge decides whether one sticks out of the other by more than the band.
    if (!inside) add(findings, law, "relation");
  }
  if (std::fabs(answers.closest.distance - again.closest.distance) > answers.band / 2) {
    add(findings, law, "distance: " + numbers(double(answers.closest.distance), double(again.closest.distance)));
  }
}

/// If the shapes are apart, the whole has the distance of the nearer part; if they overlap, it is at least as deep as
/// either part.
void check_split(const Question& question, const GeometryAnswers& answers, Notes& notes, Findings& findings) {
  const auto parts = split(question.data.a);
  if (!parts) return;
  ++notes.by["cases with a polygon split in two"];
  Real nearest = 0, narrow = answers.band, wide = answers.band;
  bool overlap = false, first = true;
  for (const Piece* part : {&parts->first, &parts->second}) {
    Case data = question.data;
    data.a = *part;
    const auto other = question_of(data);
    if (!other) return;
    const GeometryAnswers again = ask_geometry(*other, Fault::none);
    overlap = overlap || again.overlap;
    narrow = std::min(narrow, again.band);
    wide = std::max(wide, again.band);
    nearest = first ? again.closest.distance : std::min(nearest, again.closest.distance);
    first = false;
  }
  const char* law = "splitting";
  const Real distance = answers.closest.distance, half = answers.band / 2;
  if (answers.overlap != overlap && !beside_edge(distance, narrow, wide)) add(findings, law, "overlap");
  const bool wrong = distance > 0 ? std::fabs(distance - std::max(nearest, Real(0))) > half : distance > nearest + half;
  if (wrong) add(findings, law, "distance: " + numbers(double(distance), double(nearest)));
}

/// The whole hits where the first of the parts hits; it may miss if that only grazes.
void check_split_sweep(const Question& question, const SweepAnswers& answers, Notes& notes, Findings& findings) {
  const auto parts = split(question.data.a);
  if (!parts || answers.hit.status == SweepStatus::initial_overlap) return;
  const auto gap_at = [&](Real share) {
    Tally tally;
    return Judge(moved(placed(question.a, question.data.a.pose), question.data.motion, std::min(share, Real(1))),
                 placed(question.b, question.data.b.pose), Stage::intervals_first, tally)
        .estimate();
  };
  if (gap_at(0) <= 4 * double(answers.band)) return;  // parts have bands of their own, and may or may not touch
  ++notes.by["sweeps of a polygon split in two"];
  Real first = 2;
  for (const Piece* part : {&parts->first, &parts->second}) {
    Case data = question.data;
    data.a = *part;
    const auto other = question_of(data);
    if (!other) return;
    const SweepAnswers again = ask_sweep(*other, Fault::none);
    if (again.hit.status == SweepStatus::hit) first = std::min(first, again.hit.fraction);
  }
  const Real whole = answers.hit.status == SweepStatus::hit ? answers.hit.fraction : Real(2);
  if (whole == first) return;
  // Between the two the surfaces must stay within two bands of touching.
  const Real from = std::min(whole, first), to = std::max(whole, first);
  const double limit = 2 * double(answers.band);
  for (const Real share : {from, from + (std::min(to, Real(1)) - from) / 2}) {
    if (std::fabs(gap_at(share)) > limit && (to <= 1 || gap_at(share) < 0)) {
      return add(findings, "splitting", "fraction of a sweep: " + numbers(double(whole), double(first)));
    }
  }
}

}  // namespace

void check_geometry_laws(const Question& question, const GeometryAnswers& answers, const Judging& judging, Notes& notes,
                         Findings& findings) {
  for (const Image& image : exact_images(question.data)) {
    const auto other = question_of(image.data);
    if (!other) {
      ++notes.by["images refused by the library"];
      continue;
    }
    compare(question, image, answers, ask_geometry(*other, judging.fault), findings);
  }
  check_more_corners(question, answers, notes, findings);
  check_split(question, answers, notes, findings);
}

void check_sweep_laws(const Question& question, const SweepAnswers& answers, const Judging& judging, Notes& notes,
                      Findings& findings) {
  for (const Image& image : exact_images(question.data)) {
    if (image.mirrored) continue;
    const auto other = question_of(image.data);
    if (!other) {
      ++notes.by["images refused by the library"];
      continue;
    }
    compare(image, answers, ask_sweep(*other, judging.fault), findings);
  }
  check_split_sweep(question, answers, notes, findings);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
