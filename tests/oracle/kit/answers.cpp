#include "oracle/kit/answers.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace bankshot_oracle::inline BANKSHOT_ABI {

namespace {

using bankshot::Relation;

void spoil(GeometryAnswers& answers, const Question& question, Fault fault) {
  const int corners = std::max(question.a.corner_count(), question.b.corner_count());
  if (fault == Fault::crash && corners == 7) std::abort();
  if (fault == Fault::blind_ray && question.a.corner_count() > 2) answers.ray.reset();
  const bool nested = answers.relation == Relation::a_inside_b || answers.relation == Relation::b_inside_a;
  if (fault == Fault::lost_overlap && nested) {
    answers.overlap = false;
    answers.relation = Relation::apart;
    answers.mtv.reset();
  }
  if (!answers.mtv) return;
  bankshot::Mtv& mtv = *answers.mtv;
  if (fault == Fault::wrong_side && corners >= 5) mtv.translation = -mtv.translation;
  if (fault == Fault::short_mtv && corners == 1) {
    mtv.depth *= Real(0.9);
    mtv.translation *= Real(0.9);
  }
  if (fault == Fault::biased_normal) mtv.normal[0] += bankshot::tolerance::eps;
}

}  // namespace

const char* name_of(Fault fault) noexcept {
  static constexpr std::array<const char*, fault_count> names = {
      "none", "wrong-side", "lost-overlap", "short-mtv", "late-sweep", "blind-ray", "biased-normal", "crash"};
  return names[static_cast<std::size_t>(fault)];
}

GeometryAnswers ask_geometry(const Question& question, Fault fault) {
  const Case& data = question.data;
  const Shape &a = question.a, &b = question.b;
  GeometryAnswers answers;
  answers.overlap = bankshot::overlap(a, data.a.pose, b, data.b.pose);
  answers.relation = bankshot::relation(a, data.a.pose, b, data.b.pose);
  answers.band = bankshot::touching_band(a, data.a.pose, b, data.b.pose);
  answers.mtv = bankshot::mtv(a, data.a.pose, b, data.b.pose);
  answers.closest = bankshot::closest_points(a, data.a.pose, b, data.b.pose);
  answers.contains = bankshot::contains(a, data.a.pose, data.origin);
  answers.ray = bankshot::ray_cast(a, data.a.pose, data.origin, data.ray);
  if (fault != Fault::none) spoil(answers, question, fault);
  return answers;
}

SweepAnswers ask_sweep(const Question& question, Fault fault) {
  const Case& data = question.data;
  SweepAnswers answers;
  answers.band = bankshot::touching_band(question.a, data.a.pose, question.b, data.b.pose);
  answers.hit = bankshot::sweep(question.a, data.a.pose, data.motion, question.b, data.b.pose);
  const bool polygons = question.a.corner_count() > 2 && question.b.corner_count() > 2;
  if (fault == Fault::late_sweep && polygons && answers.hit.status == bankshot::SweepStatus::hit) {
    answers.hit.fraction = std::min(Real(1), answers.hit.fraction * Real(1.001));
  }
  if (fault == Fault::crash && question.a.corner_count() == 7) std::abort();
  return answers;
}

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
