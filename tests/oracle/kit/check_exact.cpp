// Checks the answers of the library against the exact judge. The band is the exact value of the number that
// touching_band() returns. No check allows for rounding, except that the length of a unit normal cannot be exact.

#include <cmath>
#include <sstream>

#include "oracle/kit/check.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

using bankshot::Mtv;
using bankshot::PointRelation;
using bankshot::Relation;

const char* name_of(Relation relation) {
  static constexpr const char* names[] = {"apart", "touching", "overlapping", "a_inside_b", "b_inside_a", "equal"};
  return names[static_cast<std::size_t>(relation)];
}

/// State that the checks of one case share.
class Checker {
 public:
  Checker(const Question& question, const GeometryAnswers& answers, const Judging& judging, Notes& notes,
          Findings& findings)
      : data_(question.data),
        answers_(answers),
        stage_(judging.stage),
        notes_(notes),
        findings_(findings),
        a_(placed(question.a, question.data.a.pose)),
        b_(placed(question.b, question.data.b.pose)),
        pair_(a_, b_, judging.stage, notes.tally) {}

  void check() {
    check_agreement();
    // A wrong verdict is one finding: errors in the rest of such an answer would repeat it.
    if (!check_verdict()) return;
    check_distance();
    if (answers_.mtv) check_mtv(*answers_.mtv);
  }

 private:
  void report(const char* check, const std::string& detail, double bands) {
    std::ostringstream out;
    out.precision(12);
    out << detail << "; exact gap " << pair_.estimate() << ", band " << answers_.band << " ("
        << pair_.estimate() / double(answers_.band) << " bands)";
    findings_.push_back({check, out.str(), bands});
  }

  double in_bands(double length) const { return length / double(answers_.band); }

  void check_agreement() {
    const bool meets = answers_.relation != Relation::apart;
    const bool same = answers_.overlap == meets && answers_.mtv.has_value() == meets &&
                      (!answers_.mtv || answers_.mtv->relation == answers_.relation);
    if (same) return;
    report("overlap, relation and mtv disagree",
           std::string("overlap says ") + (answers_.overlap ? "yes" : "no") + ", relation " +
               name_of(answers_.relation) + ", mtv " + (answers_.mtv ? name_of(answers_.mtv->relation) : "none"),
           0);
  }

  bool check_verdict() {
    const Real band = answers_.band;
    exact_ = pair_.gap_above(band)    ? Relation::apart
             : pair_.gap_below(-band) ? Relation::overlapping
                                      : Relation::touching;
    const Relation said = answers_.relation;
    if (exact_ == Relation::touching) ++notes_.in_band;
    const Relation plain = said == Relation::apart || said == Relation::touching ? said : Relation::overlapping;
    if (plain != exact_) {
      const double off = std::fabs(std::fabs(in_bands(pair_.estimate())) - 1);
      const bool opposite = plain != Relation::touching && exact_ != Relation::touching;
      report(off > 0.25 || opposite ? "wrong verdict" : "verdict beside the edge of the band",
             std::string("said ") + name_of(said) + ", is " + name_of(exact_), off);
      return false;
    }
    if (exact_ == Relation::overlapping) {
      check_inside(a_, b_, said == Relation::a_inside_b || said == Relation::equal, "A in B");
      check_inside(b_, a_, said == Relation::b_inside_a || said == Relation::equal, "B in A");
    }
    return true;
  }

  /// A shape that lies inside must be reported as inside; one that sticks out by more than the band must not. In
  /// between both answers are right.
  void check_inside(const Placed& inner, const Placed& outer, bool said, const char* which) {
    const Real allowed = said ? answers_.band : Real(0);
    const bool is = compare_excess(inner, outer, {allowed, 0}, stage_, notes_.tally) <= 0;
    if (is == said) return;
    const double excess = in_bands(estimate_excess(inner, outer));
    const double off = std::fabs(excess - (said ? 1 : 0));
    const std::string check = said ? "containment claimed where there is none" : "containment not seen";
    report((check + (off <= 0.25 ? ", beside the edge of the band" : "")).c_str(),
           std::string(which) + ", sticks out by " + std::to_string(excess) + " bands", off);
  }

  void check_distance() {
    const Real distance = answers_.closest.distance, half = answers_.band / 2;
    if (pair_.gap_above(distance, half) || pair_.gap_below(distance, -half)) {
      const double off = in_bands(std::fabs(pair_.estimate() - double(distance)));
      report("distance off by more than half a band", "distance " + std::to_string(double(distance)), off);
    }
    check_unit(answers_.closest.normal, "normal of the closest points is not of unit length");
  }

  void check_unit(const Vec2& normal, const char* name) {
    const double x = double(normal[0]), y = double(normal[1]);
    const double off = std::fabs(x * x + y * y - 1);
    if (!(off <= 4 * double(bankshot::tolerance::eps))) report(name, "off by " + std::to_string(off), 0);
  }

  void check_mtv(const Mtv& mtv) {
    check_unit(mtv.normal, "normal of the MTV is not of unit length");
    const Real half = answers_.band / 2;
    const double depth = double(mtv.depth);
    if (pair_.gap_below(-mtv.depth, -half)) {
      report("MTV too short", "depth " + std::to_string(depth), in_bands(-pair_.estimate() - depth));
    } else if (mtv.depth > half && pair_.gap_above(-mtv.depth, half)) {
      report("MTV too long", "depth " + std::to_string(depth), in_bands(depth + std::min(pair_.estimate(), 0.0)));
    }
    check_separation(moved(a_, mtv.translation, 1), "MTV does not separate");
    Placed added = a_;
    added.pose.position += mtv.translation;
    // Far from the origin the sum itself is rounded by more than a band.
    const Real near = answers_.band / (bankshot::tolerance::band_factor * bankshot::tolerance::eps);
    if (added.pose.position.cwiseAbs().maxCoeff() <= near && data_.a.pose.position.cwiseAbs().maxCoeff() <= near) {
      check_separation(added, "MTV, added to the position, does not separate");
    }
    // Along the normal the shapes separate as fast as they move. This checks the direction even without a depth.
    Judge away(moved(a_, mtv.normal, mtv.depth + 8 * answers_.band), b_, stage_, notes_.tally);
    if (!away.gap_above(6 * answers_.band)) report("normal does not lead away", "", in_bands(away.estimate()));
  }

  void check_separation(const Placed& separated, const char* name) {
    Judge after(separated, b_, stage_, notes_.tally);
    if (!after.gap_below(-answers_.band) && !after.gap_above(answers_.band)) return;
    const double gap = in_bands(after.estimate());
    report(name, "gap afterwards " + std::to_string(gap) + " bands", std::fabs(gap) - 1);
  }

  const Case& data_;
  const GeometryAnswers& answers_;
  Stage stage_;
  Notes& notes_;
  Findings& findings_;
  Placed a_, b_;
  Judge pair_;
  Relation exact_ = Relation::apart;
};

/// Returns the band of a point or a ray: that of the shape's reach and the point's distance from its position.
Real point_band(const Question& question) {
  const Pose& pose = question.data.a.pose;
  return bankshot::touching_band(question.a, pose, question.a, {question.data.origin, pose.rotation});
}

void check_point(const Question& question, const GeometryAnswers& answers, const Judging& judging, Notes& notes,
                 Findings& findings) {
  const Real band = point_band(question);
  Judge judge(point_at(question.data.origin), placed(question.a, question.data.a.pose), judging.stage, notes.tally);
  const PointRelation is = judge.gap_above(band)    ? PointRelation::outside
                           : judge.gap_below(-band) ? PointRelation::inside
                                                    : PointRelation::boundary;
  if (is == answers.contains) return;
  const double gap = judge.estimate() / double(band), off = std::fabs(std::fabs(gap) - 1);
  static constexpr const char* names[] = {"outside", "boundary", "inside"};
  findings.push_back({off > 0.25 ? "wrong place of a point" : "place of a point beside the edge of the band",
                      std::string("said ") + names[std::size_t(answers.contains)] + ", is " + names[std::size_t(is)] +
                          ", exact gap " + std::to_string(gap) + " bands",
                      off});
}

void check_ray(const Question& question, const GeometryAnswers& answers, const Judging& judging, Notes& notes,
               Findings& findings) {
  const Case& data = question.data;
  const Real band = point_band(question);
  const Placed shape = placed(question.a, data.a.pose), start = point_at(data.origin);
  const auto report = [&](const char* check, Judge& judge, double allowed) {
    const double gap = judge.estimate() / double(band), off = std::fabs(gap) - allowed;
    const char* edge = off <= 0.25 ? ", beside the edge of the band" : "";
    findings.push_back({check + std::string(edge), "exact gap " + std::to_string(gap) + " bands", off});
  };
  if (!answers.ray) {
    Judge way(swept(start, data.ray, 1), shape, judging.stage, notes.tally);
    if (way.gap_below(-band)) report("ray misses", way, 1);
    return;
  }
  const Real fraction = answers.ray->fraction;
  if (!(fraction >= 0 && fraction <= 1)) {
    findings.push_back({"ray hits outside of its way", "fraction " + std::to_string(double(fraction)), 0});
    return;
  }
  Judge at(moved(start, data.ray, fraction), shape, judging.stage, notes.tally);
  if (at.gap_above(band)) report("ray hits before it arrives", at, 1);
  if (fraction > 0) {
    if (at.gap_below(-band)) report("ray hits inside", at, 1);
    Judge before(swept(start, data.ray, fraction), shape, judging.stage, notes.tally);
    if (before.gap_below(-band)) report("ray has passed something before it hits", before, 1);
  }
  const double x = double(answers.ray->normal[0]), y = double(answers.ray->normal[1]);
  const double off = std::fabs(x * x + y * y - 1);
  if (!(off <= 4 * double(bankshot::tolerance::eps))) {
    findings.push_back({"normal of a ray is not of unit length", "off by " + std::to_string(off), 0});
  }
}

}  // namespace

void check_geometry(const Question& question, const GeometryAnswers& answers, const Judging& judging, Notes& notes,
                    Findings& findings) {
  Checker(question, answers, judging, notes, findings).check();
  check_point(question, answers, judging, notes, findings);
  check_ray(question, answers, judging, notes, findings);
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
