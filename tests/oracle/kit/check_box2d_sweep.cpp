// Translational sweeps against b2TimeOfImpact, which ends where the distance of the cores is its target: the sum of the
// radii less three slops, one slop at least, to a quarter of a slop either way. The library is asked about shapes whose
// radii add up to that target.

#include <algorithm>
#include <cmath>
#include <string>

#include "oracle/kit/check.hpp"
#include "oracle/kit/collide.hpp"
#include "oracle/kit/twin.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

/// Returns the shape with another radius.
std::optional<Shape> with_radius(const Piece& piece, double radius) {
  Piece other = piece;
  other.radius = static_cast<Real>(radius);
  if (other.kind == ShapeKind::segment) other.kind = ShapeKind::capsule;
  return other.build();
}

std::string number_text(double x) {
  char text[48];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

/// The signed gap of sets of the case, with the radii of the target.
struct Gaps {
  Placed a, b;
  Vec2 motion;

  double at(Real share) const { return of(moved(a, motion, share)); }
  double swept_to(Real share) const { return of(swept(a, motion, share)); }

 private:
  double of(const Placed& set) const {
    Tally tally;
    return Judge(set, b, Stage::intervals_first, tally).estimate();
  }
};

void compare(const b2TOIOutput& theirs, const bankshot::SweepHit& ours, const Gaps& gaps, double slack, Notes& notes,
             Findings& findings) {
  const auto known = [&notes](const char* what) { ++notes.by[std::string("box2d, known: time of impact, ") + what]; };
  const auto unexplained = [&findings](const char* what, const std::string& detail) {
    findings.push_back({std::string("box2d, unexplained: time of impact ") + what, detail, 0});
  };
  const bool we_hit = ours.status == bankshot::SweepStatus::hit;
  if (gaps.at(0) <= slack) return known("starts within its target or overlapping");
  if (theirs.state == b2TOIOutput::e_failed) return known("gave up within its iterations");
  if (theirs.state == b2TOIOutput::e_overlapped) return unexplained("sees an overlap", number_text(gaps.at(0)));
  const bool they_hit = theirs.state == b2TOIOutput::e_touching;
  if (we_hit != they_hit) {
    const double least = gaps.swept_to(1);
    if (std::fabs(least) <= slack) return known("a graze within a quarter of its slop");
    return unexplained("hits alone or not at all", std::string(we_hit ? "only ours hits" : "only theirs hits") +
                                                       ", swept gap " + number_text(least));
  }
  if (they_hit) {
    const double there = gaps.at(static_cast<Real>(theirs.t));
    if (std::fabs(there) > slack) {
      return unexplained("ends elsewhere", "gap there " + number_text(there) + ", at " + number_text(double(theirs.t)) +
                                               ", ours at " + number_text(double(ours.fraction)));
    }
  }
  ++notes.by["box2d, same: time of impact"];
}

}  // namespace

void check_sweep_box2d(const Question& question, const SweepAnswers&, Notes& notes, Findings& findings) {
  const char* reason = nullptr;
  const auto twin = twin_of(question.data, &reason);
  if (!twin) {
    ++notes.by[reason];
    return;
  }
  const double length = double(twin->data.motion.norm());
  if (!(length < 200)) {
    ++notes.by["box2d was not asked: a motion of more than 200 m"];
    return;
  }
  const double ra = double(twin->a.theirs->m_radius), rb = double(twin->b.theirs->m_radius);
  const double slop = double(b2_linearSlop), target = std::max(slop, ra + rb - 3 * slop);
  const auto a = with_radius(twin->data.a, target * ra / (ra + rb)),
             b = with_radius(twin->data.b, target * rb / (ra + rb));
  if (!a || !b) {
    ++notes.by["box2d was not asked: the shape with its target as radius is refused by the library"];
    return;
  }
  const Case& data = twin->data;
  const auto ours = bankshot::sweep(*a, data.a.pose, data.motion, *b, data.b.pose);
  const Gaps gaps = {placed(*a, data.a.pose), placed(*b, data.b.pose), data.motion};
  const double slack = 0.25 * slop + twin->noise() + 8 * 1.1920929e-7 * length;
  compare(time_of_impact(*twin), ours, gaps, slack, notes, findings);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
