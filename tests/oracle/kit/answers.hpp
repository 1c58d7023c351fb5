#pragma once
// The library's answers to a case, each asked once; and faults that can be planted in them, to check that a campaign
// finds them.

#include <bankshot/query/contains.hpp>
#include <bankshot/query/distance.hpp>
#include <bankshot/query/mtv.hpp>
#include <bankshot/query/ray.hpp>
#include <bankshot/query/sweep.hpp>
#include <bankshot/tolerance.hpp>

#include <string_view>

#include "oracle/kit/case.hpp"

namespace bankshot_oracle::inline BANKSHOT_ABI {

/// An error in an answer, as a library with a bug would make it.
enum class Fault : std::uint8_t {
  none,
  wrong_side,     ///< the MTV of polygons of five corners and more points the other way
  lost_overlap,   ///< a nested pair does not overlap
  short_mtv,      ///< the MTV of circles is a tenth too short
  late_sweep,     ///< a sweep of a polygon hits a little late
  blind_ray,      ///< a ray does not see polygons
  biased_normal,  ///< the normal depends on a world direction
  crash,          ///< a polygon of seven corners crashes the program
};
inline constexpr int fault_count = 8;
const char* name_of(Fault fault) noexcept;

struct GeometryAnswers {
  bool overlap = false;
  bankshot::Relation relation = bankshot::Relation::apart;
  Real band = 0;
  std::optional<bankshot::Mtv> mtv;
  bankshot::ClosestPoints closest;
  bankshot::PointRelation contains = bankshot::PointRelation::outside;
  std::optional<bankshot::RayHit> ray;
};

GeometryAnswers ask_geometry(const Question& question, Fault fault);

struct SweepAnswers {
  Real band = 0;
  bankshot::SweepHit hit;
};

SweepAnswers ask_sweep(const Question& question, Fault fault);

}  // namespace bankshot_oracle::inline BANKSHOT_ABI
