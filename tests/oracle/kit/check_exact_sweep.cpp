// Checks translational sweeps against the exact judge. The gap is a convex function of the distance travelled.
//
// A miss is wrong if A gets deeper than the band on its path. The swept set then overlaps the other one deeper than the
// band too, which the judge decides exactly. The swept set of a thin shape overlaps deeper than A itself ever does: a
// search for the deepest place identifies these few cases, and they are counted.

#include <algorithm>
#include <cmath>
#include <string>

#include "oracle/kit/check.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

using bankshot::SweepStatus;

class SweepChecker {
 public:
  SweepChecker(const Question& question, const SweepAnswers& answers, const Judging& judging, Notes& notes,
               Findings& findings)
      : data_(question.data),
        hit_(answers.hit),
        band_(answers.band),
        stage_(judging.stage),
        notes_(notes),
        findings_(findings),
        a_(placed(question.a, question.data.a.pose)),
        b_(placed(question.b, question.data.b.pose)) {}

  void check() {
    Judge start(a_, b_, stage_, notes_.tally);
    const bool overlapping = start.gap_below(-band_);
    if (!overlapping && !start.gap_above(band_)) ++notes_.in_band;
    const bool said = hit_.status == SweepStatus::initial_overlap;
    if (overlapping != said) {
      const double off = std::fabs(std::fabs(in_bands(start)) - 1);
      report(off > 0.25 ? "wrong verdict at the start" : "verdict at the start beside the edge of the band",
             said ? "said to overlap" : "not said to overlap", start, off);
      return;
    }
    if (hit_.status == SweepStatus::missed) check_miss();
    if (hit_.status == SweepStatus::hit) check_hit();
    if (hit_.status == SweepStatus::out_of_steps) report("sweep without an answer", "", start, 0);
    if (hit_) check_unit();
  }

 private:
  double in_bands(Judge& judge) const { return judge.estimate() / double(band_); }

  void report(const char* check, const std::string& detail, Judge& judge, double off) {
    findings_.push_back({check, detail + "; exact gap " + std::to_string(in_bands(judge)) + " bands", off});
  }

  /// Returns the least gap on the path up to `share`, to about double precision: a ternary search of a convex function.
  double least_gap(Real share) {
    double from = 0, to = double(share);
    const auto gap = [this](double at) {
      return Judge(moved(a_, data_.motion, static_cast<Real>(at)), b_, stage_, notes_.tally).estimate();
    };
    double least = std::min(gap(from), gap(to));
    for (int i = 0; i < 80; ++i) {
      const double left = from + (to - from) / 3, right = to - (to - from) / 3;
      const double at_left = gap(left), at_right = gap(right);
      least = std::min({least, at_left, at_right});
      (at_left < at_right ? to : from) = at_left < at_right ? right : left;
    }
    return least / double(band_);
  }

  void check_miss() {
    Judge way(swept(a_, data_.motion, 1), b_, stage_, notes_.tally);
    if (!way.gap_below(-band_)) return;
    const double least = least_gap(1);
    if (least >= -1) {
      ++notes_.by["missed, never deeper than the band though crossed: thinner than the band"];
      return;
    }
    report(least >= -1.25 ? "sweep misses, beside the edge of the band" : "sweep misses",
           "deepest place on the way " + std::to_string(least) + " bands; swept", way, -least - 1);
  }

  void check_hit() {
    if (!(hit_.fraction >= 0 && hit_.fraction <= 1)) {
      findings_.push_back({"sweep hits outside of its way", "fraction " + std::to_string(double(hit_.fraction)), 0});
      return;
    }
    Judge at(moved(a_, data_.motion, hit_.fraction), b_, stage_, notes_.tally);
    if (at.gap_above(band_)) report("sweep hits before it arrives", "", at, in_bands(at) - 1);
    if (at.gap_below(-band_)) report("sweep hits too late", "", at, -in_bands(at) - 1);
    Judge before(swept(a_, data_.motion, hit_.fraction), b_, stage_, notes_.tally);
    if (before.gap_below(-band_) && !at.gap_below(-band_)) {
      report("sweep has passed something before it hits", "", before, -in_bands(before) - 1);
    }
  }

  void check_unit() {
    const double x = double(hit_.normal[0]), y = double(hit_.normal[1]);
    const double off = std::fabs(x * x + y * y - 1);
    if (!(off <= 4 * double(bankshot::tolerance::eps))) {
      findings_.push_back({"normal of a sweep is not of unit length", "off by " + std::to_string(off), 0});
    }
  }

  const Case& data_;
  const bankshot::SweepHit& hit_;
  Real band_;
  Stage stage_;
  Notes& notes_;
  Findings& findings_;
  Placed a_, b_;
};

}  // namespace

void check_sweep(const Question& question, const SweepAnswers& answers, const Judging& judging, Notes& notes,
                 Findings& findings) {
  SweepChecker(question, answers, judging, notes, findings).check();
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
